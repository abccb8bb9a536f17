/** For `catch`: returns null for a query that an engine refuses, and rethrows all other errors. */
import { AppError } from '../../src/shared/errors.ts';

export function nullIfRefused(fault: unknown): null {
  if (fault instanceof AppError && fault.code === 'QUERY_INVALID') return null;
  throw fault;
}
