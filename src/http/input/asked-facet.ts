/** The facets that `/facets` accepts, and their translation for engines. */
import { SET_FIELDS } from '../../schema/well-known-fields.ts';
import { isTimeZone, TIME_ZONE_REMEDY } from '../../schema/zone-clock.ts';
import type { Facet, Interval, ValuesFacet } from '../../search/search-request.ts';
import { AppError } from '../../shared/errors.ts';
import { PAGE_HITS_MAX, SET_PARTS_MAX } from '../limits.ts';
import { z } from '../schemas.ts';

export const INTERVALS: readonly Interval[] = ['year', 'quarter', 'month', 'week', 'day', 'hour'];
export const SHOWN_VALUES = 20;
/** Maximum number of intervals that `auto` returns. */
export const AUTO_INTERVALS_MAX = 200;
/** Maximum number of ranges in a facet. */
const RANGES_MAX = 1000;
/** Cells of about two metres. */
const ZOOM_MAX = 24;

export interface AskedFacet {
  /** Empty if the facet is not over one field. */
  readonly field: string;
  readonly limit?: number | undefined;
  readonly prefix?: string | undefined;
  readonly contains?: string | undefined;
  readonly order?: 'count' | 'value' | undefined;
  readonly minSources?: number | undefined;
  readonly interval?: Interval | 'auto' | 'log' | undefined;
  readonly timeZone?: string | undefined;
  readonly ranges?: readonly number[] | undefined;
  /** Counts the coordinates of items by grid cell, or every date of every item. */
  readonly place?: true | undefined;
  readonly zoom?: number | undefined;
  readonly events?: true | undefined;
  /** Counts the words that patterns and ranges of the query matched. */
  readonly matches?: true | undefined;
}

const interval = z.enum([...INTERVALS, 'auto', 'log'] as const, `is not one of ${INTERVALS.join(', ')}, auto, log`);

/** A hundred facets may have 100,000 bounds. They are checked here, because a schema creates several objects for each. */
const bounds = z
  .custom<readonly number[]>((value) => Array.isArray(value), 'is not an array')
  .superRefine((value, context) => {
    const finding =
      value.length === 0 ? 'is empty' : value.length > RANGES_MAX ? `has more than ${RANGES_MAX} elements` : null;
    if (finding !== null) context.addIssue({ code: 'custom', message: finding });
    const odd = finding === null ? value.findIndex((bound) => !Number.isFinite(bound)) : -1;
    if (odd >= 0) context.addIssue({ code: 'custom', message: 'is not a number', path: [odd] });
  });

export const facetSchema = z
  .strictObject({
    field: z.string().min(1).optional().openapi({
      description:
        'A field, or `source`, `bookmark`, `coding:NAME`, `decided:NAME`, `reviewed`, `selected`. Not with `place`, `events` or `matches`.',
    }),
    place: z
      .literal(true, 'is not true')
      .optional()
      .openapi({ description: 'Counts by the cells of a grid of 360 / 2^`zoom` degrees.' }),
    zoom: z.int().min(0).max(ZOOM_MAX).optional().openapi({ description: 'For `place`.' }),
    events: z
      .literal(true, 'is not true')
      .optional()
      .openapi({ description: 'Counts every date of every item, by date field and `interval`.' }),
    matches: z.literal(true, 'is not true').optional().openapi({
      description:
        'Counts the words that wildcards, fuzzy words, expressions and ranges of the query matched, and the texts that expressions over texts matched.',
    }),
    limit: z
      .int()
      .min(0)
      .max(PAGE_HITS_MAX)
      .optional()
      .openapi({ description: 'Values shown.', default: SHOWN_VALUES }),
    prefix: z.string().optional().openapi({ description: 'Only values that begin with this text, folded.' }),
    contains: z.string().optional().openapi({ description: 'Only values that contain this text, folded.' }),
    order: z.enum(['count', 'value'], 'is neither count nor value').optional(),
    minSources: z
      .int()
      .min(1)
      .optional()
      .openapi({ description: 'Only values with items in at least this many sources.', default: 1 }),
    interval: interval.optional().openapi({
      description:
        'For a date: counts by calendar in `timeZone`; `auto`: the finest of at most 200. `log`, for a number: decades.',
    }),
    timeZone: z.string().optional().openapi({ description: 'A name of the IANA database; UTC by default.' }),
    ranges: bounds.optional().openapi({
      type: 'array',
      items: { type: 'number' },
      minItems: 1,
      maxItems: RANGES_MAX,
      description: 'For numbers: ascending bounds. Each begins a range that ends before the next one.',
    }),
  })
  .refine(
    ({ field, place, events, matches }) =>
      [field, place, events, matches].filter((one) => one !== undefined).length === 1,
    'must be of one kind: a field, place, events or matches',
  )
  .transform(({ field = '', ...rest }) => ({ field, ...rest }))
  .openapi('Facet', { oneOf: ['field', 'place', 'events', 'matches'].map((one) => ({ required: [one] })) });

/** Parses `field`, or `field:interval` if the last part is a known interval. */
export function facetOfText(text: string, limit: number | undefined): AskedFacet {
  const colon = text.lastIndexOf(':');
  const parsed = interval.safeParse(text.slice(colon + 1));
  const facet = colon > 0 && parsed.success ? { field: text.slice(0, colon), interval: parsed.data } : { field: text };
  return limit === undefined || 'interval' in facet ? facet : { ...facet, limit };
}

