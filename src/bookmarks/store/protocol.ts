/**
 * The calls of the store process. Bytes precede their call or answer, in pieces of bounded size, so that no message blocks an
 * event loop.
 */
import type { Description } from '../descriptions/description.ts';

export const PIECE_BYTES = 1024 * 1024;

export function* storePieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** Identifies a state of the file. A change by another program yields another stamp. */
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
  /** The client already knows the state. Everything is checked, but nothing is sent. */
  readonly isResumed?: boolean;
}

export interface WireChain {
  readonly count: number;
  readonly hash: Uint8Array;
}

export interface CommitResult {
  readonly stamp: FileStamp;
  /** If set, nothing was changed. */
  readonly isDiskFull: boolean;
}

/** The calls, with argument and result. */
export interface StoreCalls {
  /** Answered at once. */
  ping: { argument: null; result: null };
  open: { argument: OpenArguments; result: WireHead };
  /** The next part of the state. After the last part, the caller owns the file, if it may write. */
  part: { argument: null; result: StoredPart | { readonly kind: 'end'; readonly stamp: FileStamp } };
  /** The bytes are concatenated records. */
  commit: { argument: { readonly before: WireChain; readonly after: WireChain }; result: CommitResult };
  /** Records or bases by number, concatenated in the bytes: as many as fit in an answer of reasonable size. */
  read: { argument: { readonly table: 'records' | 'bases'; readonly keys: readonly number[] }; result: null };
  /** Reads everything again. */
  check: { argument: null; result: FileStamp };
  /** The bytes are the verdict as JSON. */
  verify: { argument: { readonly directory: string }; result: null };
  close: { argument: null; result: null };
}

export type StoreCallName = keyof StoreCalls;

export interface StoredName {
  readonly set: number;
  readonly name: string;
  readonly isNow: boolean;
  /** If present, the row is a description, not a name. */
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
