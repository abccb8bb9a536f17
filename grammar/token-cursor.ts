/** The position of the lexer in a text. Advances one token at a time. */
import type { TokenType } from 'chevrotain';
import { BREAK, classAt, QUOTE, SPACE } from './characters.ts';
import { skipSpace } from './chunk.ts';
import { foundAt, QuerySyntaxError } from './errors.ts';
import { TokenList } from './token-list.ts';

export class TokenCursor {
  readonly list: TokenList;
  protected readonly text: string;
  protected offset = 0;

  constructor(text: string) {
    this.text = text;
    this.list = new TokenList(text);
  }

  /** Adds a token that begins a clause, from the offset up to `end`. */
  protected pushClause(type: TokenType, end: number, payload?: unknown): void {
    this.list.pushClause(type, this.offset, end, payload);
    this.offset = end;
  }

  /** Adds any other token, from the offset up to `end`. */
  protected push(type: TokenType, end: number, payload?: unknown): void {
    this.list.push(type, this.offset, end, payload);
    this.offset = end;
  }

  protected skipSpace(): void {
    this.offset = skipSpace(this.text, this.offset);
  }

  /** Reads a sign and its number, unless part of a word follows. */
  protected readNumber(sign: string, type: TokenType, pattern: RegExp): boolean {
    pattern.lastIndex = this.offset;
    const image = pattern.exec(this.text)?.[0];
    if (image === undefined) return false;
    const end = this.offset + image.length;
    const next = classAt(this.text, end);
    if (next !== SPACE && next !== BREAK && next !== QUOTE) return false;
    this.push(type, end, image.slice(sign.length));
    return true;
  }

  protected fault(
    fault: QuerySyntaxError['fault'],
    position: number,
    expected: string[],
    note?: string,
  ): QuerySyntaxError {
    const found = foundAt(this.text, position);
    return new QuerySyntaxError({ fault, position, found, expected, ...(note === undefined ? {} : { note }) });
  }
}
