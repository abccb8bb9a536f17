/**
 * Writes a set as a Concordance load file, in a ZIP. It has a row for each document, with families together. The files that its
 * paths name are in `TEXT/` and `NATIVE/`. Rows come last in the archive, so that a row has a path only if its file could be
 * read.
 */
import type { IndexedItem } from '../../search/item-store.ts';
import { DAT_DELIMITER, datCell } from '../../shared/cells/table-cells.ts';
import { propertyTitles, type TableColumns, withMarks } from '../columns.ts';
import type { ExportSet, ExportSource, Pieces } from '../export-set.ts';
import { itemsOf } from '../set-items.ts';
import { type ExportRow, singleRows } from '../set-rows.ts';
import { safeFolders } from '../zip/safe-names.ts';
import { Spool } from '../zip/spool.ts';
import { Archive } from './archive.ts';
import { FamilyOrder } from './family-order.ts';
import type { ItemFileKind } from './item-files.ts';
import { nativeEnding } from './native-ending.ts';

export interface DatExport {
  readonly table: TableColumns;
  readonly files: ReadonlySet<ItemFileKind>;
  readonly query: unknown;
}

/** Digits of an id in the name of a document, enough for the highest id. */
const ID_DIGITS = 10;
const BEFORE = ['DOCID', 'PARENTID', 'BEGATTACH', 'ENDATTACH'];
const BEHIND = ['TEXTPATH', 'NATIVEPATH'];

export async function* datExport<T extends ExportSource>(
  given: ExportSet<T>,
  { table: { columns, marks }, files, query }: DatExport,
): Pieces {
  const order = await FamilyOrder.of(given);
  const set: ExportSet<T> = { ...withMarks(given, marks), hits: async () => order.hits() };
  const archive = new Archive();
  const rows = new Spool();
  const names = new DocumentNames(set);
  try {
    const own = [...BEFORE, ...marks.map((mark) => mark.toUpperCase())];
    await rows.add(line([...own, ...propertyTitles(columns, [...own, ...BEHIND]), ...BEHIND]));
    const cells = eachRow(singleRows(set, { kind: 'dat', columns: columns.map((column) => column.names) }));
    const families = order.items();
    for await (const { source, item } of itemsOf(set)) {
      const { first, last } = families.next().value!;
      const parent = item.parentId !== null && order.has(source, item.parentId) ? names.of(source, item.parentId) : '';
      const document = names.of(source, item.id);
      await rows.add(line([document, parent, names.of(source, first), names.of(source, last)], false));
      await addRow(rows, (await cells.next()).value!);
      const paths: string[] = [];
      for (const kind of ['text', 'content'] as const) {
        const path = pathOf(kind, names.folder(source), document, item);
        const isThere = files.has(kind) && (yield* archive.addFile(set, { source, item, kind }, path));
        paths.push(isThere ? path.replaceAll('/', '\\') : '');
      }
      await rows.add(Buffer.from(`${DAT_DELIMITER}${paths.map(datCell).join(DAT_DELIMITER)}\r\n`));
    }
    yield* archive.add('export.dat', 'load file', rows.pieces());
    yield* archive.add('META/query.json', 'query', [Buffer.from(`${JSON.stringify(query, null, 2)}\n`)]);
    yield* archive.end('META/manifest.csv', set);
  } finally {
    await rows.close();
    await archive.close();
  }
}

/** Names documents. An item has the same name in every export. */
class DocumentNames<T extends ExportSource> {
  readonly #folders: ReadonlyMap<string, string>;

  constructor({ sources }: ExportSet<T>) {
    this.#folders = safeFolders(sources.map(({ id }) => id));
  }

  folder(source: T): string {
    return this.#folders.get(source.id)!;
  }

  of(source: T, id: number): string {
    return `${this.folder(source)}-${String(id).padStart(ID_DIGITS, '0')}`;
  }
}

function line(cells: readonly string[], isHeader = true): Buffer {
  const text = cells.map(datCell).join(DAT_DELIMITER);
  return Buffer.from(isHeader ? `\ufeff${text}\r\n` : text);
}

async function* eachRow<T>(
  lists: AsyncIterable<readonly ExportRow<T>[]>,
): AsyncGenerator<ExportRow<T>, void, undefined> {
  for await (const rows of lists) yield* rows;
}

async function addRow<T>(rows: Spool, { bytes, rest }: ExportRow<T>): Promise<void> {
  await rows.add(bytes);
  for await (const piece of rest ?? []) await rows.add(piece);
}

function pathOf(kind: 'text' | 'content', folder: string, document: string, item: IndexedItem): string {
  if (kind === 'text') return `TEXT/${folder}/${document}.txt`;
  return `NATIVE/${folder}/${document}${nativeEnding(item)}`;
}
