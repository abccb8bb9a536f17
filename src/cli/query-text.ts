/** Parses queries for commands. Loaded on demand, because loading the grammar takes time. */
import type { Query } from '../../grammar/ast.ts';
import { QuerySyntaxError } from '../../grammar/errors.ts';
import { parseQuery } from '../../grammar/parse.ts';
import { isOfRequests } from '../../grammar/texts/syntaxes.ts';
import { AppError } from '../shared/errors.ts';
import { type QueryOptions, zoneOf } from './options.ts';
import { QueryFault } from './query-fault.ts';

/** Throws QueryFault, or AppError USAGE for conflicting options. */
export function parseQueryText(text: string, { defaultOperator, ...how }: QueryOptions): Query {
  const syntax = how.literal === true ? 'literal' : how.syntax;
  if (syntax === 'iped' && defaultOperator === 'AND') {
    throw new AppError('USAGE', 'With --syntax iped the default operator is always OR, as in IPED.');
  }
  if (isOfRequests(syntax) && defaultOperator === 'AND') {
    throw new AppError(
      'USAGE',
      `With --syntax ${syntax} words without a connector are a phrase: remove --default-operator.`,
    );
  }
  const zone = zoneOf(how);
  try {
    return parseQuery(text, { defaultOperator, syntax, ...zone });
  } catch (error) {
    throw error instanceof QuerySyntaxError ? new QueryFault(text, error) : error;
  }
}
