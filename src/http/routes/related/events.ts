/** `GET /events` and `POST /events`: every date of every item of a set, in order of time, page by page. */
import type { CombinedEvents, EventsPage } from '../../../search/combined/combined-answer.ts';
import type { Event } from '../../../search/related/merged-events.ts';
import { AppError } from '../../../shared/errors.ts';
import type { ReadySource } from '../../../sources/source.ts';
import type { Dependencies } from '../../dependencies.ts';
import { NO_SUCH_SOURCE, SEARCH_REFUSED } from '../../fault-texts.ts';
import { hintsMember, hintsOfSet } from '../../hints/all-hints.ts';
import { type Cursor, cursorOf, type PageEnd, requireState, stateOf, writeCursor } from '../../input/cursor.ts';
import { eachOnce, recordsInOrder } from '../../output/hit-records.ts';
import { propertyValue } from '../../output/item-record.ts';
import type { RouteRequest } from '../../route.ts';
import { flagText, hintsSchema, incompleteSchema, z } from '../../schemas.ts';
import { runSearch } from '../../searches.ts';
import { DEFAULT_PAGE_LIMIT, pageShapes } from '../page-parameters.ts';
import { propertyNames, propertyNamesText, readSetParameters, setBodyShape, setQueryShape } from '../set-parameters.ts';
import { setRoutes } from '../set-routes.ts';
import { type EventsParameters, periodOf } from './events-parameters.ts';
import { sendTimesketch } from './timesketch.ts';

const NAME_ONLY = ['name'];

const described = {
  format:
    '`timesketch`: all events as lines of JSON that Timesketch imports, streamed; without `limit`, `offset`, `after`.',
  properties: 'For `timesketch`: names of the properties on each line; all by default.',
  allowIncomplete: 'For `timesketch`: whether to continue without an unavailable source; `X-Incomplete` then names it.',
  from: 'A date, such as `2021-03`: only events at its beginning or later.',
  to: 'A date: only events up to its end.',
  order: '`asc`, the default, or `desc`. Equal times by source, id and field in both.',
};
const order = z.enum(['asc', 'desc'], 'is neither asc nor desc').optional().openapi({ description: described.order });
const from = z.string().optional().openapi({ description: described.from, example: '2021-03' });
const to = z.string().optional().openapi({ description: described.to, example: '2021-12-31' });
const page = pageShapes('Events');

const format = z.enum(['timesketch'], 'is not timesketch').optional().openapi({ description: described.format });

const eventsQuery = z.strictObject({
  ...setQueryShape,
  format,
  properties: propertyNamesText.optional().openapi({ type: 'string', description: described.properties }),
  allowIncomplete: flagText.openapi({ type: 'boolean', description: described.allowIncomplete }),
  from,
  to,
  order,
  ...page.query,
});
const eventsBody = z
  .strictObject({
    ...setBodyShape,
    format,
    properties: propertyNames.optional().openapi({ description: described.properties }),
    allowIncomplete: z.boolean().optional().openapi({ description: described.allowIncomplete }),
    from,
    to,
    order,
    ...page.body,
  })
  .openapi('EventsRequest', { example: { q: 'heron', from: '2023', order: 'desc', limit: 20 } });

const eventsSchema = z
  .strictObject({
    total: z.int().openapi({ description: 'Number of events of the set between `from` and `to`.' }),
    events: z.array(
      z.strictObject({
        source: z.string(),
        id: z.int(),
        field: z.string().openapi({ description: 'The date field.' }),
        time: z.string().openapi({ description: 'ISO 8601 in UTC.' }),
        name: z.string().openapi({ description: 'The name of the item; empty if it has none.' }),
      }),
    ),
    next: z.string().nullable().openapi({ description: 'For `after` of the next page; null on the last page.' }),
    hints: hintsSchema.optional(),
    incomplete: incompleteSchema.optional(),
  })
  .openapi('Events');

export const eventRoutes = setRoutes({
  path: '/events',
  role: 'reader',
  tag: 'Search',
  description:
    'Each value of each date field of an item is an event. Pages together are all of them, each once. `next` is stale (409) if an index, or a ' +
    'bookmark that the query names, has changed.',
  ok: {
    description: 'A page, or all events as lines.',
    headers: {
      'X-Total-Count': 'The number of events, of `timesketch`.',
      'X-Hints': 'The number of hints about the query of `timesketch`, if any.',
      'X-Incomplete': 'Unavailable sources that were skipped in `timesketch`.',
    },
    mediaTypes: { 'application/json': eventsSchema, 'application/x-ndjson': null },
  },
  errors: {
    400: 'A missing or malformed parameter, or an invalid query.',
    404: NO_SUCH_SOURCE,
    409: 'The cursor is of an index, a bookmark or a saved search that has changed.',
    503: SEARCH_REFUSED,
  },
  get: { summary: 'Returns the dates of a set in order of time', query: eventsQuery },
  post: { summary: 'Returns the dates of a set in order of time; names with commas are safe here', body: eventsBody },
  handle: events,
});

