/** Searches in one index of a cluster: counts, all ids in order, and the best first. All pages come from one point in time. */
import { AppError } from '../../shared/errors.ts';
import { away, ClusterFault, type ClusterRequest, pause } from '../link/cluster-link.ts';
import { ID } from '../mapping/field-names.ts';
import { PAGE_ITEMS } from '../mapping/index-settings.ts';
import type { Dsl } from '../translate/dsl.ts';
import type { ClusterSource } from './cluster-source.ts';

/** The cluster ends abandoned searches after this time. */
const ENDED_AFTER = '180s';
const PIT_KEPT = '2m';
const PIT_PATIENCE = 30_000;
export const WHOLE = { allow_partial_search_results: false, cancel_after_time_interval: ENDED_AFTER } as const;
/** The parts of an answer that are read. */
export const HITS_READ = 'pit_id,timed_out,_shards.failed,hits.total,hits.hits.sort,hits.hits._score';

export interface ClusterAnswer {
  readonly pit_id?: string;
  readonly hits?: {
    readonly total?: { readonly value: number };
    readonly hits?: readonly { readonly _score?: number | null; readonly sort: readonly number[] }[];
  };
}

/** Items with their scores, if requested. */
export interface FoundPage {
  readonly ids: Uint32Array;
  readonly scores: Float64Array | null;
  /** Number of all items, if it was requested. Only the first page has it. */
  readonly total: number | null;
}

export interface PageOrder {
  /** `best` means in order of score, then of id. `scored` means in order of id, with scores. */
  readonly by: 'id' | 'scored' | 'best';
  readonly after?: { readonly score: number; readonly id: number } | undefined;
  /** Items of the first page. Later pages have the usual length. */
  readonly first?: number;
  readonly isCounted?: boolean;
}

export async function countOf(source: ClusterSource, query: Dsl, signal?: AbortSignal): Promise<number> {
  const answer = await asked<ClusterAnswer>(
    source,
    {
      method: 'POST',
      path: `/${source.index}/_search`,
      query: { ...WHOLE, filter_path: 'timed_out,_shards.failed,hits.total' },
      body: { size: 0, track_total_hits: true, query },
    },
    signal,
  );
  return answer.hits!.total!.value;
}

/**
 * Yields all items, page by page; at least one page, which may be empty. The first page needs no point in time. Later pages use
 * a point in time. If its node fails, another one replaces it, which is possible because a finished index never changes.
 */
export async function* pagesOf(
  source: ClusterSource,
  query: Dsl,
  { by, after, first = PAGE_ITEMS, isCounted = false }: PageOrder,
  signal?: AbortSignal,
): AsyncGenerator<FoundPage, void, undefined> {
  const sort = by === 'best' ? [{ _score: 'desc' }, { [ID]: 'asc' }] : [{ [ID]: 'asc' }];
  let behind: readonly number[] | null = null;
  if (after !== undefined) behind = by === 'best' ? [after.score, after.id] : [after.id];
  const time = new PointInTime(source);
  try {
    for (let size = Math.min(first, PAGE_ITEMS), isFirst = true; ; size = PAGE_ITEMS, isFirst = false) {
      const body = {
        size,
        sort,
        query,
        track_total_hits: isFirst && isCounted,
        _source: false,
        stored_fields: '_none_',
        ...(by === 'scored' ? { track_scores: true } : {}),
        ...(behind === null ? {} : { search_after: behind }),
      };
      const more: Readonly<Record<string, string>> = by === 'id' ? {} : { search_type: 'dfs_query_then_fetch' };
      const answer = isFirst ? await firstPage(source, body, more, signal) : await time.search(body, more, signal);
      const hits = answer.hits?.hits ?? [];
      const page = { ...pageOf(hits, by), total: answer.hits?.total?.value ?? null };
      const isLast = hits.length < size;
      // The reader may request the next page much later.
      if (isLast) time.close();
      if (isFirst || hits.length > 0) yield page;
      if (isLast) return;
      behind = hits.at(-1)!.sort;
    }
  } finally {
    time.close();
  }
}

