/** The record of an item for clients: properties in the case's spelling, dates in UTC, bookmarks, selection. */
import type { ItemMarks } from '../../bookmarks/kinds/lists-of-items.ts';
import type { Note } from '../../bookmarks/notes/note.ts';
import { aliasesOf } from '../../schema/field-aliases.ts';
import { renderUtc } from '../../schema/utc-dates.ts';
import { propertyOfField } from '../../schema/well-known-fields.ts';
import { requireWhole } from '../../search/combined/combined-answer.ts';
import type { Coordinator } from '../../search/combined/coordinator.ts';
import { type IndexedItem, ITEM_ID_MAX } from '../../search/item-store.ts';
import type { SearchEngine } from '../../search/search-engine.ts';
import { AppError } from '../../shared/errors.ts';
import { LazyArray, LazyObject } from '../../shared/json-pieces.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { WHOLE_RECORD_PARTS_MAX } from '../limits.ts';
import type { AskedId } from '../schemas.ts';
import { turn } from './turns.ts';

export interface ItemRecord {
  readonly source: string;
  readonly id: number;
  readonly luceneId: number;
  /** The enclosing item, if any. */
  readonly parentId?: number;
  /** Lazy if there are very many. */
  readonly properties: Readonly<Record<string, unknown>> | LazyObject;
  readonly bookmarks: readonly string[];
  readonly selected: boolean;
  readonly reviewed?: readonly string[];
  readonly hashsets?: readonly string[];
  readonly notes?: readonly Note[];
}

/** Throws AppError NOT_FOUND with item and source. */
export async function findItem(
  { items }: Pick<Dependencies, 'items'>,
  source: ReadySource,
  id: AskedId,
  signal: AbortSignal,
): Promise<IndexedItem> {
  const [item] = isItemId(id) ? await items.records(source, [id], signal) : [];
  if (item !== undefined && item !== null) return item;
  throw new AppError('NOT_FOUND', `There is no item ${id} in source ${JSON.stringify(source.id)}.`);
}

/** Whether it is in the range of item ids. */
export function isItemId(id: AskedId): id is number {
  return id >= 0 && id <= ITEM_ID_MAX;
}

export async function itemRecord(
  dependencies: Pick<Dependencies, 'bookmarks' | 'coordinator' | 'hashSets'>,
  source: ReadySource,
  item: IndexedItem,
): Promise<ItemRecord> {
  const { dates, marks } = await besideItems(dependencies, source, [item]);
  const notes = dependencies.bookmarks.notes.of({ source: source.id, id: item.id });
  return {
    source: source.id,
    id: item.id,
    // The id itself if an engine does not number documents.
    luceneId: item.luceneId ?? item.id,
    ...(item.parentId === null ? {} : { parentId: item.parentId }),
    properties: propertiesOf(item.properties, dates),
    ...marks[0]!,
    ...(notes.length === 0 ? {} : { notes }),
  };
}

/** Data for records that stored items lack: which fields are dates, and the marks of items, in the order of the items. */
export interface BesideItems {
  readonly dates: ReadonlySet<string>;
  readonly marks: readonly (ItemMarks & Pick<ItemRecord, 'hashsets'>)[];
}

export async function besideItems(
  { bookmarks, coordinator, hashSets }: Pick<Dependencies, 'bookmarks' | 'coordinator' | 'hashSets'>,
  source: ReadySource,
  items: readonly IndexedItem[],
): Promise<BesideItems> {
  const dates = await dateFieldsOf(coordinator, source);
  const ids = items.map(({ id }) => id);
  const marks = bookmarks.marksOf(source.id, ids);
  if (hashSets === undefined) return { dates, marks };
  const names = await hashSets.namesOf(source, ids);
  return { dates, marks: marks.map((own, n) => (names[n]!.length === 0 ? own : { ...own, hashsets: names[n]! })) };
}

export function propertiesOf(
  properties: IndexedItem['properties'],
  dates: ReadonlySet<string>,
): ItemRecord['properties'] {
  const rendered = () => renderedProperties(properties, dates);
  if (properties.length > WHOLE_RECORD_PARTS_MAX) return new LazyObject(rendered);
  // fromEntries defines members, so a property called `__proto__` is an ordinary one.
  return Object.fromEntries(rendered());
}

function* renderedProperties(
  properties: IndexedItem['properties'],
  dates: ReadonlySet<string>,
): Generator<[string, readonly string[] | LazyArray], void, undefined> {
  for (const [name, values] of properties) {
    if (!dates.has(name)) yield [name, values];
    else if (values.length > WHOLE_RECORD_PARTS_MAX) yield [name, new LazyArray(() => renderedDates(values))];
    else yield [name, values.map(renderUtc)];
  }
}

function* renderedDates(values: readonly string[]): Generator<string, void, undefined> {
  for (const value of values) yield renderUtc(value);
}

/** Returns the first value of a property, or undefined. */
export function propertyValue(item: IndexedItem, name: string): string | undefined {
  for (const [property, values] of item.properties) if (property === name) return values[0];
  return undefined;
}

/** Fields processed between two pauses: a case may have hundreds of thousands. */
const FIELDS_PER_SLICE = 4096;

const dateFieldsOfEngines = new WeakMap<SearchEngine, Map<string, ReadonlySet<string>>>();

/** Names of date properties. Cached: an index never changes. */
export async function dateFieldsOf(
  coordinator: Pick<Coordinator<ReadySource>, 'fields'>,
  source: ReadySource,
): Promise<ReadonlySet<string>> {
  const ofEngine = dateFieldsOfEngines.get(source.engine) ?? new Map<string, ReadonlySet<string>>();
  dateFieldsOfEngines.set(source.engine, ofEngine);
  const known = ofEngine.get(source.name);
  if (known !== undefined) return known;
  const { found, damaged } = await coordinator.fields([source]);
  requireWhole({ damaged });
  const names = new Set<string>();
  for (const { value } of found) {
    for (const [i, { name, type }] of value.entries()) {
      // If one name of a field is a date, all its names are.
      if (type === 'date') for (const alias of aliasesOf(propertyOfField(name))) names.add(alias);
      if (i % FIELDS_PER_SLICE === FIELDS_PER_SLICE - 1) await turn();
    }
  }
  ofEngine.set(source.name, names);
  return names;
}
