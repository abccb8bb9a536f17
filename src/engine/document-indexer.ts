/** Takes documents in a build: analyzes their fields, counts types and values, and passes tokens on to the inversion. */
import { rmSync } from 'node:fs';
import type { FieldType } from '../schema/field-types.ts';
import { CONTENT_FIELD, DIGITS_FIELD, HEX_FIELD } from '../schema/well-known-fields.ts';
import { HOLD_LIMITS, type HoldLimits } from './columns/field-files.ts';
import type { ColumnValues } from './columns/values/column-values.ts';
import type { EncodedTerms } from './inversion/encoded-lists.ts';
import type { FieldState } from './inversion/field-state.ts';
import { FieldTable } from './inversion/field-table.ts';
import { IndexingThreadPool, type ThreadPoolOptions } from './inversion/indexing-thread-pool.ts';
import type { FieldEnd, Inverter } from './inversion/inverter.ts';
import { RecordInversion } from './inversion/records/record-inversion.ts';
import { type RunLimits, runLimitsOf } from './inversion/run-builder.ts';
import { SpillingInverter } from './inversion/spilling-inverter.ts';
import type { SketchEnd } from './neardup/sketch-row.ts';
import type { RecordFields } from './store/records/record-fields.ts';

type Properties = readonly (readonly [name: string, values: readonly string[]])[];

/** Why part of a document could not be indexed. */
export type IndexerProblem = 'type' | 'fields' | 'positions';

/** How documents are indexed. The result does not depend on it. */
export interface IndexerOptions {
  readonly limits?: RunLimits;
  readonly hold?: HoldLimits;
  /** Threads that do most of the work; default: none. */
  readonly pool?: ThreadPoolOptions | null;
  /** Receives the sketches of texts. Default: texts are not sketched. */
  readonly onSketch?: SketchEnd;
}

/**
 * Turns documents in ascending order into fields and terms with their postings. For each document call `beginDocument`,
 * then for every field once `addField`, or `beginText`, `addText` and `endText`, then `endDocument`. If `isBusy` is set
 * between documents or pieces of a text, await `settle`. Full runs, and all other data that grows with the documents,
 * go to files in a separate directory. `finish` returns the merged terms.
 */
export class DocumentIndexer {
  readonly #table: FieldTable;
  readonly #inverter: Inverter;
  readonly #directory: string;
  readonly #onProblem: (problem: IndexerProblem, doc: number, field: string) => void;
  readonly #content: FieldState;
  /** Null without threads. */
  readonly #records: RecordInversion | null = null;
  #doc = 0;

  constructor(
    runDirectory: string,
    onProblem: (problem: IndexerProblem, doc: number, field: string) => void,
    options: IndexerOptions = {},
  ) {
    this.#directory = runDirectory;
    this.#onProblem = onProblem;
    this.#table = new FieldTable(runDirectory, options.hold ?? HOLD_LIMITS);
    const { pool = null, onSketch = null } = options;
    const limits = options.limits ?? runLimitsOf(pool?.threads ?? 1);
    const onFieldEnd: FieldEnd = (id, doc, tokens) => {
      const field = this.fields[id]!;
      field.addDocument(doc, tokens.positions);
      field.addTokens(tokens);
      if (tokens.isCut) this.#onProblem('positions', doc, field.name);
    };
    this.#content = this.#table.open(CONTENT_FIELD)!;
    const sequences = { digits: this.#table.open(DIGITS_FIELD)!.id, hex: this.#table.open(HEX_FIELD)!.id };
    this.#inverter =
      pool === null
        ? new SpillingInverter(runDirectory, 'run-', limits, onFieldEnd, sequences, onSketch)
        : new IndexingThreadPool(pool, runDirectory, limits, onFieldEnd, sequences, onSketch);
    const { pool: threads } = this;
    if (threads === null) return;
    this.#table.values.useThreadPool(threads);
    const onType = (field: string): void => this.#onProblem('type', this.#doc, field);
    this.#records = new RecordInversion(this.#table, threads, onType);
  }

  get fields(): readonly FieldState[] {
    return this.#table.fields;
  }

  /** The whole values of all fields. */
  get values(): ColumnValues {
    return this.#table.values;
  }

  /** Threads that can also help to write the stored data of documents; null without threads. */
  get pool(): IndexingThreadPool | null {
    return this.#inverter instanceof IndexingThreadPool ? this.#inverter : null;
  }

  get isBusy(): boolean {
    return this.#inverter.isBusy;
  }

  async settle(): Promise<void> {
    await this.#inverter.settle();
  }

  /** Types that the case assigns to fields. Must be called before the first document. */
  useTypes(types: ReadonlyMap<string, FieldType>): void {
    this.#table.types = types;
  }

  /**
   * Refuses columns of whole values, because values of earlier items were too long. Must be called before the first
   * document.
   */
  refuseColumns(names: Iterable<string>): void {
    this.#table.values.refuse(names);
  }

  beginDocument(doc: number): void {
    this.#doc = doc;
  }

  /** Adds all values of one field, in order; at least one. */
  addField(name: string, values: readonly string[]): void {
    const field = this.#table.open(name);
    if (field === null) {
      this.#onProblem('fields', this.#doc, name);
      return;
    }
    this.#inverter.beginField(this.#doc, field.id);
    for (const value of values) {
      this.#inverter.addValue(value, field.analysis);
      if (!field.addValue(this.#doc, value)) this.#onProblem('type', this.#doc, name);
    }
    field.countValues(values);
    this.#table.values.add(name, field.analysis, this.#doc, values);
    this.#inverter.endField();
  }

  /**
   * Adds all fields of the document from its record. Returns false if nothing was added. `addField` must then be called
   * for each field. `fieldOf` returns the field of a property.
   */
  addRecord(record: RecordFields, properties: Properties, fieldOf: (name: string) => string): boolean {
    return this.#records?.add(this.#doc, record, properties, fieldOf) === true;
  }

  /** Takes the values of a document that is not searched. They affect only the types of fields. */
  observe(name: string, values: readonly string[]): void {
    const field = this.#table.open(name);
    if (field !== null) for (const value of values) field.observe(value);
  }

  /** Adds a number that every item has and that is not indexed as terms: `id`, `parentId`. */
  addNumber(name: string, value: number): void {
    this.#table.open(name)!.addNumber(this.#doc, value);
  }

  beginText(): void {
    this.#inverter.beginField(this.#doc, this.#content.id);
    this.#inverter.beginText();
  }

  addText(piece: string): void {
    this.#inverter.addText(piece);
  }

  endText(): void {
    this.#inverter.endText();
    this.#inverter.endField();
  }

  endDocument(): void {
    this.#inverter.endDocument();
  }

  /** Returns all terms of all documents, in order. */
  async finish(): Promise<EncodedTerms> {
    this.#table.values.end();
    return this.#inverter.finish(() => this.fields.map((field) => field.fieldLengths()));
  }

  /** Ends the threads and removes the run files. Call it once the terms are written, or to abandon the build. */
  async close(): Promise<void> {
    await this.#inverter.close();
    this.#table.close();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
