/** Collects values that do not fit their column: for each column, their number and the first of them. */
import { parseDateStart } from '../../../schema/date-value.ts';
import { fixedTypeOf } from '../../../schema/field-types.ts';
import { parseNumber } from '../../../schema/number-value.ts';
import { fieldOfProperty } from '../../../schema/well-known-fields.ts';
import { shown } from '../../files/safe-path.ts';
import type { TableRow } from '../rows/row-source.ts';
import type { ColumnFacts } from './column-facts.ts';

export interface Misfits {
  count: number;
  readonly line: number;
  readonly number: number;
  readonly value: string;
  /** The type of the property in the index, whatever this value is. Null if the values decide. */
  readonly fixedType: 'number' | 'date' | null;
}

export class MisfitValues {
  readonly byColumn = new Map<ColumnFacts, Misfits>();
  readonly #fixedTypes: readonly Misfits['fixedType'][];

  constructor(columns: readonly ColumnFacts[]) {
    this.#fixedTypes = columns.map(({ column, type }) => fixedTypeOf(fieldOfProperty(column.property)) ?? type);
  }

  /** Whether values of a column are checked. */
  hasType(index: number): boolean {
    return this.#fixedTypes[index] !== null;
  }

  /** Checks values before they are indexed, by the same rules as the index. */
  judge(row: TableRow, facts: ColumnFacts, values: readonly string[]): void {
    const type = this.#fixedTypes[facts.column.index]!;
    if (type === null) return;
    for (const value of values) {
      if ((type === 'number' ? parseNumber(value) : parseDateStart(value)) === null) this.add(row, facts, value);
    }
  }

  add({ line, number }: TableRow, facts: ColumnFacts, value: string): void {
    const known = this.byColumn.get(facts);
    if (known !== undefined) known.count++;
    else {
      const fixedType = this.#fixedTypes[facts.column.index]!;
      this.byColumn.set(facts, { count: 1, line, number, value: shown(value), fixedType });
    }
  }
}
