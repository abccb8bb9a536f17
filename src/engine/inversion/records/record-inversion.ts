/** Adds the fields of documents from their records. One kernel call adds all fields of a document. */
import type { ValuesOfColumn } from '../../columns/values/column-values.ts';
import type { RecordFields } from '../../store/records/record-fields.ts';
import type { FieldState } from '../field-state.ts';
import type { FieldTable } from '../field-table.ts';
import type { IndexingThreadPool } from '../indexing-thread-pool.ts';
import { ANALYSES } from '../inversion-batch.ts';

type Properties = readonly (readonly [name: string, values: readonly string[]])[];

interface KnownField {
  readonly field: FieldState;
  /** Null if its values have no column. */
  readonly column: ValuesOfColumn | null;
}

export class RecordInversion {
  readonly #table: FieldTable;
  readonly #pool: IndexingThreadPool;
  readonly #onType: (field: string) => void;
  /** By number of a name. */
  #known: (KnownField | undefined)[] = [];
  #refusals = 0;

  /** `onType` is called for a value that does not fit the type of its field. */
  constructor(table: FieldTable, pool: IndexingThreadPool, onType: (field: string) => void) {
    this.#table = table;
    this.#pool = pool;
    this.#onType = onType;
  }

  /**
   * Adds the fields of a document. `fieldOf` returns the field of a property. Returns false if nothing was added. The
   * fields must then be added one by one.
   */
  add(doc: number, record: RecordFields, properties: Properties, fieldOf: (name: string) => string): boolean {
    if (!record.isLoaded || !this.#knowAll(record, properties, fieldOf)) return false;
    const { values } = this.#table;
    if (!values.takeRecord(doc, record.kernel)) return false;
    this.#pool.addFields(record.kernel);
    for (let i = 0; i < properties.length; i++) {
      const [name, own] = properties[i]!;
      const { field, column } = this.#known[record.names[i]!]!;
      if (field.needsValues) {
        for (let n = 0; n < own.length; n++) if (!field.addValue(doc, own[n]!)) this.#onType(fieldOf(name));
        field.countValues(own);
      }
      if (column !== null) values.count(column, doc, own.length);
    }
    return true;
  }

  /** Tells the kernel about all names of the properties. Returns false if a property has no field. */
  #knowAll({ names, kernel }: RecordFields, properties: Properties, fieldOf: (name: string) => string): boolean {
    if (this.#refusals !== this.#table.values.refusals) this.#known = [];
    this.#refusals = this.#table.values.refusals;
    for (let i = 0; i < names.length; i++) {
      if (this.#known[names[i]!] !== undefined) continue;
      const name = properties[i]![0];
      const field = this.#table.open(fieldOf(name));
      if (field === null) return false;
      const column = this.#table.values.columnFor(field.name, field.analysis);
      const analysis = ANALYSES.indexOf(field.analysis);
      kernel.know(names[i]!, name, { field: field.id, analysis, column: column === null ? null : column.number });
      this.#known[names[i]!] = { field, column };
    }
    return true;
  }
}
