/** Orders by fields, and counts of values, ranges and intervals, computed item by item. */
import type { FacetCount } from '../../../src/search/search-answer.ts';
import type {
  Facet,
  Position,
  SetsFacet,
  SortKey,
  SortValue,
  ValuesFacet,
} from '../../../src/search/search-request.ts';
import { AppError } from '../../../src/shared/errors.ts';
import type { NaiveCase, NaiveItem } from './naive-case.ts';
import { foldWhole } from './naive-folding.ts';
import { placesOf } from './naive-places.ts';
import { bareMoment, parseDate, parseNumber } from './naive-values.ts';

const PER_MILLISECOND = 10n ** 27n;

/**
 * Returns the sort value of a field's value: the nearest number or moment, or its folded text; null if it is of another type.
 */
function sortValue(value: string, type: string): SortValue {
  if (type === 'number') {
    const number = parseNumber(value);
    return number === null ? null : Number(number);
  }
  if (type !== 'date') return foldWhole(value);
  const period = parseDate(value);
  if (period === null) return null;
  const rest = ((period.first % PER_MILLISECOND) + PER_MILLISECOND) % PER_MILLISECOND;
  const start = Number((period.first - rest) / PER_MILLISECOND);
  const moment = start + Number(rest) / Number(PER_MILLISECOND);
  if (moment < start + 1) return { moment };
  // The moment stays within its millisecond.
  let step = 2 ** -40;
  while (start + 1 - step === start + 1) step *= 2;
  return { moment: start + 1 - step };
}

const compareTexts = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Texts are split into numbers and everything between them. Each piece is compared with the piece at the same index. */
export function compareNatural(a: string, b: string): number {
  const piecesOf = (text: string): string[] => text.match(/[0-9]+|[^0-9]/gu) ?? [];
  const [first, second] = [piecesOf(a), piecesOf(b)];
  for (let i = 0; i < Math.min(first.length, second.length); i++) {
    const [x, y] = [first[i]!, second[i]!];
    const areNumbers = /^[0-9]/.test(x) && /^[0-9]/.test(y);
    if (areNumbers && BigInt(x) !== BigInt(y)) return BigInt(x) < BigInt(y) ? -1 : 1;
    if (!areNumbers && x !== y) return compareTexts(x, y);
  }
  return first.length - second.length || compareTexts(a, b);
}

/**
 * Numbers come before moments, and moments before texts (by code point or in natural order). Missing values come last in both
 * directions.
 */
export function compareValues(a: SortValue, b: SortValue, { direction, isNatural }: Omit<SortKey, 'field'>): number {
  const kindOf = (value: SortValue): string =>
    value === null ? 'nothing' : typeof value === 'object' ? 'moment' : typeof value;
  const kinds = ['number', 'moment', 'string', 'nothing'];
  if (kindOf(a) !== kindOf(b)) return kinds.indexOf(kindOf(a)) - kinds.indexOf(kindOf(b));
  if (a === null || b === null) return 0;
  const plain = (value: SortValue): number | string =>
    typeof value === 'object' ? value!.moment : (value as number | string);
  const [x, y] = [plain(a), plain(b)];
  const order =
    typeof x === 'string'
      ? (isNatural ? compareNatural : compareTexts)(x, String(y))
      : x === y
        ? 0
        : x < Number(y)
          ? -1
          : 1;
  return direction === 'asc' ? order : -order;
}

/** Returns the sort value of an item: the least, or the greatest. */
export function keyOf(item: NaiveItem, key: SortKey, items: NaiveCase): SortValue {
  const { field } = key;
  refuseText(field);
  const values = items.values(item, field).map((value) => sortValue(value, items.type(field)));
  const [first] = values.filter((value) => value !== null).sort((a, b) => compareValues(a, b, key));
  // Keys are sent as UTF-8, which has no unpaired surrogates.
  return typeof first === 'string' ? Buffer.from(first).toString() : (first ?? null);
}

function refuseText(field: string): void {
  if (field === 'content') throw new AppError('INVALID_REQUEST', 'nobody orders or counts texts');
}

/** Returns the moment of a text in milliseconds; null if it is not a date. */
export function momentOf(value: string): number | null {
  const moment = sortValue(value, 'date');
  return moment === null ? null : (moment as { moment: number }).moment;
}

export interface OrderedHit {
  readonly id: number;
  readonly keys: readonly SortValue[];
}

/** Returns items in order, ties by id. */
export function ordered(ids: readonly number[], keys: readonly SortKey[], items: NaiveCase): readonly OrderedHit[] {
  const hits = ids.map((id) => {
    const item = items.items.find((one) => one.id === id)!;
    return { id, keys: keys.map((key) => keyOf(item, key, items)) };
  });
  return hits.sort((a, b) => compareHits(a, b, keys));
}

function compareHits(a: OrderedHit, b: OrderedHit, keys: readonly SortKey[]): number {
  const orders = keys.map((key, i) => compareValues(a.keys[i]!, b.keys[i]!, key));
  return orders.find((order) => order !== 0) ?? a.id - b.id;
}

