/**
 * `GET /sources/{sourceID}/docs/{id}/similar`: items whose texts share an item's significant words. A word is significant if it
 * is frequent in the text and rare in the case. Items with enough of these words are ranked by relevance.
 */
import type { Query } from '../../../../grammar/ast.ts';
import { requireWhole } from '../../../search/combined/combined-answer.ts';
import type { ReadySource } from '../../../sources/source.ts';
import type { Dependencies } from '../../dependencies.ts';
import { SIMILAR_MAX } from '../../limits.ts';
import { type RouteRequest, route } from '../../route.ts';
import { type AskedId, documentReferenceSchema, type ItemPath, incompleteSchema, itemPath, z } from '../../schemas.ts';
import { runSearch, sourceAmong } from '../../searches.ts';
import { countParameter } from '../set-parameters.ts';
import { itemWords } from './item-words.ts';

const LIMIT = 10;
/** Number of significant words, and the fraction of them that a similar item must have. */
const TERMS = 25;
const SHARE = 0.3;
/**
 * Candidates are the most frequent words of the text. Limits of their number, and of the length of an expression with all of
 * them.
 */
const CANDIDATES = 400;
const CANDIDATE_UNITS = 3800;
/** The words considered. */
const WORD = '.{3,30}';

interface SimilarQuery {
  readonly limit?: number | undefined;
}

const similarSchema = z
  .strictObject({
    docs: z
      .array(z.strictObject({ ...documentReferenceSchema.shape, score: z.number() }))
      .openapi({ description: 'Most similar first.' }),
    terms: z.array(z.string()).openapi({ description: 'The words that were searched, most distinctive first.' }),
    incomplete: incompleteSchema.optional(),
  })
  .openapi('Similar');

export const similarRoutes = [
  route<ItemPath, SimilarQuery>({
    method: 'get',
    path: '/sources/{sourceID}/docs/{id}/similar',
    role: 'reader',
    tag: 'Documents',
    summary: 'Returns items with a similar text',
    description:
      'Over all sources, by the words of the searched text that are frequent in it and rare elsewhere. An item without text has none.',
    params: itemPath,
    query: z.strictObject({
      limit: countParameter({ most: SIMILAR_MAX, otherwise: LIMIT, description: `Items, up to ${SIMILAR_MAX}.` }),
    }),
    ok: { description: 'The items, without this one.', mediaTypes: { 'application/json': similarSchema } },
    errors: {
      400: 'The id is not an integer, or the limit is out of bounds.',
      404: 'There is no such source or item.',
      503: 'A source is still being built, too many searches are waiting, or it took too long.',
    },
    handle: (request, dependencies) => similar(request, dependencies),
  }),
];

async function similar(
  { params: { sourceID, id }, query: { limit = LIMIT }, signal }: RouteRequest<ItemPath, SimilarQuery, unknown>,
  dependencies: Dependencies,
): Promise<unknown> {
  // Fails early if the source is missing.
  dependencies.sources.getReady(sourceID);
  const { result, missing } = await runSearch(dependencies, {
    query: { kind: 'all' },
    sourceId: undefined,
    clientSignal: signal,
    run: async (sources, searchSignal) => {
      const source = sourceAmong(sources, sourceID);
      const frequent = await frequentWords(source, id, dependencies, searchSignal);
      const terms = await significantWords(frequent, sources, dependencies, searchSignal);
      if (terms.length === 0) return { docs: [], terms, damaged: [] };
      const asked = {
        query: anyOf(terms),
        sort: { by: 'relevance' },
        limit: limit + 1,
        want: ['ids', 'keys'],
      } as const;
      const { hits, damaged } = await dependencies.coordinator.search(sources, asked, searchSignal);
      const docs: { source: string; id: number; score: number }[] = [];
      for await (const some of hits) {
        for (const { target, ids, keys } of some) {
          for (const [i, other] of ids.entries()) {
            if (target.id !== sourceID || other !== id)
              docs.push({ source: target.id, id: other, score: Number(keys?.[i]) });
          }
        }
      }
      return { docs: docs.slice(0, limit), terms, damaged };
    },
  });
  const { docs, terms } = result;
  return { docs, terms, ...(missing.length === 0 ? {} : { incomplete: missing }) };
}

/** The most frequent words of the text, with their frequencies. */
async function frequentWords(
  source: ReadySource,
  id: AskedId,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const words = await itemWords(source, id, { pattern: WORD, most: CANDIDATES }, dependencies, signal);
  const plain = words.filter(([word]) => /^[\p{L}\p{Nd}]+$/u.test(word));
  const sorted = plain.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  let units = 0;
  const chosen = new Map<string, number>();
  for (const [word, count] of sorted) {
    units += word.length + 1;
    if (units <= CANDIDATE_UNITS) chosen.set(word, count);
  }
  return chosen;
}

/**
 * Selects the most significant words, by frequency in the text and by the number of items in all sources with the word. That
 * number must be at least two.
 */
async function significantWords(
  frequent: ReadonlyMap<string, number>,
  sources: readonly ReadySource[],
  { coordinator }: Dependencies,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (frequent.size === 0) return [];
  const query: Query = { kind: 'regexp', field: 'content', pattern: `(${[...frequent.keys()].join('|')})` };
  const answer = await coordinator.search(sources, { query, want: ['count'], facets: [{ kind: 'matches' }] }, signal);
  requireWhole(answer);
  const all = sources.reduce((sum, { summary }) => sum + summary.searchableCount, 0);
  const weighed = answer.facets[0]!.counts.flatMap(({ spellings: [word], items }) => {
    const count = frequent.get(word!.value);
    return count === undefined || items < 2
      ? []
      : [{ word: word!.value, weight: (1 + Math.log(count)) * Math.log(1 + all / items) }];
  });
  return weighed
    .sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
    .slice(0, TERMS)
    .map(({ word }) => word);
}

function anyOf(terms: readonly string[]): Query {
  return {
    kind: 'boolean',
    minimumMatch: Math.ceil(SHARE * terms.length),
    clauses: terms.map((text) => ({ occur: 'should', query: { kind: 'term', field: 'content', text } })),
  };
}
