/**
 * Walks the whole store and checks every invariant of its tables: the chain of the log, each block's checksum and shape,
 * sizes against members, sources against their digests, names against sets. Reads only.
 */
import { createHash } from 'node:crypto';
import { AppError } from '../shared/errors.ts';
import { BlockBitmap, DamagedBlockError } from './block.ts';
import { bookmarkName } from './bookmark-name.ts';
import type { BookmarkStore } from './bookmark-store.ts';
import type { LogVerdict } from './change-log.ts';
import { readU32, readU48, u32 } from './memberships.ts';

export interface BookmarkVerdict {
  readonly ok: boolean;
  readonly bookmarks: number;
  readonly associations: number;
  readonly blocks: number;
  readonly log: LogVerdict;
  /** The first hundred, each a sentence without an end. */
  readonly problems: readonly string[];
}

const PROBLEMS_MAX = 100;

export function verifyBookmarks(store: BookmarkStore): BookmarkVerdict {
  return new Verification(store).run();
}

class Verification {
  readonly #store: BookmarkStore;
  readonly #problems: string[] = [];
  readonly #sets = new Map<number, string>([[0, 'the selection']]);
  /** Members counted from the blocks, by the set and source number of the key, as hexadecimal. */
  readonly #counted = new Map<string, number>();
  #associations = 0;
  #blocks = 0;

  constructor(store: BookmarkStore) {
    this.#store = store;
  }

  run(): BookmarkVerdict {
    const log = this.#store.log.verify();
    if (!log.ok) this.#problem(`the log breaks at record ${log.brokenAt}: ${log.reason}`);
    for (const check of [this.#checkNames, this.#checkSources, this.#checkBlocks, this.#checkSizes]) {
      try {
        check.call(this);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        this.#problem(error.message); // what this check had yet to see stays unseen
      }
    }
    return {
      ok: this.#problems.length === 0,
      bookmarks: this.#sets.size - 1,
      associations: this.#associations,
      blocks: this.#blocks,
      log,
      problems: this.#problems,
    };
  }

  #checkNames(): void {
    const names = this.#store.env.table('names');
    const next = this.#store.env.table('meta').get(Buffer.from('next-set'));
    const bound = next?.length === 4 ? readU32(next, 0) : 1;
    for (const key of names.eachKey()) {
      const name = Buffer.from(key).toString('utf8');
      const stored = names.get(key);
      const set = stored?.length === 4 ? readU32(stored, 0) : 0;
      if (!isName(name)) this.#problem(`the name ${JSON.stringify(name)} is not one that a bookmark can have`);
      if (set === 0 || set >= bound) this.#problem(`the bookmark ${JSON.stringify(name)} has no set`);
      else if (this.#sets.has(set))
        this.#problem(`the bookmarks ${JSON.stringify(name)} and ${this.#sets.get(set)} share a set`);
      this.#sets.set(set, JSON.stringify(name));
    }
  }

  #checkSources(): void {
    const sources = this.#store.env.table('sources');
    const numbers = this.#store.env.table('source-numbers');
    let count = 0;
    for (const key of sources.eachKey()) {
      const digest = createHash('sha256').update(sources.entry(key)).digest();
      const number = numbers.get(digest);
      if (Buffer.compare(key, u32(count)) !== 0) this.#problem(`source number ${count} is missing`);
      if (number === undefined || Buffer.compare(number, key) !== 0)
        this.#problem(`source number ${count} is not what was written`);
      count++;
    }
    for (const _ of numbers.eachKey()) count--;
    if (count !== 0) this.#problem('the tables of sources differ in length');
  }

  #checkBlocks(): void {
    const blocks = this.#store.env.table('blocks');
    const bitmap = new BlockBitmap();
    for (const key of blocks.eachKey()) {
      this.#blocks++;
      const at = key.length === 10 ? `block ${Buffer.from(key).toString('hex')}` : 'a block with a wrong key';
      try {
        bitmap.decode(blocks.entry(key), key);
      } catch (error) {
        if (!(error instanceof DamagedBlockError)) throw error;
        this.#problem(`${at} ${error.message}`);
        continue;
      }
      if (bitmap.count === 0) this.#problem(`${at} is empty`);
      if (key.length !== 10) this.#problem(at);
      else this.#count(key, bitmap.count);
    }
  }

  #count(key: Uint8Array, members: number): void {
    const column = Buffer.from(key.subarray(0, 8)).toString('hex');
    this.#associations += members;
    this.#counted.set(column, (this.#counted.get(column) ?? 0) + members);
  }

  #checkSizes(): void {
    const sizes = this.#store.env.table('sizes');
    for (const key of sizes.eachKey()) {
      const column = Buffer.from(key).toString('hex');
      const stored = sizes.get(key);
      const size = stored?.length === 6 ? readU48(stored) : -1;
      const counted = this.#counted.get(column) ?? 0;
      this.#counted.delete(column);
      const set = key.length === 8 ? this.#sets.get(readU32(key, 0)) : undefined;
      if (set === undefined) this.#problem(`members are kept (${column}) of a bookmark that is not there`);
      if (size !== counted) this.#problem(`${set ?? column} counts ${size} members and has ${counted} in one source`);
      if (key.length === 8 && this.#store.env.table('sources').get(key.subarray(4)) === undefined) {
        this.#problem(`${set ?? column} has members in a source that is not known`);
      }
    }
    for (const column of this.#counted.keys()) this.#problem(`members are kept (${column}) that are not counted`);
  }

  #problem(finding: string): void {
    if (this.#problems.length < PROBLEMS_MAX) this.#problems.push(finding);
  }
}

function isName(name: string): boolean {
  try {
    return bookmarkName(name) === name;
  } catch {
    return false;
  }
}