export function isBehind(hit: OrderedHit, after: Position, keys: readonly SortKey[]): boolean {
  return compareHits(hit, { id: after.id, keys: after.key }, keys) > 0;
}

export interface NaiveFacet {
  readonly items: number;
  readonly distinct: number;
  readonly sum: number;
  readonly counts: readonly FacetCount[];
}

/** Returns counts in order of keys. Unlike in the engine, the key of an interval is its label. */
export function facetOf(ids: readonly number[], facet: Facet, items: NaiveCase): NaiveFacet {
  const found = ids.map((id) => items.items.find((one) => one.id === id)!);
  if (facet.kind === 'values') return valuesFacet(found, facet, items);
  if (facet.kind === 'places') return placesFacet(found, facet.zoom);
  if (facet.kind === 'events') return eventsFacet(found, facet, items);
  if (facet.kind === 'sets') return setsFacet(found, facet, items);
  if (facet.kind !== 'interval' && facet.kind !== 'ranges') throw new AppError('UNSUPPORTED', facet.kind);
  const type = facet.kind === 'interval' ? 'date' : 'number';
  const isOfType = items.type(facet.field) === type;
  const counts = new Map<string, number>();
  let having = 0;
  for (const item of found) {
    const values = isOfType ? items.values(item, facet.field).map((value) => sortValue(value, type)) : [];
    const own = values.filter((value) => value !== null);
    if (own.length > 0) having++;
    const keys =
      facet.kind === 'ranges'
        ? own.flatMap((value) => rangeOf(value, facet.bounds))
        : isOfType
          ? items.values(item, facet.field).flatMap((value) => labelsOf(value, facet))
          : [];
    for (const key of new Set(keys)) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const sorted = [...counts].sort(([a], [b]) => (inTime(a) < inTime(b) ? -1 : 1));
  return {
    items: having,
    distinct: counts.size,
    sum: sorted.reduce((sum, [, count]) => sum + count, 0),
    counts: sorted.map(([key, count]) => ({ key, items: count, spellings: [] })),
  };
}

function placesFacet(found: readonly NaiveItem[], zoom: number): NaiveFacet {
  const size = 360 / 2 ** zoom;
  const last = (degrees: number): number => Math.max(0, degrees / size - 1);
  const cells = found.flatMap((item) =>
    placesOf(item).map(([latitude, longitude]) => {
      const x = Math.min(last(360), Math.floor((longitude + 180) / size));
      const y = Math.min(last(180), Math.floor((latitude + 90) / size));
      return { id: item.id, cell: `${x}/${y}`, latitude, longitude };
    }),
  );
  const counts = [...new Set(cells.map(({ cell }) => cell))].map((cell) => {
    const own = cells.filter((one) => one.cell === cell);
    const sum = (part: 'latitude' | 'longitude'): number => own.reduce((all, one) => all + one[part], 0);
    return {
      key: cell.replace(/\d+/g, (number) => number.padStart(10, '0')),
      items: new Set(own.map(({ id }) => id)).size,
      spellings: [],
      coordinates: {
        ...{ latitude: sum('latitude'), longitude: sum('longitude'), count: own.length },
        south: Math.min(...own.map(({ latitude }) => latitude)),
        west: Math.min(...own.map(({ longitude }) => longitude)),
        north: Math.max(...own.map(({ latitude }) => latitude)),
        east: Math.max(...own.map(({ longitude }) => longitude)),
      },
    };
  });
  return {
    items: new Set(cells.map(({ id }) => id)).size,
    distinct: counts.length,
    sum: counts.reduce((all, { items }) => all + items, 0),
    counts: counts.sort((a, b) => (a.key < b.key ? -1 : 1)),
  };
}

/** Returns a label so that years of five digits come last. */
function inTime(label: string): string {
  return label.replace(/^(?=\d{5}-)/, '~');
}

/** Counts each date field separately, under the case's name for it. */
function eventsFacet(
  found: readonly NaiveItem[],
  { interval, timeZone }: Extract<Facet, { kind: 'events' }>,
  items: NaiveCase,
): NaiveFacet {
  const names = new Set(items.items.flatMap(({ properties }) => properties.map(([name]) => name)));
  const fields = [...names].filter((name) => items.type(name) === 'date');
  const having = new Set<number>();
  const counts = fields.flatMap((field) => {
    const labels = found.flatMap((item) => {
      const values = item.properties.filter(([name]) => name === field).flatMap(([, own]) => own);
      const moments = values.map((value) => sortValue(value, 'date')).filter((value) => value !== null);
      if (moments.length > 0) having.add(item.id);
      return [...new Set(values.flatMap((one) => labelsOf(one, { kind: 'interval', field, interval, timeZone })))];
    });
    return [...new Set(labels)].map((label) => ({
      key: label,
      field,
      items: labels.filter((one) => one === label).length,
      spellings: [],
    }));
  });
  const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
  return {
    items: having.size,
    distinct: counts.length,
    sum: counts.reduce((all, { items: own }) => all + own, 0),
    counts: counts.sort((a, b) => compare(a.field, b.field) || compare(inTime(a.key), inTime(b.key))),
  };
}

function setsFacet(
  found: readonly NaiveItem[],
  { sets, prefix = '', contains = '' }: SetsFacet,
  items: NaiveCase,
): NaiveFacet {
  const isIn = ({ id }: NaiveItem, set: string): boolean => items.sets.get(set)!.has(id);
  const counts = sets
    .filter(
      ({ value }) => foldWhole(value).startsWith(foldWhole(prefix)) && foldWhole(value).includes(foldWhole(contains)),
    )
    .map(({ set, value }) => {
      const own = found.filter((item) => isIn(item, set)).length;
      return { key: `${foldWhole(value)}\0${value}`, items: own, spellings: [{ value, items: own }] };
    })
    .filter((count) => count.items > 0)
    .sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
  return {
    items: found.filter((item) => sets.some(({ set }) => isIn(item, set))).length,
    distinct: counts.length,
    sum: counts.reduce((sum, count) => sum + count.items, 0),
    counts,
  };
}

function rangeOf(value: SortValue, bounds: readonly number[]): readonly string[] {
  const range = bounds.filter((bound) => bound <= Number(value)).length - 1;
  return range < 0 ? [] : [String(range).padStart(6, '0')];
}

/** A date without a time of day is the same day in every zone. Values that are not dates have no label. */
function labelsOf(value: string, facet: Extract<Facet, { kind: 'interval' }>): readonly string[] {
  const moment = sortValue(value, 'date');
  if (moment === null) return [];
  if (value.includes('T') || facet.timeZone === 'UTC') return labelOf(moment, facet);
  if (facet.interval !== 'hour') return labelOf(moment, { ...facet, timeZone: 'UTC' });
  return labelOf({ moment: bareMoment(value, facet.timeZone) }, facet);
}

/** Returns the local date at which the interval begins; for an hour also its offset. */
function labelOf(value: SortValue, { interval, timeZone }: Extract<Facet, { kind: 'interval' }>): readonly string[] {
  const moment = Math.floor((value as { moment: number }).moment);
  const style = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const;
  // A year before 1 would be formatted without its era. The calendar repeats every 400 years.
  const later = moment < Date.parse('0002-01-01') ? moment + 146_097 * 86_400_000 : moment;
  const local =
    timeZone === 'UTC' ? new Date(moment).toISOString() : new Intl.DateTimeFormat('sv-SE', style).format(later);
  const [shown, month, day, hour] = local.match(/\d+/g)!.map(Number) as [number, number, number, number];
  const year = later === moment || timeZone === 'UTC' ? shown : shown - 400;
  const date = (y: number, m: number, d: number): string =>
    `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`;
  if (interval === 'year') return [date(year, 1, 1)];
  if (interval === 'quarter') return [date(year, [1, 1, 1, 4, 4, 4, 7, 7, 7, 10, 10, 10][month - 1]!, 1)];
  if (interval === 'month') return [date(year, month, 1)];
  if (interval === 'day') return [date(year, month, day)];
  if (interval === 'hour') return [`${date(year, month, day)}T${String(hour).padStart(2, '0')}:00`];
  const monday = new Date(`${date(year, month, day)}T00:00:00Z`);
  while (monday.getUTCDay() !== 1) monday.setUTCDate(monday.getUTCDate() - 1);
  return [monday.toISOString().replace(/T.*/, '')];
}

function valuesFacet(found: readonly NaiveItem[], facet: ValuesFacet, items: NaiveCase): NaiveFacet {
  refuseText(facet.field);
  if (facet.field === 'id' || facet.field === 'parentId')
    throw new AppError('INVALID_REQUEST', 'numbers of the record');
  const counts = new Map<string, { items: number; spellings: Map<string, number> }>();
  for (const item of found) {
    const all = [...new Set(items.values(item, facet.field))];
    const [least] = all.map(foldWhole).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const values = facet.isLeast === true ? all.filter((value) => foldWhole(value) === least) : all;
    for (const key of new Set(values.map(foldWhole))) {
      const count = counts.get(key) ?? { items: 0, spellings: new Map<string, number>() };
      count.items++;
      counts.set(key, count);
    }
    for (const value of values) {
      const { spellings } = counts.get(foldWhole(value))!;
      spellings.set(value, (spellings.get(value) ?? 0) + 1);
    }
  }
  const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
  const chosen = [...counts]
    .filter(([key]) => key.startsWith(foldWhole(facet.prefix ?? '')) && key.includes(foldWhole(facet.contains ?? '')))
    .sort(([a], [b]) => compare(a, b));
  const { first } = facet;
  const shown = first?.order === 'count' ? [...chosen].sort(([, a], [, b]) => b.items - a.items) : chosen;
  return {
    items: found.filter((item) => items.values(item, facet.field).length > 0).length,
    distinct: chosen.length,
    sum: chosen.reduce((sum, [, count]) => sum + count.items, 0),
    counts: shown
      .slice(0, first?.count ?? chosen.length)
      .sort(([a], [b]) => compare(a, b))
      .map(([key, count]) => ({
        key,
        items: count.items,
        spellings: [...count.spellings]
          .map(([value, own]) => ({ value, items: own }))
          .sort((a, b) => compare(a.value, b.value)),
      })),
  };
}
