/** Parses queries for commands. Only loaded when needed, because loading the grammar takes time. */
import type { Query } from '../../grammar/ast.ts';
import { QuerySyntaxError } from '../../grammar/errors.ts';
import { parseQuery } from '../../grammar/parse.ts';
import type { DefaultOperator } from './options.ts';
import { QueryFault } from './query-fault.ts';

/** Throws QueryFault. */
export function parseQueryText(text: string, defaultOperator: DefaultOperator): Query {
  try {
    return parseQuery(text, { defaultOperator });
  } catch (error) {
    throw error instanceof QuerySyntaxError ? new QueryFault(text, error) : error;
  }
}
