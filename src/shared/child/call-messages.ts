/**
 * The messages of calls between two processes. They are plain data, and Node's structured clone carries them. A call has a
 * number and one answer, a result or a fault. The parts of an argument come before its call, and the parts of a result before
 * its answer.
 */
import { AppError, type ErrorCode } from '../errors.ts';

/** The calls of a process, by name. */
export type CallTable<C> = { readonly [N in keyof C]: { readonly argument: unknown; readonly result: unknown } };

export type ToChild =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly argument: unknown }
  | { readonly kind: 'part'; readonly id: number; readonly part: unknown }
  /** Nobody waits for the answer any longer. The call still answers. */
  | { readonly kind: 'cancel'; readonly id: number };

export type FromChild =
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'fault'; readonly id: number; readonly fault: unknown }
  | { readonly kind: 'part'; readonly id: number; readonly part: unknown }
  /** Belongs to no call. */
  | { readonly kind: 'event'; readonly event: unknown };

/** An AppError arrives completely, everything else as text. */
export type PlainFault =
  | { readonly kind: 'app'; readonly code: ErrorCode; readonly message: string; readonly cause: string | null }
  | { readonly kind: 'internal'; readonly text: string };

export function plainFault(fault: unknown): PlainFault {
  if (!(fault instanceof AppError)) return { kind: 'internal', text: textOf(fault) };
  return {
    kind: 'app',
    code: fault.code,
    message: fault.message,
    cause: fault.cause === undefined ? null : textOf(fault.cause),
  };
}

export function faultOfPlain(fault: PlainFault): Error {
  if (fault.kind === 'internal') return new Error(fault.text);
  const { code, message, cause } = fault;
  return new AppError(code, message, cause === null ? {} : { cause: new Error(cause) });
}

function textOf(fault: unknown): string {
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
}
