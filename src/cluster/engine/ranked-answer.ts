/**
 * Finds the best items of a set that the cluster does not know completely. The cluster scores the items that the query finds,
 * and the rest is done here.
 */
import { WholeItems } from '../../query/item-batches.ts';
import type { SourceAnswer } from '../../search/search-answer.ts';
import type { SearchRequest, SourceScope } from '../../search/search-request.ts';
import { AppError } from '../../shared/errors.ts';
import { anyOf, type Dsl, EVERYTHING, idsAmong, LISTED_MAX, NOTHING } from '../translate/dsl.ts';
import { type ClusterPlan, scoredDsl } from '../translate/plan.ts';
import { pagesOf } from './cluster-search.ts';
import { collected } from './cluster-sets.ts';
import type { ClusterSource } from './cluster-source.ts';

export interface Ranked {
  readonly plan: ClusterPlan;
  readonly scope: SourceScope;
  /** The complete set, by id. */
  readonly found: SourceAnswer;
  readonly idsOf: (plan: ClusterPlan) => Promise<Uint32Array | 'all'>;
}

/** Maximum number of ids that all clauses list together. */
const LISTED_TOTAL = 1_000_000;

export async function rankedAnswer(
  source: ClusterSource,
  { want, limit = Number.POSITIVE_INFINITY }: SearchRequest,
  { plan, scope, found, idsOf }: Ranked,
  signal: AbortSignal | undefined,
): Promise<SourceAnswer> {
  const listed = new Map<ClusterPlan, Dsl>();
  for (const part of outsiders(plan)) listed.set(part, idsDsl(await idsOf(part)));
  const dsl = scoredDsl(plan, (part) => listed.get(part)!);
  const set = await collected(found.items!);
  const scores = new Float64Array(set.length);
  let at = 0;
  for await (const page of pagesOf(source, dsl, { by: 'scored' }, signal)) {
    for (const [i, id] of page.ids.entries()) {
      while (at < set.length && set[at]! < id) at++;
      if (set[at] === id) scores[at] = page.scores![i]!;
    }
  }
  const { after, skip = 0 } = scope;
  const order = Uint32Array.from(set.keys())
    .filter((n) => after === undefined || isBehind(scores[n]!, set[n]!, Number(after.key[0]), after.id))
    .sort((a, b) => scores[b]! - scores[a]! || set[a]! - set[b]!)
    .subarray(skip, Math.min(set.length, skip + limit));
  const ids = order.map((n) => set[n]!);
  const keys = want.includes('keys') ? Float64Array.from(order, (n) => scores[n]!) : null;
  const count = want.includes('count') ? found.count : null;
  return { ...found, count, items: new WholeItems({ ids, keys }) };
}

function isBehind(score: number, id: number, afterScore: number, afterId: number): boolean {
  return score === afterScore ? id > afterId : score < afterScore;
}

/** Returns the parts that the cluster does not answer by itself. */
function outsiders(plan: ClusterPlan): readonly ClusterPlan[] {
  switch (plan.kind) {
    case 'checked':
    case 'set':
    case 'nearest':
      return [plan];
    case 'boost':
      return outsiders(plan.plan);
    case 'list':
      return [...plan.must, ...plan.should, ...plan.mustNot].flatMap(outsiders);
    default:
      return [];
  }
}

function idsDsl(ids: Uint32Array | 'all'): Dsl {
  if (ids === 'all') return EVERYTHING;
  if (ids.length === 0) return NOTHING;
  if (ids.length > LISTED_TOTAL) {
    throw new AppError(
      'UNSUPPORTED',
      `A part of the query has ${ids.length} items that the cluster cannot find by itself, and ${LISTED_TOTAL} can be ranked. Choose another order.`,
    );
  }
  const lists: Dsl[] = [];
  for (let at = 0; at < ids.length; at += LISTED_MAX) lists.push(idsAmong(ids.subarray(at, at + LISTED_MAX)));
  return anyOf(lists);
}
