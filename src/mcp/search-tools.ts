/** Tools over sets of items: sources, searches, counts, dates, keyword lists, certificates. */
import { z } from 'zod';
import type { Incomplete } from '../client/case-access-client.ts';
import { type Listing, linesOfAnswer } from './answer.ts';
import { citationText } from './citations.ts';
import { type Call, tool } from './tool.ts';

const QUERY_UNITS_MAX = 16_384;
const LIST_MAX = 100;
/** Lines of one request. */
const PAGE_LINES = 200;
const SNIPPETS = 2;
const KEYWORDS_MAX = 1000;
/** The service's maximum of facet values. */
const FACET_VALUES_MAX = 10_000;

const query = z.string().max(QUERY_UNITS_MAX);
const meaning = {
  literal: z.boolean().optional().describe('Treat q as plain text, without operators and fields.'),
  timeZone: z.string().optional().describe('Time zone of dates in queries, such as Europe/Lisbon; UTC by default.'),
};
const set = {
  q: query.optional().describe('Query; empty or missing: all items.'),
  filter: z.array(query).max(LIST_MAX).optional().describe('More queries that each item must match.'),
  sourceID: z.array(z.string()).max(LIST_MAX).optional().describe('Only these sources.'),
  expand: z.array(z.enum(['children', 'parents', 'family', 'duplicates', 'thread', 'neardup'])).optional(),
  collapse: z.string().optional().describe('A field, mostly hash: one item for each value.'),
  ...meaning,
};
const offset = z.int().min(0).optional().describe('Lines to skip: 0, or next of the previous answer.');
const limit = z.int().min(1).max(PAGE_LINES).optional().describe('Lines to return; the budget may hold fewer.');

interface WithHints {
  readonly incomplete?: Incomplete | undefined;
  readonly hints?: readonly string[] | undefined;
}

/** The texts of hints name fields of the case. These names are evidence, so only `explain` returns the texts. */
function factsOf({ incomplete = [], hints = [] }: WithHints, facts: object = {}): Pick<Listing, 'missing' | 'facts'> {
  const hinted = hints.length === 0 ? {} : { hints: hints.length, see: 'explain' };
  return { missing: incomplete, facts: { ...facts, ...hinted } };
}

/** Keeps only the arguments that select the set. */
function setOf<G extends object>({
  offset: _,
  limit: __,
  budget: ___,
  seconds: ____,
  ...rest
}: G & Paged): Omit<G, keyof Paged> {
  return rest as Omit<G, keyof Paged>;
}

interface Paged {
  readonly offset?: unknown;
  readonly limit?: unknown;
  readonly budget?: unknown;
  readonly seconds?: unknown;
}

function all(lines: readonly unknown[], { given }: Call): Pick<Listing, 'total' | 'fit'> {
  const first = typeof given['offset'] === 'number' ? given['offset'] : 0;
  return { total: lines.length, fit: linesOfAnswer(lines.slice(first), first, lines.length, given) };
}

const sources = tool('sources', 'Lists the sources with state and number of items.', { offset }, async (_, call) => {
  const { sources: states } = await call.client.ask('getStatus', {}, undefined, call);
  const missing = states.filter(({ state }) => state !== 'ready').map(({ id, state }) => ({ source: id, state }));
  return { ...all(states, call), missing };
});

const fields = tool(
  'fields',
  'Lists the fields that queries can name: types by source, items that have each, and whether it sorts and counts.',
  { sourceID: set.sourceID, offset },
  async ({ sourceID }, call) => {
    const answer = await call.client.ask('listFields', { sourceID }, undefined, call);
    return { ...all([...answer.usual, ...answer.fields], call), ...factsOf(answer) };
  },
);

const explain = tool(
  'explain',
  'Explains a query: its canonical form, items by source, the words that patterns matched, and hints about parts that were not searched as their author may expect.',
  { q: query, ...meaning, offset },
  async ({ q, literal, timeZone }, call) => {
    const answer = await call.client.ask('explainQuery', { q, literal, timeZone }, undefined, call);
    const { query: canonical, sources: each } = answer;
    const lines = each.map(({ source, count, hints, expansions }) => ({ source, count, hints, expansions }));
    const total = each.reduce((sum, { count }) => sum + count, 0);
    return { ...all([{ canonical }, ...lines], call), total, ...factsOf(answer) };
  },
);

const count = tool('count', 'Counts the items of a set.', set, async (given, { client, signal }) => {
  const answer = await client.ask('findHitsByBody', {}, { ...setOf(given), limit: 0 }, { signal });
  return { total: answer.total, ...factsOf(answer), fit: () => ({ lines: [], next: null }) };
});

