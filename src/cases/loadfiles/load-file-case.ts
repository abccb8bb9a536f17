/** A case that consists of one table, or of several whose rows are numbered consecutively. It is never written to. */
import { createHash } from 'node:crypto';
import { AppError } from '../../shared/errors.ts';
import type { PartRef } from '../../shared/part-ref.ts';
import type {
  ByteInput,
  CaseGrowth,
  CaseItem,
  CaseProblem,
  CaseReader,
  CaseSegment,
  FormatVersion,
  ItemPart,
  ReadObserver,
  TableUse,
} from '../case-reader.ts';
import { unreadableCase } from '../unreadable-case.ts';
import type { CasePaths } from './case-paths.ts';
import { typesOf } from './columns/column-uses.ts';
import { fileOfRef } from './file-ref.ts';
import type { FileTree, TableStamp } from './file-tree.ts';
import { ROWS_MAX } from './limits.ts';
import { faultOf, type LoadedTable } from './loaded-table.ts';
import { ReadBytes } from './read-bytes.ts';
import { openText } from './transcoded-text.ts';
import { UnnamedFiles, type UnreadFiles } from './unread-files.ts';

export interface LoadFileSource {
  readonly path: string;
  readonly realPath: string;
  readonly format: FormatVersion;
  readonly name: string | null;
  /** Other inputs that determine the items, besides the bytes of the tables. */
  readonly givenBy: unknown;
  readonly tables: readonly LoadedTable[];
  /** Whether there is one table, judging by names. */
  readonly isOne: boolean;
  /** Size and modification time of each file with items. Throws AppError NOT_FOUND. */
  readonly stamps: () => Promise<readonly string[]>;
  /** Files that are named like tables but not read. */
  readonly passedOver: readonly CaseProblem[];
  /** Files that look like tables, mail or chats but are not read. Rows may name them. */
  readonly unread: UnreadFiles['files'];
  readonly tree: FileTree;
  readonly paths: CasePaths;
}

/** The facts about a table that later tables need. */
interface TableFacts {
  readonly rowNumbers: number;
  readonly types: readonly (readonly [field: string, type: 'number' | 'date'])[];
  /** Null if it cannot be read. */
  readonly use: TableUse | null;
}

export class LoadFileCase implements CaseReader {
  readonly path: string;
  readonly realPath: string;
  readonly format: FormatVersion;
  readonly name: string | null;
  readonly itemCountExpected = null;
  readonly parts: readonly ItemPart[];
  readonly analyzed = null;
  readonly #source: LoadFileSource;
  /** The reason why a table cannot be read, keyed by table. */
  readonly #faults = new Map<LoadedTable, string>();
  #isSurveyed = false;
  /** Facts about the first tables, which are not read again. */
  #known: readonly TableFacts[] = [];
  /** The observer to which the survey reported half of the bytes of each table. */
  #surveyedFor: ReadObserver | null = null;
  /** State of the current reading, from its first part on. */
  #unnamed: UnnamedFiles | null = null;
  #isClosed = false;

  constructor(source: LoadFileSource) {
    this.path = source.path;
    this.realPath = source.realPath;
    this.format = source.format;
    this.name = source.name;
    this.parts = source.tables.map(({ file, bytes }, index) => ({ index, file, bytes }));
    this.#source = source;
  }

