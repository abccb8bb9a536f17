/** The records of a page of hits, in page order: selected properties under the case's own names, bookmarks, parts. */
import { viewKind } from '../../content-text/view-kind.ts';
import { aliasesOf } from '../../schema/field-aliases.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import { AppError } from '../../shared/errors.ts';
import { weightOf } from '../../shared/value-weight.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { FIRST_RECORDS, PAGE_WEIGHT_MAX, RECORDS_AT_ONCE, WEIGHED_AT_ONCE } from '../limits.ts';
import { type SnippetsWanted, snippetsOf } from '../matching/hit-snippets.ts';
import type { ShownPart } from '../schemas.ts';
import { contentTypeOf, extensionOf, FACT_PROPERTIES } from './content-facts.ts';
import type { HeldRecords } from './held-records.ts';
import { type BesideItems, besideItems, propertiesOf } from './item-record.ts';
import type { ShownNotes } from './shown-notes.ts';
import { turn } from './turns.ts';

export interface Hit {
  readonly source: ReadySource;
  readonly id: number;
  /** Null if the order is not by relevance. */
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

const DEFAULT_CHOICE = withAliases(DEFAULT_PROPERTIES);
const NO_CHOICE: ReadonlySet<string> = new Set();

/** Null for `*`, which means all properties. `none` means none. */
export function chosenProperties(list: readonly string[] | undefined): ReadonlySet<string> | null {
  if (list === undefined) return DEFAULT_CHOICE;
  if (!isNoList(list)) return withAliases(list);
  return list[0] === '*' ? null : NO_CHOICE;
}

/** Whether all properties, or none, are requested, so that the names are not fields. */
export function isNoList(list: readonly string[]): boolean {
  return list.length === 1 && (list[0] === '*' || list[0] === 'none');
}

function withAliases(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => [name, ...aliasesOf(name)]));
}

/** For each source, the requested properties under its own names; null: all. */
export type ChosenProperties = ReadonlyMap<ReadySource, ReadonlySet<string> | null>;

export interface HitPage {
  readonly hits: readonly Hit[];
  /** Already known records of the first hits, all of one source. */
  readonly known: readonly (IndexedItem | null)[];
  readonly chosen: ChosenProperties;
  readonly notes: ShownNotes;
}

export async function hitRecords(
  dependencies: Dependencies,
  { hits, known, chosen, notes }: HitPage,
  signal: AbortSignal,
  snippets: Omit<SnippetsWanted, 'properties' | 'signal'> | null = null,
): Promise<readonly unknown[]> {
  const made = async (some: readonly Hit[], found: readonly (IndexedItem | null)[]): Promise<readonly object[]> => {
    const items = found as readonly IndexedItem[];
    const { source } = some[0]!;
    const properties = chosen.get(source) ?? null;
    const wanted = snippets === null ? null : { ...snippets, properties, signal };
    const pieces = wanted === null ? null : await snippetsOf(dependencies, source, items, wanted);
    const records = await recordsOf(dependencies, source, items, { chosen: properties, notes });
    if (pieces === null && some[0]!.score === null) return records as readonly object[];
    return some.map(({ score }, n) => ({
      ...records[n],
      ...(score === null ? {} : { score }),
      ...(pieces === null ? {} : { snippets: pieces[n] }),
    }));
  };
  const first = known.length === 0 ? [] : await made(hits.slice(0, known.length), known);
  if (first.length === hits.length) return first;
  const others = hits.slice(first.length);
  return [...first, ...(await recordsInOrder(dependencies, others, signal, shownOf(chosen), made))];
}

export interface AskedRecord {
  readonly source: ReadySource | null;
  readonly id: number;
  /** Number of occurrences in the answer. Default: 1. */
  readonly times?: number;
}

/**
 * Applies `use` to the items of one source at a time. Results are in the order of `hits`. `use` receives null for an unknown
 * item. `shownOf`: the properties that it needs, or null for all.
 */
export async function recordsInOrder<H extends AskedRecord, T>(
  { items, held }: Pick<Dependencies, 'items' | 'held'>,
  hits: readonly H[],
  signal: AbortSignal,
  shownOf: (source: ReadySource) => readonly string[] | null,
  use: (
    hits: readonly H[],
    items: readonly (IndexedItem | null)[],
    source: ReadySource | null,
  ) => readonly T[] | Promise<readonly T[]>,
): Promise<T[]> {
  const used = new Array<T>(hits.length);
  const bySource = new Map<ReadySource | null, number[]>();
  for (const [i, { source }] of hits.entries()) {
    const known = bySource.get(source);
    if (known === undefined) bySource.set(source, [i]);
    else known.push(i);
  }
  const weight = new PageWeight(held);
  for (const [source, indexes] of bySource) {
    for (let from = 0; from < indexes.length; ) {
      const some = indexes.slice(from, from + weight.atOnce);
      from += some.length;
      const ids = some.map((i) => hits[i]!.id);
      const found = source === null ? [] : await items.records(source, ids, signal, shownOf(source));
      await weight.add(
        found,
        some.map((i) => hits[i]!.times ?? 1),
      );
      const made = await use(
        some.map((i) => hits[i]!),
        some.map((_i, n) => found[n] ?? null),
        source,
      );
      for (const [n, i] of some.entries()) used[i] = made[n]!;
    }
  }
  return used;
}