const search = tool(
  'search',
  'Lists the items of a set with properties and pieces of text around matches, each with its citation. Best first if there is a query.',
  {
    ...set,
    sort: z.array(z.string()).max(LIST_MAX).optional().describe('relevance, id, field:asc, field:desc'),
    properties: z.array(z.string()).max(LIST_MAX).optional().describe('Names to show; * is all.'),
    snippets: z.int().min(0).max(10).optional(),
    limit,
    offset,
  },
  async (given, { client, signal }) => {
    const { offset: first = 0, limit: lines = PAGE_LINES, sort, snippets = SNIPPETS } = given;
    const order = sort ?? (given.q?.trim() ? ['relevance'] : ['id']);
    const asked = { ...setOf(given), sort: order, snippets, limit: lines, offset: first };
    const answer = await client.ask('findHitsByBody', {}, asked, { signal });
    const shown = answer.hits.map(({ snippets: pieces = [], selected: _, parts: __, ...hit }) => ({
      ...hit,
      ...(pieces.length === 0 ? {} : { snippets: pieces.map((piece) => citedPiece(hit, piece)) }),
    }));
    const { total } = answer;
    return { total, ...factsOf(answer), fit: linesOfAnswer(shown, first, total, given) };
  },
);

interface Piece {
  readonly field: string;
  readonly offset: number;
  readonly text: string;
}

function citedPiece({ source, id }: { readonly source: string; readonly id: number }, piece: Piece): object {
  const { field, offset: start, text } = piece;
  return field === 'content'
    ? { cite: citationText({ source, id, start, end: start + text.length }), text }
    : { field, text };
}

const facets = tool(
  'facets',
  'Counts the items of a set by the values of a field, by source, or by intervals of a date. total is the number of values.',
  {
    ...set,
    field: z.string(),
    interval: z.enum(['year', 'quarter', 'month', 'week', 'day', 'hour', 'auto', 'log']).optional(),
    prefix: z.string().optional(),
    contains: z.string().optional(),
    order: z.enum(['count', 'value']).optional(),
    offset,
  },
  async (given, { client, signal }) => {
    const { field, interval, prefix, contains, order, offset: first = 0, ...rest } = given;
    const isList = interval === undefined;
    const facet = {
      field,
      interval,
      prefix,
      contains,
      order,
      ...(isList ? { limit: Math.min(first + PAGE_LINES, FACET_VALUES_MAX) } : {}),
    };
    const answer = await client.ask('countFacetsByBody', {}, { ...setOf(rest), facets: [facet] }, { signal });
    const { values, distinct, missing: without, other } = answer.facets[0]!;
    const total = isList ? distinct : values.length;
    const facts = { items: answer.total, itemsWithoutValue: without, ...(isList ? { itemsOfOtherValues: other } : {}) };
    const hints = factsOf(answer, facts);
    const listed = Math.min(total, FACET_VALUES_MAX);
    const missing =
      total > listed
        ? [...(hints.missing ?? []), `values after ${listed}: narrow them by prefix or contains`]
        : hints.missing;
    return { total, ...hints, missing: missing ?? [], fit: linesOfAnswer(values.slice(first), first, listed, given) };
  },
);

const events = tool(
  'events',
  'Lists every date of every item of a set, in order of time. from and to are dates of any precision.',
  {
    ...set,
    from: z.string().optional(),
    to: z.string().optional(),
    order: z.enum(['asc', 'desc']).optional(),
    limit,
    offset,
  },
  async (given, { client, signal }) => {
    const { offset: first = 0, limit: lines = PAGE_LINES, from, to, order } = given;
    const asked = { ...setOf(given), from, to, order, limit: lines, offset: first };
    const answer = await client.ask('listEventsByBody', {}, asked, { signal });
    return { total: answer.total, ...factsOf(answer), fit: linesOfAnswer(answer.events, first, answer.total, given) };
  },
);

const keywords = tool(
  'keywords',
  'Counts many queries at once: items, items with families, and items that no other query of the list finds. The line of an invalid query has its error.',
  {
    queries: z.array(query).min(1).max(KEYWORDS_MAX),
    within: query.optional().describe('Only items that this query finds count.'),
    filter: set.filter,
    sourceID: set.sourceID,
    ...meaning,
    offset,
  },
  async (given, call) => {
    const { offset: _, budget: __, seconds: ___, ...asked } = given as typeof given & Paged;
    const lines: Readonly<Record<string, unknown>>[] = [];
    for await (const line of call.client.lines('reportKeywords', {}, asked, call)) lines.push(line);
    const {
      items,
      failed,
      incomplete = [],
    } = (lines.pop() ?? {}) as { items?: number; failed?: number; incomplete?: Incomplete };
    return { ...all(lines, call), facts: { items, failed }, missing: incomplete };
  },
);

const certify = tool(
  'certify',
  'Makes a certificate of a set: query, identity of each case, number of items and a digest of them, for somebody else to repeat. Reads each case once.',
  { ...set, offset },
  async (given, { client, signal }) => {
    const { offset: first = 0 } = given;
    const certificate = await client.ask('postCertificates', {}, setOf(given), { signal });
    const { total, complete } = certificate;
    const missing = complete ? [] : ['sources that did not open: see the certificate'];
    return { total, missing, fit: linesOfAnswer([certificate].slice(first), first, 1, given) };
  },
);

export const SEARCH_TOOLS = [sources, fields, explain, count, search, facets, events, keywords, certify];
