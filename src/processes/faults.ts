/** Errors sent between processes: errors for clients arrive completely, others only as text. */
import { QuerySyntaxError, type SyntaxErrorDetails } from '../../grammar/errors.ts';
import { type RefusalDetails, RefusedQueryError } from '../search/refused-query.ts';
import { faultOfPlain, type PlainFault, plainFault } from '../shared/child/call-messages.ts';

export type EncodedFault =
  | PlainFault
  | { readonly kind: 'refused'; readonly details: RefusalDetails }
  | { readonly kind: 'syntax'; readonly details: SyntaxErrorDetails };

export function encodeFault(fault: unknown): EncodedFault {
  if (fault instanceof QuerySyntaxError) {
    const { fault: kind, position, found, expected, note, suggestion } = fault;
    return { kind: 'syntax', details: { fault: kind, position, found, expected, note, suggestion } };
  }
  if (fault instanceof RefusedQueryError) {
    const { message, position, expected, unfit, source } = fault;
    return { kind: 'refused', details: { message, position, expected, unfit, source } };
  }
  return plainFault(fault);
}

export function decodeFault(fault: EncodedFault): Error {
  switch (fault.kind) {
    case 'syntax':
      return new QuerySyntaxError(fault.details);
    case 'refused':
      return new RefusedQueryError(fault.details);
    case 'internal':
      return new Error(`in an engine process: ${fault.text}`);
    case 'app':
      return faultOfPlain(fault);
  }
}
