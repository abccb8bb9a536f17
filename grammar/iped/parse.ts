/**
 * Parses text in IPED's syntax to a query tree, as IPED 4.1.6's web API does. Anything that is an error there is a
 * QuerySyntaxError here.
 */
import type { Query } from '../ast.ts';
import { foundAt, QuerySyntaxError, type SyntaxFault } from '../errors.ts';
import { SUGGESTION_UNITS_MAX } from '../limits.ts';
import { faultAt } from '../parse-faults.ts';
import { refuseTooLong } from '../texts/query-length.ts';
import { tokenizeIped } from './lexer.ts';
import { IpedParser } from './parser.ts';
import { type PreparedText, prepare } from './prepared-text.ts';
import { TreeBuilder } from './tree-builder.ts';

const builder = new TreeBuilder();
const parser = new IpedParser(builder);

/** Throws only QuerySyntaxError. Takes time linear in the length of the text. */
export function parseIpedQuery(written: string): Query {
  refuseTooLong(written);
  try {
    return parsePrepared(prepare(written));
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error;
    const position = prepare(written).originalOffset(error.position);
    const suggestion = written.length > SUGGESTION_UNITS_MAX ? null : repaired(written, error.fault, position);
    throw new QuerySyntaxError({ ...error, position, found: foundAt(written, position), suggestion });
  }
}

function parsePrepared({ text, originalOffset }: PreparedText): Query {
  const { tokens, error } = tokenizeIped(text);
  if (tokens.length === 0) return { kind: 'all' };
  builder.start(originalOffset);
  parser.input = tokens;
  const query = parser.query();
  const exception = parser.errors[0];
  parser.input = []; // Drops the tokens of a finished query.
  if (exception === undefined) return query;
  throw faultAt(text, tokens, exception, error);
}

/** Returns the text with open brackets and quotes closed, or with misplaced characters escaped, if it parses then. */
function repaired(written: string, fault: SyntaxFault, position: number): string | null {
  const escaped = `${written.slice(0, position)}\\${written.slice(position)}`;
  const candidate = fault === 'unclosedQuote' ? `${written}"` : fault === 'unclosedGroup' ? `${written})` : escaped;
  try {
    parsePrepared(prepare(candidate));
    return candidate;
  } catch (error) {
    if (error instanceof QuerySyntaxError) return null;
    throw error;
  }
}
