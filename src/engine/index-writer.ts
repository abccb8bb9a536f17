/** Writes one index: the counterpart of index-reader.ts. docs/index-format.md describes the result. */
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ANALYSIS_VERSION } from '../analysis/analysis-version.ts';
import { Utf8Memory } from '../codec/utf8-memory.ts';
import type { CaseOrigin } from '../schema/case-origin.ts';
import type { TreeItem } from '../schema/item-kinds.ts';
import type { UsualNames } from '../schema/usual-names.ts';
import { CONTENT_FIELD, ID_FIELD, PARENT_FIELD } from '../schema/well-known-fields.ts';
import type { TermCursor } from '../shared/term-cursor.ts';
import { CoordinateWriter } from './columns/coordinate-column.ts';
import { HOLD_LIMITS, type HoldLimits } from './columns/field-files.ts';
import type { ColumnValues } from './columns/values/column-values.ts';
import type { ValueThreadPool } from './columns/values/value-sorting.ts';
import { type FieldColumns, isOfTexts, writeColumns, writeField } from './field-writing.ts';
import {
  type DictionaryHeader,
  FORMAT_VERSION,
  type IndexHeader,
  ITEM_FRAME_BYTES,
  type TreeHeader,
  type ValueColumn,
  WRITER_VERSION,
} from './format.ts';
import { beginPieces, type EncodedTerms } from './inversion/encoded-lists.ts';
import type { FieldState } from './inversion/field-state.ts';
import { NearDuplicates } from './neardup/near-duplicates.ts';
import type { SketchEnd } from './neardup/sketch-row.ts';
import { FrequentLists } from './pairs/frequent-lists.ts';
import { beginPairs } from './pairs/pair-writing.ts';
import { writeDocList } from './postings/doc-list-writer.ts';
import type { FrameKeeper } from './spelling/text-stretch.ts';
import { appendPages } from './store/append-pages.ts';
import { FrameQueue, type FrameThreadPool } from './store/frames/frame-queue.ts';
import { FrameWriter } from './store/frames/frame-writer.ts';
import { DATA_FILE } from './store/lmdb-environment.ts';
import { CHECKSUM_FILE, writeChecksums } from './store/page-checksums.ts';
import { PagedBytes, PageFile } from './store/page-file.ts';
import type { RecordFields } from './store/records/record-fields.ts';
import { StoreWriter } from './store/store-writer.ts';
import { DocumentIdWriter } from './structure/document-ids.ts';
import type { SubjectMarks } from './structure/mail-circles.ts';
import { ThreadWriter } from './structure/thread-writer.ts';
import { TreeWriter } from './structure/tree-writer.ts';
import { termStreams, writeTerms } from './term-writing.ts';
import { TextWriter } from './text-writer.ts';
import { WriteProgress, type WriteWork } from './write-progress.ts';

/**
 * Writes one index generation: items and inline texts as they are added, then, in `finish`, all terms from an ordered
 * cursor, the columns, and the headers. The directory is not usable until `finish` has returned.
 */
export interface WriterResult {
  readonly indexBytes: number;
  /** Fields that some searchable document has. */
  readonly fieldCount: number;
  readonly longWords: number;
  readonly streamBytes: Readonly<Record<string, number>>;
}

export interface HeaderFacts {
  readonly program: string;
  readonly caseFingerprint: string;
  readonly caseFormat: IndexHeader['caseFormat'];
  readonly isComplete: boolean;
  readonly problemCount: number;
  /** Property names, by their number in stored items. */
  readonly names: readonly string[];
  readonly origin?: CaseOrigin;
  readonly aliases?: UsualNames;
  readonly isItemStore?: boolean;
}

interface ItemExtras {
  readonly originNumber?: number | undefined;
  readonly fields?: RecordFields | null;
}

/** Optional data in addition to the terms. */
export interface MoreToWrite {
  readonly values?: ColumnValues;
  /** Writes texts that are reconstructed from terms. Called after the last term. */
  readonly writeTexts?: (keeper: FrameKeeper, onSketch: SketchEnd, pause: () => Promise<void>) => Promise<void>;
}

