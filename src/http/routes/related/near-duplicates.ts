/**
 * `GET /sources/{sourceID}/docs/{id}/neardup`: an item's group of near duplicates, and the overlap of each text with the
 * item's. Groups are made from sketches when an index is built (src/engine/neardup/). Here, the words of both texts are
 * counted.
 */
import type { Query } from '../../../../grammar/ast.ts';
import { NEAR_DUPLICATES_FIELD } from '../../../schema/well-known-fields.ts';
import { requireWhole } from '../../../search/combined/combined-answer.ts';
import type { ReadySource } from '../../../sources/source.ts';
import type { Dependencies } from '../../dependencies.ts';
import { NEAR_DUPLICATES_MAX } from '../../limits.ts';
import { findItem } from '../../output/item-record.ts';
import { type RouteRequest, route } from '../../route.ts';
import { documentReferenceSchema, type ItemPath, incompleteSchema, itemPath, z } from '../../schemas.ts';
import { runSearch, sourceAmong } from '../../searches.ts';
import { countParameter } from '../set-parameters.ts';
import { itemWords } from './item-words.ts';

const LIMIT = 20;
/** Compares all words, as a search tokenizes them. */
const WORDS = { pattern: '.+', most: Number.MAX_SAFE_INTEGER };
const DIGITS = 4;

interface NearQuery {
  readonly limit?: number | undefined;
}

const nearSchema = z
  .strictObject({
    group: z
      .string()
      .nullable()
      .openapi({ description: 'The name of the group: `neardup:NAME` finds it. Null: no near duplicates.' }),
    total: z.int().openapi({ description: 'Other items of the group, in all sources.' }),
    docs: z.array(z.strictObject({ ...documentReferenceSchema.shape, similarity: z.number() })).openapi({
      description:
        'Other items of the group: as many as `limit`, by source and id, then sorted by similarity. Similarity is the number of distinct words in both texts, divided by the number of distinct words in either.',
    }),
    incomplete: incompleteSchema.optional(),
  })
  .openapi('NearDuplicates');

export const nearDuplicateRoutes = [
  route<ItemPath, NearQuery>({
    method: 'get',
    path: '/sources/{sourceID}/docs/{id}/neardup',
    role: 'reader',
    tag: 'Documents',
    summary: 'Returns the near duplicates of an item, with the similarity of each',
    description:
      'Texts with nearly the same words. Groups are made when an index is built, each item of a group is near to another one of it, and not to all: so a similarity can be low. Groups of two sources are one if they begin with the same text. An item without text, or with a very short one, has none.',
    params: itemPath,
    query: z.strictObject({
      limit: countParameter({
        most: NEAR_DUPLICATES_MAX,
        otherwise: LIMIT,
        description: `Items, up to ${NEAR_DUPLICATES_MAX}.`,
      }),
    }),
    ok: { description: 'The group.', mediaTypes: { 'application/json': nearSchema } },
    errors: {
      400: 'The id is not an integer, or the limit is out of bounds.',
      404: 'There is no such source or item.',
      503: 'A source is still being built, too many searches are waiting, or it took too long.',
    },
    handle: (request, dependencies) => nearDuplicates(request, dependencies),
  }),
];

interface NearItem {
  readonly source: string;
  readonly id: number;
}

async function nearDuplicates(
  { params: { sourceID, id }, query: { limit = LIMIT }, signal }: RouteRequest<ItemPath, NearQuery, unknown>,
  dependencies: Dependencies,
): Promise<unknown> {
  const { coordinator } = dependencies;
  // Throws early if the source is missing.
  dependencies.sources.getReady(sourceID);
  const { result, missing } = await runSearch(dependencies, {
    query: { kind: 'all' },
    sourceId: undefined,
    clientSignal: signal,
    run: async (sources, searchSignal) => {
      const source = sourceAmong(sources, sourceID);
      await findItem(dependencies, source, id, searchSignal);
      const group = await groupOf(source, id, dependencies, searchSignal);
      if (group === null) return { group, total: 0, docs: [], damaged: [] };
      const query: Query = { kind: 'whole', field: NEAR_DUPLICATES_FIELD, text: group };
      const found = await coordinator.search(
        sources,
        { query, limit: limit + 1, want: ['count', 'ids'] },
        searchSignal,
      );
      const others: (NearItem & { readonly of: ReadySource })[] = [];
      for await (const some of found.hits) {
        for (const { target, ids } of some) {
          for (const other of ids) {
            if (target.id !== sourceID || other !== id) others.push({ source: target.id, id: other, of: target });
          }
        }
      }
      const docs: (NearItem & { readonly similarity: number })[] = [];
      const compared = others.slice(0, limit);
      // Reads the item's own text only if there is something to compare, because most items have no group.
      const own = compared.length === 0 ? new Set<string>() : await wordsOf(source, id, dependencies, searchSignal);
      for (const { of, ...other } of compared) {
        const words = await wordsOf(of, other.id, dependencies, searchSignal);
        docs.push({ ...other, similarity: Number(similarity(own, words).toFixed(DIGITS)) });
      }
      docs.sort((a, b) => b.similarity - a.similarity);
      return { group, total: found.count! - 1, docs, damaged: found.damaged };
    },
  });
  const { damaged: _, ...answer } = result;
  return { ...answer, ...(missing.length === 0 ? {} : { incomplete: missing }) };
}

/** The group of an item, or null. */
async function groupOf(
  source: ReadySource,
  id: ItemPath['id'],
  { coordinator }: Dependencies,
  signal: AbortSignal,
): Promise<string | null> {
  const query: Query = { kind: 'term', field: 'id', text: String(id) };
  const facets = [{ kind: 'values', field: NEAR_DUPLICATES_FIELD }] as const;
  const answer = await coordinator.search([source], { query, want: ['count'], facets }, signal);
  requireWhole(answer);
  return answer.facets[0]!.counts[0]?.key ?? null;
}

/** The distinct words of a text. */
async function wordsOf(
  source: ReadySource,
  id: ItemPath['id'],
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const words = await itemWords(source, id, WORDS, dependencies, signal);
  return new Set(words.map(([word]) => word));
}

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const word of a) if (b.has(word)) both++;
  return both / Math.max(1, a.size + b.size - both);
}