async function events(
  { format, properties, allowIncomplete, ...parameters }: EventsParameters,
  request: Pick<RouteRequest<unknown, unknown, unknown>, 'ctx' | 'signal'>,
  dependencies: Dependencies,
): Promise<unknown> {
  if (format === 'timesketch') {
    return sendTimesketch({ ...parameters, properties, allowIncomplete }, request, dependencies);
  }
  if (properties !== undefined || allowIncomplete !== undefined) {
    throw new AppError('INVALID_REQUEST', '"properties" and "allowIncomplete" are for "format=timesketch".');
  }
  const { signal } = request;
  const page = pageOf(parameters);
  const set = await readSetParameters(parameters, dependencies);
  let state = '';
  let hints: readonly string[] = [];
  const { result, missing } = await runSearch(dependencies, {
    query: set.query,
    sourceId: parameters.sourceID,
    clientSignal: signal,
    run: async (sources, searchSignal): Promise<EventsPage<ReadySource>> => {
      const asked = await set.requestOf(sources, searchSignal);
      state = stateOf(sources, asked.sets ?? [], set.searches);
      requireState(page.cursor, state, sources);
      hints = await hintsOfSet(asked, { ...set, collapse: parameters.collapse }, sources, dependencies, searchSignal);
      return dependencies.coordinator.events(sources, { ...asked, ...page.asked }, searchSignal);
    },
  });
  const shown = result.events.slice(0, page.limit);
  const last = shown.at(-1);
  const hasMore = result.events.length > shown.length && last !== undefined;
  return {
    total: result.count,
    events: await named(dependencies, shown, signal),
    next: hasMore ? writeCursor(page.request, state, endAt(last, shown, page.asked.after)) : null,
    ...hintsMember(hints),
    ...(missing.length === 0 ? {} : { incomplete: missing }),
  };
}

function pageOf({
  from: first,
  to: last,
  order: direction = 'asc',
  limit = DEFAULT_PAGE_LIMIT,
  offset = 0,
  after: text,
  ...set
}: EventsParameters) {
  const request = [set, first, last, direction];
  const period = periodOf({ from: first, to: last, timeZone: set.timeZone });
  const cursor = cursorOf(text, offset, request);
  const asked: Omit<CombinedEvents, 'query'> = {
    order: direction,
    // Requests one more, which shows whether there is a next page.
    limit: limit === 0 ? 0 : limit + 1,
    offset,
    ...period,
    ...(cursor === null ? {} : { after: positionOf(cursor) }),
  };
  return { request, cursor, limit, asked };
}

/** Returns the position of the last event, and the number of events sent so far at that position. */
function endAt(
  { target, id, time, field }: Event<ReadySource>,
  shown: readonly Event<ReadySource>[],
  after: CombinedEvents['after'],
): PageEnd {
  const isHere = (one: { id: number; time: number; field: string }): boolean =>
    one.id === id && one.time === time && one.field === field;
  const before = after !== undefined && after.source === target.id && isHere(after) ? after.omitted : 0;
  const omitted = before + shown.filter((one) => one.target === target && isHere(one)).length;
  return { source: target.id, id, key: [{ moment: time }, field, omitted] };
}

/** Throws AppError INVALID_REQUEST for a cursor of another kind of page. */
function positionOf({ source, id, key: [time, field, omitted] }: Cursor): NonNullable<CombinedEvents['after']> {
  if (typeof time === 'object' && time !== null && typeof field === 'string' && typeof omitted === 'number') {
    return { source, id, time: time.moment, field, omitted };
  }
  throw new AppError('INVALID_REQUEST', 'The parameter "after" is not the "next" of a page of events.');
}

/** Reads an item's name once for all its dates, because a record may be heavy. */
async function named(
  dependencies: Dependencies,
  page: readonly Event<ReadySource>[],
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const { hits, numberOf } = eachOnce(page.map(({ target, id }) => ({ source: target, id })));
  const names = await recordsInOrder(
    dependencies,
    hits,
    signal,
    () => NAME_ONLY,
    (_hits, found) => found.map((item) => (item === null ? '' : (propertyValue(item, 'name') ?? ''))),
  );
  return page.map(({ target, id, field, time }, i) => ({
    source: target.id,
    id,
    field,
    time: new Date(Math.floor(time)).toISOString(),
    name: names[numberOf[i]!],
  }));
}
