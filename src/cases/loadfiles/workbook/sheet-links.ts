/**
 * Reads URLs in the cells of a sheet. In the file, they come after the rows, so this is a separate pass before the rows are
 * read.
 */
import { SHEET_LINKS_MAX } from '../limits.ts';
import type { PackageParts } from './package-parts.ts';
import { columnOf } from './sheet-parser.ts';
import { relationsOf } from './workbook.ts';
import { readXml } from './xml-part.ts';

export interface SheetLinks {
  /** Keyed by line, then by column. */
  readonly addresses: ReadonlyMap<number, ReadonlyMap<number, string>>;
  /** Columns with links, in order. */
  readonly columns: readonly number[];
  readonly leftOut: number;
}

export const NO_LINKS: SheetLinks = { addresses: new Map(), columns: [], leftOut: 0 };

/** Throws AppError NOT_FOUND if the sheet cannot be read. */
export async function readSheetLinks(parts: PackageParts, part: string): Promise<SheetLinks> {
  const relations = await relationsOf(parts, part);
  if (![...relations.values()].some(({ type, isExternal }) => isExternal && type.endsWith('/hyperlink')))
    return NO_LINKS;
  const addresses = new Map<number, Map<number, string>>();
  const columns = new Set<number>();
  let count = 0;
  let leftOut = 0;
  const taker = {
    open(name: string, attributes: ReadonlyMap<string, string>): void {
      if (name !== 'hyperlink') return;
      const reference = attributes.get('ref')?.split(':', 1)[0];
      const relation = relations.get(attributes.get('id') ?? '');
      const column = columnOf(reference);
      const line = Number(/\d+$/.exec(reference ?? '')?.[0]);
      if (relation === undefined || !relation.isExternal || column === null || !(line > 0)) return;
      if (count++ >= SHEET_LINKS_MAX) {
        leftOut++;
        return;
      }
      const row = addresses.get(line) ?? new Map<number, string>();
      row.set(column, relation.target);
      addresses.set(line, row);
      columns.add(column);
    },
  };
  for await (const _ of readXml(part, parts.read(part), taker));
  return { addresses, columns: [...columns].sort((a, b) => a - b), leftOut };
}
