/**
 * Bookmarks and selection in memory: names, and the members of each. A state is the result of applying the effects of the
 * log, one after the other, to an empty one: the current state, or that of any earlier time.
 */
import { DamagedBlockError } from './block.ts';
import type { Effect } from './change-record.ts';
import { DamagedJournalError } from './journal/journal-format.ts';
import { MemberSet, type PackedItems } from './member-set.ts';
import type { Rollback } from './rollback.ts';

export const SELECTION = 0;

export class BookmarkState {
  readonly #names = new Map<string, number>();
  readonly #sets = new Map<number, MemberSet>([[SELECTION, new MemberSet()]]);
  readonly #namesOf = new Map<number, string>();
  /** The sets that ever had a name. */
  readonly #everNamed = new Map<string, Set<number>>();
  #sorted: readonly string[] | null = null;
  #nextSet = SELECTION + 1;

  /** Sorted by code point. */
  names(): readonly string[] {
    this.#sorted ??= [...this.#names.keys()]
      .map((name) => ({ name, bytes: Buffer.from(name) }))
      .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
      .map(({ name }) => name);
    return this.#sorted;
  }

  find(name: string): number | undefined {
    return this.#names.get(name);
  }

  nameOf(set: number): string | undefined {
    return this.#namesOf.get(set);
  }

  /** The number of an existing set. */
  set(number: number): MemberSet {
    const set = this.#sets.get(number);
    if (set === undefined) throw new DamagedJournalError(`its log changes set ${number}, which is not there`);
    return set;
  }

  /** Sets that have, or had, the name. */
  setsNamed(name: string): ReadonlySet<number> {
    return this.#everNamed.get(name) ?? new Set();
  }

  /** For the next bookmark. */
  get nextSet(): number {
    return this.#nextSet;
  }

  /** Records that a set had a name. */
  tell(set: number, name: string): void {
    this.#nextSet = Math.max(this.#nextSet, set + 1);
    const sets = this.#everNamed.get(name);
    if (sets === undefined) this.#everNamed.set(name, new Set([set]));
    else sets.add(set);
  }

  /**
   * Applies the change, and returns the members that it actually added or removed. Throws DamagedJournalError if the change
   * cannot be applied to this state.
   */
  apply(effect: Effect, rollback: Rollback): readonly PackedItems[] {
    const { kind, set, name, newName } = effect;
    switch (kind) {
      case 'create':
        this.#bind(set, name ?? '', rollback);
        return this.#move('add', effect, rollback);
      case 'delete': {
        const gone = this.#move('remove', effect, rollback);
        this.#unbind(set, name ?? '', rollback);
        return gone;
      }
      case 'rename':
        this.#rename(set, name ?? '', newName ?? '', rollback);
        return [];
      default:
        return this.#move(kind, effect, rollback);
    }
  }

  #move(direction: 'add' | 'remove', { set, items }: Effect, rollback: Rollback): readonly PackedItems[] {
    const members = this.set(set);
    try {
      return items.map((part) => members.changePacked(direction, part, rollback)).filter((part) => part !== null);
    } catch (error) {
      if (error instanceof DamagedBlockError) throw new DamagedJournalError(`a block of its log ${error.message}`);
      throw error;
    }
  }

  #bind(set: number, name: string, rollback: Rollback): void {
    if (this.#names.has(name) || this.#sets.has(set)) {
      throw new DamagedJournalError(`its log creates the bookmark ${JSON.stringify(name)}, which is there`);
    }
    this.#names.set(name, set);
    this.#namesOf.set(set, name);
    this.#sets.set(set, new MemberSet());
    this.#sorted = null;
    this.tell(set, name);
    rollback.push(() => {
      this.#names.delete(name);
      this.#namesOf.delete(set);
      this.#sets.delete(set);
      this.#sorted = null;
    });
  }

  #unbind(set: number, name: string, rollback: Rollback): void {
    const members = this.set(set);
    if (this.#names.get(name) !== set) {
      throw new DamagedJournalError(`its log deletes the bookmark ${JSON.stringify(name)}, which has another name`);
    }
    this.#names.delete(name);
    this.#namesOf.delete(set);
    this.#sets.delete(set);
    this.#sorted = null;
    rollback.push(() => {
      this.#names.set(name, set);
      this.#namesOf.set(set, name);
      this.#sets.set(set, members);
      this.#sorted = null;
    });
  }

  #rename(set: number, name: string, newName: string, rollback: Rollback): void {
    if (this.#names.get(name) !== set || this.#names.has(newName)) {
      throw new DamagedJournalError(`its log renames the bookmark ${JSON.stringify(name)}, which is not possible`);
    }
    const swap = (from: string, to: string): void => {
      this.#names.delete(from);
      this.#names.set(to, set);
      this.#namesOf.set(set, to);
      this.#sorted = null;
    };
    swap(name, newName);
    this.tell(set, newName);
    rollback.push(() => swap(newName, name));
  }
}
