/**
 * Collects the mails of a thread from all sources, in rounds. A round finds mails that have or name an id, all mails of their
 * threads, and the ids that these name. The last round finds nothing new. This connects sources in which the same thread begins
 * with different mails.
 */
import { madeId } from '../../../schema/threads/made-id.ts';
import { mailFactsOf } from '../../../schema/threads/mail-facts.ts';
import { THREAD_FIELD, THREAD_IDS_FIELD } from '../../../schema/well-known-fields.ts';
import type { Damaged } from '../../../search/combined/combined-answer.ts';
import type { IndexedItem } from '../../../search/item-store.ts';
import type { ThreadMail } from '../../../search/threads/thread-tree.ts';
import { weightOf } from '../../../shared/value-weight.ts';
import type { ReadySource } from '../../../sources/source.ts';
import type { Dependencies } from '../../dependencies.ts';
import {
  PAGE_WEIGHT_MAX,
  RECORDS_AT_ONCE,
  THREAD_CHILDREN_MAX,
  THREAD_MAILS_MAX,
  THREAD_ROUNDS_MAX,
} from '../../limits.ts';
import { turn } from '../../output/turns.ts';

export interface GatheredMail extends ThreadMail {
  readonly source: ReadySource;
  readonly item: IndexedItem;
}

export interface GatheredThread {
  /** Ordered by source and id. */
  readonly mails: readonly GatheredMail[];
  /** Whether all mails in these sources were found. */
  readonly isWhole: boolean;
  readonly damaged: readonly Damaged<ReadySource>[];
}

/** The name of the set in the query. */
const SET = 'mails';

type Ids = ReadonlyMap<ReadySource, ReadonlySet<number>>;
type Asking = Pick<Dependencies, 'coordinator' | 'items' | 'held'>;

/** Facts about a mail; null for any other item. */
export function mailOf(source: ReadySource, item: IndexedItem): GatheredMail | null {
  const facts = mailFactsOf(item);
  return facts === null ? null : { source, item, facts, id: facts.id ?? madeId(item) };
}

export async function gatherThread(
  dependencies: Asking,
  sources: readonly ReadySource[],
  start: GatheredMail,
  signal: AbortSignal,
): Promise<GatheredThread> {
  const known = new Map(sources.map((source) => [source, new Map<number, GatheredMail>()]));
  const seen = new Map(sources.map((source) => [source, new Set<number>()]));
  known.get(start.source)!.set(start.item.id, start);
  const asked = new Set<string>();
  const damaged: Damaged<ReadySource>[] = [];
  let names = namesOf(start, asked);
  let count = 1;
  for (let round = 0; round < THREAD_ROUNDS_MAX && names.length > 0; round++) {
    const named = await holders(dependencies, sources, names, signal);
    if (round === 0) named.get(start.source)!.add(start.item.id);
    const found = await idsOf(
      dependencies,
      sources,
      { ids: named, expand: 'thread', limit: THREAD_MAILS_MAX + 1 },
      signal,
    );
    damaged.push(...found.damaged);
    names = [];
    for (const source of sources) {
      const ids = [...(found.ids.get(source) ?? [])].filter((id) => !seen.get(source)!.has(id));
      for (let from = 0; from < ids.length; from += RECORDS_AT_ONCE) {
        const some = ids.slice(from, from + Math.min(RECORDS_AT_ONCE, THREAD_MAILS_MAX + 1 - count));
        if (some.length === 0) break;
        for (const item of await dependencies.items.records(source, some, signal)) {
          const mail = item === null ? null : mailOf(source, item);
          if (mail === null) continue;
          dependencies.held?.claim(weightOf(mail.item, PAGE_WEIGHT_MAX));
          seen.get(source)!.add(mail.item.id);
          if (!known.get(source)!.has(mail.item.id)) count++;
          if (count > THREAD_MAILS_MAX) return { mails: inOrder(sources, known), isWhole: false, damaged };
          known.get(source)!.set(mail.item.id, mail);
          names.push(...namesOf(mail, asked));
        }
        await turn();
      }
    }
  }
  return { mails: inOrder(sources, known), isWhole: names.length === 0, damaged };
}