function firstPage(
  source: ClusterSource,
  body: object,
  more: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<ClusterAnswer> {
  const query = { ...WHOLE, ...more, filter_path: HITS_READ };
  return asked(source, { method: 'POST', path: `/${source.index}/_search`, query, body }, signal);
}

export function idsOfHits(hits: readonly { readonly sort: readonly number[] }[]): Uint32Array {
  return Uint32Array.from(hits, ({ sort }) => sort.at(-1)!);
}

function pageOf(
  hits: NonNullable<NonNullable<ClusterAnswer['hits']>['hits']>,
  by: PageOrder['by'],
): Omit<FoundPage, 'total'> {
  const ids = new Uint32Array(hits.length);
  const scores = by === 'id' ? null : new Float64Array(hits.length);
  for (let i = 0; i < hits.length; i++) {
    const { sort, _score } = hits[i]!;
    ids[i] = sort.at(-1)!;
    if (scores !== null) scores[i] = by === 'best' ? sort[0]! : (_score ?? 0);
  }
  return { ids, scores };
}

/** One point in time for all later pages of an answer, made with the first of them. */
class PointInTime {
  readonly #source: ClusterSource;
  #id: string | null = null;

  constructor(source: ClusterSource) {
    this.#source = source;
  }

  async search(body: object, more: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<ClusterAnswer> {
    const begun = performance.now();
    for (;;) {
      this.#id ??= await this.#open(signal);
      try {
        const answer = await asked<ClusterAnswer>(
          this.#source,
          {
            method: 'POST',
            path: '/_search',
            query: { ...WHOLE, ...more, filter_path: HITS_READ },
            isHeld: true,
            body: { ...body, pit: { id: this.#id, keep_alive: PIT_KEPT } },
          },
          signal,
        );
        this.#id = answer.pit_id ?? this.#id;
        return answer;
      } catch (fault) {
        const isGone = fault instanceof AppError && fault.code === 'CONFLICT';
        if (!isGone) throw fault;
        if (performance.now() - begun > PIT_PATIENCE) throw away('a point in time is lost repeatedly');
        this.#id = null;
        await pause(100, signal);
      }
    }
  }

  async #open(signal: AbortSignal | undefined): Promise<string> {
    const answer = await asked<{ pit_id: string }>(
      this.#source,
      {
        method: 'POST',
        path: `/${this.#source.index}/_search/point_in_time`,
        query: { keep_alive: PIT_KEPT, allow_partial_pit_creation: false },
      },
      signal,
    );
    return answer.pit_id;
  }

  close(): void {
    const id = this.#id;
    this.#id = null;
    if (id === null) return;
    const request = { method: 'DELETE', path: '/_search/point_in_time', body: { pit_id: [id] } } as const;
    // An abandoned point in time expires by itself, so the request is not awaited.
    void this.#source.link.ask(request, AbortSignal.timeout(2000)).catch(() => undefined);
  }
}

export async function asked<T>(source: ClusterSource, request: ClusterRequest, signal?: AbortSignal): Promise<T> {
  try {
    return await source.link.ask<T>(request, signal);
  } catch (fault) {
    throw fault instanceof ClusterFault ? inWords(fault) : fault;
  }
}

/** Returns the error of this program for a refusal of the cluster. */
function inWords(fault: ClusterFault): unknown {
  const { status, type, message } = fault;
  if (type === 'index_not_found_exception') {
    const reason =
      'The index of the case is not in the cluster any more; build it again with `case-access index build`.';
    return new AppError('INDEX_CORRUPT', reason, { cause: fault });
  }
  if (/search_context_missing|point_in_time/.test(type) || (status === 404 && /context/.test(message))) {
    return new AppError('CONFLICT', 'The point in time of the answer is gone.', { cause: fault });
  }
  if (type === 'task_cancelled_exception') {
    return new AppError('DEADLINE', 'The cluster stopped the search because it took too long. Use a narrower query.', {
      cause: fault,
    });
  }
  if (status === 400 && /too_complex|too_many|too many|expanded|determiniz/i.test(`${type} ${message}`)) {
    const reason = 'a pattern of the query may match more words than the cluster can try; write more of its letters';
    return new AppError('QUERY_INVALID', reason, { cause: fault });
  }
  return fault;
}
