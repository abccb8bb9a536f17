/** Parses queries for commands. Only loaded when needed, because loading the grammar takes time. */
import type { Query } from '../../grammar/ast.ts';
import { QuerySyntaxError } from '../../grammar/errors.ts';
import { parseQuery } from '../../grammar/parse.ts';
import { AppError } from '../shared/errors.ts';
import type { QueryOptions } from './options.ts';
import { QueryFault } from './query-fault.ts';

/** Throws QueryFault, AppError USAGE for options that do not go together. */
export function parseQueryText(text: string, { defaultOperator, syntax: named, literal }: QueryOptions): Query {
  const syntax = literal === true ? 'literal' : named;
  if (syntax === 'iped' && defaultOperator === 'AND') {
    throw new AppError('USAGE', 'With --syntax iped the default operator is always OR, as it is in IPED.');
  }
  try {
    return parseQuery(text, { defaultOperator, syntax });
  } catch (error) {
    throw error instanceof QuerySyntaxError ? new QueryFault(text, error) : error;
  }
}
