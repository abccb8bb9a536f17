/**
 * Estimates the number of findings of a set from a sample of its items before any is sent. Refuses a request that would exceed
 * its time. The sample is spread over all items, because the first ones of a case may be unlike the others.
 */
import type { HitBatch } from '../../search/combined/merged-hits.ts';
import { AppError } from '../../shared/errors.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  FINDINGS_OF_MS,
  GROUPED_FINDINGS_PART,
  SAMPLED_FINDINGS_ITEMS_MAX,
  SAMPLED_FROM_IDS_MAX,
  SEARCH_MS_MAX,
} from '../limits.ts';
import { Findings, type FindingsWanted } from './findings.ts';

type Batches = FindingsWanted['hits'];
type Batch = HitBatch<ReadySource>;

/** A smaller set is not worth sampling. */
const ITEMS_MIN = 8 * SAMPLED_FINDINGS_ITEMS_MAX;
/** Factor by which a sample may overestimate. */
export const ESTIMATE_ERROR = 2;

/**
 * Returns the maximum number of findings of a request. It is lower for grouped findings, which are counted before the first
 * line is sent.
 */
export function findingsMax(
  { searchMsMax = SEARCH_MS_MAX }: Pick<Dependencies, 'searchMsMax'>,
  isGrouped: boolean,
): number {
  return Math.floor(searchMsMax * FINDINGS_OF_MS * (isGrouped ? GROUPED_FINDINGS_PART : 1));
}

/**
 * Returns all items of the set, including those that were read for the estimate. Throws AppError QUERY_INVALID if they have too
 * many findings.
 */
export async function refuseTooManyFindings(
  dependencies: Pick<Dependencies, 'items' | 'matching'>,
  wanted: FindingsWanted,
  { items, most }: { readonly items: number; readonly most: number },
): Promise<Batches> {
  if (items < ITEMS_MIN) return wanted.hits;
  const iterator = wanted.hits[Symbol.asyncIterator]();
  const begun: Batch[] = [];
  let ids = 0;
  let isDone = false;
  while (!isDone && ids < SAMPLED_FROM_IDS_MAX) {
    const { value, done } = await iterator.next();
    isDone = done === true;
    for (const batch of isDone ? [] : (value as readonly Batch[])) {
      begun.push(batch);
      ids += batch.ids.length;
    }
  }
  try {
    const sample = spread(begun, ids);
    const sampled = sample.reduce((sum, batch) => sum + batch.ids.length, 0);
    let findings = 0;
    const counted = new Findings(dependencies, { ...wanted, hits: once(sample) });
    for await (const { found } of counted.found()) {
      if (found.kind === 'findings') findings += found.findings.length;
      if (found.kind === 'texts') for (const [, count] of found.texts) findings += count;
      // The verdict can no longer change.
      if (findings * items > sampled * ESTIMATE_ERROR * most && findings > most) break;
    }
    const estimate = (findings * items) / Math.max(1, sampled);
    if (estimate > ESTIMATE_ERROR * most)
      throw tooManyFindings(`has about ${millions(estimate)} million findings`, most);
  } catch (fault) {
    await iterator.return?.();
    throw fault;
  }
  return rest(begun, isDone ? null : iterator);
}

export function tooManyFindings(finding: string, most: number): AppError {
  return new AppError(
    'QUERY_INVALID',
    `the set ${finding}, and there is time for ${millions(most)} million in one request: narrow it with a filter, such as id:[1 TO 10000], use rarer words, or increase --search-timeout`,
  );
}

const millions = (count: number): string => Math.max(0.1, Math.round(count / 1e5) / 10).toLocaleString('en');

/** Selects batches of ids spread evenly. */
function spread(batches: readonly Batch[], ids: number): Batch[] {
  const every = Math.max(1, ids / SAMPLED_FINDINGS_ITEMS_MAX);
  const chosen: Batch[] = [];
  let before = 0;
  let next = every / 2;
  for (const batch of batches) {
    const own: number[] = [];
    for (; next < before + batch.ids.length; next += every) own.push(batch.ids[Math.floor(next) - before]!);
    if (own.length > 0) chosen.push({ ...batch, ids: Uint32Array.from(own) });
    before += batch.ids.length;
  }
  return chosen;
}

async function* once(batches: readonly Batch[]): AsyncGenerator<readonly Batch[], void, undefined> {
  for (const batch of batches) yield [batch];
}

async function* rest(
  begun: readonly Batch[],
  iterator: AsyncIterator<readonly Batch[]> | null,
): AsyncGenerator<readonly Batch[], void, undefined> {
  try {
    yield* once(begun);
    if (iterator === null) return;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator?.return?.();
  }
}
