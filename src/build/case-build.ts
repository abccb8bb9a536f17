/** Builds one case: reads and indexes its items, and publishes the finished generation. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CaseFormat, CaseOptions } from '../cases/case-format.ts';
import type { CaseItem, CaseProblem, CaseReader, ItemPart } from '../cases/case-reader.ts';
import { type LockToken, proveDataLock } from '../data-dir/data-lock.ts';
import type { IndexerProblem } from '../engine/document-indexer.ts';
import { IndexWriter, type WriterResult } from '../engine/index-writer.ts';
import { NameTable } from '../engine/store/stored-item.ts';
import { AppError } from '../shared/errors.ts';
import { AnalyzedIndexing } from './analyzed-indexing.ts';
import { type BuildReport, ProblemLog } from './build-report.ts';
import type { CaseIndexing } from './case-indexing.ts';
import { writeReading } from './case-reading.ts';
import { fractionOf } from './fraction-of.ts';
import { beginGeneration, indexDirectory, indexKey, publishGeneration } from './generations.ts';
import { isSearchable, recordOf } from './index-item.ts';
import { SeenIds } from './seen-ids.ts';
import { TextIndexing } from './text-indexing.ts';
import { analyzedPoolOf } from './threads/analyzed-threads.ts';
import { defaultThreads, threadPoolOf } from './threads/pool-threads.ts';

/** Progress of a build. Bytes are those of the item files on disk. */
export interface BuildProgress {
  /** `send`: words are sent to a cluster. */
  readonly phase: 'read' | 'merge' | 'publish' | 'send';
  readonly items: number;
  readonly itemsTotal: number | null;
  readonly bytes: number;
  readonly bytesTotal: number;
  /** Progress of the phase, 0 to 1; null if unknown. */
  readonly fraction: number | null;
}

export interface BuildOptions {
  readonly casePath: string;
  readonly dataDir: string;
  /** Default: all formats of this program. */
  readonly formats?: readonly CaseFormat[];
  readonly caseOptions?: CaseOptions;
  /** Leaves out the words of texts, because another engine has them. Only records, values and the tree are stored here. */
  readonly isItemStore?: boolean;
  /** Builds even if the index is current. */
  readonly isForced?: boolean;
  /** Threads that index, besides the reading one; 1: everything in the calling thread. Default: depends on the processor. */
  readonly threads?: number;
  readonly onProgress?: (progress: BuildProgress) => void;
  readonly signal?: AbortSignal;
  /** The lock that the caller holds. It is checked again before anything is published or removed. */
  readonly lock?: LockToken;
}

const PROGRAM = 'case-access';

/** The share of counting the tokens of a case in all work after its items. */
const COUNTING_PART = 0.2;

const ITEMS_WITHOUT_PAUSE = 16;
/** Other work of the process waits at most about this long. */
const TURN_MILLISECONDS = 2;

/** Throws LOCK_LOST. */
export function proveIfHeld({ lock }: BuildOptions): void {
  if (lock !== undefined) proveDataLock(lock);
}

interface BuildFacts {
  readonly dataDir: string;
  readonly fingerprint: string;
  readonly started: number;
  readonly isById: boolean;
}

export class CaseBuild {
  readonly #options: BuildOptions;
  readonly #reader: CaseReader;
  readonly #fingerprint: string;
  readonly #directory: string;
  readonly #building: string;
  readonly #writer: IndexWriter;
  /** Null before `run`. */
  #indexing: CaseIndexing | null = null;
  readonly #names = new NameTable();
  readonly #ids = new SeenIds();
  readonly #log: ProblemLog;
  readonly #started: number;
  readonly #bytesTotal: number;
  #bytes = 0;
  #lines = 0;
  #searchable = 0;
  /** Whether items are read by id. */
  readonly #isById: boolean;
  #lastId = -1;
  #turnBegan = 0;
  /** The part being read and the current item, for problems that the indexer finds. */
  #part: ItemPart | null = null;
  #item: CaseItem | null = null;

