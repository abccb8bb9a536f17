/** Writes a set as a ZIP: a table and JSON Lines of its items, their files, a manifest, and the request. */
import type { CsvStyle } from '../../shared/cells/table-cells.ts';
import type { TableColumns } from '../columns.ts';
import type { ExportSet, ExportSource, Pieces } from '../export-set.ts';
import { itemsOf } from '../set-items.ts';
import { csvTable, cutCellsText, jsonLines } from '../tables.ts';
import { xlsxTable } from '../xlsx/xlsx-table.ts';
import { itemFileName, safeFolders } from '../zip/safe-names.ts';
import { Archive } from './archive.ts';
import type { ItemFileKind } from './item-files.ts';
import { LinkList } from './link-list.ts';

export interface ZipExport {
  readonly table: TableColumns;
  /** The form of the table. A workbook has links to the contents. */
  readonly style: CsvStyle | 'xlsx';
  /** Null: all. */
  readonly properties: readonly string[] | null;
  readonly files: ReadonlySet<ItemFileKind>;
  /** The request as plain data. It is the same for equal requests on equal cases. */
  readonly query: unknown;
}

const KINDS: readonly ItemFileKind[] = ['content', 'text', 'thumb'];

export async function* zipExport<T extends ExportSource>(
  set: ExportSet<T>,
  { table, style, properties, files, query }: ZipExport,
): Pieces {
  const archive = new Archive();
  const links = new LinkList();
  const folders = safeFolders(set.sources.map(({ id }) => id));
  const kinds = KINDS.filter((kind) => files.has(kind));
  const cut = cutCellsText(table.cutCells);
  try {
    yield* archive.add('query.json', 'query', [Buffer.from(`${JSON.stringify(query, null, 2)}\n`)]);
    if (style !== 'xlsx') yield* archive.add('items.csv', 'items', csvTable(set, table, style), cut);
    yield* archive.add('items.jsonl', 'items', jsonLines({ ...set, certificate: null }, properties));
    if (kinds.length > 0) {
      for await (const { source, item } of itemsOf(set)) {
        for (const kind of kinds) {
          const path = `${kind}/${folders.get(source.id)!}/${fileNameOf(kind, item)}`;
          const isThere = yield* archive.addFile(set, { source, item, kind }, path);
          if (kind === 'content' && style === 'xlsx') await links.add(isThere ? path : '');
        }
      }
    }
    if (style === 'xlsx') {
      const all = files.has('content') ? links.all() : null;
      yield* archive.add('items.xlsx', 'items', xlsxTable(set, { table, links: all, query }), cut);
    }
    yield* archive.end('manifest.csv', set);
  } finally {
    await links.close();
    await archive.close();
  }
}

function fileNameOf(
  kind: ItemFileKind,
  { id, properties }: { readonly id: number; readonly properties: Properties },
): string {
  if (kind === 'text') return `${id}.txt`;
  if (kind === 'thumb') return `${id}.jpg`;
  return itemFileName(id, properties.find(([name]) => name === 'name')?.[1][0]);
}

type Properties = readonly (readonly [name: string, values: readonly string[]])[];
