/** Finds the parent of each row according to the survey, and the anomalies of families. */
import { shown } from '../files/safe-path.ts';
import type { ColumnFacts } from './columns/column-facts.ts';
import { FaultyRows } from './columns/faulty-rows.ts';
import { ParentCircles } from './columns/parent-circles.ts';
import { type RecordKeys, recordKeys } from './columns/record-keys.ts';
import { firstOf, type Survey } from './columns/survey.ts';
import type { TableRow } from './rows/row-source.ts';

interface FaultyRow {
  readonly line: number;
  readonly number: number;
}

export class RowParents {
  readonly #families: Survey['families'];
  readonly #parent: number;
  readonly #family: number;
  readonly #keys: RecordKeys;
  readonly #circles = new ParentCircles();
  /** Rows with a missing parent, and the first of them. */
  orphans = 0;
  firstOrphan: (FaultyRow & { readonly parent: string }) | null = null;
  /** Rows that name only themselves as parent. */
  readonly ownParents = new FaultyRows<FaultyRow>();
  /** The last row of each cycle of parents. */
  readonly circles = new FaultyRows<FaultyRow & { readonly parent: number }>();

  constructor({ columns, families }: Survey) {
    const withUse = (use: string): ColumnFacts | undefined => columns.find(({ column }) => column.use === use);
    this.#families = families;
    this.#keys = recordKeys(columns.map(({ column }) => column));
    this.#parent = withUse('parent')?.column.index ?? -1;
    this.#family = withUse('family')?.column.index ?? -1;
  }

  /** Call this once for each row. `ids` are its document ids. */
  of(row: TableRow, ids: readonly string[]): number | null {
    const { line, number } = row;
    const parent = this.#named(row, ids);
    // No row can have a row without an id as its parent, so such a row is in no cycle.
    if (parent !== null && ids.length > 0 && this.#circles.closes(number, parent)) {
      this.circles.add(() => ({ line, number, parent }));
    }
    return parent;
  }

  /**
   * Finds the parent named by the parent column, or else the first document of the family, or else the parent that another row
   * lists.
   */
  #named(row: TableRow, ids: readonly string[]): number | null {
    const { line, number } = row;
    const entry = firstOf(row, this.#parent);
    const parentId = entry === undefined ? undefined : this.#keys.parent(row, entry);
    const id = parentId ?? firstOf(row, this.#family);
    let isOwn = false;
    if (id !== undefined) {
      const parent = this.#families.rowOf(id) ?? this.#families.rowOf(firstOfRange(id));
      if (parent === undefined) this.#reportOrphan(row, id);
      else if (parent !== number) return parent;
      // The first document of a family names itself, which is not an anomaly.
      else isOwn = parentId !== undefined;
    }
    for (const id of ids) {
      const parent = this.#families.parentOf(id);
      if (parent !== undefined && parent !== number) return parent;
      if (parent === number) isOwn = true;
    }
    if (isOwn) this.ownParents.add(() => ({ line, number }));
    return null;
  }

  #reportOrphan({ line, number }: TableRow, parent: string): void {
    this.orphans++;
    this.firstOrphan ??= { line, number, parent: shown(parent) };
  }
}

/** Returns the first document of an attachment range such as `ABC-001 - ABC-009`. */
function firstOfRange(value: string): string {
  return (
    (/^(\S+)(?:\s+[-–]\s+|\s*[;–]\s*|\s+to\s+)\S+$/.exec(value) ?? /^([^\s-]+)-[^\s-]+$/.exec(value))?.[1] ?? value
  );
}
