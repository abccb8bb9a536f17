/** Builds one case: reads and indexes its items, and publishes the finished generation. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CaseFormat, CaseOptions } from '../cases/case-format.ts';
import type { CaseGrowth, CaseItem, CaseProblem, CaseReader, ItemPart } from '../cases/case-reader.ts';
import { type LockToken, proveDataLock } from '../data-dir/data-lock.ts';
import type { IndexerProblem } from '../engine/document-indexer.ts';
import { partName } from '../engine/index-parts.ts';
import { IndexWriter, type WriterResult } from '../engine/index-writer.ts';
import { RecordFields } from '../engine/store/records/record-fields.ts';
import { NameTable } from '../engine/store/stored-item.ts';
import type { FieldType } from '../schema/field-types.ts';
import { AppError } from '../shared/errors.ts';
import { AnalyzedIndexing } from './analyzed-indexing.ts';
import { type BuildReport, type BuildTotals, ProblemLog } from './build-report.ts';
import type { CaseIndexing } from './case-indexing.ts';
import { fractionOf } from './fraction-of.ts';
import { beginGeneration, indexDirectory, indexKey } from './generations.ts';
import { type CaseFilesRecord, packedSubjects, RECORD_VERSION, writeCaseFiles } from './growth/case-files.ts';
import { ContentsOfFiles } from './growth/contents-of-files.ts';
import type { EarlierParts } from './growth/earlier-parts.ts';
import { isUnrelated } from './growth/growth-check.ts';
import { joinParts } from './growth/joined-parts.ts';
import { isSearchable, recordOf } from './index-item.ts';
import { publishBuild } from './publish-build.ts';
import { SeenIds } from './seen-ids.ts';
import { TextIndexing } from './text-indexing.ts';
import { analyzedPoolOf } from './threads/analyzed-threads.ts';
import { defaultThreads, threadPoolOf } from './threads/pool-threads.ts';

/** Progress of a build. Bytes count the item files on disk. */
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
  /**
   * Leaves out the words of texts, because another engine has them. The index then stores only records, values and the tree.
   */
  readonly isItemStore?: boolean;
  /** Builds even if the index is current. */
  readonly isForced?: boolean;
  /** If the index is current, merges parts of it that are small compared with the next ones. */
  readonly merges?: boolean;
  /** Whether items that were added to the case become a part of the current index. Default: `growth.isOn`. */
  readonly canGrow?: boolean;
  /**
   * Number of threads that index, not counting the one that reads. If 1, the calling thread does everything. The default
   * depends on the processor.
   */
  readonly threads?: number;
  readonly onProgress?: (progress: BuildProgress) => void;
  readonly signal?: AbortSignal;
  /** Whether older generations stay, because the caller has them open and removes them later. */
  readonly keepsOlder?: boolean;
  /** The lock that the caller holds. It is checked again before anything is published or removed. */
  readonly lock?: LockToken;
}

const PROGRAM = 'case-access';

/** Counting the tokens of a case takes about this fraction of all work after its items. */
const COUNTING_PART = 0.2;

const ITEMS_WITHOUT_PAUSE = 16;
/** Other work of the process waits for about this long at most. */
const TURN_MILLISECONDS = 2;

/** Throws LOCK_LOST. */
export function proveIfHeld({ lock }: BuildOptions): void {
  if (lock !== undefined) proveDataLock(lock);
}

/** Scope of a build: parts of the case, and the parts of the index that stay. */
export interface BuildScope {
  readonly parts: readonly ItemPart[];
  /** The parts of the index that stay, before the part that is built; null for a complete index. */
  readonly earlier: EarlierParts | null;
  /** Publishes only the built part, and does not check that it can follow the others. */
  readonly isAlone?: boolean;
  /** Whether this build stops before the end of the case, so that the number of items cannot be checked. */
  readonly isCutShort?: boolean;
}

export interface BuildFacts {
  readonly dataDir: string;
  readonly fingerprint: string;
  readonly started: number;
  readonly isById: boolean;
  readonly scope: BuildScope;
  /** The files of the case, if it can grow. */
  readonly growth: CaseGrowth | null;
}

