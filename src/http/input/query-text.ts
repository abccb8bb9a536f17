/** The query of a request: a short text is parsed here, a long one by the engine that plans it. */
import type { Query } from '../../../grammar/ast.ts';
import { isOfRequests, type OtherSyntax } from '../../../grammar/texts/syntaxes.ts';
import { SET_FIELDS } from '../../schema/well-known-fields.ts';
import { UTC } from '../../schema/zone-clock.ts';
import type { UnparsedQuery } from '../../search/search-request.ts';
import { AppError } from '../../shared/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import { SET_QUERY_UNITS_MAX, SHORT_QUERY_UNITS_MAX } from '../limits.ts';

/** Field names of sets, and expressions over texts. A false positive only changes where a query is parsed. */
const NAMED_SET = new RegExp(`(?:${[...SET_FIELDS].join('|')})"?:|text:/|entity:|cased:`);

interface QueryText {
  readonly q: string;
  readonly defaultOperator?: 'AND' | 'OR' | undefined;
  readonly syntax?: OtherSyntax | undefined;
  readonly timeZone?: string | undefined;
  readonly literal?: boolean | undefined;
}

/** The requested syntax. Undefined for our own syntax, and for literal text, which has none. */
export function askedSyntax({ syntax, literal }: Omit<QueryText, 'q'>): OtherSyntax | 'literal' | undefined {
  return literal === true ? 'literal' : syntax;
}

/**
 * Throws QuerySyntaxError for a short text, AppError INVALID_REQUEST for an operator outside the syntax, OVERLOADED for a long
 * text while too many searches wait.
 */
export async function readQuery(
  { q, defaultOperator = 'OR', ...how }: QueryText,
  { lanes, parseQuery, queryTexts }: Pick<Dependencies, 'lanes' | 'parseQuery' | 'queryTexts'>,
): Promise<Query | UnparsedQuery> {
  const syntax = askedSyntax(how);
  if (defaultOperator === 'AND') refuseOperator(syntax);
  const named = { ...zoned(how), ...(syntax === undefined ? {} : { syntax }) };
  // A query of sets, such as bookmarks, is parsed in the process that has them.
  const isLong = q.length > (NAMED_SET.test(q) ? SET_QUERY_UNITS_MAX : SHORT_QUERY_UNITS_MAX);
  if (isLong) lanes.heavy.refuseIfFull();
  if (isLong && queryTexts !== undefined) return { kind: 'unparsed', text: q, defaultOperator, ...named };
  return parseQuery(q, { defaultOperator, ...named });
}

/** Throws AppError INVALID_REQUEST for a syntax without implicit AND. */
function refuseOperator(syntax: OtherSyntax | 'literal' | undefined): void {
  if (syntax === 'iped') {
    throw new AppError('INVALID_REQUEST', 'With "syntax=iped" the "defaultOperator" is always OR, as in IPED.');
  }
  if (!isOfRequests(syntax)) return;
  throw new AppError(
    'INVALID_REQUEST',
    `With "syntax=${syntax}" words without a connector are a phrase: remove "defaultOperator".`,
  );
}

/**
 * Adds the time zone for dates without an offset. Throws AppError INVALID_REQUEST for IPED's syntax with a time zone other than
 * UTC.
 */
export function zoned({ timeZone, ...how }: Omit<QueryText, 'q'>): { timeZone?: string } {
  if (timeZone === undefined || timeZone === UTC) return {};
  const syntax = askedSyntax(how);
  if (isOfRequests(syntax) || syntax === 'nuix') {
    throw new AppError('INVALID_REQUEST', `With "syntax=${syntax}" dates are in UTC: remove "timeZone".`);
  }
  if (syntax !== 'iped') return { timeZone };
  throw new AppError('INVALID_REQUEST', 'With "syntax=iped" dates are in UTC, as in IPED: remove "timeZone".');
}
