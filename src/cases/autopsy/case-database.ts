/** The database of a case of Autopsy: its version, and its rows page by page. Only this file queries pages. */
import { AppError } from '../../shared/errors.ts';
import type { CaseDatabases } from '../sqlite/case-databases.ts';
import type { DatabaseCell, DatabaseRow } from '../sqlite/database-request.ts';
import { DATA_SOURCES_MAX, PAGE_ROWS, PAGE_VALUES_MAX } from './limits.ts';
import { isFaulty, textOfCell } from './values.ts';

export const DATABASE_FILE = 'autopsy.db';
/** Major versions of the schema that are read. */
const VERSIONS: readonly string[] = ['8', '9'];

/** Maximum number of tables. A real database has about 50. */
const TSK_TABLES_MAX = 1000;

const NUMBER_MIN = -(2n ** 63n);

/** The numbers of the first and the last row of a page. */
export type Bounds = readonly [first: string, last: string];

/** Columns of rows as SQL expressions, and the rest of the query. */
export interface RowsOf {
  readonly columns: readonly string[];
  readonly from: string;
}

export class CaseDatabase {
  readonly #databases: CaseDatabases;

  constructor(databases: CaseDatabases) {
    this.#databases = databases;
  }

  /** Returns all rows of a query that has few rows. Throws AppError NOT_FOUND with a reason that a client may see. */
  rows({ columns, from }: RowsOf, values: readonly (string | number)[] = []): Promise<readonly DatabaseRow[]> {
    return this.#databases.rows({ file: DATABASE_FILE, columns, sql: from, values });
  }

  /** Returns the problem with the version of the schema, or null. */
  async versionFault(): Promise<string | null> {
    const tables = `FROM sqlite_master WHERE type = 'table' AND name LIKE 'tsk\\_%' ESCAPE '\\' LIMIT ${TSK_TABLES_MAX}`;
    const names = (await this.rows({ columns: ['name'], from: tables })).map(([name]) => textOfCell(name));
    if (names.length === 0)
      return `${DATABASE_FILE} has no table of The Sleuth Kit: it is empty, or does not belong to a case`;
    if (!names.includes('tsk_db_info_extended')) return this.#olderSchema(names.includes('tsk_db_info'));
    const from = "FROM tsk_db_info_extended WHERE name = 'SCHEMA_MAJOR_VERSION'";
    const version = textOfCell((await this.rows({ columns: ['value'], from }))[0]?.[0]) ?? 'unknown';
    if (VERSIONS.includes(version)) return null;
    return `${DATABASE_FILE} has version ${version} of the schema; this program reads ${VERSIONS.join(' and ')}`;
  }

  /** Before version 8, introduced by Autopsy 4.7, the number is elsewhere. */
  async #olderSchema(hasNumber: boolean): Promise<string> {
    const rows = hasNumber ? await this.rows({ columns: ['schema_ver'], from: 'FROM tsk_db_info LIMIT 1' }) : [];
    const version = textOfCell(rows[0]?.[0]);
    const which = version === null ? 'an older version of the schema' : `version ${version} of the schema`;
    const remedy = 'open the case in a newer Autopsy, which upgrades it';
    return `${DATABASE_FILE} has ${which}; this program reads ${VERSIONS.join(' and ')}: ${remedy}`;
  }

  /** Columns differ between versions of the schema. */
  async columnsOf(table: string): Promise<ReadonlySet<string>> {
    const rows = await this.rows({ columns: ['name'], from: 'FROM pragma_table_info(?)' }, [table]);
    return new Set(rows.map(([name]) => textOfCell(name) ?? ''));
  }

  /**
   * Yields rows by their first column, ascending, in pages. `from` takes the minimum number of the first row, in digits, and
   * the page size. No process is reserved between two pages, and a process that crashes is replaced. Autopsy numbers artifacts
   * from the smallest 64-bit number on, so numbers are strings if they may exceed JavaScript's range.
   */
  async *pages(query: RowsOf): AsyncGenerator<readonly DatabaseRow[]> {
    let from = NUMBER_MIN;
    for (;;) {
      const rows = await this.rows(query, [String(from), PAGE_ROWS]);
      if (rows.length > 0) yield rows;
      if (rows.length < PAGE_ROWS) return;
      const last = wholeOf(rows.at(-1)![0]);
      if (last === null || last < from) throw damagedDatabase('its rows are out of order');
      from = last + 1n;
    }
  }

  /** Returns values for the rows of a page. `from` takes the numbers of the first and the last row. */
  async valuesOf(
    { columns, from }: RowsOf,
    [first, last]: Bounds,
  ): Promise<{ rows: readonly DatabaseRow[]; isCut: boolean }> {
    const found: DatabaseRow[] = [];
    const step = 10_000;
    for (let offset = 0; found.length < PAGE_VALUES_MAX; offset += step) {
      const rows = await this.rows({ columns, from: `${from} LIMIT ? OFFSET ?` }, [first, last, step, offset]);
      found.push(...rows);
      if (rows.length < step) return { rows: found, isCut: false };
    }
    return { rows: found, isCut: true };
  }

  /** Returns the prefix of paths, as Autopsy shows it, keyed by data source and file system. Reports faulty names. */
  async pathPrefixes(report: (kind: 'limit' | 'value', reason: string) => void): Promise<PathPrefixes> {
    const firstFile = '(SELECT n.name FROM tsk_image_names n WHERE n.obj_id = i.obj_id ORDER BY n.sequence LIMIT 1)';
    const sources = await this.rows({
      columns: ['i.obj_id', 'i.display_name', firstFile],
      from: `FROM tsk_image_info i LIMIT ${DATA_SOURCES_MAX}`,
    });
    const volumes = await this.rows({
      columns: ['o.obj_id', 'p.addr'],
      from:
        'FROM tsk_objects o JOIN tsk_fs_info s ON s.obj_id = o.obj_id ' +
        `JOIN tsk_vs_parts p ON p.obj_id = o.par_obj_id LIMIT ${DATA_SOURCES_MAX}`,
    });
    const ofSource = new Map<unknown, string>();
    for (const [id, displayName, file] of sources) {
      for (const cell of [displayName, file])
        if (isFaulty(cell)) report(cell.kind, `the name of data source ${textOfCell(id)} ${cell.fault}`);
      const name = textOfCell(displayName) || (textOfCell(file) ?? String(id)).replace(/^.*[\\/]/s, '');
      ofSource.set(id, `/img_${name}`);
    }
    const ofFileSystem = new Map<unknown, string>(volumes.map(([id, number]) => [id, `/vol_vol${textOfCell(number)}`]));
    return (source, fileSystem) => (ofSource.get(source) ?? '') + (ofFileSystem.get(fileSystem) ?? '');
  }
}

function wholeOf(cell: DatabaseCell | undefined): bigint | null {
  const digits = textOfCell(cell);
  return digits !== null && /^-?\d{1,19}$/.test(digits) ? BigInt(digits) : null;
}

export type PathPrefixes = (source: unknown, fileSystem: unknown) => string;

export function damagedDatabase(finding: string): AppError {
  return new AppError('NOT_FOUND', `database "${DATABASE_FILE}" is damaged: ${finding}`);
}