/** Leaves out items that repeat the Message-ID of the mail that they are attached to. */
function inOrder(
  sources: readonly ReadySource[],
  known: ReadonlyMap<ReadySource, ReadonlyMap<number, GatheredMail>>,
): readonly GatheredMail[] {
  return sources.flatMap((source) => {
    const own = known.get(source)!;
    const isAttached = ({ id, item }: GatheredMail): boolean =>
      item.parentId !== null && own.get(item.parentId)?.id === id;
    return [...own.values()].filter((mail) => !isAttached(mail)).sort((a, b) => a.item.id - b.item.id);
  });
}

/** Returns the ids that have not been looked up yet, and records them in `asked`. */
function namesOf({ id, facts }: GatheredMail, asked: Set<string>): string[] {
  const names = [id, ...facts.references, ...(facts.conversation === null ? [] : [facts.conversation])];
  return names.filter((name) => asked.size !== asked.add(name).size);
}

async function holders(
  { items }: Asking,
  sources: readonly ReadySource[],
  names: readonly string[],
  signal: AbortSignal,
): Promise<Map<ReadySource, Set<number>>> {
  const texts = names.map((name) => Buffer.from(name));
  let end = 0;
  const ends = Uint32Array.from(texts, (text) => (end += text.length));
  const request = { fields: [THREAD_FIELD, THREAD_IDS_FIELD], bytes: Buffer.concat(texts), ends };
  const all = await Promise.all(sources.map((source) => items.holders(source, request, signal)));
  return new Map(sources.map((source, i) => [source, new Set(all[i]!.ids)]));
}

async function idsOf(
  { coordinator }: Asking,
  sources: readonly ReadySource[],
  { ids, expand, limit }: { readonly ids: Ids; readonly expand: 'thread' | 'children'; readonly limit: number },
  signal: AbortSignal,
): Promise<{ readonly ids: Ids; readonly count: number; readonly damaged: readonly Damaged<ReadySource>[] }> {
  const items = new Map([...ids].map(([{ id }, own]) => [id, Uint32Array.from(own).sort()]));
  const { hits, count, damaged } = await coordinator.search(
    sources,
    {
      query: { kind: 'set', name: SET },
      sets: [{ name: SET, items }],
      expand: [expand],
      want: ['count', 'ids'],
      limit,
    },
    signal,
  );
  const found = new Map<ReadySource, Set<number>>();
  for await (const some of hits) {
    for (const { target, ids: own } of some) {
      const before = found.get(target) ?? new Set();
      for (const id of own) before.add(id);
      found.set(target, before);
    }
  }
  return { ids: found, count: count ?? 0, damaged };
}

/**
 * Returns the mails with attachments, by source and id. Null if there are too many items to examine, so that any mail may have
 * some.
 */
export async function withAttachments(
  dependencies: Asking,
  sources: readonly ReadySource[],
  mails: readonly GatheredMail[],
  signal: AbortSignal,
): Promise<ReadonlySet<IndexedItem> | null> {
  const own = new Map(sources.map((source) => [source, new Map<number, IndexedItem>()]));
  for (const { source, item } of mails) own.get(source)!.set(item.id, item);
  const ids = new Map([...own].map(([source, items]) => [source, new Set(items.keys())]));
  const limit = mails.length + THREAD_CHILDREN_MAX;
  const found = await idsOf(dependencies, sources, { ids, expand: 'children', limit }, signal);
  if (found.count > limit) return null;
  const parents = new Set<IndexedItem>();
  const note = (source: ReadySource, parentId: number | null): void => {
    const parent = parentId === null ? undefined : own.get(source)!.get(parentId);
    if (parent !== undefined) parents.add(parent);
  };
  for (const { source, item } of mails) note(source, item.parentId);
  for (const [source, all] of found.ids) {
    const others = [...all].filter((id) => !own.get(source)!.has(id));
    for (let from = 0; from < others.length; from += RECORDS_AT_ONCE) {
      const some = others.slice(from, from + RECORDS_AT_ONCE);
      for (const item of await dependencies.items.records(source, some, signal, []))
        note(source, item?.parentId ?? null);
      await turn();
    }
  }
  return parents;
}
