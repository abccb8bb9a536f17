/**
 * Reads a whole store again, from its file, and checks every invariant: the heads, each entry's checksum, the chain of the
 * log, the members beside each record, that each change can be applied to the state before it, and that it changed what the
 * record says. Only reads, and continues after a finding if possible.
 */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { bookmarkName } from './bookmark-name.ts';
import { BookmarkState } from './bookmark-state.ts';
import { applyBase, effectOf, type LogHead } from './change-log.ts';
import { type ChangeRecord, chainHash, membersDigest, parseRecord } from './change-record.ts';
import { DamagedJournalError, decodeBody, type Entry, HASH_BYTES, type Head } from './journal/journal-format.ts';
import { readEntries, readHead } from './journal/journal-reader.ts';
import { countPacked } from './member-set.ts';
import { JOURNAL_FILE } from './migrations.ts';
import { everySource } from './references.ts';
import { Rollback } from './rollback.ts';

export interface LogVerdict {
  readonly ok: boolean;
  readonly head: LogHead;
  /** Number of records from the first whose chain is intact. */
  readonly sound: number;
  /** The first sequence number at which the chain breaks, and why. */
  readonly brokenAt?: number;
  readonly reason?: string;
}

export interface BookmarkVerdict {
  readonly ok: boolean;
  readonly bookmarks: number;
  readonly associations: number;
  readonly log: LogVerdict;
  /** The first hundred, each a sentence without its full stop. */
  readonly problems: readonly string[];
}

const PROBLEMS_MAX = 100;

/** Throws what the disk throws. */
export function verifyBookmarks({ directory }: { readonly directory: string }): BookmarkVerdict {
  const fd = openSync(join(directory, JOURNAL_FILE), 'r');
  try {
    return new Verification().run(fd);
  } finally {
    closeSync(fd);
  }
}

class Verification {
  readonly #problems: string[] = [];
  readonly #state = new BookmarkState();
  readonly #rollback = new Rollback();
  #records = 0;
  #chain: Buffer = Buffer.alloc(HASH_BYTES);
  /** Number of records before the first that breaks the chain, and why it does. */
  #sound = 0;
  #reason: string | null = null;
  #isStateKnown = true;

  run(fd: number): BookmarkVerdict {
    let head: Head | null = null;
    try {
      head = readHead(fd);
      for (const { body } of readEntries(fd, head.end)) this.#entry(decodeBody(body));
    } catch (error) {
      if (!(error instanceof DamagedJournalError)) throw error;
      this.#problem(error.message);
      this.#break('it cannot be read');
    }
    if (head !== null) this.#compareHead(head);
    if (this.#reason !== null) this.#problem(`the log breaks at record ${this.#sound + 1}: ${this.#reason}`);
    const names = this.#state.names();
    const sets = [0, ...names.map((name) => this.#state.find(name)!)];
    return {
      ok: this.#problems.length === 0,
      bookmarks: names.length,
      associations: sets.reduce((sum, set) => sum + this.#state.set(set).size(everySource), 0),
      log: this.#logVerdict(head),
      problems: this.#problems,
    };
  }

  #logVerdict(head: Head | null): LogVerdict {
    const stated = { count: head?.records ?? 0, hash: (head?.hash ?? Buffer.alloc(HASH_BYTES)).toString('hex') };
    if (this.#reason === null) return { ok: true, head: stated, sound: this.#sound };
    return { ok: false, head: stated, sound: this.#sound, brokenAt: this.#sound + 1, reason: this.#reason };
  }

  #entry(entry: Entry): void {
    if (entry.kind === 'base') this.#attempt(() => applyBase(entry, this.#state, this.#rollback));
    else this.#record(entry);
  }

  #record({ hash, text, items }: Extract<Entry, { kind: 'record' }>): void {
    this.#records++;
    const record = parseRecord(text);
    const expected = chainHash(this.#chain, text);
    if (!expected.equals(hash)) this.#break('a record is not what was written');
    else if (record?.sequence !== this.#records) this.#break('a record is missing or out of place');
    else if ((record.members ?? '') !== (items.length === 0 ? '' : membersDigest(items))) {
      this.#break('the members beside a record are not what was written');
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
    const changed = countPacked(this.#state.apply(effect, this.#rollback));
    if (changed !== record.changed || changed !== countPacked(effect.items)) {
      throw new DamagedJournalError(
        `record ${record.sequence} says that ${record.changed} changed, and ${changed} did`,
      );
    }
  }

  /** After a change that cannot be applied, the state is unknown, and later ones cannot be checked. */
  #attempt(action: () => void): void {
    if (!this.#isStateKnown) return;
    try {
      action();
    } catch (error) {
      if (!(error instanceof DamagedJournalError)) throw error;
      this.#problem(error.message);
      this.#isStateKnown = false;
    }
    this.#rollback.forget();
  }

  #compareHead(head: Head): void {
    if (this.#reason !== null) return;
    if (this.#records !== head.records) this.#break(`the log ends here, and its head counts ${head.records} records`);
    else if (!this.#chain.equals(head.hash)) this.#break('the last record is not the one of the head');
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
    normal = bookmarkName(name);
  } catch {
    // Told below.
  }
  if (normal !== name)
    throw new DamagedJournalError(`the name ${JSON.stringify(name)} is not one that a bookmark can have`);
}
