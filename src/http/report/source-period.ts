/** The first and the last day of all items of a source, by the date properties of a report. */
import type { Query } from '../../../grammar/ast.ts';
import { EARLIEST_DAY, PERIOD_PROPERTIES } from '../../html-report/items/period.ts';
import type { DatesEnd, ReportPeriod } from '../../html-report/report-input.ts';
import { fieldOfProperty } from '../../schema/well-known-fields.ts';
import { requireWhole } from '../../search/combined/combined-answer.ts';
import type { Coordinator } from '../../search/combined/coordinator.ts';
import type { Facet } from '../../search/search-request.ts';
import type { ReadySource } from '../../sources/source.ts';
import { dateFieldsOf } from '../output/item-record.ts';

type Means = Pick<Coordinator<ReadySource>, 'fields' | 'search'>;

/** If a field has more distinct days, its period is shown in years. */
const DAYS_MAX = 50_000;
const DAY_MS = 86_400_000;

/** Rejects if the source cannot be read. */
export async function periodOf(
  source: ReadySource,
  end: DatesEnd,
  coordinator: Means,
  signal: AbortSignal,
): Promise<ReportPeriod> {
  const dates = await dateFieldsOf(coordinator, source);
  const fields = [...new Set([...PERIOD_PROPERTIES].filter((one) => dates.has(one)).map(fieldOfProperty))];
  const bounds = { earliest: Date.parse(EARLIEST_DAY), end: Date.parse(end.day) + DAY_MS };
  const [firsts, lasts]: [string[], string[]] = [[], []];
  for (const field of fields) {
    const texts = await plausibleTexts(field, bounds, source, coordinator, signal);
    if (texts === null) continue;
    firsts.push(texts.first);
    lasts.push(texts.last);
  }
  const count = (rangeOf: (field: string) => Query): Promise<number> =>
    fields.length === 0 ? Promise.resolve(0) : countOf(fields.map(rangeOf), source, coordinator, signal);
  const before = await count((field) => {
    return { kind: 'range', field, lower: null, upper: { text: momentText(bounds.earliest), isInclusive: false } };
  });
  const after = await count((field) => {
    return { kind: 'range', field, lower: { text: momentText(bounds.end), isInclusive: true }, upper: null };
  });
  return {
    from: firsts.sort()[0] ?? null,
    to: lasts.sort().at(-1) ?? null,
    before,
    afterProcessing: end.isProcessing ? after : 0,
    afterReport: end.isProcessing ? 0 : after,
  };
}

interface Bounds {
  readonly earliest: number;
  readonly end: number;
}

/**
 * The first and the last day of plausible dates, or their years if there are too many days. Null if there are no plausible
 * dates.
 */
async function plausibleTexts(
  field: string,
  { earliest, end }: Bounds,
  source: ReadySource,
  coordinator: Means,
  signal: AbortSignal,
): Promise<{ readonly first: string; readonly last: string } | null> {
  const intervals: readonly Facet[] = [
    { kind: 'interval', field, interval: 'day', timeZone: 'UTC', most: DAYS_MAX },
    { kind: 'interval', field, interval: 'year', timeZone: 'UTC' },
  ];
  const request = { query: { kind: 'all' }, want: ['count'], facets: intervals } as const;
  const { facets, damaged } = await coordinator.search([source], request, signal);
  requireWhole({ damaged });
  const areDays = facets[0]!.distinct <= DAYS_MAX;
  const plausible = facets[areDays ? 0 : 1]!.counts.map(({ interval }) => interval!).filter(
    ({ from, until }) => until > earliest && from < end,
  );
  if (plausible.length === 0) return null;
  // The values arrive in order.
  const textOf = ({ from }: { readonly from: number }): string => momentText(from).slice(0, areDays ? 10 : 4);
  return { first: textOf(plausible[0]!), last: textOf(plausible.at(-1)!) };
}

async function countOf(
  queries: readonly Query[],
  source: ReadySource,
  coordinator: Means,
  signal: AbortSignal,
): Promise<number> {
  const clauses = queries.map((query) => ({ occur: 'should', query }) as const);
  const query: Query = { kind: 'boolean', clauses, minimumMatch: 0 };
  const { count, damaged } = await coordinator.search([source], { query, want: ['count'] }, signal);
  requireWhole({ damaged });
  return count ?? 0;
}

function momentText(moment: number): string {
  return new Date(moment).toISOString();
}