/**
 * Returns the distinct references, and for each element the index of its reference. So a heavy item that is named a thousand
 * times is read once.
 */
export function eachOnce(list: readonly Pick<AskedRecord, 'source' | 'id'>[]): {
  readonly hits: readonly AskedRecord[];
  readonly numberOf: readonly number[];
} {
  const hits: { source: ReadySource | null; id: number; times: number }[] = [];
  const bySource = new Map<ReadySource | null, Map<number, number>>();
  const numberOf = list.map(({ source, id }) => {
    const numbers = bySource.get(source) ?? new Map<number, number>();
    bySource.set(source, numbers);
    const number = numbers.get(id) ?? hits.length;
    if (number < hits.length) hits[number]!.times++;
    else {
      numbers.set(id, number);
      hits.push({ source, id, times: 1 });
    }
    return number;
  });
  return { hits, numberOf };
}

/** Tracks the weight of a page's records, and chooses the size of the next read, which is small if records are heavy. */
class PageWeight {
  atOnce = FIRST_RECORDS;
  readonly #held: HeldRecords | undefined;
  #whole = 0;
  #sinceTurn = 0;

  constructor(held: HeldRecords | undefined) {
    this.#held = held;
  }

  /** Throws AppError INVALID_REQUEST over the limit, and OVERLOADED if other answers hold too much. */
  async add(records: readonly (IndexedItem | null)[], times: readonly number[]): Promise<void> {
    let read = 0;
    for (const [n, record] of records.entries()) {
      const weight = weightOf(record, PAGE_WEIGHT_MAX);
      read += weight;
      this.#whole += weight * times[n]!;
      this.#sinceTurn += weight;
      if (this.#sinceTurn < WEIGHED_AT_ONCE) continue;
      await turn();
      this.#sinceTurn = 0;
    }
    if (this.#whole > PAGE_WEIGHT_MAX) {
      const most = `${PAGE_WEIGHT_MAX / 2 ** 20} Mi characters`;
      throw new AppError('INVALID_REQUEST', `The records have more than ${most}. Request fewer items or properties.`);
    }
    this.#held?.claim(read);
    const each = read / Math.max(1, records.length);
    this.atOnce = Math.max(1, Math.min(4 * this.atOnce, RECORDS_AT_ONCE, Math.floor(WEIGHED_AT_ONCE / each)));
  }
}

/** The properties needed for records. */
export function shownOf(chosen: ChosenProperties): (source: ReadySource) => readonly string[] | null {
  return (source) => {
    const own = chosen.get(source) ?? null;
    return own === null ? null : [...own, ...FACT_PROPERTIES];
  };
}

export interface ShownParts {
  /** Null: all properties. */
  readonly chosen: ReadonlySet<string> | null;
  /** The notes of the complete answer. */
  readonly notes: ShownNotes;
  /** Number of occurrences of each record in the answer. Default: 1. */
  readonly times?: readonly number[];
}

/** In the order of the items; null for an unknown one. */
export async function recordsOf(
  dependencies: Dependencies,
  source: ReadySource,
  items: readonly (IndexedItem | null)[],
  { chosen, notes, times }: ShownParts,
): Promise<readonly (object | null)[]> {
  const known = items.filter((item) => item !== null);
  const beside = await besideItems(dependencies, source, known);
  let next = 0;
  return items.map((item, i) => {
    if (item === null) return null;
    const record = recordOf(source.id, item, chosen, beside, next++);
    const own = notes.of(source.id, item.id, times?.[i]);
    return own.length === 0 ? record : { ...record, notes: own };
  });
}

/** Creates one object for each record, because a page has many. */
function recordOf(
  source: string,
  item: IndexedItem,
  chosen: ReadonlySet<string> | null,
  { dates, marks }: BesideItems,
  n: number,
): object {
  const { id, parentId } = item;
  const shown = chosen === null ? item.properties : item.properties.filter(([name]) => chosen.has(name));
  const properties = propertiesOf(shown, dates);
  const { bookmarks, selected, reviewed, hashsets } = marks[n]!;
  const parts = partsOf(item);
  const record =
    parentId === null
      ? { source, id, properties, bookmarks, selected, parts }
      : { source, id, parentId, properties, bookmarks, selected, parts };
  if (reviewed === undefined && hashsets === undefined) return record;
  return {
    ...record,
    ...(reviewed === undefined ? {} : { reviewed }),
    ...(hashsets === undefined ? {} : { hashsets }),
  };
}

/** Derived from the record alone. Whether the content can be read is known only after reading it. */
function partsOf(item: IndexedItem): ShownPart[] {
  const { content, text, thumb } = item;
  const parts: ShownPart[] = [];
  if (content !== null) parts.push('content');
  if (text !== null) parts.push('text');
  const view = content === null ? null : viewKind(contentTypeOf(item), extensionOf(item));
  if (thumb !== null || view === 'picture') parts.push('thumb');
  if (view !== null) parts.push('view');
  return parts;
}
