/** `GET /sources/{sourceID}/docs/{id}/rows`: rows of a table of an SQLite database that is an item. */
import { rowsOfContent } from '../../content-text/content-views.ts';
import { DATABASE_ROWS_MAX, TABLE_COLUMNS_SHOWN, TABLES_SHOWN } from '../../content-text/documents/limits.ts';
import type { Dependencies } from '../dependencies.ts';
import { noPart, openPart, withReason } from '../output/item-parts.ts';
import { findItem } from '../output/item-record.ts';
import { type RouteRequest, route } from '../route.ts';
import { type ItemPath, itemPath, z } from '../schemas.ts';
import { countParameter } from './set-parameters.ts';

const DEFAULT_LIMIT = 200;
const TABLE_NAME_UNITS_MAX = 1000;

const rowsQuery = z.strictObject({
  table: z
    .string()
    .max(TABLE_NAME_UNITS_MAX, `is longer than ${TABLE_NAME_UNITS_MAX} characters`)
    .optional()
    .openapi({ description: 'The name of a table; by default the first one.' }),
  offset: countParameter({ otherwise: 0, description: 'Rows to skip at the beginning.' }),
  limit: countParameter({ most: DATABASE_ROWS_MAX, otherwise: DEFAULT_LIMIT }),
});

type RowsQuery = z.infer<typeof rowsQuery>;

const rowsSchema = z
  .strictObject({
    tables: z
      .array(z.strictObject({ name: z.string(), rows: z.int().nullable() }))
      .openapi({ description: `The first ${TABLES_SHOWN} tables. \`rows\` is null if they cannot be counted.` }),
    tablesTotal: z.int(),
    table: z.string().nullable().openapi({ description: 'Null: the database has no table.' }),
    columns: z.array(z.string()).openapi({ description: `The first ${TABLE_COLUMNS_SHOWN}.` }),
    columnsTotal: z.int(),
    offset: z.int(),
    rows: z.array(z.array(z.string().nullable())).openapi({
      description: 'Cells as text, in the order in which the database keeps the rows. Null is NULL.',
    }),
    next: z.int().nullable().openapi({ description: '`offset` of the next page; null if this is the last one.' }),
    areCellsWhole: z.boolean().openapi({ description: 'False: a cell is longer than shown.' }),
    notices: z.array(z.string()).openapi({ description: 'Sentences about parts that are not shown.' }),
  })
  .openapi('DatabaseRows');

export const documentRowRoutes = [
  route<ItemPath, RowsQuery>({
    method: 'get',
    path: '/sources/{sourceID}/docs/{id}/rows',
    role: 'reader',
    tag: 'Documents',
    summary: 'Returns rows of a table of an SQLite database',
    description:
      'For an item whose content is an SQLite database. Views and virtual tables are not shown: they could run code of the database.',
    params: itemPath,
    query: rowsQuery,
    ok: { description: 'A page of rows, and the tables.', mediaTypes: { 'application/json': rowsSchema } },
    errors: {
      400: 'The id is not an integer, or a parameter is malformed.',
      404: 'There is no such source, item or table, or the item is not a database that can be read.',
      503: 'The source is still being built.',
    },
    handle: (request, dependencies) => rows(request, dependencies),
  }),
];

async function rows(
  { params: { sourceID, id }, query, signal }: RouteRequest<ItemPath, RowsQuery, unknown>,
  dependencies: Dependencies,
): Promise<unknown> {
  const source = dependencies.sources.getReady(sourceID);
  const item = await findItem(dependencies, source, id, signal);
  if (item.content === null) throw noPart('content, so there are no rows of it', source, item);
  const content = await openPart('content', item.content, source, item);
  const { table = null, offset = 0, limit = DEFAULT_LIMIT } = query;
  try {
    const name = JSON.stringify([source.name, source.summary.identity, item.id, content.bytes]);
    return await rowsOfContent(content, { table, offset, limit }, name);
  } catch (fault) {
    throw withReason(fault, `Item ${item.id} in source ${JSON.stringify(source.id)} has no rows`);
  } finally {
    await content.close();
  }
}
