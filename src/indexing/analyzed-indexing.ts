/**
 * Indexes a case that provides its own terms: properties become columns, and no text is read. Texts may be reconstructed from
 * terms.
 */
import type { AnalyzedTerms } from '../cases/analyzed-terms.ts';
import type { CaseItem } from '../cases/case-reader.ts';
import type { AnalyzedThreadPool } from '../engine/analyzed/analyzed-thread-pool.ts';
import { AnalyzedIndexer } from '../engine/analyzed-indexer.ts';
import type { ColumnValues } from '../engine/columns/values/column-values.ts';
import type { EncodedTerms } from '../engine/inversion/encoded-lists.ts';
import type { FieldState } from '../engine/inversion/field-state.ts';
import type { SketchEnd } from '../engine/neardup/sketch-row.ts';
import type { FrameKeeper } from '../engine/spelling/text-stretch.ts';
import type { TermCursor } from '../shared/term-cursor.ts';
import type { CaseIndexing, IndexingProblems } from './case-indexing.ts';
import { indexNumbers, indexProperties, observeProperties } from './index-item.ts';

export class AnalyzedIndexing implements CaseIndexing {
  /**
   * There is no pool of threads, because a separate thread counts tokens meanwhile, and there are far fewer items than terms.
   */
  readonly pool = null;
  readonly #indexer: AnalyzedIndexer;
  #closed: Promise<void> | null = null;

  /** `directory` is for data that does not fit in memory. If `openPool` is null, no threads are used. */
  constructor(
    terms: AnalyzedTerms,
    directory: string,
    problems: IndexingProblems,
    openPool: (() => AnalyzedThreadPool) | null,
  ) {
    this.#indexer = new AnalyzedIndexer(directory, terms, (_doc, field) => problems.field('type', field), openPool);
  }

  get fields(): readonly FieldState[] {
    return this.#indexer.fields;
  }

  get values(): ColumnValues {
    return this.#indexer.values;
  }

  refuseColumns(names: Iterable<string>): void {
    this.#indexer.refuseColumns(names);
  }

  async add(doc: number, item: CaseItem, properties: CaseItem['properties']): Promise<void> {
    this.#indexer.beginDocument(doc);
    indexNumbers(item, this.#indexer);
    indexProperties(properties, this.#indexer);
    if (item.text !== null || item.indexed?.hasSpelledText === true) this.#indexer.addText();
  }

  pass(doc: number, { indexed }: CaseItem, properties: CaseItem['properties']): void {
    this.#indexer.passItem(indexed?.hasSpelledText === true ? doc : null);
    observeProperties(properties, this.#indexer);
  }

  skip(): void {
    this.#indexer.passItem();
  }

  async finish(onPart: (part: number | null) => Promise<void>): Promise<TermCursor | EncodedTerms> {
    return this.#indexer.finish(onPart);
  }

  async writeTexts(keeper: FrameKeeper, onSketch: SketchEnd, pause: () => Promise<void>): Promise<void> {
    await this.#indexer.writeTexts(keeper, onSketch, pause);
    // The indexer is not read after this. While the index is completed, its threads end and its files are removed.
    this.#closed = this.#indexer.close();
    this.#closed.catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#closed ??= this.#indexer.close();
    await this.#closed;
  }
}