  constructor(options: BuildOptions, reader: CaseReader, { dataDir, fingerprint, started, isById }: BuildFacts) {
    this.#started = started;
    this.#isById = isById;
    this.#options = options;
    this.#reader = reader;
    this.#fingerprint = fingerprint;
    this.#directory = indexDirectory(dataDir, reader.realPath);
    this.#building = beginGeneration(this.#directory);
    this.#log = new ProblemLog(dataDir, indexKey(reader.realPath));
    try {
      this.#writer = new IndexWriter(this.#building);
    } catch (error) {
      this.#log.abandon();
      rmSync(this.#building, { recursive: true, force: true });
      throw error;
    }
    this.#bytesTotal = reader.parts.reduce((sum, part) => sum + part.bytes, 0);
  }

  #newIndexing(): CaseIndexing {
    const directory = join(this.#building, 'runs');
    const problems = {
      text: (reason: string): void => this.#addProblem('part', `text: ${reason}`),
      field: (problem: IndexerProblem, field: string): void => this.#reportField(problem, field),
    };
    const { analyzed } = this.#reader;
    const threads = this.#options.threads ?? defaultThreads();
    if (analyzed !== null) {
      const isOurs = this.#options.formats === undefined;
      const openPool = isOurs ? analyzedPoolOf(this.#reader, threads, this.#bytesTotal) : null;
      return new AnalyzedIndexing(analyzed, directory, problems, openPool);
    }
    const { isItemStore = false } = this.#options;
    const onSketch = this.#writer.addSketch;
    return new TextIndexing(this.#reader, directory, problems, { pool: threadPoolOf(threads), isItemStore, onSketch });
  }

  /** Returns null, and leaves nothing behind, if ids descend: then the items must be read again by id. */
  async run(): Promise<BuildReport | null> {
    try {
      const indexing = this.#newIndexing();
      this.#indexing = indexing;
      this.#writer.useThreadPool(indexing.pool);
      if (!(await this.#readItems())) {
        await this.#abandon();
        return null;
      }
      this.#reader.endReading?.();
      this.#checkCount();
      this.#progress('merge', 0);
      const origin = this.#reader.analyzed?.origin ?? null;
      const { aliases = {} } = this.#reader;
      // The amount of counting is unknown, so the rest begins at 0.
      let counted = 0;
      const terms = await indexing.finish((part) => {
        counted = COUNTING_PART * (part ?? 0);
        return this.#pause('merge', part === null ? null : counted);
      });
      for (const problem of this.#reader.analyzed?.takeProblems?.() ?? []) this.#log.add(problem);
      const written = await this.#writer.finish(
        terms,
        indexing.fields,
        {
          program: PROGRAM,
          caseFingerprint: this.#fingerprint,
          caseFormat: { name: this.#reader.format.name, version: this.#reader.format.version },
          isComplete: this.#log.isComplete,
          problemCount: this.#log.summary.count,
          names: this.#names.names,
          ...(origin === null ? {} : { origin }),
          ...(this.#options.isItemStore === true ? { isItemStore: true } : {}),
          ...(Object.keys(aliases).length === 0 ? {} : { aliases }),
        },
        (fraction) => this.#pause('merge', counted + (1 - counted) * fraction),
        {
          values: indexing.values,
          ...(indexing.writeTexts === undefined
            ? {}
            : { writeTexts: (keeper, onSketch, pause) => indexing.writeTexts!(keeper, onSketch, pause) }),
        },
      );
      await indexing.close();
      await writeReading(this.#building, this.#reader, this.#log.firstOfKinds);
      this.#progress('publish');
      const { number, path } = publishGeneration(this.#directory, this.#building, () => proveIfHeld(this.#options));
      const report = this.#report(number, path, written);
      this.#log.finish({ ...report, problems: { count: report.problems.count, byKind: report.problems.byKind } });
      return report;
    } catch (error) {
      await this.#abandon();
      throw error;
    }
  }

  async #abandon(): Promise<void> {
    this.#log.abandon();
    await this.#indexing?.close();
    await this.#writer.abandon();
  }

  /** Returns false if it stopped at an id that descends. */
  async #readItems(): Promise<boolean> {
    const observer = {
      problem: (problem: CaseProblem) => {
        if (problem.kind === 'record' || (problem.kind === 'limit' && problem.id === null)) this.#lines++;
        this.#log.add(problem);
      },
      progress: (bytes: number) => {
        this.#bytes += bytes;
      },
    };
    const reader = this.#reader;
    if (this.#isById) {
      const temporary = join(this.#building, 'lines');
      let sincePause = 0;
      for await (const { part, items } of reader.readItemsById!(temporary, observer)) {
        await this.#addItems(part, items);
        // Items of several parts come one by one.
        sincePause += items.length;
        if (items.length > 0 && sincePause < ITEMS_WITHOUT_PAUSE) continue;
        sincePause = 0;
        await this.#pause('read');
      }
      return true;
    }
    for (const part of reader.parts) {
      for await (const items of reader.readItems(part, observer)) {
        if (!(await this.#addItems(part, items))) return false;
        await this.#pause('read');
      }
    }
    return true;
  }

  async #addItems(part: ItemPart, items: readonly CaseItem[]): Promise<boolean> {
    this.#part = part;
    if (this.#lastId < 0 && items.length > 0) {
      const types = this.#reader.fieldTypes?.();
      if (types !== undefined) this.#indexing!.useTypes?.(types);
    }
    for (const item of items) if (!(await this.#addItem(item))) return false;
    return true;
  }

  async #addItem(item: CaseItem): Promise<boolean> {
    this.#lines++;
    this.#item = item;
    if (!this.#ids.add(item.id)) {
      this.#addProblem('record', `id ${item.id} was used by an earlier record`);
      this.#indexing!.skip();
      return true;
    }
    if (item.id < this.#lastId && !this.#isById && this.#reader.readItemsById !== undefined) return false;
    this.#lastId = item.id;
    const { indexed } = item;
    const isSpelled = indexed?.hasSpelledText === true;
    const text = typeof item.text === 'string' || isSpelled ? 'stored' : item.text;
    const { record, properties } = recordOf(item, text, this.#names);
    const searchable = isSearchable(properties);
    const known = { parentId: item.parentId, properties };
    const doc = this.#writer.addItem(item.id, known, record, searchable, indexed?.number);
    if (typeof item.text === 'string') this.#writer.addText(doc, item.text);
    if (text !== null) this.#writer.countText();
    if (this.#writer.isBusy) await this.#writer.settle();
    if (item.content !== null) await this.#check(item.content, 'content');
    if (item.thumb !== null) await this.#check(item.thumb, 'thumb');
    if (!searchable) {
      this.#indexing!.pass(doc, item, properties);
      return true;
    }
    this.#searchable++;
    await this.#indexing!.add(doc, item, properties);
    return true;
  }

  async #check(ref: NonNullable<CaseItem['content']>, what: string): Promise<void> {
    try {
      await this.#reader.checkPart(ref);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#addProblem('part', `${what}: ${error.message}`);
    }
  }

  #checkCount(): void {
    const problem = this.#reader.countProblem(this.#lines);
    if (problem !== null) this.#log.add(problem);
  }

  #addProblem(kind: CaseProblem['kind'], reason: string): void {
    this.#log.add({ file: this.#part!.file, line: this.#item!.line, id: this.#item!.id, kind, reason });
  }

  #reportField(problem: IndexerProblem, field: string): void {
    const name = JSON.stringify(field.slice(0, 200));
    if (problem === 'type')
      this.#addProblem('type', `a value of ${name} does not fit its type; it is searchable as text only`);
    else if (problem === 'fields')
      this.#addProblem('limit', `property ${name} is over the limit of fields; it is kept and not searchable`);
    else
      this.#addProblem(
        'limit',
        `values of ${name} are over the limit of positions; the rest is kept and not searchable`,
      );
  }

  /** Reports progress and lets other work of the process run. */
  async #pause(phase: BuildProgress['phase'], fraction: number | null = null): Promise<void> {
    this.#progress(phase, fraction);
    if (this.#options.signal?.aborted === true)
      throw new AppError('CANCELLED', 'the build was cancelled; the index has not changed');
    if (performance.now() - this.#turnBegan < TURN_MILLISECONDS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#turnBegan = performance.now();
  }

  #progress(phase: BuildProgress['phase'], fraction: number | null = null): void {
    const state = {
      phase,
      items: this.#writer.documentCount,
      itemsTotal: this.#reader.itemCountExpected,
      bytes: this.#bytes,
      bytesTotal: this.#bytesTotal,
    };
    this.#options.onProgress?.({ ...state, fraction: phase === 'read' ? fractionOf(state) : fraction });
  }

  #report(generation: number, indexPath: string, written: WriterResult): BuildReport {
    return {
      isUpToDate: false,
      isComplete: this.#log.isComplete,
      items: this.#writer.documentCount,
      searchable: this.#searchable,
      texts: this.#writer.textCount,
      longWords: written.longWords,
      fields: written.fieldCount,
      problems: this.#log.summary,
      reportFile: this.#log.path,
      milliseconds: performance.now() - this.#started,
      peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
      indexBytes: written.indexBytes,
      streamBytes: written.streamBytes,
      generation,
      indexPath,
    };
  }
}