export class IndexWriter {
  readonly #directory: string;
  readonly #store: StoreWriter;
  readonly #limits: HoldLimits;
  /** Columns that wait for earlier ones. */
  readonly #pages: PageFile;
  readonly #ids: DocumentIdWriter;
  readonly #frames = new FrameQueue();
  readonly #items: FrameWriter;
  readonly #itemOffsets: PagedBytes;
  readonly #originNumbers: PagedBytes;
  readonly #searchable: PagedBytes;
  #lastSearchable = -1;
  #searchableCount = 0;
  readonly #texts: TextWriter;
  #textCount = 0;
  readonly #utf8 = new Utf8Memory();
  readonly #tree: TreeWriter;
  readonly #threads: ThreadWriter;
  readonly #nearDuplicates: NearDuplicates;
  readonly #coordinates: CoordinateWriter;

  /** Temporary files are in the folder `pages` of the directory until `finish` has returned. */
  constructor(directory: string, limits: HoldLimits = HOLD_LIMITS) {
    mkdirSync(directory, { recursive: true });
    this.#directory = directory;
    this.#limits = limits;
    this.#pages = new PageFile(join(this.#temporary, 'columns'), limits.pageBytes);
    this.#ids = new DocumentIdWriter(this.#pages);
    this.#itemOffsets = new PagedBytes(this.#pages);
    this.#itemOffsets.u40(0);
    this.#originNumbers = new PagedBytes(this.#pages);
    this.#searchable = new PagedBytes(this.#pages);
    this.#tree = new TreeWriter(this.#temporary, this.#pages, limits);
    this.#threads = new ThreadWriter(this.#temporary, this.#pages, limits);
    this.#nearDuplicates = new NearDuplicates(this.#temporary, limits);
    this.#coordinates = new CoordinateWriter(this.#pages);
    this.#store = StoreWriter.create(directory);
    this.#items = new FrameWriter(this.#store.stream('items'), ITEM_FRAME_BYTES, this.#pages, this.#frames);
    this.#texts = new TextWriter(this.#store.stream('texts'), this.#pages, this.#frames);
  }

  get #temporary(): string {
    return join(this.#directory, 'pages');
  }

  get textCount(): number {
    return this.#textCount;
  }

  get documentCount(): number {
    return this.#ids.count;
  }

  /** Lets threads compress items and texts and sort names until `finish`. All names must be sorted by then. */
  useThreadPool(pool: (FrameThreadPool & ValueThreadPool) | null): void {
    this.#frames.useThreadPool(pool);
    if (pool === null) return;
    this.#tree.useThreadPool(pool);
    this.#threads.useThreadPool(pool);
  }

  /** Whether `settle` should be awaited before more is added. */
  get isBusy(): boolean {
    return this.#frames.isBusy;
  }

  async settle(): Promise<void> {
    await this.#frames.settle();
  }

  /**
   * Adds an item, stores its `record`, and returns its document number. Either all items have an `originNumber` or none has.
   * `fields`: its properties in the record.
   */
  addItem(
    id: number,
    item: TreeItem,
    record: Uint8Array,
    isSearchable: boolean,
    { originNumber, fields = null }: ItemExtras = {},
  ): number {
    const doc = this.documentCount;
    this.#tree.add(doc, item);
    if (isSearchable) {
      this.#coordinates.add(doc, item);
      this.#threads.add(doc, item, fields);
    }
    this.#ids.add(id);
    if (originNumber !== undefined) this.#originNumbers.u32(originNumber);
    this.#items.append(record);
    this.#itemOffsets.u40(this.#items.length);
    if (isSearchable) {
      this.#searchable.varint(doc - this.#lastSearchable - 1);
      this.#lastSearchable = doc;
      this.#searchableCount++;
    }
    return doc;
  }

  /** Stores the inline text of a document. */
  addText(doc: number, text: string): void {
    this.#texts.add(doc, this.#utf8.bytesOf(text));
  }

