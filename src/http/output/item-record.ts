/** The record of an item as clients get it: properties as the case spells them, dates in UTC, bookmarks, selection. */
import { aliasesOf } from '../../schema/field-aliases.ts';
import type { Coordinator } from '../../search/coordinator.ts';
import { type IndexedItem, ITEM_ID_MAX } from '../../search/item-store.ts';
import type { SearchEngine } from '../../search/search-engine.ts';
import { AppError } from '../../shared/errors.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { renderUtc } from './utc-dates.ts';

export interface ItemRecord {
  readonly source: string;
  readonly id: number;
  readonly luceneId: number;
  readonly properties: Readonly<Record<string, readonly string[]>>;
  readonly bookmarks: readonly string[];
  readonly selected: boolean;
}

/** Throws AppError NOT_FOUND, naming item and source. */
export async function findItem(
  { items }: Pick<Dependencies, 'items'>,
  source: ReadySource,
  id: number,
  signal: AbortSignal,
): Promise<IndexedItem> {
  const [item] = id >= 0 && id <= ITEM_ID_MAX ? await items.records(source, [id], signal) : [];
  if (item !== undefined && item !== null) return item;
  throw new AppError('NOT_FOUND', `There is no item ${id} in source ${JSON.stringify(source.id)}.`);
}

/** `luceneId` is the id itself where an engine numbers no documents. */
export async function itemRecord(
  { bookmarks, coordinator }: Pick<Dependencies, 'bookmarks' | 'coordinator'>,
  source: ReadySource,
  item: IndexedItem,
): Promise<ItemRecord> {
  const dates = await dateFields(coordinator, source);
  const rendered = item.properties.map(([name, values]): [string, readonly string[]] => [
    name,
    dates.has(name) ? values.map(renderUtc) : values,
  ]);
  return {
    source: source.id,
    id: item.id,
    luceneId: item.luceneId ?? item.id,
    // fromEntries defines members: a property called `__proto__` is one like any other.
    properties: Object.fromEntries(rendered),
    bookmarks: bookmarks.bookmarksOf(source.id, item.id),
    selected: bookmarks.isSelected(source.id, item.id),
  };
}

/** The first value of a property, or undefined. */
export function propertyValue(item: IndexedItem, name: string): string | undefined {
  return item.properties.find(([property]) => property === name)?.[1][0];
}

const dateFieldsOfEngines = new WeakMap<SearchEngine, Map<string, ReadonlySet<string>>>();

/** Read once: an index never changes. */
async function dateFields(coordinator: Coordinator<ReadySource>, source: ReadySource): Promise<ReadonlySet<string>> {
  const ofEngine = dateFieldsOfEngines.get(source.engine) ?? new Map<string, ReadonlySet<string>>();
  dateFieldsOfEngines.set(source.engine, ofEngine);
  const known = ofEngine.get(source.name);
  if (known !== undefined) return known;
  const { found, damaged } = await coordinator.fields([source]);
  for (const { fault } of damaged) throw fault;
  // Names of one field: the type of either is that of all.
  const dates = found.flatMap(({ value }) => value).filter(({ type }) => type === 'date');
  const names = new Set(dates.flatMap(({ name }) => aliasesOf(name)));
  ofEngine.set(source.name, names);
  return names;
}
