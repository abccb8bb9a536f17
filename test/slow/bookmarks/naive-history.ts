/**
 * The slow twin of bookmarks over time: a copy of the complete state after every change, and undo by the obvious rules. A
 * bookmark is an object of its own, so that it stays the same one when it is renamed.
 */

export interface NaiveBookmark {
  readonly members: Set<string>;
}

export interface NaiveChange {
  readonly what: 'create' | 'delete' | 'add' | 'remove' | 'rename';
  readonly bookmark: NaiveBookmark;
  readonly name: string;
  readonly newName?: string;
  /** The actual changes. */
  readonly members: readonly string[];
}

/** Keyed by name: sorted members. The selection is under the name null. */
export type Snapshot = readonly (readonly [name: string | null, members: readonly string[]])[];

export class NaiveHistory {
  readonly selection: NaiveBookmark = { members: new Set() };
  readonly names = new Map<string, NaiveBookmark>();
  readonly changes: NaiveChange[] = [];
  /** The states after each change. The first is the initial one. */
  readonly snapshots: Snapshot[] = [this.snapshot()];

  snapshot(): Snapshot {
    const named = [...this.names].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const rows: [string | null, NaiveBookmark][] = [[null, this.selection], ...named];
    return rows.map(([name, { members }]) => [name, [...members].sort()] as const);
  }

  create(name: string, members: readonly string[] = [], bookmark: NaiveBookmark = { members: new Set() }): boolean {
    if (this.names.has(name)) return false;
    bookmark.members.clear();
    for (const member of members) bookmark.members.add(member);
    this.names.set(name, bookmark);
    return this.#done({ what: 'create', bookmark, name, members });
  }

  delete(name: string): boolean {
    const bookmark = this.names.get(name);
    if (bookmark === undefined) return false;
    this.names.delete(name);
    return this.#done({ what: 'delete', bookmark, name, members: [...bookmark.members] });
  }

  rename(name: string, newName: string): boolean {
    const bookmark = this.names.get(name);
    if (bookmark === undefined || this.names.has(newName)) return false;
    this.names.delete(name);
    this.names.set(newName, bookmark);
    return this.#done({ what: 'rename', bookmark, name, newName, members: [] });
  }

  move(what: 'add' | 'remove', bookmark: NaiveBookmark, asked: readonly string[]): boolean {
    const members = [...new Set(asked)].filter((member) => bookmark.members.has(member) === (what === 'remove'));
    if (members.length === 0) return false;
    for (const member of members) bookmark.members[what === 'add' ? 'add' : 'delete'](member);
    return this.#done({ what, bookmark, name: '', members });
  }

  /** Returns false if it is impossible. */
  undo(sequence: number): boolean {
    const { what, bookmark, name, newName, members } = this.changes[sequence - 1]!;
    const nameNow = [...this.names].find(([, one]) => one === bookmark)?.[0];
    if (what === 'delete') return nameNow === undefined && this.create(name, members, bookmark);
    if (bookmark !== this.selection && nameNow === undefined) return false;
    if (what === 'rename') return nameNow === newName && this.rename(nameNow ?? '', name);
    if (what !== 'create') return this.move(what === 'add' ? 'remove' : 'add', bookmark, members);
    const isAsCreated = bookmark.members.size === members.length && members.every((one) => bookmark.members.has(one));
    return isAsCreated && this.delete(nameNow ?? '');
  }

  #done(change: NaiveChange): true {
    this.changes.push(change);
    this.snapshots.push(this.snapshot());
    return true;
  }
}
