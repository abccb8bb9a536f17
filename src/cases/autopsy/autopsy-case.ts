/** An open case of Autopsy. The items are the files and artifacts in its database. Nothing in it is ever written. */
import { createHash } from 'node:crypto';
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
} from '../case-reader.ts';
import type { DatabaseRow } from '../sqlite/database-request.ts';
import { ARTIFACT_QUERY, artifactItem, PageAttributes } from './artifact-items.ts';
import type { AutopsyContent } from './autopsy-content.ts';
import { type Bounds, DATABASE_FILE } from './case-database.ts';
import { fileItem, fileQuery } from './file-items.ts';
import { PAGE_VALUES_MAX } from './limits.ts';
import { PageMarks } from './marks.ts';
import { mergedById } from './merged-items.ts';
import { decodeReference, type Reference } from './part-reference.ts';
import { textOfCell } from './values.ts';

type Report = (kind: CaseProblem['kind'], id: number | null, reason: string) => void;

export interface OpenedAutopsyCase {
  readonly path: string;
  /** The case folder, whichever path inside it was given. */
  readonly realPath: string;
  readonly name: string | null;
  readonly format: FormatVersion;
  readonly databaseBytes: number;
  /** The time at which the database was last written. */
  readonly processedAt: string | null;
  readonly content: AutopsyContent;
}

export class AutopsyCase implements CaseReader {
  readonly path: string;
  readonly realPath: string;
  readonly name: string | null;
  readonly format: FormatVersion;
  readonly processedAt: string | null;
  readonly itemCountExpected = null;
  readonly analyzed = null;
  readonly parts: readonly ItemPart[];
  readonly #content: AutopsyContent;

  constructor({ path, realPath, name, format, databaseBytes, processedAt, content }: OpenedAutopsyCase) {
    this.path = path;
    this.realPath = realPath;
    this.name = name;
    this.format = format;
    this.parts = [{ index: 0, file: DATABASE_FILE, bytes: databaseBytes }];
    this.processedAt = processedAt;
    this.#content = content;
  }

  async fingerprint(): Promise<string> {
    const { stats } = await this.#content.files.locate(DATABASE_FILE);
    return createHash('sha256').update(`${DATABASE_FILE} ${stats.size} ${stats.mtimeMs}`).digest('hex');
  }

  countProblem(): CaseProblem | null {
    return null;
  }

  async *readItems({ file, bytes }: ItemPart, observer: ReadObserver): AsyncGenerator<readonly CaseItem[]> {
    const report: Report = (kind, id, reason) => observer.problem({ file, line: null, id, kind, reason });
    const half = Math.floor(bytes / 2);
    const files = this.#readTable('tsk_files', this.#files(report), half, report, observer);
    const rest = bytes - half;
    yield* mergedById(files, this.#readTable('blackboard_artifacts', this.#artifacts(report), rest, report, observer));
  }

  /** `bytes`: the progress to have reported at its end. */
  async *#readTable(
    table: string,
    items: AsyncGenerator<readonly CaseItem[]>,
    bytes: number,
    report: Report,
    observer: ReadObserver,
  ): AsyncGenerator<readonly CaseItem[], void, undefined> {
    let reported = 0;
    try {
      for await (const batch of items) {
        yield batch;
        // The number of remaining rows is unknown, so each page counts as a fraction of the rest.
        const step = Math.floor((bytes - reported) / 8);
        reported += step;
        observer.progress(step);
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      report('case', null, `the rest of ${table} cannot be read: ${error.message}`);
    }
    observer.progress(bytes - reported);
  }

  async openPart(ref: PartRef): Promise<ByteInput> {
    return this.#content.open(known(ref));
  }

  async checkPart(ref: PartRef): Promise<void> {
    await this.#content.check(known(ref));
  }

  async close(): Promise<void> {
    await this.#content.close();
  }

  async *#files(report: Report): AsyncGenerator<readonly CaseItem[]> {
    const { database } = this.#content;
    const prefixes = await database.pathPrefixes((kind, reason) => report(kind, null, reason));
    for await (const rows of database.pages(fileQuery(await database.columnsOf('tsk_files')))) {
      const page = boundsOf(rows);
      const marks = await PageMarks.ofFiles(database, page);
      if (marks.isCut)
        report('limit', null, `objects ${page.join(' to ')} have more than ${PAGE_VALUES_MAX} tags or hits`);
      yield rows.map((row) => fileItem(row, prefixes, marks, report)).filter((item) => item !== null);
    }
  }

  async *#artifacts(report: Report): AsyncGenerator<readonly CaseItem[]> {
    const { database } = this.#content;
    for await (const rows of database.pages(ARTIFACT_QUERY)) {
      const page = boundsOf(rows);
      const marks = await PageMarks.ofArtifacts(database, page);
      const attributes = await PageAttributes.of(database, page);
      if (marks.isCut || attributes.isCut)
        report('limit', null, `artifacts ${page.join(' to ')} have more than ${PAGE_VALUES_MAX} attributes or tags`);
      yield rows.map((row) => artifactItem(row, attributes, marks, report)).filter((item) => item !== null);
    }
  }
}

function boundsOf(rows: readonly DatabaseRow[]): Bounds {
  return [textOfCell(rows[0]![0]) ?? '', textOfCell(rows.at(-1)![0]) ?? ''];
}

function known(ref: PartRef): Reference {
  const reference = decodeReference(ref);
  if (reference === null) throw new AppError('NOT_FOUND', 'the case has no such part');
  return reference;
}