/** The reason why an addition cannot become a part. */
export interface Misfit {
  readonly restart: 'complete';
  readonly reason: string;
}

/** The reason why a build stopped: items must be read by id, or the addition cannot become a part. */
export type Restart = { readonly restart: 'by id' } | Misfit;

export class CaseBuild {
  readonly #options: BuildOptions;
  readonly #reader: CaseReader;
  readonly #fingerprint: string;
  readonly #directory: string;
  readonly #building: string;
  readonly #scope: BuildScope;
  readonly #growth: CaseGrowth | null;
  /** The folder of the index that is built. */
  readonly #part: string;
  readonly #writer: IndexWriter;
  /** Null before `run`. */
  #indexing: CaseIndexing | null = null;
  readonly #names = new NameTable();
  /** The record of the current item. */
  readonly #fields = new RecordFields();
  readonly #ids = new SeenIds();
  readonly #log: ProblemLog;
  readonly #started: number;
  readonly #bytesTotal: number;
  #bytes = 0;
  #lines = 0;
  readonly #contents = new ContentsOfFiles();
  #hasRepeatedIds = false;
  #searchable = 0;
  /** Whether items are read by id. */
  readonly #isById: boolean;
  #lastId = -1;
  #turnBegan = 0;
  readonly #range: IdRange = { firstId: -1, lastId: -1, lastParentId: -1 };
  #restart: Restart | null = null;
  #isMiscounted = false;
  /** Whether indexing and writing have ended, so that there is nothing to release. */
  #isWritten = false;
  /** The part being read and the current item, for problems that the indexer finds. */
  #read: ItemPart | null = null;
  #item: CaseItem | null = null;

