/** Snippets for a page of hits: one session for all hits of a source, in as few calls as their texts allow. */
import type { CombinedRequest } from '../../search/combined/coordinator.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import type { Snippet } from '../../search/text-matching.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { matchItems, partsAtHand, scanned } from './item-texts.ts';
import { matchingOfSet } from './matching-of-set.ts';

export interface SnippetsWanted {
  /** The set whose query is matched. */
  readonly set: Omit<CombinedRequest, 'want'>;
  readonly most: number;
  /** The shown properties. Null means all. */
  readonly properties: ReadonlySet<string> | null;
  /** Fires with the deadline of the request. */
  readonly signal: AbortSignal;
}

/** Returns the snippets of items, in order. An unreadable text has none. */
export async function snippetsOf(
  dependencies: { readonly matching: Pick<Dependencies['matching'], 'begin'> },
  source: ReadySource,
  items: readonly IndexedItem[],
  { set, most, properties, signal }: SnippetsWanted,
): Promise<readonly (readonly Snippet[])[]> {
  if (items.length === 0) return [];
  const want = { kind: 'snippets', most, properties: properties === null ? null : [...properties] } as const;
  const all = partsAtHand(items);
  const request = { ...matchingOfSet(set, want), ...(all === null ? {} : { all }) };
  const session = await dependencies.matching.begin(source, request, signal);
  const snippets: (readonly Snippet[])[] = [];
  try {
    const feed = { source, session, signal, onUnreadable: () => undefined };
    for await (const found of all === null ? matchItems(items, feed) : scanned(all, feed)) {
      if (found.kind === 'snippets') snippets.push(found.snippets);
    }
  } finally {
    session.end();
  }
  return snippets;
}
