/** The build: reads the items of a case, indexes them, and publishes the finished generation. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CaseItem, CaseProblem, CaseReader, ItemPart } from '../cases/case-reader.ts';
import { openCase } from '../cases/open-case.ts';
import { checkDataDir } from '../data-dir/data-dir.ts';
import { DocumentIndexer } from '../engine/document-indexer.ts';
import { IndexWriter, type WriterResult } from '../engine/index-writer.ts';
import { crewOf, defaultThreads } from '../engine/inversion/crew-threads.ts';
import { encodeItem, NameTable } from '../engine/store/stored-item.ts';
import { AppError } from '../shared/errors.ts';
import { type BuildReport, ProblemLog } from './build-report.ts';
import { beginGeneration, indexDirectory, indexKey, publishGeneration, removeLeftovers } from './generations.ts';
import { IdSet } from './id-set.ts';
import { indexProperties, isSearchable, observeProperties, withExtension } from './index-item.ts';
import { readIndexState } from './index-state.ts';
import { readText } from './read-text.ts';

/** How far a build is. Bytes are those of the item files as they lie on disk. */
export interface BuildProgress {
  readonly phase: 'read' | 'merge' | 'publish';
  readonly items: number;
  readonly itemsTotal: number | null;
  readonly bytes: number;
  readonly bytesTotal: number;
}

export interface BuildOptions {
  readonly casePath: string;
  readonly dataDir: string;
  /** Builds even where the index is current. */
  readonly isForced?: boolean;
  /** Threads that index, beside the one that reads; 1: all in the calling thread. Default: as the processor has room. */
  readonly threads?: number;
  readonly onProgress?: (progress: BuildProgress) => void;
  readonly signal?: AbortSignal;
}

export type { BuildReport } from './build-report.ts';

const PROGRAM = 'case-access';

/** Units of an inline text that are indexed at once: few texts have more, and those that do pass piece by piece. */
const TEXT_PIECE_UNITS = 2 ** 20;

/**
 * Builds the index of a case and publishes it, unless it is current. The caller holds the data directory's lock.
 * Throws CASE_UNREADABLE, DATA_DIR_UNUSABLE, CANCELLED; a problem of a single record is reported instead.
 */
export async function buildIndex(options: BuildOptions): Promise<BuildReport> {
  const reader = await openCase(options.casePath);
  try {
    const dataDir = checkDataDir(options.dataDir, [reader.realPath]);
    const fingerprint = await reader.fingerprint();
    if (options.isForced !== true) {
      const state = await readIndexState(dataDir, reader, fingerprint);
      if (state.kind === 'current') {
        removeLeftovers(indexDirectory(dataDir, reader.realPath));
        return state.report;
      }
    }
    return await new Build(options, reader, dataDir, fingerprint).run();
  } catch (error) {
    throw asUnusable(error);
  } finally {
    await reader.close();
  }
}

/** Faults of the disk that is written to, in words. */
function asUnusable(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  const text = error instanceof Error ? error.message : '';
  if (code === 'ENOSPC' || code === 'EDQUOT' || /MDB_MAP_FULL|No space left/.test(text)) {
    return new AppError('DATA_DIR_UNUSABLE', 'the disk of the data directory is full; free room and build again', {
      cause: error,
    });
  }
  // LMDB says no more than this where the disk took only a part of what was written.
  if (code === 'EIO' || /Input\/output error/.test(text)) {
    const reason = 'the disk of the data directory is full or fails; the index is as it was';
    return new AppError('DATA_DIR_UNUSABLE', reason, { cause: error });
  }
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') {
    return new AppError('DATA_DIR_UNUSABLE', `the data directory cannot be written (${code})`, { cause: error });
  }
  return error;
}

class Build {
  readonly #options: BuildOptions;
  readonly #reader: CaseReader;
  readonly #fingerprint: string;
  readonly #directory: string;
  readonly #building: string;
  readonly #writer: IndexWriter;
  readonly #indexer: DocumentIndexer;
  readonly #names = new NameTable();
  readonly #ids = new IdSet();
  readonly #log: ProblemLog;
  readonly #started = performance.now();
  readonly #bytesTotal: number;
  #bytes = 0;
  #lines = 0;
  #searchable = 0;
  /** The part being read and the item at hand: for problems that the indexer meets. */
  #part: ItemPart | null = null;
  #item: CaseItem | null = null;

  constructor(options: BuildOptions, reader: CaseReader, dataDir: string, fingerprint: string) {
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
    this.#indexer = new DocumentIndexer(
      join(this.#building, 'runs'),
      (problem, _doc, field) => this.#tellIndexer(problem, field),
      { crew: crewOf(options.threads ?? defaultThreads()) },
    );
    this.#bytesTotal = reader.parts.reduce((sum, part) => sum + part.bytes, 0);
  }

