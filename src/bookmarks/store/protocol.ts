/**
 * What a store process is asked, and what it answers. A call has a number and one answer, a result or a fault. Bytes of a
 * call or an answer go before it, in pieces of bounded size, so that no message holds an event loop up.
 */
import type { ErrorCode } from '../../shared/errors.ts';
import type { Description } from '../descriptions/description.ts';

export const PIECE_BYTES = 1024 * 1024;

/** The state of the file by its name: a change by anybody else makes another one. */
export type FileStamp = string;

export interface WireHead {
  readonly count: number;
  readonly hash: Uint8Array;
  readonly baseSequence: number;
  readonly stamp: FileStamp;
}

export interface OpenArguments {
  readonly directory: string;
  readonly readOnly?: boolean;
  readonly isTakenOver?: boolean;
  /** The state is known already: everything is checked, and nothing sent. */
  readonly isResumed?: boolean;
}

export interface WireChain {
  readonly count: number;
  readonly hash: Uint8Array;
}

export interface CommitResult {
  readonly stamp: FileStamp;
  /** Then nothing was changed. */
  readonly isDiskFull: boolean;
}

/** What can be asked, by name: argument and result. */
export interface StoreCalls {
  open: { argument: OpenArguments; result: WireHead };
  /** The next part of the state. After the last, the caller is the owner of the file, if it may write. */
  part: { argument: null; result: StoredPart | { readonly kind: 'end'; readonly stamp: FileStamp } };
  /** The bytes are records, joined. */
  commit: { argument: { readonly before: WireChain; readonly after: WireChain }; result: CommitResult };
  /** Records or bases by number, joined in the bytes: as many from the first as make an answer of good size. */
  read: { argument: { readonly table: 'records' | 'bases'; readonly keys: readonly number[] }; result: null };
  /** Reads everything again. */
  check: { argument: null; result: FileStamp };
  /** The bytes are the verdict, as JSON. */
  verify: { argument: { readonly directory: string }; result: null };
  close: { argument: null; result: null };
}

export type StoreCallName = keyof StoreCalls;

export type ToStore =
  /** Asks whether the process goes on: answered at once. */
  | { readonly kind: 'ping' }
  | { readonly kind: 'piece'; readonly bytes: Uint8Array }
  | { readonly kind: 'call'; readonly id: number; readonly name: StoreCallName; readonly argument: unknown };

export type FromStore =
  | { readonly kind: 'pong' }
  | { readonly kind: 'piece'; readonly bytes: Uint8Array }
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'fault'; readonly id: number; readonly code: ErrorCode; readonly message: string }
  /** Found while nothing was asked. */
  | { readonly kind: 'damaged'; readonly finding: string };

export interface StoredName {
  readonly set: number;
  readonly name: string;
  readonly isNow: boolean;
  /** Then the row is not of a name, but of what is said of the set. */
  readonly description?: Description;
}

export interface StoredSet {
  readonly set: number;
  /** See ../packed-items.ts. A set may come in several parts. */
  readonly items: Uint8Array;
}

export type StoredPart =
  | { readonly kind: 'names'; readonly rows: readonly StoredName[] }
  | { readonly kind: 'members'; readonly sets: readonly StoredSet[] }
  | { readonly kind: 'base'; readonly set: number }
  | { readonly kind: 'log'; readonly times: Float64Array; readonly sets: Uint32Array };
