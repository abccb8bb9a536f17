/** The records of a page of hits: chosen properties under the case's own names, bookmarks, parts, in the order of the page. */
import { aliasesOf } from '../../schema/field-aliases.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { RECORDS_AT_ONCE } from '../limits.ts';
import { type ItemRecord, itemRecord } from './item-record.ts';

export interface Hit {
  readonly source: ReadySource;
  readonly id: number;
  /** Null where the order is not by relevance. */
  readonly score: number | null;
}

export const DEFAULT_PROPERTIES: readonly string[] = [
  'name',
  'path',
  'category',
  'type',
  'length',
  'modified',
  'contentType',
];

/** `*`: all properties; `none`: no one. */
export function chosenProperties(list: readonly string[] | undefined): ReadonlySet<string> | null {
  const names = list ?? DEFAULT_PROPERTIES;
  if (names.length === 1 && names[0] === '*') return null;
  if (names.length === 1 && names[0] === 'none') return new Set();
  return new Set(names.flatMap((name) => [name, ...aliasesOf(name)]));
}

export async function hitRecords(
  dependencies: Dependencies,
  hits: readonly Hit[],
  chosen: ReadonlySet<string> | null,
  signal: AbortSignal,
): Promise<unknown[]> {
  const records = new Array<unknown>(hits.length);
  const bySource = new Map<ReadySource, number[]>();
  for (const [i, { source }] of hits.entries()) {
    const known = bySource.get(source);
    if (known === undefined) bySource.set(source, [i]);
    else known.push(i);
  }
  for (const [source, indexes] of bySource) {
    for (let from = 0; from < indexes.length; from += RECORDS_AT_ONCE) {
      const some = indexes.slice(from, from + RECORDS_AT_ONCE);
      const ids = some.map((i) => hits[i]!.id);
      const items = await dependencies.items.records(source, ids, signal);
      for (const [n, i] of some.entries()) records[i] = await recordOf(dependencies, hits[i]!, items[n]!, chosen);
    }
  }
  return records;
}

async function recordOf(
  dependencies: Dependencies,
  { source, id, score }: Hit,
  item: IndexedItem,
  chosen: ReadonlySet<string> | null,
): Promise<unknown> {
  const properties = chosen === null ? item.properties : item.properties.filter(([name]) => chosen.has(name));
  const record: ItemRecord = await itemRecord(dependencies, source, { ...item, properties });
  return {
    source: source.id,
    id,
    ...(item.parentId === null ? {} : { parentId: item.parentId }),
    properties: record.properties,
    bookmarks: record.bookmarks,
    selected: record.selected,
    parts: partsOf(item),
    ...(score === null ? {} : { score }),
  };
}

/** Views are not made yet. */
function partsOf({ content, text, thumb }: IndexedItem): string[] {
  const parts: string[] = [];
  if (content !== null) parts.push('content');
  if (text !== null) parts.push('text');
  if (thumb !== null) parts.push('thumb');
  return parts;
}
