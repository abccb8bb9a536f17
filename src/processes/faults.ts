/** Errors sent between processes: errors for clients arrive completely, others only as text. */
import { QuerySyntaxError, type SyntaxErrorDetails } from '../../grammar/errors.ts';
import { type RefusalDetails, RefusedQueryError } from '../search/refused-query.ts';
import { AppError, type ErrorCode } from '../shared/errors.ts';

export type EncodedFault =
  | { readonly kind: 'app'; readonly code: ErrorCode; readonly message: string; readonly cause: string | null }
  | { readonly kind: 'refused'; readonly details: RefusalDetails }
  | { readonly kind: 'syntax'; readonly details: SyntaxErrorDetails }
  | { readonly kind: 'internal'; readonly text: string };

export function encodeFault(fault: unknown): EncodedFault {
  if (fault instanceof QuerySyntaxError) {
    const { fault: kind, position, found, expected, note, suggestion } = fault;
    return { kind: 'syntax', details: { fault: kind, position, found, expected, note, suggestion } };
  }
  if (fault instanceof RefusedQueryError) {
    const { message, position, expected, unfit, source } = fault;
    return { kind: 'refused', details: { message, position, expected, unfit, source } };
  }
  if (fault instanceof AppError) {
    const cause = fault.cause === undefined ? null : textOf(fault.cause);
    return { kind: 'app', code: fault.code, message: fault.message, cause };
  }
  return { kind: 'internal', text: textOf(fault) };
}

export function decodeFault(fault: EncodedFault): Error {
  switch (fault.kind) {
    case 'syntax':
      return new QuerySyntaxError(fault.details);
    case 'refused':
      return new RefusedQueryError(fault.details);
    case 'app':
      return new AppError(fault.code, fault.message, fault.cause === null ? {} : { cause: new Error(fault.cause) });
    case 'internal':
      return new Error(`in an engine process: ${fault.text}`);
  }
}

function textOf(fault: unknown): string {
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
}