  async fingerprint(): Promise<string> {
    const hash = createHash('sha256');
    hash.update(JSON.stringify(this.#source.givenBy));
    const stamps = await this.#source.stamps().catch((error: unknown) => {
      throw error instanceof AppError ? unreadableCase(this.path, error.message) : error;
    });
    for (const stamp of stamps) hash.update(`\n${stamp}`);
    for (const file of [...this.#source.unread.keys()].sort()) hash.update(`\n${JSON.stringify(file)}`);
    return hash.digest('hex');
  }

  /**
   * Null for a single table, because a second table would change its items. Also null if rows may name files that look like
   * tables or mail.
   */
  async growth(): Promise<CaseGrowth | null> {
    const { tables, isOne, unread, tree, givenBy, passedOver } = this.#source;
    if (isOne || unread.size > 0 || tree.stampOf === undefined) return null;
    const segments: CaseSegment[] = [];
    for (const { file, sources } of tables) {
      const stamps: TableStamp[] = [];
      for (const source of sources) stamps.push(await tree.stampOf(source));
      const bytes = stamps.reduce((sum, stamp) => sum + stamp.bytes, 0);
      segments.push({ file, bytes, modified: stamps.map((stamp) => `${stamp.bytes} ${stamp.modified}`).join(' ') });
    }
    return { basis: JSON.stringify([givenBy, passedOver]), segments };
  }

  partFacts({ index }: ItemPart): TableFacts {
    const table = this.#source.tables[index]!;
    const use = this.#known[index]?.use ?? (table.survey === null ? null : table.use(table.survey));
    return { rowNumbers: this.#rowNumbersOf(index), types: [...this.#typesOf(index)], use };
  }

  #rowNumbersOf(index: number): number {
    return this.#known[index]?.rowNumbers ?? this.#source.tables[index]!.survey?.rowNumbers ?? 0;
  }

  #typesOf(index: number): Iterable<readonly [field: string, type: 'number' | 'date']> {
    return this.#known[index]?.types ?? typesOf(this.#source.tables[index]!.survey?.columns ?? []);
  }

  resumeAfter(facts: readonly unknown[]): void {
    this.#known = facts as readonly TableFacts[];
    this.#isSurveyed = false;
  }

  countProblem(): null {
    return null;
  }

  async columns(): Promise<readonly TableUse[]> {
    const surveys = this.#surveyed(null);
    while ((await surveys.next()).done !== true);
    return this.parts.flatMap((part) => this.partFacts(part).use ?? []);
  }

  /** If several tables have a field, its type counts only if they agree. */
  fieldTypes(): ReadonlyMap<string, 'number' | 'date'> {
    const types = new Map<string, 'number' | 'date' | null>();
    for (const { index } of this.parts) {
      for (const [field, type] of this.#typesOf(index)) {
        types.set(field, types.has(field) && types.get(field) !== type ? null : type);
      }
    }
    return new Map([...types].flatMap(([field, type]) => (type === null ? [] : [[field, type]])));
  }

  async *readItems(part: ItemPart, observer: ReadObserver): AsyncGenerator<readonly CaseItem[]> {
    // Yields no items yet, so that the caller may stop here.
    yield* this.#surveyed(observer);
    const { tables, passedOver, unread, paths, tree } = this.#source;
    if (part.index === 0) {
      for (const problem of passedOver) observer.problem(problem);
      this.#unnamed = new UnnamedFiles(unread, paths);
    }
    for await (const items of this.#itemsOf(part, observer)) {
      await this.#unnamed?.see(items);
      yield items;
    }
    if (part.index < tables.length - 1) return;
    await this.#unnamed?.report(tree, (problem) => observer.problem(problem));
    this.#unnamed = null;
  }

  async *#itemsOf(part: ItemPart, observer: ReadObserver): AsyncGenerator<readonly CaseItem[]> {
    const { tables } = this.#source;
    const table = tables[part.index]!;
    const { survey } = table;
    const fault = this.#faults.get(table);
    if (fault !== undefined || survey === null) {
      observer.problem({ file: part.file, line: null, id: null, kind: 'case', reason: fault ?? 'it was not read' });
      return;
    }
    const wasHalf = this.#surveyedFor === observer;
    const progress = new ReadBytes(observer, wasHalf ? Math.floor(part.bytes / 2) : 0, wasHalf ? 0.5 : 1);
    const before = this.parts.slice(0, part.index);
    const base = before.reduce((sum, { index }) => sum + this.#rowNumbersOf(index), 0);
    if (base + survey.rowNumbers > ROWS_MAX) {
      const reason = `the tables have more than ${ROWS_MAX} rows: this one is not read`;
      observer.problem({ file: part.file, line: null, id: null, kind: 'limit', reason });
      return;
    }
    const range = this.#source.isOne
      ? { base, table: null, folder: null }
      : { base, table: part.file, folder: table.folder };
    yield* table.items(survey, range, observer, progress);
  }

  endReading(): void {
    for (const table of this.#source.tables) table.dropFamilies();
  }

  async openPart(ref: PartRef): Promise<ByteInput> {
    if (this.#isClosed) throw new AppError('SOURCE_UNAVAILABLE', 'the case was closed');
    const { kind, path, folder } = fileOfRef(ref);
    const { tree, paths } = this.#source;
    const file = await paths.find(path, folder);
    return kind === 'text' ? openText(tree, file) : tree.open(file);
  }

  async checkPart(ref: PartRef): Promise<void> {
    const { path, folder } = fileOfRef(ref);
    await this.#source.paths.find(path, folder);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#source.tree.close();
  }

  /** Surveys the tables. If one of several cannot be read, the others still are. */
  async *#surveyed(observer: ReadObserver | null): AsyncGenerator<readonly [], void> {
    if (this.#isSurveyed) return;
    const { tables } = this.#source;
    for (const table of tables.slice(this.#known.length)) {
      const progress = observer === null ? null : new ReadBytes(observer, 0, 0.5);
      try {
        yield* table.surveyed(this.path, (bytes) => progress?.add(bytes));
      } catch (error) {
        if (this.#source.isOne) throw unreadableFrom(error, this.path);
        this.#faults.set(table, faultOf(error, this.path));
        if (this.#faults.size === tables.length) throw unreadableFrom(error, this.path);
      }
      progress?.finish(Math.floor(table.bytes / 2));
    }
    this.#isSurveyed = true;
    this.#surveyedFor = observer;
  }
}

/** If a part of the only table is missing, the case cannot be opened. */
function unreadableFrom(error: unknown, path: string): unknown {
  return error instanceof AppError && error.code === 'NOT_FOUND' ? unreadableCase(path, error.message) : error;
}
