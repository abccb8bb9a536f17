/** `GET /sources/{sourceID}/docs/{id}/matches`: positions of a query's matches in one item. */
import type { Found, MatchingRequest } from '../../search/text-matching.ts';
import type { Dependencies } from '../dependencies.ts';
import { questionOf } from '../input/named-sets.ts';
import { readQuery } from '../input/query-text.ts';
import { PAGE_MATCHES_MAX } from '../limits.ts';
import { matchItems } from '../matching/item-texts.ts';
import { withReason } from '../output/item-parts.ts';
import { findItem } from '../output/item-record.ts';
import { type RouteRequest, route } from '../route.ts';
import { fieldListText, type ItemPath, itemPath, z } from '../schemas.ts';
import { inLane } from '../searches.ts';
import { defaultFields } from './search-parameters.ts';
import { countParameter, setQueryShape } from './set-parameters.ts';

const LIMIT = 1000;

const matchesQuery = z.strictObject({
  q: z.string().openapi({ description: 'The query, as for `/search`.', example: 'heron OR "grey wing"~2' }),
  defaultOperator: setQueryShape.defaultOperator,
  syntax: setQueryShape.syntax,
  timeZone: setQueryShape.timeZone,
  literal: setQueryShape.literal,
  fields: fieldListText.optional().openapi({
    type: 'string',
    description: 'Fields to search for words without a field; `content` by default.',
  }),
  limit: countParameter({
    most: PAGE_MATCHES_MAX,
    otherwise: LIMIT,
    description: `Matches of a page, up to ${PAGE_MATCHES_MAX}; ${LIMIT} by default.`,
  }),
  offset: countParameter({ description: 'Matches to skip at the beginning.' }),
});

type MatchesQuery = z.infer<typeof matchesQuery>;

const matchesSchema = z
  .strictObject({
    total: z.int().openapi({ description: 'Number of all matches in the item.' }),
    clauses: z.array(z.strictObject({ q: z.string(), count: z.int() })).openapi({
      description: 'The words, phrases, patterns, ranges and values of the query, except prohibited ones.',
    }),
    matches: z.array(
      z.strictObject({
        field: z.string(),
        value: z.int().openapi({ description: 'The index of the value in the field.' }),
        start: z.int().openapi({ description: 'In UTF-16 units of the text that `/text` serves, or of the value.' }),
        end: z.int(),
        clause: z.int().openapi({ description: 'Which of `clauses`.' }),
      }),
    ),
    next: z.int().nullable().openapi({ description: '`offset` of the next page; null on the last page.' }),
  })
  .openapi('Matches');

export const documentMatchRoutes = [
  route<ItemPath, MatchesQuery>({
    method: 'get',
    path: '/sources/{sourceID}/docs/{id}/matches',
    role: 'reader',
    tag: 'Documents',
    summary: 'Returns the matches of a query in an item',
    description:
      'The matches that made the item a hit, by field (`content` first), value and place: a phrase is one match from its first word to its last, ' +
      'a number or date the whole value. An item that is not a hit has none. Matches of different clauses may overlap.',
    params: itemPath,
    query: matchesQuery,
    ok: { description: 'A page of the matches.', mediaTypes: { 'application/json': matchesSchema } },
    errors: {
      400: 'The id is not an integer, a parameter is malformed, or the query is invalid.',
      404: 'There is no such source or item.',
      503: 'The source is still being built, too many searches are waiting, or it took too long.',
    },
    handle: (request, dependencies) => matches(request, dependencies),
  }),
];

async function matches(
  { params: { sourceID, id }, query, signal }: RouteRequest<ItemPath, MatchesQuery, unknown>,
  dependencies: Dependencies,
): Promise<unknown> {
  const source = dependencies.sources.getReady(sourceID);
  const { limit = LIMIT, offset = 0, ...rest } = query;
  const question = questionOf(await readQuery(rest, dependencies), dependencies);
  const item = await findItem(dependencies, source, id, signal);
  const fields = defaultFields({ ...rest, sourceID: undefined });
  return await inLane(dependencies, question.query, signal, async (searchSignal) => {
    const request: Omit<MatchingRequest, 'source'> = {
      query: question.query,
      ...fields,
      ...(await question.setsOf([source], { ...fields, signal: searchSignal })),
      areHits: false,
      want: { kind: 'matches', from: offset, most: limit },
    };
    const session = await dependencies.matching.begin(source, request, searchSignal);
    try {
      const found = matchItems([item], {
        source,
        session,
        signal: searchSignal,
        onUnreadable: (_, fault) => {
          throw withReason(fault, `The text of item ${id} in source ${JSON.stringify(source.id)} cannot be read`);
        },
      });
      for await (const one of found) return pageOf(one, session.clauses, offset);
    } finally {
      session.end();
    }
    throw new Error('the engine found nothing to say');
  });
}

function pageOf(found: Found, clauses: readonly string[], offset: number): unknown {
  if (found.kind !== 'matches') throw new Error(`the engine answered with ${found.kind}`);
  const { total, counts, matches: page } = found;
  const next = offset + page.length;
  return {
    total,
    clauses: clauses.map((q, i) => ({ q, count: counts[i] })),
    matches: page,
    next: next < total && page.length > 0 ? next : null,
  };
}
