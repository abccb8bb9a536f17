/**
 * Bookmarks and selection in memory: names, and the members of each. Applying the effects of the log, in order, to an empty
 * state gives a state. It may be the present state or an earlier one.
 */
import { atOnce } from '../shared/slices.ts';
import { DamagedBlockError } from './block.ts';
import type { Effect } from './change-record.ts';
import { type Description, NO_DESCRIPTION } from './descriptions/description.ts';
import { type Kind, kindName, ownedPrefix, prefixOfOwner, viewerOfStored } from './kinds/kind-name.ts';
import { NamesByKind } from './kinds/names-by-kind.ts';
import { type Direction, MemberSet, type PackedItems, unpacking } from './member-set.ts';
import { NotesOfItems } from './notes/notes-of-items.ts';
import type { Steps } from './steps.ts';
import type { StoredName } from './store/protocol.ts';
import { DamagedStoreError } from './store-errors.ts';

export const SELECTION = 0;

export class BookmarkState {
  readonly #names = new Map<string, number>();
  readonly #sets = new Map<number, MemberSet>([[SELECTION, new MemberSet()]]);
  readonly #namesOf = new Map<number, string>();
  /** The sets that ever had a name. Most names belonged to one set, which is stored as a number. */
  readonly #everNamed = new Map<string, number | Set<number>>();
  /** The last description of each set, also of deleted sets. */
  readonly #descriptions = new Map<number, Description>();
  readonly #namesByKind = new NamesByKind();
  /** Sets that belong to another set, by the prefix of their names. */
  readonly #owned = new Map<string, Set<number>>();
  readonly #notes = new NotesOfItems();
  /** The viewer of each private set, by the key in its name. */
  readonly #viewers = new Map<number, string>();
  #nextSet = SELECTION + 1;

  /** The names of bookmarks, sorted by code point. */
  names(): readonly string[] {
    return this.#namesByKind.of('bookmark');
  }

  /** Names of sets of another kind, without the kind, sorted by code point. */
  namesOf(kind: Kind): readonly string[] {
    return this.#namesByKind.of(kind);
  }

  countOf(kind: Kind): number {
    return this.#namesByKind.count(kind);
  }

  /** Sets of a kind that belong to another set, in any order. */
  ownedBy(kind: Kind, owner: number): Iterable<number> {
    return this.#owned.get(ownedPrefix(kind, owner)) ?? [];
  }

  /** The notes of each item: a note is a set with one member. */
  get notes(): Omit<NotesOfItems, 'add' | 'delete'> {
    return this.#notes;
  }

  /** Sets of the kind that have, or had, a name. */
  everOf(kind: Kind | 'bookmark'): ReadonlySet<number> {
    const found = new Set<number>();
    for (const [name, sets] of this.#everNamed) {
      if (kindName(name)?.kind === kind) for (const set of listed(sets)) found.add(set);
    }
    return found;
  }

  /** The key of the viewer who owns a private or formerly private set. */
  viewerOf(set: number): string | undefined {
    return this.#viewers.get(set);
  }