  constructor(options: BuildOptions, reader: CaseReader, facts: BuildFacts) {
    const { dataDir, fingerprint, started, isById, scope, growth } = facts;
    this.#started = started;
    this.#isById = isById;
    this.#scope = scope;
    this.#growth = growth;
    this.#options = options;
    this.#reader = reader;
    this.#fingerprint = fingerprint;
    this.#directory = indexDirectory(dataDir, reader.realPath);
    this.#building = beginGeneration(this.#directory);
    const { earlier, isAlone = false } = scope;
    const isPart = earlier !== null && !isAlone;
    this.#part = isPart ? join(this.#building, partName(earlier.parts.length)) : this.#building;
    let log: ProblemLog | null = null;
    try {
      const before = isPart ? earlier.parts.map((one) => one.directory) : [];
      log = new ProblemLog(dataDir, indexKey(reader.realPath), before);
      this.#writer = new IndexWriter(this.#part);
    } catch (error) {
      log?.abandon();
      rmSync(this.#building, { recursive: true, force: true });
      throw error;
    }
    this.#log = log;
    this.#bytesTotal = scope.parts.reduce((sum, part) => sum + part.bytes, 0);
  }

  #newIndexing(): CaseIndexing {
    const directory = join(this.#part, 'runs');
    const problems = {
      text: (reason: string): void => this.#addProblem('part', `text: ${reason}`),
      field: (problem: IndexerProblem, field: string): void => this.#reportField(problem, field),
    };
    const { analyzed } = this.#reader;
    const threads = this.#options.threads ?? defaultThreads();
    if (analyzed !== null) {
      const isOurs = this.#options.formats === undefined;
      const openPool = isOurs ? analyzedPoolOf(this.#reader, threads, this.#scope.parts) : null;
      return new AnalyzedIndexing(analyzed, directory, problems, openPool);
    }
    const { isItemStore = false } = this.#options;
    const onSketch = this.#writer.addSketch;
    return new TextIndexing(this.#reader, directory, problems, { pool: threadPoolOf(threads), isItemStore, onSketch });
  }

  /** If the case must be read again in another way, no files stay behind. */
  async run(): Promise<BuildReport | Restart> {
    try {
      const indexing = this.#newIndexing();
      this.#indexing = indexing;
      this.#writer.useThreadPool(indexing.pool);
      const { earlier, isAlone = false } = this.#scope;
      if (earlier !== null) indexing.refuseColumns?.(earlier.refusedColumns);
      if (!(await this.#readItems())) return await this.#restarted(this.#restart!);
      this.#reader.endReading?.();
      this.#checkCount();
      this.#progress('merge', 0);
      const origin = this.#reader.analyzed?.origin ?? null;
      const { aliases = {} } = this.#reader;
      // How much there is to count is unknown, so progress after counting begins at 0.
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
      this.#isWritten = true;
      const record = this.#record(indexing);
      if (record !== null) {
        writeCaseFiles(this.#part, record);
        this.#log.copyOwn(this.#part);
      }
      const totals = totalsOf(written, this.#writer, this.#searchable, this.#log);
      if (earlier === null || isAlone) return await this.#publish(totals);
      const grown = await joinParts(this.#building, this.#fingerprint, earlier, { record: record!, totals });
      if ('reason' in grown) return await this.#restarted({ restart: 'complete', reason: grown.reason });
      return await this.#publish(grown);
    } catch (error) {
      await this.#abandon();
      throw error;
    }
  }

  async #publish(totals: BuildTotals): Promise<BuildReport> {
    const finished = {
      reader: this.#reader,
      directory: this.#directory,
      building: this.#building,
      log: this.#log,
      started: this.#started,
      prove: () => proveIfHeld(this.#options),
      onPublish: () => this.#progress('publish'),
    };
    return publishBuild(finished, totals);
  }

  async #restarted(restart: Restart): Promise<Restart> {
    await this.#abandon();
    return restart;
  }

  async #abandon(): Promise<void> {
    this.#log.abandon();
    if (!this.#isWritten) {
      await this.#indexing?.close();
      await this.#writer.abandon();
    }
    rmSync(this.#building, { recursive: true, force: true });
  }

  /** The facts that an addition needs later; null if the case cannot grow. */
  #record(indexing: CaseIndexing): CaseFilesRecord | null {
    if (this.#growth === null) return null;
    const { basis, segments } = this.#growth;
    return {
      version: RECORD_VERSION,
      basis,
      files: this.#scope.parts.map(({ index }) => segments[index]!),
      facts: this.#scope.parts.map((part) => this.#reader.partFacts?.(part) ?? null),
      // The documents of a case with its own index are numbered by that index.
      contents: this.#reader.removals === undefined ? this.#contents.ofFiles(this.#scope.parts) : null,
      records: this.#lines,
      hasRepeatedIds: this.#hasRepeatedIds,
      isMiscounted: this.#isMiscounted,
      ...this.#range,
      problems: this.#log.firstOfKinds,
      types: [...(this.#reader.fieldTypes?.() ?? [])],
      possibleTypes: indexing.fields.flatMap((field) =>
        field.docCount > 0 && field.typed().type === field.possibleType()
          ? []
          : [[field.name, field.possibleType()] as const],
      ),
      longValues: indexing.values.longValues,
      ...packedSubjects(this.#writer.subjects),
    };
  }

  /** Returns false if it stopped, for the reason in `#restart`. */
  async #readItems(): Promise<boolean> {
    const observer = {
      problem: (problem: CaseProblem) => {
        if (problem.kind === 'record' || (problem.kind === 'limit' && problem.id === null)) {
          this.#lines++;
          this.#contents.of(problem.file).records++;
        }
        this.#contents.of(problem.file).problems++;
        this.#log.add(problem);
      },
      progress: (bytes: number) => {
        this.#bytes += bytes;
      },
    };
    const reader = this.#reader;
    const { parts } = this.#scope;
    if (this.#isById) {
      const temporary = join(this.#part, 'lines');
      let sincePause = 0;
      for await (const { part, items } of reader.readItemsById!(temporary, observer, parts)) {
        if (!(await this.#addItems(part, items))) return false;
        // Items that come from several parts arrive one by one.
        sincePause += items.length;
        if (items.length > 0 && sincePause < ITEMS_WITHOUT_PAUSE) continue;
        sincePause = 0;
        await this.#pause('read');
      }
      return true;
    }
    for (const part of parts) {
      for await (const items of reader.readItems(part, observer)) {
        if (!(await this.#addItems(part, items))) return false;
        await this.#pause('read');
      }
    }
    return true;
  }

  async #addItems(part: ItemPart, items: readonly CaseItem[]): Promise<boolean> {
    this.#read = part;
    if (this.#lastId < 0 && items.length > 0) {
      // The fields of earlier items whose values are neither numbers nor dates.
      const known = [...(this.#scope.earlier?.textFields ?? [])].map((name) => [name, 'text'] as const);
      this.#indexing!.useTypes?.(new Map<string, FieldType>([...known, ...(this.#reader.fieldTypes?.() ?? [])]));
    }
    for (const item of items) if (!(await this.#addItem(item))) return false;
    return true;
  }

  async #addItem(item: CaseItem): Promise<boolean> {
    this.#lines++;
    this.#contents.of(this.#read!.file).records++;
    this.#item = item;
    const { earlier, isAlone = false } = this.#scope;
    if (earlier !== null && !isAlone && !isUnrelated(earlier, item, (id) => this.#ids.has(id))) {
      this.#restart = { restart: 'complete', reason: `item ${item.id} may be related to earlier ones` };
      return false;
    }
    if (!this.#ids.add(item.id)) {
      this.#addProblem('record', `id ${item.id} was used by an earlier record`);
      this.#hasRepeatedIds = true;
      this.#indexing!.skip();
      return true;
    }
    if (item.id < this.#lastId && !this.#isById && this.#reader.readItemsById !== undefined) {
      this.#restart = { restart: 'by id' };
      return false;
    }
    this.#lastId = item.id;
    widen(this.#range, item);
    const { indexed } = item;
    const isSpelled = indexed?.hasSpelledText === true;
    const text = typeof item.text === 'string' || isSpelled ? 'stored' : item.text;
    const fields = this.#fields;
    const { record, properties } = recordOf(item, text, this.#names, fields);
    fields.load(record);
    const searchable = isSearchable(properties);
    const known = { parentId: item.parentId, properties };
    const doc = this.#writer.addItem(item.id, known, record, searchable, { originNumber: indexed?.number, fields });
    this.#contents.add(this.#read!.file, doc);
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
    await this.#indexing!.add(doc, item, properties, fields);
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
    const { earlier, isCutShort = false } = this.#scope;
    const problem = isCutShort ? null : this.#reader.countProblem(this.#lines + (earlier?.records ?? 0));
    this.#isMiscounted = problem !== null;
    if (problem !== null) this.#log.add(problem);
  }

  #addProblem(kind: CaseProblem['kind'], reason: string): void {
    this.#contents.of(this.#read!.file).problems++;
    this.#log.add({ file: this.#read!.file, line: this.#item!.line, id: this.#item!.id, kind, reason });
  }

  #reportField(problem: IndexerProblem, field: string): void {
    const name = JSON.stringify(field.slice(0, 200));
    if (problem === 'type')
      this.#addProblem('type', `a value of ${name} does not fit its type; it is searchable as text only`);
    else if (problem === 'fields')
      this.#addProblem('limit', `property ${name} is over the limit of fields; it is kept but not searchable`);
    else
      this.#addProblem(
        'limit',
        `values of ${name} are over the limit of positions; the rest is kept but not searchable`,
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
}

interface IdRange {
  firstId: number;
  lastId: number;
  lastParentId: number;
}

function widen(range: IdRange, { id, parentId }: CaseItem): void {
  if (range.firstId < 0 || id < range.firstId) range.firstId = id;
  if (id > range.lastId) range.lastId = id;
  if (parentId !== null && parentId > range.lastParentId) range.lastParentId = parentId;
}

function totalsOf(written: WriterResult, writer: IndexWriter, searchable: number, log: ProblemLog): BuildTotals {
  return {
    isComplete: log.isComplete,
    items: writer.documentCount,
    itemsAdded: writer.documentCount,
    parts: 1,
    searchable,
    texts: writer.textCount,
    longWords: written.longWords,
    fields: written.fieldCount,
    problems: log.firstOfKinds,
    indexBytes: written.indexBytes,
    streamBytes: written.streamBytes,
  };
}
