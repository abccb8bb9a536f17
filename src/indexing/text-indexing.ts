/** Indexes a case that brings text: analyzes properties and texts. */
import { setFlagsFromString } from 'node:v8';
import type { CaseItem, CaseReader } from '../cases/case-reader.ts';
import type { ColumnValues } from '../engine/columns/values/column-values.ts';
import { DocumentIndexer } from '../engine/document-indexer.ts';
import type { EncodedTerms } from '../engine/inversion/encoded-lists.ts';
import type { FieldState } from '../engine/inversion/field-state.ts';
import type { IndexingThreadPool, ThreadPoolOptions } from '../engine/inversion/indexing-thread-pool.ts';
import type { SketchEnd } from '../engine/neardup/sketch-row.ts';
import type { RecordFields } from '../engine/store/records/record-fields.ts';
import type { FieldType } from '../schema/field-types.ts';
import { fieldOfProperty } from '../schema/well-known-fields.ts';
import type { CaseIndexing, IndexingProblems } from './case-indexing.ts';
import { indexNumbers, indexProperties, observeProperties } from './index-item.ts';
import { readText } from './read-text.ts';

/** Units of an inline text that are indexed at a time. The few texts that are longer are passed piece by piece. */
const TEXT_PIECE_UNITS = 2 ** 20;

/**
 * An option of V8 that lets the heap grow more. Builds free most of their allocations soon, so the garbage collector then runs
 * less often. Imports of terms keep more.
 */
const HEAP_ROOM = '--heap-growing-percent=300';

/**
 * For cases of at least this size, functions are inlined as usual, unlike in v8-options.ts, because reading takes longer than
 * compiling.
 */
const INLINED_BYTES_MIN = 64 * 2 ** 20;
const INLINING = ['--max-inlined-bytecode-size=460', '--max-inlined-bytecode-size-cumulative=920'];

export interface TextIndexingOptions {
  readonly pool: ThreadPoolOptions | null;
  readonly isItemStore: boolean;
  /** Takes the sketches of texts. */
  readonly onSketch: SketchEnd;
}

export class TextIndexing implements CaseIndexing {
  readonly #reader: CaseReader;
  readonly #problems: IndexingProblems;
  readonly #indexer: DocumentIndexer;

  readonly #isItemStore: boolean;

  /** `directory` is for data that does not fit in memory. An item store reads texts but does not store their words. */
  constructor(
    reader: CaseReader,
    directory: string,
    problems: IndexingProblems,
    { pool, isItemStore, onSketch }: TextIndexingOptions,
  ) {
    setFlagsFromString(HEAP_ROOM);
    const bytes = reader.parts.reduce((sum, part) => sum + part.bytes, 0);
    if (bytes >= INLINED_BYTES_MIN) for (const option of INLINING) setFlagsFromString(option);
    this.#isItemStore = isItemStore;
    this.#reader = reader;
    this.#problems = problems;
    this.#indexer = new DocumentIndexer(directory, (problem, _doc, field) => problems.field(problem, field), {
      pool,
      onSketch,
    });
  }

  get fields(): readonly FieldState[] {
    return this.#indexer.fields;
  }

  get values(): ColumnValues {
    return this.#indexer.values;
  }

  get pool(): IndexingThreadPool | null {
    return this.#indexer.pool;
  }

  useTypes(types: ReadonlyMap<string, FieldType>): void {
    this.#indexer.useTypes(types);
  }

  refuseColumns(names: Iterable<string>): void {
    this.#indexer.refuseColumns(names);
  }

  async add(
    doc: number,
    item: CaseItem,
    properties: CaseItem['properties'],
    record: RecordFields | null = null,
  ): Promise<void> {
    this.#indexer.beginDocument(doc);
    indexNumbers(item, this.#indexer);
    if (record === null || !this.#indexer.addRecord(record, properties, fieldOfProperty)) {
      indexProperties(properties, this.#indexer);
    }
    if (item.text !== null) await this.#addText(item.text);
    this.#indexer.endDocument();
    if (this.#indexer.isBusy) await this.#indexer.settle();
  }

  pass(_doc: number, _item: CaseItem, properties: CaseItem['properties']): void {
    observeProperties(properties, this.#indexer);
  }

  skip(): void {}

  async finish(): Promise<EncodedTerms> {
    return this.#indexer.finish();
  }

  async close(): Promise<void> {
    await this.#indexer.close();
  }

  async #addText(text: NonNullable<CaseItem['text']>): Promise<void> {
    const indexer = this.#indexer;
    indexer.beginText();
    if (typeof text === 'string') {
      for (let at = 0; at < text.length; at += TEXT_PIECE_UNITS) {
        await this.#addPiece(text.slice(at, at + TEXT_PIECE_UNITS));
      }
    } else {
      const pieces = readText(this.#reader, text);
      try {
        for (let piece = await this.#readPiece(pieces); piece !== null; piece = await this.#readPiece(pieces)) {
          await this.#addPiece(piece);
        }
      } finally {
        await pieces.return(undefined);
      }
    }
    indexer.endText();
  }

  /** The next piece of a text, or null at its end or if it becomes unreadable, which is reported. */
  async #readPiece(pieces: AsyncGenerator<string>): Promise<string | null> {
    try {
      const { done, value } = await pieces.next();
      return done === true ? null : value;
    } catch (error) {
      this.#problems.text((error as Error).message);
      return null;
    }
  }

  async #addPiece(piece: string): Promise<void> {
    if (this.#isItemStore) return;
    this.#indexer.addText(piece);
    if (this.#indexer.isBusy) await this.#indexer.settle();
  }
}