  /** Stored names of every kind. */
  storedNames(): readonly string[] {
    return [...this.#names.keys()];
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
    if (set === undefined) throw new DamagedStoreError(`its log changes set ${number}, which does not exist`);
    return set;
  }

  /** Sets that have, or had, the name. */
  setsNamed(name: string): ReadonlySet<number> {
    return new Set(listed(this.#everNamed.get(name)));
  }

  /** The set number of the next bookmark. */
  get nextSet(): number {
    return this.#nextSet;
  }

  /** Records that a set has had a name. */
  addName(set: number, name: string): void {
    this.#nextSet = Math.max(this.#nextSet, set + 1);
    const viewer = viewerOfStored(name);
    if (viewer !== undefined) this.#viewers.set(set, viewer);
    const sets = this.#everNamed.get(name);
    if (sets === undefined) this.#everNamed.set(name, set);
    else if (typeof sets === 'object') sets.add(set);
    else if (sets !== set) this.#everNamed.set(name, new Set([sets, set]));
  }

  /** The description of a set that has, or had, a name. */
  descriptionOf(set: number): Description {
    return this.#descriptions.get(set) ?? NO_DESCRIPTION;
  }

  /** Number of sets with a description. */
  get describedCount(): number {
    return this.#descriptions.size;
  }

  /** Loads stored names: current and former names, and descriptions. */
  loadName({ set, name, isNow, description }: StoredName): void {
    if (description !== undefined) {
      this.#descriptions.set(set, description);
      return;
    }
    this.addName(set, name);
    if (isNow) this.#put(set, name, new MemberSet());
  }

  /** Loads stored members of a set. */
  loadMembers(set: number, items: readonly PackedItems[], steps: Steps): void {
    const members = this.set(set);
    for (const part of items) members.changePacked('add', part, steps);
    this.#noteMembers('add', set, items, steps);
  }

  /**
   * Applies the change, and returns the members that it actually added or removed. Throws DamagedStoreError if the change
   * cannot be applied to this state.
   */
  apply(effect: Effect, steps: Steps): readonly PackedItems[] {
    const { kind, set, name, newName } = effect;
    switch (kind) {
      case 'create':
        this.#bind(set, name ?? '', steps);
        if (effect.description !== undefined) this.#describe(effect, steps);
        return this.#move('add', effect, steps);
      case 'delete': {
        const gone = this.#move('remove', effect, steps);
        this.#unbind(set, name ?? '', steps);
        return gone;
      }
      case 'rename':
        this.#rename(set, name ?? '', newName ?? '', steps);
        return [];
      case 'describe':
        this.#describe(effect, steps);
        return [];
      default:
        return this.#move(kind, effect, steps);
    }
  }

  #move(direction: 'add' | 'remove', { set, items }: Effect, steps: Steps): readonly PackedItems[] {
    const members = this.set(set);
    try {
      const moved = items.map((part) => members.changePacked(direction, part, steps)).filter((part) => part !== null);
      this.#noteMembers(direction, set, moved, steps);
      return moved;
    } catch (error) {
      if (error instanceof DamagedBlockError) throw new DamagedStoreError(`a block of its log ${error.message}`);
      throw error;
    }
  }

  #noteMembers(direction: Direction, set: number, items: readonly PackedItems[], steps: Steps): void {
    const name = this.nameOf(set);
    if (name === undefined || kindName(name)?.kind !== 'note') return;
    for (const { source, ...part } of items) {
      for (const id of atOnce(unpacking({ source, ...part }))) {
        const add = (): void => this.#notes.add(set, source, id);
        const remove = (): void => this.#notes.delete(set, source, id);
        if (direction === 'add') steps.run(add, remove);
        else steps.run(remove, add);
      }
    }
  }

  #describe({ set, description }: Effect, steps: Steps): void {
    if (description === undefined || this.nameOf(set) === undefined) {
      throw new DamagedStoreError(`its log describes set ${set}, which has no name`);
    }
    const before = this.#descriptions.get(set);
    steps.run(
      () => this.#descriptions.set(set, description),
      () => (before === undefined ? this.#descriptions.delete(set) : this.#descriptions.set(set, before)),
    );
  }

  #bind(set: number, name: string, steps: Steps): void {
    if (this.#names.has(name) || this.#sets.has(set)) {
      throw new DamagedStoreError(`its log creates the bookmark ${JSON.stringify(name)}, which exists`);
    }
    const members = new MemberSet();
    this.addName(set, name);
    steps.run(
      () => this.#put(set, name, members),
      () => this.#drop(set, name),
    );
  }

  #unbind(set: number, name: string, steps: Steps): void {
    const members = this.set(set);
    if (this.#names.get(name) !== set) {
      throw new DamagedStoreError(`its log deletes the bookmark ${JSON.stringify(name)}, which has another name`);
    }
    steps.run(
      () => this.#drop(set, name),
      () => this.#put(set, name, members),
    );
  }

  #put(set: number, name: string, members: MemberSet): void {
    this.#names.set(name, set);
    this.#namesOf.set(set, name);
    this.#sets.set(set, members);
    this.#namesByKind.add(name);
    const prefix = prefixOfOwner(name);
    if (prefix === null) return;
    const owned = this.#owned.get(prefix);
    if (owned === undefined) this.#owned.set(prefix, new Set([set]));
    else owned.add(set);
  }

  #drop(set: number, name: string): void {
    this.#names.delete(name);
    this.#namesOf.delete(set);
    this.#sets.delete(set);
    this.#namesByKind.delete(name);
    const prefix = prefixOfOwner(name);
    if (prefix !== null) this.#owned.get(prefix)?.delete(set);
  }

  #rename(set: number, name: string, newName: string, steps: Steps): void {
    if (this.#names.get(name) !== set || this.#names.has(newName)) {
      throw new DamagedStoreError(`its log renames the bookmark ${JSON.stringify(name)}, which is not possible`);
    }
    const swap = (from: string, to: string): void => {
      this.#names.delete(from);
      this.#names.set(to, set);
      this.#namesOf.set(set, to);
      this.#namesByKind.delete(from);
      this.#namesByKind.add(to);
    };
    this.addName(set, newName);
    steps.run(
      () => swap(name, newName),
      () => swap(newName, name),
    );
  }
}

function listed(sets: number | ReadonlySet<number> | undefined): Iterable<number> {
  return typeof sets === 'object' ? sets : sets === undefined ? [] : [sets];
}
