/**
 * Visibility of log records for a viewer of some sources. Creations, renames and deletions of names are visible to everyone. A
 * change of members is visible to viewers of one of its sources. A description is visible to viewers of a member at that time,
 * or to everyone if there was none. Sets that exist for their items (notes, marks, people's choices, reviews with their batches
 * and decisions) are visible with their items. Without a visible item, none of their records is. A saved search is visible to
 * viewers of one of its sources.
 *
 * Visibility takes four bytes per record. It is computed when a limited viewer first asks, and extended later, because the log
 * only grows.
 */
import { Slice } from '../../shared/slices.ts';
import type { ChangeLog } from '../change-log.ts';
import type { Effect } from '../change-record.ts';
import { type Kind, kindName } from '../kinds/kind-name.ts';
import type { PackedItems } from '../member-set.ts';
import type { Includes } from '../references.ts';
import { parseSearch } from '../searches/saved-search.ts';

/** A viewer must see one of these sources. */
type Sources = readonly string[];

/** Number of the list that admits everyone, and of the list that admits nobody. */
const EVERYONE = 0;
const NOBODY = 1;

const OF_THEIR_ITEMS: ReadonlySet<string> = new Set<Kind>([
  'note',
  'reviewed',
  'review',
  'batch',
  'decision',
  'choice',
]);

export class VisibleRecords {
  readonly #log: ChangeLog;
  readonly #lists: Sources[] = [[], []];
  readonly #numbers = new Map<string, number>();
  /** For each record, the number of its list. */
  #listOf = new Uint32Array(1024);
  #known = 0;
  /** Members by set and source after the last processed record. */
  readonly #sizes = new Map<number, Map<string, number>>();
  /** Sets that exist for their items. */
  readonly #ofItems = new Set<number>();
  /** For saved searches, the list of the record that last described them. */
  readonly #searches = new Map<number, number>();
  /** The record of each set that was created empty. It becomes visible with the first items. */
  readonly #empty = new Map<number, number>();
  #advancing: Promise<void> = Promise.resolve();

  private constructor(log: ChangeLog) {
    this.#log = log;
  }

  /** One for each log. */
  static of(log: ChangeLog): VisibleRecords {
    let records = known.get(log);
    if (records === undefined) {
      records = new VisibleRecords(log);
      known.set(log, records);
    }
    return records;
  }

  /** Resolves when all present records are processed. Rejects with BOOKMARKS_UNAVAILABLE. */
  advance(): Promise<void> {
    this.#advancing = this.#advancing.catch(() => undefined).then(() => this.#readOn());
    return this.#advancing;
  }

  /** False for a record written after `advance` was called. */
  isVisible(sequence: number, isSeen: Includes): boolean {
    if (sequence > this.#known) return false;
    const list = this.#listOf[sequence - 1]!;
    return list === EVERYONE || this.#lists[list]!.some(isSeen);
  }

  async #readOn(): Promise<void> {
    const { count } = this.#log.head();
    const slice = new Slice();
    for await (const { sequence, action, effect } of this.#log.effects(this.#known + 1, count)) {
      if (sequence === this.#log.firstWithMembers) await this.#takeBases();
      this.#push(effect === null ? (NAMING.has(action) ? EVERYONE : NOBODY) : this.#take(effect));
      await slice.giveWay();
    }
  }

  async #takeBases(): Promise<void> {
    for await (const { set, items } of this.#log.bases()) this.#sizes.set(set, sizesOf(items));
  }

  /** Applies the effect, and returns the number of its list. */
  #take(effect: Effect): number {
    const { kind, set, name, items } = effect;
    if (name !== null && kindName(name)?.kind === 'search') return this.#takeSearch(effect);
    const isOfItems = name === null ? this.#ofItems.has(set) : OF_THEIR_ITEMS.has(kindName(name)?.kind ?? '');
    if (isOfItems) this.#ofItems.add(set);
    const sources = items.map(({ source }) => source);
    switch (kind) {
      case 'create':
        this.#sizes.set(set, sizesOf(items));
        if (!isOfItems) return EVERYONE;
        if (items.length === 0) this.#empty.set(set, this.#known);
        return this.#numberOf(sources, NOBODY);
      case 'delete':
        this.#sizes.delete(set);
        this.#empty.delete(set);
        return isOfItems ? this.#numberOf(sources, NOBODY) : EVERYONE;
      case 'rename':
        return EVERYONE;
      case 'describe': {
        const held = [...this.#sizesOf(set)].flatMap(([source, size]) => (size > 0 ? [source] : []));
        return this.#numberOf(held, isOfItems ? NOBODY : EVERYONE);
      }
      default: {
        const sizes = this.#sizesOf(set);
        const sign = kind === 'add' ? 1 : -1;
        for (const { source, count } of items) sizes.set(source, (sizes.get(source) ?? 0) + sign * count);
        const list = this.#numberOf(sources);
        const created = this.#empty.get(set);
        if (created !== undefined && sources.length > 0) this.#listOf[created] = list;
        if (sources.length > 0) this.#empty.delete(set);
        return list;
      }
    }
  }

  /** Visible to viewers of the search before or after the change. */
  #takeSearch({ set, description, formerly }: Effect): number {
    const sourcesOf = (said: typeof description) => parseSearch(said?.comment ?? null)?.content.sourceID;
    const now = sourcesOf(description);
    if (now === undefined) return this.#searches.get(set) ?? EVERYONE;
    const before = sourcesOf(formerly) ?? now;
    this.#searches.set(set, this.#numberOf(now));
    return now.length === 0 || before.length === 0 ? EVERYONE : this.#numberOf([...new Set([...now, ...before])]);
  }

  #sizesOf(set: number): Map<string, number> {
    let sizes = this.#sizes.get(set);
    if (sizes === undefined) {
      sizes = new Map();
      this.#sizes.set(set, sizes);
    }
    return sizes;
  }

  #numberOf(sources: Sources, ofNone = EVERYONE): number {
    if (sources.length === 0) return ofNone;
    const list = [...sources].sort();
    const key = JSON.stringify(list);
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#lists.push(list) - 1;
      this.#numbers.set(key, number);
    }
    return number;
  }

  #push(list: number): void {
    if (this.#known === this.#listOf.length) {
      const longer = new Uint32Array(this.#known * 2);
      longer.set(this.#listOf);
      this.#listOf = longer;
    }
    this.#listOf[this.#known++] = list;
  }
}

const known = new WeakMap<ChangeLog, VisibleRecords>();

/** Actions of format 1 records that have no members and are visible to everyone. */
const NAMING: ReadonlySet<string> = new Set(['create', 'rename', 'delete']);

function sizesOf(items: readonly PackedItems[]): Map<string, number> {
  return new Map(items.map(({ source, count }) => [source, count]));
}