/** The time zone is that of the request, unless the facet has its own. */
export function inZoneOf({ timeZone }: { readonly timeZone?: string | undefined }, facet: AskedFacet): AskedFacet {
  const isOfTime = facet.interval !== undefined && facet.interval !== 'log';
  return isOfTime && facet.timeZone === undefined && timeZone !== undefined ? { ...facet, timeZone } : facet;
}

/** Returns the facets for engines. For `auto`, these are all intervals. For `source`, none. Throws AppError INVALID_REQUEST. */
export function facetsToCount(facet: AskedFacet): readonly Facet[] {
  const { field, ranges, timeZone = 'UTC' } = facet;
  const kinds = [
    ranges,
    facet.interval,
    facet.limit ?? facet.prefix ?? facet.contains ?? facet.order ?? facet.minSources,
  ];
  if (kinds.filter((kind) => kind !== undefined).length > 1) {
    throw invalid(field, 'combines ranges, an interval, or members for values. Use one of them');
  }
  if (facet.timeZone !== undefined && (facet.interval === undefined || facet.interval === 'log')) {
    throw invalid(field, 'has a "timeZone" and no interval of time');
  }
  if (isOfSets(facet)) {
    refuseForSets(facet);
    return [];
  }
  if (ranges !== undefined) return [{ kind: 'ranges', field, bounds: ascending(field, ranges) }];
  if (facet.interval === 'log') return [{ kind: 'ranges', field, bounds: decades() }];
  if (facet.interval !== undefined) {
    requireTimeZone(field, timeZone);
    return intervalsToCount(facet.interval).map((one) => ({ kind: 'interval', field, timeZone, ...one }));
  }
  return [{ kind: 'values', field, ...ofValues(facet) }];
}

/** For `auto`, returns all intervals: the coarsest in any case, the others only if there are few enough to be chosen. */
export function intervalsToCount(
  asked: Interval | 'auto',
): readonly { readonly interval: Interval; readonly most?: number }[] {
  if (asked !== 'auto') return [{ interval: asked }];
  return INTERVALS.map((interval, i) => (i === 0 ? { interval } : { interval, most: AUTO_INTERVALS_MAX }));
}

/** The options of a facet over values. */
export function ofValues({
  limit = SHOWN_VALUES,
  order = 'count',
  prefix,
  contains,
  minSources,
}: AskedFacet): Omit<ValuesFacet, 'kind' | 'field'> {
  return {
    first: { count: limit, order },
    ...(prefix === undefined ? {} : { prefix }),
    ...(contains === undefined ? {} : { contains }),
    ...(minSources === undefined ? {} : { minSources }),
  };
}

/** `coding:NAME` counts the choices of a panel. */
export const CODING_PREFIX = 'coding:';

export function isOfCoding(field: string): boolean {
  return field.startsWith(CODING_PREFIX);
}

/** `decided:NAME` counts the people who decided in a panel. */
export const DECIDED_PREFIX = 'decided:';

export function isOfPeople(field: string): boolean {
  return field.startsWith(DECIDED_PREFIX);
}

/** Facets over sets of items, which are not index fields. */
export function isOfSets({ field }: AskedFacet): boolean {
  return SET_FIELDS.has(field) || isOfCoding(field) || isOfPeople(field);
}

/** Facets over named sets, of which there may be any number. */
const NAMED_SETS: ReadonlySet<string> = new Set(['bookmark', 'reviewed', 'hashset']);

function refuseForSets({ field, ranges, interval: every, minSources, prefix, contains, order }: AskedFacet): void {
  if (field === 'note') throw invalid(field, 'is not a facet: search notes as note:word');
  if (field === 'search') throw invalid(field, 'cannot be a facet: name the search in a query');
  if (field === 'coding' || field === 'decided') throw invalid(field, `names no coding: write "${field}:NAME"`);
  const isNamed = NAMED_SETS.has(field) || isOfCoding(field) || isOfPeople(field);
  const ofValues = isNamed ? [] : [prefix, contains, order];
  if ([ranges, every, minSources, ...ofValues].every((part) => part === undefined)) return;
  const taken = isNamed ? '"limit", "prefix", "contains" and "order"' : 'a "limit"';
  throw invalid(field, `takes only ${taken}`);
}

/**
 * Returns the bounds of decades: one range for everything below 1, then one from each power of ten that a 64-bit float can
 * hold.
 */
export function decades(): readonly number[] {
  return [Number.NEGATIVE_INFINITY, ...Array.from({ length: 309 }, (_, power) => Number(`1e${power}`))];
}

function ascending(field: string, ranges: readonly number[]): readonly number[] {
  if (ranges.every((bound, i) => i === 0 || ranges[i - 1]! < bound)) return ranges;
  throw invalid(field, 'has ranges that do not ascend');
}

export function requireTimeZone(field: string, timeZone: string): void {
  if (isTimeZone(timeZone)) return;
  throw invalid(
    field,
    `has the "timeZone" ${JSON.stringify(timeZone.slice(0, 80))}, which is unknown: ${TIME_ZONE_REMEDY}`,
  );
}

function invalid(field: string, finding: string): AppError {
  return new AppError('INVALID_REQUEST', `The facet of ${JSON.stringify(field.slice(0, 80))} ${finding}.`);
}

export const facetList = z
  .array(facetSchema)
  .min(1, 'is empty')
  .max(SET_PARTS_MAX, `has more than ${SET_PARTS_MAX} elements`);
