/** A table of any length: inline if it is short, otherwise on separate pages with a link from the overview. */
import type { Archive } from '../../export/files/archive.ts';
import { PAGE_ROWS } from '../limits.ts';
import { html, type Markup, type MarkupValue } from '../markup/markup.ts';
import { OVERVIEW, type PageFrame } from './page-frame.ts';
import { PagedRows } from './paged-rows.ts';
import { type TableColumn, table, tableRow } from './table.ts';

export interface LongTable {
  readonly title: string;
  /** The folder of its pages. */
  readonly folder: string;
  readonly columns: readonly TableColumn[];
  readonly rows: AsyncIterable<readonly MarkupValue[]> | Iterable<readonly MarkupValue[]>;
  /** Shown above the table. */
  readonly intro?: MarkupValue;
}

/** Writes its pages. Returns the link to the first one for the overview. */
export async function* pagedTable(
  archive: Archive,
  frame: PageFrame,
  { title, folder, columns, rows, intro = null }: LongTable,
): AsyncGenerator<Uint8Array, Markup, undefined> {
  const pathOf = (page: number): string => `${folder}/${page}.html`;
  const pages = new PagedRows(archive, frame, {
    title,
    rowsMax: PAGE_ROWS,
    pathOf,
    body: (some) => [intro, some.length === 0 ? html`<p>${frame.words.noRows}</p>` : table(columns, some)],
  });
  for await (const cells of rows) yield* pages.add(tableRow(columns, cells));
  yield* pages.end();
  return frame.link(OVERVIEW, pathOf(1), title);
}

/** Writes the pages of a long table. Returns the markup for the overview. */
export async function* shortTable(
  archive: Archive,
  frame: PageFrame,
  given: Omit<LongTable, 'rows'> & { readonly rows: readonly (readonly MarkupValue[])[] },
): AsyncGenerator<Uint8Array, Markup, undefined> {
  const { title, columns, rows } = given;
  const heading = html`<h2>${title}</h2>\n`;
  if (rows.length === 0) return html`${heading}<p>${frame.words.noRows}</p>\n`;
  if (rows.length <= PAGE_ROWS)
    return html`${heading}${table(
      columns,
      rows.map((cells) => tableRow(columns, cells)),
    )}`;
  const link = yield* pagedTable(archive, frame, given);
  return html`${heading}<p>${link} (${frame.number(rows.length)})</p>\n`;
}