  /** Takes the sketch of the text of a document. */
  readonly addSketch: SketchEnd = (doc, rows, at) => this.#nearDuplicates.add(doc, rows, at);

  /** The subjects of mails so far. */
  get subjects(): SubjectMarks {
    return this.#threads.subjects;
  }

  /** Counts a document with a text, no matter where the text is stored. */
  countText(): void {
    this.#textCount++;
  }

  /**
   * Writes everything else and closes. Calls `onFraction` regularly with the progress, 0 to 1. If other threads encode
   * the terms, they begin immediately. Meanwhile, or while they search for pairs, this thread writes data that does not
   * depend on terms.
   */
  async finish(
    terms: TermCursor | EncodedTerms,
    fields: readonly FieldState[],
    facts: HeaderFacts,
    onFraction: (fraction: number) => Promise<void>,
    { writeTexts, values }: MoreToWrite = {},
  ): Promise<WriterResult> {
    const store = this.#store;
    const columns = store.stream('columns');
    await this.#frames.finish();
    // No pairs for imported terms, because another tool's tokenizer may put terms at the same position.
    const paired = facts.origin === undefined ? fields.filter(isOfTexts) : [];
    const work = this.#workOf(fields, paired, values?.occurrences ?? 0, writeTexts !== undefined);
    const progress = new WriteProgress(work, onFraction);
    const written = await this.#writeLists(terms, { fields, paired, values: values ?? null }, progress);
    const { dictionaries, pairs } = written;
    const headers = fields
      // An exact field may have only the empty value. It then has a term, although no document has the field.
      .filter(({ id, name, docCount }) => docCount > 0 || name === CONTENT_FIELD || dictionaries.get(id)!.termCount > 0)
      .map((field) =>
        writeField(store, field, written.fields[field.id]!, dictionaries.get(field.id)!, pairs.get(field.id) ?? null),
      );
    // Last, because other threads may still reconstruct them.
    const onTexts = progress.stage('texts');
    const onText = (): Promise<void> => onTexts(this.#texts.count / Math.max(1, this.#textCount));
    await writeTexts?.(this.#texts, this.addSketch, onText);
    const near = await this.#nearDuplicates.write(columns, this.#pages, onText);
    const { names, ...headerFacts } = facts;
    const header: IndexHeader = {
      formatVersion: FORMAT_VERSION,
      writerVersion: WRITER_VERSION,
      analysisVersion: ANALYSIS_VERSION,
      ...headerFacts,
      documentCount: this.documentCount,
      searchableCount: this.#searchableCount,
      textCount: this.#textCount,
      searchable: writeDocList(store.stream('postings'), this.#searchable, this.#searchableCount),
      ...this.#ids.write(columns),
      ...(this.#originNumbers.length === 0 ? {} : { originNumbers: appendPages(columns, this.#originNumbers) }),
      tree: written.tree,
      coordinates: this.#coordinates.write(columns),
      frames: { items: this.#items.finish(), texts: this.#texts.finish() },
      itemOffsets: appendPages(store.stream('items'), this.#itemOffsets),
      textPlaces: this.#texts.writeExtents(store.stream('texts')),
      streamBytes: store.streamBytes(),
    };
    this.#closePages();
    await store.finish({ header, fields: headers, names, columns: [...written.values, ...near] });
    // Waits for the disk in any case. After a fault, the caller removes the directory, and nothing must be writing to
    // it then.
    const beside = Promise.all([
      flush(join(this.#directory, DATA_FILE)),
      rm(this.#temporary, { recursive: true, force: true }),
    ]);
    beside.catch(() => undefined);
    try {
      await writeChecksums(this.#directory, progress.stage('sums'));
    } finally {
      await beside;
    }
    await onFraction(1);
    const indexBytes =
      statSync(join(this.#directory, DATA_FILE)).size + statSync(join(this.#directory, CHECKSUM_FILE)).size;
    const longWords = headers.reduce((sum, field) => sum + field.longWords, 0);
    return { indexBytes, fieldCount: headers.length, longWords, streamBytes: header.streamBytes };
  }

  /** Writes terms with their lists, columns and the tree. */
  async #writeLists(
    terms: TermCursor | EncodedTerms,
    { fields, paired, values }: ListedFields,
    progress: WriteProgress,
  ): Promise<WrittenLists> {
    const streams = termStreams(this.#store);
    const { documentCount } = this;
    const directory = this.#temporary;
    const occurrences = Math.max(1, searchedTokensOf(fields));
    const onTerms = progress.stage('terms');
    const frequent = new FrequentLists(this.#store, directory, paired);
    try {
      const begun = 'pieces' in terms && terms.inThreads ? beginPieces(terms, documentCount) : terms;
      // Writes other data only until the threads have produced enough. The rest is written while they search for pairs,
      // if there are any.
      const columns = fields.map((field) => writeColumns(field, this.#store.stream('columns')));
      const before = paired.length === 0 ? await this.#writeOthers(values, progress) : null;
      const dictionaries = await writeTerms(streams, begun, fields, documentCount, frequent, (count) =>
        onTerms(count / occurrences),
      );
      const pairs = beginPairs(streams, {
        frequent,
        lengths: (id) => fields[id]!.fieldLengths(),
        documentCount,
        directory,
        pool: 'pieces' in terms ? (terms.pool ?? null) : null,
        onPart: progress.stage('pairs'),
      });
      const others = before ?? (await this.#writeOthers(values, progress));
      return { dictionaries, fields: columns, ...others, pairs: await pairs.write() };
    } finally {
      frequent.close();
    }
  }

  /** Writes whole values, the tree and threads. */
  async #writeOthers(values: ColumnValues | null, progress: WriteProgress): Promise<WrittenOthers> {
    this.#ids.sort(this.#temporary, this.#limits.points);
    const columns = this.#store.stream('columns');
    const own = (await values?.write(columns, this.#pages, progress.stage('values'))) ?? [];
    const tree = await this.#tree.write(this.#store.stream('tree'), this.#ids, progress.stage('tree'));
    return { tree, values: [...own, ...(await this.#threads.write(columns, this.#pages, progress.stage('tree')))] };
  }

  #workOf(fields: readonly FieldState[], paired: readonly FieldState[], values: number, isSpelled: boolean): WriteWork {
    const spelled = fields.find(({ name }) => name === CONTENT_FIELD)?.tokenCount ?? 0;
    return {
      occurrences: searchedTokensOf(fields),
      paired: tokensOf(paired),
      values,
      spelled: isSpelled ? spelled : 0,
      documents: this.documentCount,
      bytes: this.#store.stream('items').length + this.#store.stream('texts').length,
    };
  }

  async abandon(): Promise<void> {
    this.#closePages();
    await this.#store.abandon();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  #closePages(): void {
    this.#tree.close();
    this.#threads.close();
    this.#nearDuplicates.close();
    this.#pages.close();
  }
}

/** Fields with terms, and the pairs of those that have any. */
interface ListedFields {
  readonly fields: readonly FieldState[];
  readonly paired: readonly FieldState[];
  /** Whole values. */
  readonly values: ColumnValues | null;
}

/** The extents of all data except terms. */
interface WrittenOthers {
  readonly values: readonly ValueColumn[];
  readonly tree: TreeHeader;
}

interface WrittenLists extends WrittenOthers {
  readonly fields: readonly FieldColumns[];
  readonly dictionaries: ReadonlyMap<number, DictionaryHeader>;
  readonly pairs: ReadonlyMap<number, DictionaryHeader>;
}

/** Publishing flushes again, with little left to do. */
async function flush(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function searchedTokensOf(fields: readonly FieldState[]): number {
  return tokensOf(fields.filter(({ name }) => name !== ID_FIELD && name !== PARENT_FIELD));
}

function tokensOf(fields: readonly FieldState[]): number {
  return fields.reduce((sum, { tokenCount }) => sum + tokenCount, 0);
}
