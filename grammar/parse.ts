/**
 * The entry point of the package: text to query tree.
 *
 * One parser serves all calls; a parse runs to its end before another begins, and each starts from scratch.
 */
import type { IRecognitionException, IToken } from 'chevrotain';
import type { Query } from './ast.ts';
import { AstBuilder } from './ast-builder.ts';
import { foundAt, QuerySyntaxError } from './errors.ts';
import { tokenize } from './lexer.ts';
import { QUERY_BYTES_MAX, SUGGESTION_UNITS_MAX } from './limits.ts';
import { type DefaultOperator, QueryParser } from './parser.ts';
import { repairs } from './repairs.ts';
import { GroupClose, GroupOpen, Invalid } from './tokens.ts';

export interface ParseOptions {
  /** The operator between clauses with nothing between them; OR by default. */
  readonly defaultOperator?: DefaultOperator;
}

const builder = new AstBuilder();
const parser = new QueryParser(builder);

/**
 * The tree of `text`; a text without a clause means all items.
 *
 * Throws only QuerySyntaxError, if the text is not a valid query or exceeds a limit of limits.ts. Takes
 * time linear in the length of the text.
 */
export function parseQuery(text: string, options: ParseOptions = {}): Query {
  try {
    return parseOrThrow(text, options);
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error;
    const suggestion = text.length > SUGGESTION_UNITS_MAX ? null : firstThatParses(repairs(text, error), options);
    throw new QuerySyntaxError({ ...error, suggestion });
  }
}

function parseOrThrow(text: string, options: ParseOptions): Query {
  refuseTooLong(text);
  const { tokens, error } = tokenize(text);
  if (tokens.length === 0) return { kind: 'all' };
  builder.start(text);
  parser.start(tokens, options.defaultOperator ?? 'OR');
  const query = parser.query();
  const exception = parser.errors[0];
  parser.input = []; // Keep no tokens of a finished query.
  if (exception === undefined) return query;
  const isLexical = error !== null && exception.token.tokenType === Invalid;
  if (isLexical && error.fault !== 'unexpected') throw error;
  throw describe(text, tokens, exception, isLexical ? error.note : '');
}

function describe(
  text: string,
  tokens: readonly IToken[],
  exception: IRecognitionException,
  note: string,
): QuerySyntaxError {
  const isEnd = Number.isNaN(exception.token.startOffset);
  const position = isEnd ? text.length : exception.token.startOffset;
  const expected: string[] = JSON.parse(exception.message);
  const open = isEnd && expected.includes("')'") ? innermostOpenGroup(tokens) : null;
  return new QuerySyntaxError({
    fault: open === null ? 'unexpected' : 'unclosedGroup',
    position,
    found: foundAt(text, position),
    expected,
    note: open === null ? note : `the group at ${open} is not closed`,
  });
}

function innermostOpenGroup(tokens: readonly IToken[]): number | null {
  const open: number[] = [];
  for (const token of tokens) {
    if (token.tokenType === GroupOpen) open.push(token.startOffset);
    if (token.tokenType === GroupClose) open.pop();
  }
  return open.at(-1) ?? null;
}

function firstThatParses(candidates: readonly string[], options: ParseOptions): string | null {
  for (const candidate of candidates) {
    try {
      parseOrThrow(candidate, options);
      return candidate;
    } catch (error) {
      if (!(error instanceof QuerySyntaxError)) throw error;
    }
  }
  return null;
}

function refuseTooLong(text: string): void {
  if (text.length <= QUERY_BYTES_MAX / 3 || Buffer.byteLength(text) <= QUERY_BYTES_MAX) return;
  const position = unitsOfBytes(text, QUERY_BYTES_MAX);
  throw new QuerySyntaxError({
    fault: 'tooLong',
    position,
    found: foundAt(text, position),
    expected: [],
    note: `a query has at most ${QUERY_BYTES_MAX} bytes`,
  });
}

/** How many UTF-16 units from the start of `text` take at most `bytes` bytes of UTF-8. Reads no further than that. */
function unitsOfBytes(text: string, bytes: number): number {
  let used = 0;
  for (let offset = 0; offset < text.length; ) {
    const codePoint = text.codePointAt(offset) as number;
    used += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x1_0000 ? 3 : 4;
    if (used > bytes) return offset;
    offset += codePoint > 0xffff ? 2 : 1;
  }
  return text.length;
}
