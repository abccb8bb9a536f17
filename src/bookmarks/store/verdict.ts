/** Result of a complete check of the store. */
import { EMPTY_HASH } from '../record-format.ts';

export interface LogHead {
  readonly count: number;
  /** Hexadecimal. */
  readonly hash: string;
}

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

/** The verdict on an unreadable store. */
export function unreadableStore(problem: string): BookmarkVerdict {
  const head = { count: 0, hash: EMPTY_HASH.toString('hex') };
  const log = { ok: false, head, sound: 0, brokenAt: 1, reason: 'it cannot be read' };
  return { ok: false, bookmarks: 0, associations: 0, log, problems: [problem] };
}
