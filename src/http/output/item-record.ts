/** The record of an item as clients get it: properties as the case spells them, dates in UTC, bookmarks, selection. */
import type { BookmarkStore } from '../../bookmarks/bookmark-store.ts';
import { aliasesOf } from '../../schema/field-aliases.ts';
import type { IndexedItem, SearchEngine } from '../../search/search-engine.ts';
import { AppError } from '../../shared/errors.ts';
import type { ReadySource } from '../../sources/source.ts';
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
export function findItem(source: ReadySource, id: number): IndexedItem {
  const item = id >= 0 && id <= 0x7fff_ffff ? source.engine.item(id) : undefined;
  if (item === undefined) {
    throw new AppError('NOT_FOUND', `There is no item ${id} in source ${JSON.stringify(source.id)}.`);
  }
  return item;
}

export function itemRecord(source: ReadySource, item: IndexedItem, bookmarks: BookmarkStore): ItemRecord {
  const dates = dateFields(source.engine);
  const rendered = item.properties.map(([name, values]): [string, readonly string[]] => [
    name,
    dates.has(name) ? values.map(renderUtc) : values,
  ]);
  return {
    source: source.id,
    id: item.id,
    luceneId: item.luceneId,
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

const dateFieldsOfEngine = new WeakMap<SearchEngine, ReadonlySet<string>>();

function dateFields(engine: SearchEngine): ReadonlySet<string> {
  const known = dateFieldsOfEngine.get(engine);
  if (known !== undefined) return known;
  // Names of one field: the type of either is that of all.
  const dates = engine.fields().filter(({ type }) => type === 'date');
  const names = new Set(dates.flatMap(({ name }) => aliasesOf(name)));
  dateFieldsOfEngine.set(engine, names);
  return names;
}
