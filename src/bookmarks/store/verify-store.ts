/**
 * Reads a complete store again and checks every invariant: the meta pages, the checksums and their sum, the chain of the log,
 * the members of each record. Replays each change and compares its effect with the record. Compares the final state with the
 * stored names and members.
 */
import { bookmarkName } from '../bookmark-name.ts';
import { BookmarkState, SELECTION } from '../bookmark-state.ts';
import { type ChangeRecord, chainHash, membersDigest, parseRecord } from '../change-record.ts';
import { isSameDescription } from '../descriptions/description.ts';
import { applyBase, effectOf, unpackItems } from '../effects.ts';
import {
  isOwned,
  kindName,
  ownedName,
  ownedParts,
  ownerOf,
  privateName,
  privateParts,
  storedName,
} from '../kinds/kind-name.ts';
import { countPacked } from '../member-set.ts';
import { decodeBase, decodeRecord, EMPTY_HASH, type StoredRecord } from '../record-format.ts';
import { everySource } from '../references.ts';
import { Steps } from '../steps.ts';
import { DamagedStoreError } from '../store-errors.ts';
import type { Snapshot } from './environment.ts';
import { requireMetaPages, storedFormat } from './open-store.ts';
import type { StoredName, StoredSet } from './protocol.ts';
import { FORMAT_VERSION, readStoreHead, type StoredHead, StoreFile, type TableName } from './store-file.ts';
import { storedParts } from './stored-parts.ts';
import { type BookmarkVerdict, type LogVerdict, unreadableStore } from './verdict.ts';

const PROBLEMS_MAX = 100;

/** Throws disk errors. */
export async function verifyStore(directory: string): Promise<BookmarkVerdict> {
  try {
    requireMetaPages(directory);
    const format = await storedFormat(directory);
    if (format !== FORMAT_VERSION) {
      throw new DamagedStoreError(`it has format v${format}, and this build verifies v${FORMAT_VERSION}`);
    }
  } catch (error) {
    if (error instanceof DamagedStoreError) return unreadableStore(error.message);
    throw error;
  }
  const file = new StoreFile(directory, { readOnly: true });
  try {
    const snapshot = file.snapshot();
    const verdict = new Verification().run(snapshot);
    snapshot.done();
    return verdict;
  } finally {
    await file.close();
  }
}

class Verification {
  readonly #problems: string[] = [];
  readonly #state = new BookmarkState();
  readonly #steps = new Steps();
  #records = 0;
  #chain: Buffer = EMPTY_HASH;
  /** Number of records before the chain breaks, and the reason. */
  #sound = 0;
  #reason: string | null = null;
  #isStateKnown = true;

