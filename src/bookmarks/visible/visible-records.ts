/**
 * Which records of the log a viewer of some sources may see: everyone sees names come, change and go; a change of members is
 * seen by viewers of one of its sources, as is a note that comes or goes, and a description by those who saw a member of the bookmark then, or if it had none.
 *
 * Four bytes a record, computed when a limited viewer first asks, and continued from there: the log only grows.
 */
import { Slice } from '../../shared/work.ts';
import type { ChangeLog } from '../change-log.ts';
import type { Effect } from '../change-record.ts';
import { kindName } from '../kinds/kind-name.ts';
import type { PackedItems } from '../member-set.ts';
import type { Presence } from '../references.ts';

/** Sources of which a viewer must see one. */
type Sources = readonly string[];

/** Number of the list that everyone passes, and of the one that nobody does. */
const EVERYONE = 0;
const NOBODY = 1;

export class VisibleRecords {
  readonly #log: ChangeLog;
  readonly #lists: Sources[] = [[], []];
  readonly #numbers = new Map<string, number>();
  /** For each record, the number of its list. */
  #listOf = new Uint32Array(1024);
  #known = 0;
  /** After the last known record: members by set and source. */
  readonly #sizes = new Map<number, Map<string, number>>();
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

  /** Resolves when every record of now is known. Rejects with BOOKMARKS_UNAVAILABLE. */
  advance(): Promise<void> {
    this.#advancing = this.#advancing.catch(() => undefined).then(() => this.#readOn());
    return this.#advancing;
  }

  /** False for a record that was written after `advance` was called. */
  isVisible(sequence: number, isSeen: Presence): boolean {
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
  #take({ kind, set, name, items }: Effect): number {
    const isNote = name !== null && kindName(name)?.kind === 'note';
    switch (kind) {
      case 'create':
        this.#sizes.set(set, sizesOf(items));
        return isNote ? this.#numberOf(items.map(({ source }) => source)) : EVERYONE;
      case 'delete':
        this.#sizes.delete(set);
        return isNote ? this.#numberOf(items.map(({ source }) => source)) : EVERYONE;
      case 'rename':
        return EVERYONE;
      case 'describe':
        return this.#numberOf([...this.#sizesOf(set)].flatMap(([source, size]) => (size > 0 ? [source] : [])));
      default: {
        const sizes = this.#sizesOf(set);
        const sign = kind === 'add' ? 1 : -1;
        for (const { source, count } of items) sizes.set(source, (sizes.get(source) ?? 0) + sign * count);
        return this.#numberOf(items.map(({ source }) => source));
      }
    }
  }

  #sizesOf(set: number): Map<string, number> {
    let sizes = this.#sizes.get(set);
    if (sizes === undefined) {
      sizes = new Map();
      this.#sizes.set(set, sizes);
    }
    return sizes;
  }

  #numberOf(sources: Sources): number {
    if (sources.length === 0) return EVERYONE;
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

/** What records without members, of format 1, tell everyone. */
const NAMING: ReadonlySet<string> = new Set(['create', 'rename', 'delete']);

function sizesOf(items: readonly PackedItems[]): Map<string, number> {
  return new Map(items.map(({ source, count }) => [source, count]));
}
