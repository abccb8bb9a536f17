/** Saved searches: a viewer's own, and shared ones. Every change is on disk before the answer. */
import { pointInTime } from '../../../bookmarks/point-in-time.ts';
import { type SearchContent, searchName } from '../../../bookmarks/searches/saved-search.ts';
import { noSuchSearch } from '../../../bookmarks/searches/saved-searches.ts';
import { isTimeZone, TIME_ZONE_REMEDY } from '../../../schema/zone-clock.ts';
import { savedTree } from '../../../search/saved/expand-searches.ts';
import { readBox } from '../../input/box.ts';
import { readSort } from '../../input/sort-order.ts';
import { FILTER_UNITS_MAX, QUERY_BODY_BYTES_MAX, SET_PARTS_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { bookmarkParameter, z } from '../../schemas.ts';
import { type AtParameters, atParameters, changeFaults, pastErrors } from './bookmarks.ts';

const nullableText = z.string().nullable();
const parts = z.array(z.string()).max(SET_PARTS_MAX, `has more than ${SET_PARTS_MAX} parts`);
const VIEW_UNITS_MAX = 50;

const content = {
  q: z.string().openapi({ description: 'The query. Empty: all items.' }),
  defaultOperator: z.enum(['AND', 'OR']),
  literal: z.boolean().openapi({ description: 'Whether the query is text, in which nothing is an operator.' }),
  timeZone: z
    .string()
    .refine(isTimeZone, `is unknown: ${TIME_ZONE_REMEDY}`)
    .openapi({ description: 'The time zone of dates without an offset.' }),
  filter: z.array(z.string().max(FILTER_UNITS_MAX, `is longer than ${FILTER_UNITS_MAX} characters`)).max(SET_PARTS_MAX),
  sourceID: parts.openapi({ description: 'Empty: all sources.' }),
  bbox: nullableText.openapi({ description: '`west,south,east,north` in degrees.' }),
  sort: parts.openapi({ description: 'As for `/hits`.' }),
  view: z.string().max(VIEW_UNITS_MAX).nullable().openapi({ description: 'How the page shows it, such as `gallery`.' }),
};

const searchSchema = z
  .strictObject({
    name: z.string(),
    owner: nullableText.openapi({ description: 'Its owner; null if saved without authentication.' }),
    shared: z.boolean().openapi({ description: 'Whether everyone sees it. Always true without an owner.' }),
    ...content,
  })
  .openapi('SavedSearch');

const searchesSchema = z.strictObject({ searches: z.array(searchSchema) }).openapi('SavedSearches');

const changeSchema = z
  .strictObject({
    shared: z.boolean().default(false),
    q: content.q.default(''),
    defaultOperator: content.defaultOperator.default('OR'),
    literal: content.literal.default(false),
    timeZone: content.timeZone.default('UTC'),
    filter: content.filter.default([]),
    sourceID: content.sourceID.default([]),
    bbox: content.bbox.default(null),
    sort: content.sort.default([]),
    view: content.view.default(null),
  })
  .openapi('SavedSearchChange', {
    example: { q: 'invoice*', filter: ['category:emails'], sort: ['date:desc'], shared: true },
  });

interface SearchChange extends SearchContent {
  readonly shared: boolean;
}

interface SearchPath {
  readonly search: string;
}

const params = z.strictObject({
  search: bookmarkParameter.openapi({
    example: 'Invoices',
    description: 'Name of a saved search, by the rules for names of bookmarks.',
  }),
});
const one = { 'application/json': searchSchema };
const badName = 'The name is empty, too long or has control characters.';
const unknown = 'There is no saved search of that name that you may see.';
const notYours = 'The search is shared by somebody else.';

export const searchesRoutes = [
  route({
    method: 'get',
    path: '/searches',
    role: 'reader',
    tag: 'Saved searches',
    summary: 'Lists your saved searches, and those that others share',
    ok: { description: 'The searches, sorted by name.', mediaTypes: { 'application/json': searchesSchema } },
    handle: (_request, { bookmarks }) => ({ searches: bookmarks.searches.all() }),
  }),
  route<SearchPath, AtParameters>({
    method: 'get',
    path: '/searches/{search}',
    role: 'reader',
    tag: 'Saved searches',
    summary: 'Returns a saved search, now or as of a time',
    description: 'Your own takes precedence over a shared one of the same name.',
    params,
    query: atParameters,
    ok: { description: 'The search.', mediaTypes: one },
    errors: { 400: `${badName} Or the time is malformed.`, 404: unknown, ...pastErrors },
    async handle({ params: { search }, query: { at } }, { bookmarks }) {
      if (at === undefined) return bookmarks.searches.get(search);
      const searches = await bookmarks.history.searchesAt(pointInTime('parameter "at"', at));
      const name = searchName(search);
      const found = searches.find((each) => each.name === name);
      if (found === undefined) throw noSuchSearch(name);
      return found;
    },
  }),
  route<SearchPath, Record<string, never>, SearchChange>({
    method: 'put',
    path: '/searches/{search}',
    role: 'annotator',
    tag: 'Saved searches',
    summary: 'Saves a search, or replaces one',
    description: 'A shared search may name only shared ones.',
    params,
    body: { kind: 'json', schema: changeSchema, bytesMax: QUERY_BODY_BYTES_MAX },
    ok: { description: 'The search. It is on disk.', mediaTypes: one },
    errors: {
      400: `${badName} Or the body is malformed, or the query, a filter or a search that it names is invalid.`,
      409: 'Somebody else shares a search of that name.',
      413: 'The body is too large.',
      ...changeFaults,
    },
    handle({ params: { search }, body: { shared, ...saved }, viewer, origin }, { bookmarks }) {
      const name = searchName(search);
      const isShared = shared || viewer.name === null;
      readSort(saved.sort);
      if (saved.bbox !== null) readBox(saved.bbox);
      savedTree({ name, shared: isShared, ...saved }, bookmarks.searches);
      return bookmarks.searches.put(name, saved, isShared, origin);
    },
  }),
  route<SearchPath>({
    method: 'delete',
    path: '/searches/{search}',
    role: 'annotator',
    tag: 'Saved searches',
    summary: 'Deletes a saved search',
    params,
    ok: {
      description: 'Its name. The change is on disk.',
      mediaTypes: { 'application/json': z.strictObject({ name: z.string() }) },
    },
    errors: { 400: badName, 404: unknown, ...changeFaults, 403: notYours },
    handle: ({ params: { search }, origin }, { bookmarks }) => bookmarks.searches.delete(search, origin),
  }),
];
