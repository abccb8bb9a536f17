/**
 * Text in IPED's syntax to query tree: what IPED 4.1.6's web API makes of a query. What is an error of its there is a
 * QuerySyntaxError here.
 */
import type { Query } from '../ast.ts';
import { foundAt, QuerySyntaxError } from '../errors.ts';
import { faultAt, refuseTooLong } from '../parse-faults.ts';
import { tokenizeIped } from './lexer.ts';
import { IpedParser } from './parser.ts';
import { prepare } from './prepared-text.ts';
import { TreeBuilder } from './tree-builder.ts';

const builder = new TreeBuilder();
const parser = new IpedParser(builder);

/** Throws only QuerySyntaxError. Takes time linear in the length of the text. */
export function parseIpedQuery(written: string): Query {
  refuseTooLong(written);
  const prepared = prepare(written);
  try {
    return parsePrepared(prepared.text);
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error;
    const position = prepared.originalOffset(error.position);
    const found = error.position >= prepared.text.length ? error.found : foundAt(written, position);
    throw new QuerySyntaxError({ ...error, position, found });
  }
}

function parsePrepared(text: string): Query {
  const { tokens, error } = tokenizeIped(text);
  if (tokens.length === 0) return { kind: 'all' };
  builder.start();
  parser.input = tokens;
  const query = parser.query();
  const exception = parser.errors[0];
  parser.input = []; // Keep no tokens of a finished query.
  if (exception === undefined) return query;
  throw faultAt(text, tokens, exception, error);
}
