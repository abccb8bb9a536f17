/** An open load file as a case. It is never written to. */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { stat } from 'node:fs/promises';
import { AppError } from '../../shared/errors.ts';
import type { PartRef } from '../../shared/part-ref.ts';
import type {
  ByteInput,
  CaseItem,
  CaseProblem,
  CaseReader,
  FormatVersion,
  ItemPart,
  ReadObserver,
  TableUse,
} from '../case-reader.ts';
import { FilePool } from '../files/byte-input.ts';
import type { CaseFiles } from '../files/safe-path.ts';
import { unreadable } from '../unreadable-case.ts';
import { CasePaths } from './case-paths.ts';
import { columnUses, typesOf } from './columns/column-uses.ts';
import { type Survey, surveyRows } from './columns/survey.ts';
import { writtenColumns } from './columns/written-mapping.ts';
import { fileOfRef } from './file-ref.ts';
import type { FoundFiles } from './find-load-file.ts';
import type { Mapping } from './mapping.ts';
import { ItemReader } from './row-item.ts';
import { ImageList } from './rows/image-list.ts';
import type { RowSource } from './rows/row-source.ts';
import { type Tell, tellAtEnd } from './told-at-end.ts';
import { openText } from './transcoded-text.ts';

export interface LoadFileSource {
  readonly path: string;
  readonly realPath: string;
  readonly format: FormatVersion;
  readonly found: FoundFiles;
  readonly bytes: number;
  readonly files: CaseFiles;
  readonly mapping: Mapping;
  readonly newRows: (open: () => Promise<FileHandle>) => RowSource;
}

export class LoadFileCase implements CaseReader {
  readonly path: string;
  readonly realPath: string;
  readonly format: FormatVersion;
  readonly name: string;
  readonly itemCountExpected = null;
  readonly parts: readonly ItemPart[];
  readonly analyzed = null;
  readonly #source: LoadFileSource;
  readonly #rows: RowSource;
  readonly #pool: FilePool;
  readonly #paths: CasePaths;
  #survey: Survey | null = null;
  #isClosed = false;

  constructor(source: LoadFileSource) {
    const { found, files } = source;
    this.path = source.path;
    this.realPath = source.realPath;
    this.format = source.format;
    this.name = found.file;
    this.parts = [{ index: 0, file: found.file, bytes: source.bytes }];
    this.#source = source;
    this.#rows = source.newRows(() => this.#open(found.file));
    this.#pool = new FilePool(files);
    this.#paths = new CasePaths(found.root, files, found.folder);
  }

  async fingerprint(): Promise<string> {
    const { found, files, mapping } = this.#source;
    const hash = createHash('sha256');
    hash.update(JSON.stringify([mapping, [...mapping.columns]]));
    for (const file of [found.file, ...(found.images === null ? [] : [found.images])]) {
      const { path } = await files.locate(file).catch((error: unknown) => {
        throw this.#asUnreadable(error);
      });
      const { size, mtimeNs } = await stat(path, { bigint: true });
      hash.update(`\n${JSON.stringify(file)} ${size} ${mtimeNs}`);
    }
    return hash.digest('hex');
  }

  countProblem(): null {
    return null;
  }

  async columns(): Promise<TableUse> {
    const survey = this.#surveyed(() => undefined);
    let step = await survey.next();
    while (step.done !== true) step = await survey.next();
    const { columns } = step.value;
    const { description, asMapping, fixedUses } = this.#rows;
    const { timeZone } = this.#source.mapping;
    const given = timeZone === undefined ? {} : { timeZone };
    const mapping = { ...asMapping, ...given, columns: writtenColumns(columns, fixedUses) };
    return { description, columns: columnUses(columns), mapping };
  }

  fieldTypes(): ReadonlyMap<string, 'number' | 'date'> {
    return this.#survey === null ? new Map() : typesOf(this.#survey.columns);
  }

  async *readItems(part: ItemPart, observer: ReadObserver): AsyncGenerator<readonly CaseItem[]> {
    const progress = new HalfProgress(this.#survey !== null, observer);
    // No items yet: but the caller may stop here.
    const survey = yield* this.#surveyed((bytes) => progress.add(bytes));
    const tell = (
      kind: CaseProblem['kind'],
      line: number | null,
      id: number | null,
      reason: string,
      file = part.file,
    ): void => observer.problem({ file, line, id, kind, reason });
    const images = await this.#readImages(tell);
    const items = new ItemReader(survey, images);
    progress.begin();
    const rows = this.#rows.rows({
      problem: (kind, line, id, reason) => tell(kind, line, id, reason),
      progress: (bytes) => progress.add(bytes),
      link: () => undefined,
    });
    for await (const batch of rows) yield batch.map((row) => items.item(row));
    progress.finish(part.bytes);
    tellAtEnd(survey, items, tell);
    if (images !== null && images.unused > 0) {
      const reason = `${images.unused} documents of the image list are in no row`;
      tell('value', null, null, reason, this.#source.found.images!);
    }
  }

  async openPart(ref: PartRef): Promise<ByteInput> {
    if (this.#isClosed) throw new AppError('SOURCE_UNAVAILABLE', 'the case was closed');
    const { kind, path } = fileOfRef(ref);
    const file = await this.#paths.find(path);
    return kind === 'text' ? openText(this.#pool, file) : this.#pool.open({ file });
  }

  async checkPart(ref: PartRef): Promise<void> {
    await this.#paths.find(fileOfRef(ref).path);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool.close();
  }

  async *#surveyed(progress: (bytes: number) => void): AsyncGenerator<readonly [], Survey> {
    this.#survey ??= yield* surveyRows(this.#rows, this.#source.mapping, this.path, progress);
    return this.#survey;
  }

  async #readImages(tell: Tell): Promise<ImageList | null> {
    const file = this.#source.found.images;
    if (file === null) return null;
    const handle = await this.#open(file);
    try {
      const images = new ImageList();
      await images.read(handle);
      if (images.broken > 0) tell('record', null, null, `${images.broken} lines are none of a page`, file);
      if (images.left > 0)
        tell(
          'limit',
          null,
          null,
          `${images.left} documents were over a limit or there before: their pages are not listed`,
          file,
        );
      return images;
    } finally {
      await handle.close();
    }
  }

  async #open(file: string): Promise<FileHandle> {
    const opened = await this.#source.files.open(file).catch((error: unknown) => {
      throw this.#asUnreadable(error);
    });
    return opened.handle;
  }

  #asUnreadable(error: unknown): unknown {
    return error instanceof AppError ? unreadable(this.path, error.message) : error;
  }
}

/** The file is read twice the first time: each byte counts half. */
class HalfProgress {
  readonly #observer: ReadObserver;
  #isHalf: boolean;
  #told = 0;
  #seen = 0;

  constructor(isSurveyed: boolean, observer: ReadObserver) {
    this.#isHalf = !isSurveyed;
    this.#observer = observer;
  }

  add(bytes: number): void {
    this.#seen += this.#isHalf ? bytes / 2 : bytes;
    const whole = Math.floor(this.#seen) - this.#told;
    if (whole <= 0) return;
    this.#told += whole;
    this.#observer.progress(whole);
  }

  /** The second way begins. */
  begin(): void {
    // A survey that another reading made told nothing to this one.
    if (this.#seen === 0) this.#isHalf = false;
  }

  finish(bytes: number): void {
    if (bytes > this.#told) this.#observer.progress(bytes - this.#told);
  }
}
