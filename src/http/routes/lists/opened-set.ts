/** A set that exports and reports read completely, as often as needed. */
import type { ExportSet } from '../../../export/export-set.ts';
import type { CombinedAnswer } from '../../../search/combined/combined-answer.ts';
import type { CombinedRequest } from '../../../search/combined/coordinator.ts';
import type { NamedItems } from '../../../search/named-sets.ts';
import { abandonParts } from '../../../shared/ends/abandoned-parts.ts';
import { AppError } from '../../../shared/errors.ts';
import type { ReadySource } from '../../../sources/source.ts';
import type { Dependencies } from '../../dependencies.ts';
import { withAllHints } from '../../hints/all-hints.ts';
import { readSort } from '../../input/sort-order.ts';
import { RANKED_COUNT_MAX } from '../../limits.ts';
import { onClosed } from '../../response-end.ts';
import type { RouteRequest } from '../../route.ts';
import { runSearch } from '../../searches.ts';
import { typesBySource } from '../fields.ts';
import { readSetParameters, type SetParameters } from '../set-parameters.ts';

export interface OrderedSet extends SetParameters {
  readonly sort?: readonly string[] | undefined;
}

export interface SetState {
  readonly named?: NamedItems;
  /** The states of the sources. Default: the current ones. */
  readonly sources?: readonly ReadySource[];
  /** If given, a missing source is an error whose message ends with this remedy. */
  readonly remedyIfMissing?: string | undefined;
}

export interface OpenedSet extends ExportSet<ReadySource> {
  /** Ends hits that nobody has read. Never rejects. */
  abandon(): Promise<void>;
}

type Connection = Pick<RouteRequest<unknown, unknown, unknown>, 'ctx' | 'signal'>;

/**
 * Runs the search now, so that its faults can still become a status. Later reads use the same set. Unread hits are abandoned
 * when the response ends.
 */
export async function openSet(
  parameters: OrderedSet,
  { ctx, signal }: Connection,
  dependencies: Dependencies,
  { named = dependencies.bookmarks, sources: held, remedyIfMissing }: SetState = {},
): Promise<OpenedSet> {
  const sort = readSort(parameters.sort);
  const asked = await readSetParameters(parameters, { ...dependencies, bookmarks: named });
  // Fails here if the store is unreachable, not in the middle of the answer.
  dependencies.bookmarks.names();
  let found: readonly ReadySource[] = [];
  let request: CombinedRequest | null = null;
  const search = () =>
    runSearch(dependencies, {
      query: asked.query,
      sourceId: parameters.sourceID,
      clientSignal: signal,
      remedyIfMissing,
      run: async (current, searchSignal) => {
        const sources = held ?? current;
        if (sort.by === 'fields') for (const { field } of sort.keys) await typesBySource(dependencies, sources, field);
        found = request === null ? sources : found;
        request ??= {
          ...(await asked.requestOf(sources, searchSignal)),
          sort,
          want: ['count', 'ids', 'hints'],
          ...(sort.by === 'relevance' ? { limit: RANKED_COUNT_MAX } : {}),
        };
        const result = await dependencies.coordinator.search(found, request, searchSignal);
        const { collapse } = parameters;
        return withAllHints(result, { ...asked, collapse }, found, dependencies, searchSignal);
      },
    });
  const first = await search();
  const { missing } = first;
  const total = first.result.count ?? 0;
  if (sort.by === 'relevance' && total > RANKED_COUNT_MAX) {
    await abandonParts(first.result.hits);
    throw new AppError(
      'INVALID_REQUEST',
      `Sorted by relevance, an export has at most ${RANKED_COUNT_MAX} items, but this set has ${total}. Sort by a field or by id.`,
    );
  }
  let unread: CombinedAnswer<ReadySource> | null = first.result;
  const abandon = async (): Promise<void> => {
    if (unread !== null) await abandonParts(unread.hits);
    unread = null;
  };
  onClosed(ctx.res, () => void abandon());
  return {
    abandon,
    sources: found.filter(({ id }) => missing.every(({ source }) => source !== id)),
    total,
    async hits() {
      const { result } = unread === null ? await search() : { result: unread };
      unread = null;
      if (result.count === total) return result.hits;
      throw new AppError('CONFLICT', 'An index changed while its items were exported. Start again.');
    },
    items: dependencies.items,
    bookmarksOf: (source, ids) => dependencies.bookmarks.listsOf(source.id, ids),
    notes: notesOf(dependencies),
    reviewed: reviewersOf(dependencies),
    hashsets: hashsetsOf(dependencies),
    signal,
    certificate: null,
    hints: first.result.hints,
    missing,
  };
}

/** Only visible notes. */
export function notesOf({ bookmarks: { notes } }: Dependencies): ExportSet<ReadySource>['notes'] {
  const isNone = notes.all().next().done === true;
  return isNone ? null : (source, id) => notes.of({ source: source.id, id });
}

/** Only visible reviewers and items. */
export function reviewersOf({ bookmarks }: Dependencies): ExportSet<ReadySource>['reviewed'] {
  const isNone = bookmarks.reviewed.viewers().length === 0;
  return isNone ? null : (source, ids) => bookmarks.reviewersOf(source.id, ids);
}

export function hashsetsOf({ hashSets }: Dependencies): ExportSet<ReadySource>['hashsets'] {
  return hashSets === undefined ? null : (source, ids) => hashSets.listsOf(source, ids);
}
