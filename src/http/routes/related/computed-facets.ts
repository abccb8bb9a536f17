/** Facets that are not over one field: grid cells with items, every date of every item, words and texts matched by patterns. */
import { aliasesOf } from '../../../schema/field-aliases.ts';
import type { CombinedFacet } from '../../../search/combined/merged-facets.ts';
import type { FacetCount } from '../../../search/search-answer.ts';
import type { FieldSummary } from '../../../search/search-engine.ts';
import type { Facet } from '../../../search/search-request.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Dependencies } from '../../dependencies.ts';
import {
  type AskedFacet,
  INTERVALS,
  intervalsToCount,
  requireTimeZone,
  SHOWN_VALUES,
} from '../../input/asked-facet.ts';
import type { TextCounts } from '../../matching/expression-texts.ts';
import { finest, itemsIn, shownValues } from '../../output/shown-facet.ts';
import { ValueSelector } from '../../output/value-selector.ts';
import { z } from '../../schemas.ts';

type Types = ReadonlyMap<string, FieldSummary['type']>;

/** Whether this file handles the facet. */
export function isComputedFacet({ place, events, matches }: AskedFacet): boolean {
  return place !== undefined || events !== undefined || matches !== undefined;
}

/** The facets that engines count for it. Throws AppError INVALID_REQUEST. */
export function computedFacets(facet: AskedFacet): readonly Facet[] {
  const { field, place, zoom, events, interval, timeZone = 'UTC' } = facet;
  const { limit, prefix, contains, order, ranges, matches } = facet;
  if (matches !== undefined) {
    const others = [place, zoom, events, interval, facet.timeZone, prefix, contains, order, ranges, facet.minSources];
    if (field === '' && others.every((part) => part === undefined)) {
      return [{ kind: 'matches', first: { count: limit ?? SHOWN_VALUES, order: 'count' } }];
    }
    throw invalid('matches', 'takes only a "limit"');
  }
  const name = place === undefined ? 'events' : 'place';
  if (field !== '' || [limit, prefix, contains, order, ranges].some((part) => part !== undefined)) {
    throw invalid(name, 'takes no options of a facet by field');
  }
  if (place !== undefined) {
    if (events !== undefined || interval !== undefined || facet.timeZone !== undefined) {
      throw invalid(name, 'takes only a "zoom"');
    }
    if (zoom === undefined) throw invalid(name, 'needs a "zoom"');
    return [{ kind: 'places', zoom }];
  }
  if (zoom !== undefined) throw invalid(name, 'takes only an "interval" and a "timeZone"');
  if (interval === undefined || interval === 'log') throw invalid(name, 'needs an "interval" of time');
  requireTimeZone(name, timeZone);
  return intervalsToCount(interval).map((one) => ({ kind: 'events', timeZone, ...one }));
}

function invalid(name: string, finding: string): AppError {
  return new AppError('INVALID_REQUEST', `The facet of "${name}" ${finding}.`);
}

/** The facet for the answer; with several intervals, the one that `auto` chooses. */
export async function shownComputed(
  facet: AskedFacet,
  counted: readonly CombinedFacet[],
  total: number,
  typesOfField: (field: string) => Promise<Types>,
  print: Dependencies['printQuery'],
  texts: TextCounts | null,
): Promise<unknown> {
  if (facet.matches !== undefined) return shownMatches(facet, counted[0]!, texts, total, typesOfField, print);
  const chosen = facet.interval === 'auto' ? finest(counted) : 0;
  const { items, distinct, counts } = counted[chosen]!;
  const shared = { distinct, missing: total - items, other: 0 };
  if (facet.place !== undefined) {
    return { place: true, zoom: facet.zoom, values: shownValues(counts, shownCell), ...shared };
  }
  const fields = new Map<string, Types>();
  for (const { field = '' } of counts) if (!fields.has(field)) fields.set(field, await typesOfField(field));
  // A query for a field with aliases covers all of its names, and would select more than is counted here.
  const alone = [...fields].filter(([field]) => aliasesOf(field).every((name) => name === field || !fields.has(name)));
  const selectors = new Map(alone.map(([field, types]) => [field, new ValueSelector(field, types, print)]));
  const values = shownValues(counts, ({ field = '', spellings, interval, items: own }) => {
    const q = selectors.get(field)?.interval(interval!);
    return { field, value: spellings[0]!.value, items: own, ...(q === undefined ? {} : { q }) };
  });
  return { events: true, interval: facet.interval === 'auto' ? INTERVALS[chosen] : facet.interval, values, ...shared };
}

/** Returns words and the texts that expressions matched, those with most items first. */
async function shownMatches(
  { limit = SHOWN_VALUES }: AskedFacet,
  words: CombinedFacet,
  texts: TextCounts | null,
  total: number,
  typesOfField: (field: string) => Promise<Types>,
  print: Dependencies['printQuery'],
): Promise<unknown> {
  const ofTexts = new Set(texts?.first);
  const best = [...words.counts, ...ofTexts].sort((a, b) => b.items - a.items).slice(0, limit);
  const selectors = new Map<string, ValueSelector>();
  for (const { field = '' } of best) {
    if (!selectors.has(field)) selectors.set(field, new ValueSelector(field, await typesOfField(field), print));
  }
  const values = shownValues(best, (one) => {
    const { field = '', spellings, items } = one;
    const { value } = spellings[0]!;
    const selection = ofTexts.has(one) ? { isText: true } : { q: selectors.get(field)!.word(value) };
    return { field, value, items, ...selection };
  });
  const { items = 0, withWords = 0, distinct = 0, sum = 0 } = texts ?? {};
  const other = words.sum + sum - itemsIn(best);
  const missing = total - (words.items + items - withWords);
  return { matches: true, values, distinct: words.distinct + distinct, missing, other };
}

/**
 * Returns a cell with the mean of its coordinates and their bounding box. If all coordinates are equal, the box has no extent.
 */
function shownCell({ spellings, items, coordinates }: FacetCount): unknown {
  const { latitude, longitude, count, south, west, north, east } = coordinates!;
  const mean = south === north && west === east ? { latitude: south, longitude: west } : null;
  return {
    value: spellings[0]!.value,
    items,
    ...(mean ?? { latitude: latitude / count, longitude: longitude / count }),
    box: [west, south, east, north],
  };
}

export const computedValueShape = {
  field: z
    .string()
    .optional()
    .openapi({ description: 'For events: the date field. For matches: the field of the word.' }),
  isText: z.literal(true).optional().openapi({
    description: 'For matches: an expression over texts matched this text, folded. It has no `q`.',
  }),
  latitude: z.number().optional().openapi({ description: 'For a cell: the mean of its places.' }),
  longitude: z.number().optional(),
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional().openapi({
    description:
      'For a cell: west, south, east and north of the box around its places. A box without extent is one place.',
  }),
};
