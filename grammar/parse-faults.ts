/** Makes the error for a text that does not parse, for every grammar of the package. */
import type { IRecognitionException, IToken } from 'chevrotain';
import { foundAt, QuerySyntaxError } from './errors.ts';
import { EOF } from './parser-library.ts';
import { GroupClose, GroupOpen, Invalid } from './tokens.ts';

/** Returns the error of the parser, or of the lexer if that caused it. */
export function faultAt(
  text: string,
  tokens: readonly IToken[],
  exception: IRecognitionException,
  lexical: QuerySyntaxError | null,
): QuerySyntaxError {
  const isLexical = lexical !== null && exception.token.tokenType === Invalid;
  if (isLexical && lexical.fault !== 'unexpected') return lexical;
  return describe(text, tokens, exception, isLexical ? lexical.note : '');
}

function describe(
  text: string,
  tokens: readonly IToken[],
  exception: IRecognitionException,
  note: string,
): QuerySyntaxError {
  const isEnd = exception.token.tokenType === EOF;
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
