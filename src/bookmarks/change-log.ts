/**
 * The log of every change: who asked for what, when, and how much it changed. Append-only, and chained by hashes.
 *
 *     log   sequence u64be, from 1 → hash (32 bytes), then the record as JSON text
 *     meta  `log-head`             → count u48be, hash of the last record (32 bytes)
 *
 * hash = SHA-256(hash of the record before, 32 zero bytes for the first, then the JSON text). A record that is changed,
 * removed, inserted or moved breaks the chain from there on; records cut from the end contradict the head. Whoever can
 * write the file can also compute a whole new chain: to rule that out, write down the head (count and hash) elsewhere
 * from time to time, and compare.
 *
 * A record is written in the transaction of its change, so neither is there without the other. What changes nothing
 * (adding members that are members) is not logged.
 */
import { createHash } from 'node:crypto';
import { AppError } from '../shared/errors.ts';
import type { Environment, Table } from './environment.ts';
import { readU48, u48 } from './memberships.ts';
import { countReferences, digestReferences, type SourceItems } from './references.ts';

export type ChangeAction = 'create' | 'add' | 'remove' | 'rename' | 'delete' | 'select' | 'unselect';

/** Who asked for a change: from the request, or null where there was none. */
export interface Origin {
  readonly remoteAddress: string | null;
  readonly requestId: string | null;
}

export interface ChangeRecord extends Origin {
  readonly sequence: number;
  /** ISO 8601, UTC, by the clock of this machine. */
  readonly time: string;
  readonly action: ChangeAction;
  /** The bookmark as it was named before the change; null for the selection. */
  readonly bookmark: string | null;
  /** Only of a rename. */
  readonly newName?: string;
  /** Associations that the change added or removed. */
  readonly changed: number;
  /** References that were asked for, and the digest of them (see references.ts). */
  readonly references: number;
  readonly digest: string | null;
  /** The references themselves, where they are few. */
  readonly items?: readonly { readonly source: string; readonly ids: readonly number[] }[];
}

export interface LogHead {
  readonly count: number;
  /** Hexadecimal. */
  readonly hash: string;
}

export interface LogVerdict {
  readonly ok: boolean;
  readonly head: LogHead;
  /** Records whose chain holds, from the first. */
  readonly sound: number;
  /** The first sequence number at which the chain breaks, and why. */
  readonly brokenAt?: number;
  readonly reason?: string;
}

const ITEMS_MAX = 64;
const ORIGIN_TEXT_MAX = 200;
const HASH_BYTES = 32;
const HEAD_KEY = Buffer.from('log-head');
const NO_RECORDS: LogHead = { count: 0, hash: '00'.repeat(HASH_BYTES) };

export type Change = Pick<ChangeRecord, 'action' | 'bookmark' | 'changed'> & {
  readonly newName?: string;
  readonly refs?: readonly SourceItems[];
};

export class ChangeLog {
  readonly #log: Table;
  readonly #meta: Table;

  constructor(env: Environment) {
    this.#log = env.table('log');
    this.#meta = env.table('meta');
  }

  /** Inside the transaction of the change. */
  append({ refs = [], ...change }: Change, origin: Origin): void {
    const head = this.head();
    const references = countReferences(refs);
    const record: ChangeRecord = {
      sequence: head.count + 1,
      time: new Date().toISOString(),
      ...change,
      references,
      digest: references === 0 ? null : digestReferences(refs),
      ...(references > 0 &&
        references <= ITEMS_MAX && { items: refs.map(({ source, ids }) => ({ source, ids: [...ids] })) }),
      remoteAddress: bounded(origin.remoteAddress),
      requestId: bounded(origin.requestId),
    };
    const text = Buffer.from(JSON.stringify(record));
    const hash = chain(Buffer.from(head.hash, 'hex'), text);
    this.#log.put(sequenceKey(record.sequence), Buffer.concat([hash, text]));
    this.#meta.put(HEAD_KEY, Buffer.concat([u48(record.sequence), hash]));
  }

  head(): LogHead {
    const stored = this.#meta.get(HEAD_KEY);
    if (stored === undefined) return NO_RECORDS;
    return { count: readU48(stored.subarray(0, 6)), hash: Buffer.from(stored.subarray(6)).toString('hex') };
  }

  /** Oldest first. What does not parse is left to `verify`, and skipped. */
  *records(): Generator<ChangeRecord & { readonly hash: string }> {
    for (const key of this.#log.eachKey()) {
      const stored = this.#log.get(key);
      const record = stored && parseRecord(stored.subarray(HASH_BYTES));
      if (stored && record) yield { ...record, hash: Buffer.from(stored.subarray(0, HASH_BYTES)).toString('hex') };
    }
  }

  verify(): LogVerdict {
    let head = NO_RECORDS;
    try {
      head = this.head();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { ok: false, head, sound: 0, brokenAt: 1, reason: 'the head of the log is damaged' };
    }
    let before: Uint8Array = Buffer.alloc(HASH_BYTES);
    let sound = 0;
    const broken = (reason: string): LogVerdict => ({ ok: false, head, sound, brokenAt: sound + 1, reason });
    for (const key of this.#log.eachKey()) {
      const stored = this.#log.get(key);
      if (Buffer.compare(key, sequenceKey(sound + 1)) !== 0) return broken('a record is missing or out of place');
      if (stored === undefined || stored.length <= HASH_BYTES) return broken('a record is cut');
      const text = stored.subarray(HASH_BYTES);
      const hash = chain(before, text);
      if (Buffer.compare(hash, stored.subarray(0, HASH_BYTES)) !== 0) return broken('a record is not what was written');
      if (parseRecord(text)?.sequence !== sound + 1) return broken('a record states another sequence number');
      before = hash;
      sound++;
    }
    if (sound !== head.count) return broken(`the log ends here, and its head counts ${head.count} records`);
    if (Buffer.from(before).toString('hex') !== head.hash) return broken('the last record is not the one of the head');
    return { ok: true, head, sound };
  }
}

function chain(before: Uint8Array, text: Uint8Array): Buffer {
  return createHash('sha256').update(before).update(text).digest();
}

function sequenceKey(sequence: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(sequence));
  return bytes;
}

function parseRecord(text: Uint8Array): ChangeRecord | undefined {
  try {
    return JSON.parse(Buffer.from(text).toString('utf8')) as ChangeRecord;
  } catch {
    return undefined;
  }
}

/** A request id is the client's to choose: the log keeps a bounded piece of it. */
function bounded(text: string | null): string | null {
  return text === null ? null : text.slice(0, ORIGIN_TEXT_MAX);
}
