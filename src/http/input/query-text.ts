/** The query of a request: a short text becomes its tree here, a long one is left to the engine that plans it. */
import type { Query } from '../../../grammar/ast.ts';
import type { OtherSyntax } from '../../../grammar/texts/syntaxes.ts';
import { SET_FIELDS } from '../../schema/well-known-fields.ts';
import { UTC } from '../../schema/zone-clock.ts';
import type { UnparsedQuery } from '../../search/search-request.ts';
import { AppError } from '../../shared/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import { SET_QUERY_UNITS_MAX, SHORT_QUERY_UNITS_MAX } from '../limits.ts';

/** Field names of sets; anything else that this finds is only parsed elsewhere. */
const NAMED_SET = new RegExp(`(?:${[...SET_FIELDS].join('|')})"?:`);

interface QueryText {
  readonly q: string;
  readonly defaultOperator?: 'AND' | 'OR' | undefined;
  readonly syntax?: OtherSyntax | undefined;
  readonly timeZone?: string | undefined;
  readonly literal?: boolean | undefined;
}

/** The syntax that a request asks for; undefined for our own. Where the text is literal, there is none to be in. */
export function askedSyntax({ syntax, literal }: Omit<QueryText, 'q'>): OtherSyntax | 'literal' | undefined {
  return literal === true ? 'literal' : syntax;
}

/**
 * Throws QuerySyntaxError for a short text, AppError INVALID_REQUEST for an operator that the syntax does not have, OVERLOADED for a long one while too many searches wait. */
export async function readQuery(
  { q, defaultOperator = 'OR', ...how }: QueryText,
  { lanes, parseQuery, queryTexts }: Pick<Dependencies, 'lanes' | 'parseQuery' | 'queryTexts'>,
): Promise<Query | UnparsedQuery> {
  const syntax = askedSyntax(how);
  if (defaultOperator === 'AND') refuseOperator(syntax);
  const named = { ...zoned(how), ...(syntax === undefined ? {} : { syntax }) };
  // A query that names sets, such as bookmarks, is parsed where they are.
  const isLong = q.length > (NAMED_SET.test(q) ? SET_QUERY_UNITS_MAX : SHORT_QUERY_UNITS_MAX);
  if (isLong) lanes.heavy.refuseIfFull();
  if (isLong && queryTexts !== undefined) return { kind: 'unparsed', text: q, defaultOperator, ...named };
  return parseQuery(q, { defaultOperator, ...named });
}

/** Throws AppError INVALID_REQUEST for a syntax in which nothing can be joined by AND without an operator. */
function refuseOperator(syntax: OtherSyntax | 'literal' | undefined): void {
  if (syntax === 'iped') {
    throw new AppError('INVALID_REQUEST', 'With "syntax=iped" the "defaultOperator" is always OR, as it is in IPED.');
  }
  if (syntax !== 'dtsearch') return;
  throw new AppError(
    'INVALID_REQUEST',
    'With "syntax=dtsearch" words without a connector are a phrase: leave the "defaultOperator" out.',
  );
}

/** The time zone of dates without an offset. Throws AppError INVALID_REQUEST for IPED's syntax with another than UTC. */
export function zoned({ timeZone, ...how }: Omit<QueryText, 'q'>): { timeZone?: string } {
  if (timeZone === undefined || timeZone === UTC) return {};
  const syntax = askedSyntax(how);
  if (syntax === 'dtsearch' || syntax === 'nuix') {
    throw new AppError('INVALID_REQUEST', `With "syntax=${syntax}" dates are those of UTC: leave the "timeZone" out.`);
  }
  if (syntax !== 'iped') return { timeZone };
  throw new AppError(
    'INVALID_REQUEST',
    'With "syntax=iped" dates are those of UTC, as they are in IPED: leave the "timeZone" out.',
  );
}
