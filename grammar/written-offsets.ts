/** Maps offsets of a text that the lexer reads without ignorable characters back to the text as written. */
import type { IToken } from 'chevrotain';
import { type Chunk, readQuoted } from './chunk.ts';
import { QuerySyntaxError } from './errors.ts';
import type { VisibleText } from './ignorables.ts';
import type { LexerResult } from './token-list.ts';

/** Returns the quoted chunk at an offset of the visible text, with everything that was written in it. */
export function readWritten(visible: VisibleText, start: number): Chunk {
  try {
    const chunk = readQuoted(visible.written, visible.writtenOffset(start));
    return { ...chunk, end: visible.visibleOffset(chunk.end) };
  } catch (error) {
    throw moved(error, (offset) => visible.visibleOffset(offset));
  }
}

/** Returns the tokens or the fault of the visible text, with offsets in the written text. */
export function asWritten(visible: VisibleText, lex: () => LexerResult): LexerResult {
  const written = (offset: number): number => visible.writtenOffset(offset);
  try {
    const { tokens, error } = lex();
    for (const token of tokens) moveToken(token, visible);
    return { tokens, error: error === null ? null : (moved(error, written) as QuerySyntaxError) };
  } catch (error) {
    throw moved(error, written);
  }
}

function moveToken(token: IToken, visible: VisibleText): void {
  const { startOffset, endOffset } = token;
  const isEmpty = endOffset === undefined || endOffset < startOffset;
  token.startOffset = visible.writtenOffset(startOffset);
  token.endOffset = isEmpty ? token.startOffset - 1 : visible.writtenOffset(endOffset);
}

function moved(error: unknown, offset: (offset: number) => number): unknown {
  if (!(error instanceof QuerySyntaxError)) return error;
  return new QuerySyntaxError({ ...error, position: offset(error.position) });
}
