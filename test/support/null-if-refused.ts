/** For `catch`: null in place of a query that an engine refuses; every other fault is thrown again. */
import { AppError } from '../../src/shared/errors.ts';

export function nullIfRefused(fault: unknown): null {
  if (fault instanceof AppError && fault.code === 'QUERY_INVALID') return null;
  throw fault;
}