  run(snapshot: Snapshot<TableName>): BookmarkVerdict {
    let head: StoredHead | null = null;
    this.#attempt(() => {
      head = readStoreHead(snapshot);
    });
    const { baseSequence } = (head as StoredHead | null) ?? { baseSequence: 0 };
    try {
      for (const { key, value } of snapshot.rows('records')) {
        if (this.#records === baseSequence) this.#bases(snapshot);
        this.#record(decodeRecord(value), key);
      }
      if (this.#records === baseSequence) this.#bases(snapshot);
    } catch (error) {
      if (!(error instanceof DamagedStoreError)) throw error;
      this.#problem(error.message);
      this.#break('it cannot be read');
    }
    if (head !== null) this.#compareHead(head);
    if (this.#reason !== null) this.#problem(`the log breaks at record ${this.#sound + 1}: ${this.#reason}`);
    this.#attempt(() => this.#compareState(snapshot));
    const names = this.#state.names();
    const sets = [SELECTION, ...names.map((name) => this.#state.find(name)!)];
    return {
      ok: this.#problems.length === 0,
      bookmarks: names.length,
      associations: sets.reduce((sum, set) => sum + this.#state.set(set).size(everySource), 0),
      log: this.#logVerdict(head),
      problems: this.#problems,
    };
  }

  #logVerdict(head: StoredHead | null): LogVerdict {
    const stated = { count: head?.count ?? 0, hash: (head?.hash ?? EMPTY_HASH).toString('hex') };
    if (this.#reason === null) return { ok: true, head: stated, sound: this.#sound };
    return { ok: false, head: stated, sound: this.#sound, brokenAt: this.#sound + 1, reason: this.#reason };
  }

  #bases(snapshot: Snapshot<TableName>): void {
    for (const { value } of snapshot.rows('bases')) {
      this.#attempt(() => applyBase(decodeBase(value), this.#state, this.#steps));
    }
  }

  #record({ hash, set, time, text, items }: StoredRecord, key: Buffer): void {
    this.#records++;
    const record = parseRecord(text);
    const expected = chainHash(this.#chain, text);
    if (!expected.equals(hash)) this.#break('a record is not what was written');
    else if (record?.sequence !== this.#records || key.readUIntBE(0, 6) !== this.#records) {
      this.#break('a record is missing or out of place');
    } else if ((record.members ?? '') !== (items.length === 0 ? '' : membersDigest(items))) {
      this.#break('the members beside a record are not what was written');
    } else if (time !== Date.parse(record.time) || set !== (record.set ?? set)) {
      this.#break('the time or the set of a record contradicts its content');
    }
    if (this.#reason === null) this.#sound++;
    this.#chain = expected;
    if (record !== undefined) this.#attempt(() => this.#apply(record, items));
  }

  #apply(record: ChangeRecord, items: Buffer): void {
    const effect = effectOf(record, items);
    if (effect === null) return;
    for (const name of [effect.name, effect.newName]) {
      if (name !== null && name !== undefined) requireName(name);
    }
    const changed = countPacked(this.#state.apply(effect, this.#steps));
    if (changed !== record.changed || changed !== countPacked(effect.items)) {
      throw new DamagedStoreError(`record ${record.sequence} says that ${record.changed} changed, but ${changed} did`);
    }
  }

  /** After a change that cannot be applied, the state is unknown, so later changes cannot be checked. */
  #attempt(action: () => void): void {
    if (!this.#isStateKnown) return;
    try {
      action();
    } catch (error) {
      if (!(error instanceof DamagedStoreError)) throw error;
      this.#problem(error.message);
      this.#isStateKnown = false;
    }
    this.#steps.forget();
  }

  #compareHead(head: StoredHead): void {
    if (this.#reason !== null) return;
    if (this.#records !== head.count) this.#break(`the log ends here, but its head counts ${head.count} records`);
    else if (!this.#chain.equals(head.hash)) this.#break('the last record does not match the head');
  }

  /** Checks that the stored state equals the result of the log. */
  #compareState(snapshot: Snapshot<TableName>): void {
    let names = 0;
    let members = 0;
    let descriptions = 0;
    for (const part of storedParts(snapshot)) {
      if (part.kind === 'names') names += this.#compareNames(part.rows);
      if (part.kind === 'names') descriptions += this.#compareDescriptions(part.rows);
      if (part.kind === 'members') members += this.#compareMembers(part.sets);
    }
    const sets = [SELECTION, ...this.#state.storedNames().map((name) => this.#state.find(name)!)];
    const expected = sets.reduce((sum, set) => sum + this.#state.set(set).size(everySource), 0);
    if (names !== sets.length - 1 || members !== expected) {
      throw new DamagedStoreError(`its log leads to ${expected} members, but ${members} are stored`);
    }
    if (descriptions !== this.#state.describedCount) {
      const { describedCount } = this.#state;
      throw new DamagedStoreError(`its log describes ${describedCount} bookmarks, but ${descriptions} are stored`);
    }
  }

  #compareNames(rows: readonly StoredName[]): number {
    const present = rows.filter(({ isNow }) => isNow);
    for (const { set, name } of present) {
      if (this.#state.find(name) !== set) {
        throw new DamagedStoreError(`its log leads to no bookmark ${JSON.stringify(name)}, but one is stored`);
      }
    }
    return present.length;
  }

  #compareDescriptions(rows: readonly StoredName[]): number {
    let count = 0;
    for (const { set, description } of rows) {
      if (description === undefined) continue;
      count++;
      if (!isSameDescription(this.#state.descriptionOf(set), description)) {
        throw new DamagedStoreError(`the description of set ${set} is not that of its log`);
      }
    }
    return count;
  }

  #compareMembers(sets: readonly StoredSet[]): number {
    let members = 0;
    for (const { set, items } of sets) {
      for (const part of unpackItems(Buffer.from(items))) {
        members += part.count;
        if (!this.#state.set(set).hasAll(part)) {
          throw new DamagedStoreError(`set ${set} has members that its log does not have`);
        }
      }
    }
    return members;
  }

  #break(reason: string): void {
    this.#reason ??= reason;
  }

  #problem(finding: string): void {
    if (this.#problems.length < PROBLEMS_MAX) this.#problems.push(finding);
  }
}

function requireName(name: string): void {
  let normal: string | null = null;
  try {
    const known = kindName(name);
    if (known?.kind === 'bookmark') normal = bookmarkName(name);
    else if (known !== null) {
      const { name: given, viewer } = privateParts(known.name);
      const parts = isOwned(known.kind) ? ownedParts(given) : null;
      const checked =
        parts === null ? bookmarkName(given) : ownedName(ownerOf(given), parts.key, bookmarkName(parts.nameOfOwner));
      normal = storedName(known.kind, viewer === undefined ? checked : privateName(checked, viewer));
    }
  } catch {
    // Reported below.
  }
  if (normal !== name)
    throw new DamagedStoreError(`the name ${JSON.stringify(name)} is not one that a bookmark can have`);
}