  async run(): Promise<BuildReport> {
    try {
      for (const part of this.#reader.parts) await this.#readPart(part);
      this.#checkCount();
      this.#progress('merge');
      const written = await this.#writer.finish(
        await this.#indexer.finish(),
        this.#indexer.fields,
        {
          program: PROGRAM,
          caseFingerprint: this.#fingerprint,
          caseFormat: { name: this.#reader.format.name, version: this.#reader.format.version },
          isComplete: this.#log.isComplete,
          problemCount: this.#log.summary.count,
          names: this.#names.names,
        },
        () => this.#pause('merge'),
      );
      await this.#indexer.close();
      this.#progress('publish');
      const { number, path } = publishGeneration(this.#directory, this.#building);
      const report = this.#report(number, path, written);
      this.#log.finish({ ...report, problems: { count: report.problems.count, byKind: report.problems.byKind } });
      return report;
    } catch (error) {
      this.#log.abandon();
      await this.#indexer.close();
      await this.#writer.abandon();
      throw error;
    }
  }

  async #readPart(part: ItemPart): Promise<void> {
    this.#part = part;
    const observer = {
      problem: (problem: CaseProblem) => {
        if (problem.kind === 'record' || (problem.kind === 'limit' && problem.id === null)) this.#lines++;
        this.#log.add(problem);
      },
      progress: (bytes: number) => {
        this.#bytes += bytes;
      },
    };
    for await (const items of this.#reader.readItems(part, observer)) {
      for (const item of items) await this.#addItem(item);
      await this.#pause('read');
    }
  }

  async #addItem(item: CaseItem): Promise<void> {
    this.#lines++;
    this.#item = item;
    if (!this.#ids.add(item.id)) {
      this.#tell('record', `id ${item.id} was used by an earlier record`);
      return;
    }
    const properties = withExtension(item.properties);
    const searchable = isSearchable(properties);
    const text = typeof item.text === 'string' ? 'stored' : item.text;
    const doc = this.#writer.addItem(item.id, encodeItem({ ...item, text, properties }, this.#names), searchable);
    if (typeof item.text === 'string') this.#writer.addText(doc, Buffer.from(item.text, 'utf8'));
    if (item.text !== null) this.#writer.countText();
    if (item.content !== null) await this.#check(item.content, 'content');
    if (item.thumb !== null) await this.#check(item.thumb, 'thumb');
    if (!searchable) {
      observeProperties(properties, this.#indexer);
      return;
    }
    this.#searchable++;
    this.#indexer.beginDocument(doc);
    indexProperties(item, properties, this.#indexer);
    if (item.text !== null) await this.#addText(item);
    this.#indexer.endDocument();
    if (this.#indexer.isBusy) await this.#indexer.settle();
  }

  async #addText(item: CaseItem): Promise<void> {
    const indexer = this.#indexer;
    if (typeof item.text === 'string') {
      indexer.beginText();
      for (let at = 0; at < item.text.length; at += TEXT_PIECE_UNITS) {
        await this.#addPiece(item.text.slice(at, at + TEXT_PIECE_UNITS));
      }
      indexer.endText();
      return;
    }
    indexer.beginText();
    const pieces = readText(this.#reader, item.text!);
    try {
      for (let piece = await this.#readPiece(pieces); piece !== null; piece = await this.#readPiece(pieces)) {
        await this.#addPiece(piece);
      }
    } finally {
      await pieces.return(undefined);
    }
    indexer.endText();
  }

  /** The next piece of a text, or null at its end: the end of what can be read, after telling why. */
  async #readPiece(pieces: AsyncGenerator<string>): Promise<string | null> {
    try {
      const { done, value } = await pieces.next();
      return done === true ? null : value;
    } catch (error) {
      this.#tell('part', `text: ${(error as Error).message}`);
      return null;
    }
  }

  async #addPiece(piece: string): Promise<void> {
    this.#indexer.addText(piece);
    if (this.#indexer.isBusy) await this.#indexer.settle();
  }

  async #check(ref: NonNullable<CaseItem['content']>, what: string): Promise<void> {
    try {
      await this.#reader.checkPart(ref);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#tell('part', `${what}: ${error.message}`);
    }
  }

  #checkCount(): void {
    const problem = this.#reader.countProblem(this.#lines);
    if (problem !== null) this.#log.add(problem);
  }

  #tell(kind: CaseProblem['kind'], reason: string): void {
    this.#log.add({ file: this.#part!.file, line: this.#item!.line, id: this.#item!.id, kind, reason });
  }

  #tellIndexer(problem: 'type' | 'fields' | 'positions', field: string): void {
    const name = JSON.stringify(field.slice(0, 200));
    if (problem === 'type')
      this.#tell('type', `a value of ${name} does not fit its type; it is searchable as text only`);
    else if (problem === 'fields')
      this.#tell('limit', `property ${name} is over the limit of fields; it is kept and not searchable`);
    else this.#tell('limit', `values of ${name} are over the limit of positions; the rest is kept and not searchable`);
  }

  /** Reports progress and lets other work of the process go on. */
  async #pause(phase: BuildProgress['phase']): Promise<void> {
    this.#progress(phase);
    if (this.#options.signal?.aborted === true)
      throw new AppError('CANCELLED', 'the build was cancelled; the index is as it was');
    await new Promise((resolve) => setImmediate(resolve));
  }

  #progress(phase: BuildProgress['phase']): void {
    this.#options.onProgress?.({
      phase,
      items: this.#writer.documentCount,
      itemsTotal: this.#reader.itemCountExpected,
      bytes: this.#bytes,
      bytesTotal: this.#bytesTotal,
    });
  }

  #report(generation: number, indexPath: string, written: WriterResult): BuildReport {
    return {
      isUpToDate: false,
      isComplete: this.#log.isComplete,
      items: this.#writer.documentCount,
      searchable: this.#searchable,
      texts: this.#writer.textCount,
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
