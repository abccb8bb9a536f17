/** Results of iLEAPP and ALEAPP for LAVA as a kind of load file: each artifact is a table. */
import { AppError } from '../../../shared/errors.ts';
import { CaseDatabases } from '../../sqlite/case-databases.ts';
import type { DatabaseCell } from '../../sqlite/database-request.ts';
import { TABLES_MAX } from '../limits.ts';
import type { InnerTables, OpenTable, TableKind } from '../table-kind.ts';
import { readLavaManifest } from './lava-manifest.ts';
import { LAVA_DATABASE, LavaRows } from './lava-rows.ts';

export const LAVA_MANIFEST = '_lava_data.lava';

/** Read only if its path is given, because most artifacts are also in tables next to it. */
export const lavaKind: TableKind = {
  name: 'lava',
  endings: [],
  givenEndings: [LAVA_MANIFEST],
  isInFolders: false,
  companion: LAVA_DATABASE,
  newRows: () => {
    throw new Error('it is read artifact by artifact');
  },
  tablesIn,
};

/** Tables of the tool itself. */
const OWN = /^(?:_lava_|sqlite_)/i;
/** Tables with this character in their name are not read, because it would end an SQL statement. */
const NUL = '\0';

async function tablesIn(open: OpenTable, realFolder: string | null): Promise<InnerTables> {
  if (realFolder === null) throw new AppError('NOT_FOUND', 'its database is in an archive: unpack both to read them');
  const artifacts = await readLavaManifest(open);
  const databases = new CaseDatabases({ caseRealPath: realFolder, evidenceRoots: [] });
  const stored = await columnsByTable(databases);
  const passedOver: { name: string; reason: string }[] = [];
  const found = artifacts.filter(({ name, table }) => {
    const isThere = stored.has(table.toLowerCase()) && !OWN.test(table);
    if (!isThere) passedOver.push({ name, reason: `${LAVA_DATABASE} has no table of this artifact` });
    return isThere;
  });
  const listed = new Set(artifacts.map(({ table }) => table.toLowerCase()));
  for (const [table] of stored) {
    if (!listed.has(table) && !OWN.test(table))
      passedOver.push({
        name: table,
        reason: `it is in ${LAVA_DATABASE} but not in the list of artifacts: it is not read`,
      });
  }
  if (found.length === 0) throw new AppError('NOT_FOUND', `no artifact of the list is in ${LAVA_DATABASE}`);
  const tables = found.map((artifact) => ({
    name: artifact.name,
    newRows: () => new LavaRows(databases, artifact, stored.get(artifact.table.toLowerCase())!),
  }));
  return { tables, passedOver };
}

async function columnsByTable(databases: CaseDatabases): Promise<ReadonlyMap<string, readonly string[]>> {
  const ask = (columns: readonly string[], sql: string, values: readonly string[]) =>
    databases.rows({ file: LAVA_DATABASE, columns, sql, values });
  const tables = await ask(['name'], `FROM sqlite_schema WHERE type = 'table' LIMIT ${TABLES_MAX}`, []);
  const byTable = new Map<string, readonly string[]>();
  for (const [cell] of tables) {
    const table = textOf(cell);
    if (table === null) continue;
    const columns = await ask(['name'], 'FROM pragma_table_info(?)', [table]);
    byTable.set(
      table.toLowerCase(),
      columns.flatMap(([name]) => textOf(name) ?? []),
    );
  }
  return byTable;
}

function textOf(cell: DatabaseCell | undefined): string | null {
  return typeof cell === 'string' && !cell.includes(NUL) ? cell : null;
}
