/**
 * Cuts text into tokens like the lexer of Lucene 9.2's StandardSyntaxParser: the longest token wins, white space separates and
 * is dropped everywhere, and a range has a state of its own. A name and its operator are one token here, and so is a sign with
 * its number, so that the parser needs one token of lookahead.
 */
import type { TokenType } from 'chevrotain';
import { foundAt, QuerySyntaxError, type SyntaxFault } from '../errors.ts';
import { type LexerResult, TokenList, tokensOf } from '../token-list.ts';
import {
  And,
  AtLeast,
  Bound,
  Caret,
  Comparison,
  type ComparisonPayload,
  Field,
  GroupClose,
  GroupOpen,
  Not,
  Or,
  Phrase,
  Plus,
  RangeClose,
  RangeOpen,
  Tilde,
  To,
  Word,
} from '../tokens.ts';
import { BadEscapeError, type Unescaped, unescaped } from './unescape.ts';

/** An end of a range or of a comparison: its text, or null for an open end. */
export type BoundPayload = string | null;

/**
 * Returns the tokens of a prepared text. Throws QuerySyntaxError only for a limit. Another fault ends the tokens and is
 * returned with them.
 */
export function tokenizeIped(text: string): LexerResult {
  return tokensOf(new IpedLexer(text));
}

const SPACE = /[ \t\n\r\u3000]*/y;
const WORD = /(?:[^ \t\n\r\u3000+\-!():^@<>=[\]"{}~\\/]|\\[\s\S])(?:[^ \t\n\r\u3000!():^@<>=[\]"{}~\\/]|\\[\s\S])*/y;
const QUOTED = /"(?:[^"\\]|\\[\s\S])*"/y;
const NUMBER = /\d+(?:\.\d+)?/y;
const OPERATOR = /[<>]=?|[:=]/y;
const BOUND_CHARACTERS = /[^ \]}]+/y;

const KEYWORDS: ReadonlyMap<string, TokenType> = new Map([
  ['AND', And],
  ['&&', And],
  ['OR', Or],
  ['||', Or],
  ['NOT', Not],
]);

const SINGLE: ReadonlyMap<string, TokenType> = new Map([
  ['+', Plus],
  ['-', Not],
  ['!', Not],
  ['(', GroupOpen],
]);

class IpedLexer {
  readonly list: TokenList;
  readonly #text: string;
  #offset = 0;

  constructor(text: string) {
    this.#text = text;
    this.list = new TokenList(text);
  }

  run(): void {
    for (;;) {
      this.#skipSpace();
      if (this.#offset >= this.#text.length) return;
      this.#readNext();
    }
  }

  #readNext(): void {
    const character = this.#text.charAt(this.#offset);
    const single = SINGLE.get(character);
    if (single !== undefined) this.#push(single, this.#offset + 1);
    else if (character === ')') this.#readGroupClose();
    else if (character === '"') this.#readPhrase();
    else if (character === '[' || character === '{') this.#readRange();
    else if (character === '~') this.#readSigned(Tilde, true);
    else if (character === '^') this.#readSigned(Caret, false);
    else if (character === '@') this.#readAtLeast();
    else this.#readWord();
  }

  #readGroupClose(): void {
    if (!this.list.hasOpenGroup) throw this.#fault('unexpected', this.#offset, [], 'no group is open');
    this.#push(GroupClose, this.#offset + 1);
  }

  #readPhrase(): void {
    const image = this.#match(QUOTED);
    if (image === null) throw this.#fault('unclosedQuote', this.#offset, [], 'the quote is not closed');
    const phrase = this.#unescape(image.slice(1, -1), this.#offset + 1);
    this.#pushClause(Phrase, this.#offset + image.length, phrase.text);
  }

  /** Reads a word, a keyword, or a name with its operator; for a comparison also the value. */
  #readWord(): void {
    const start = this.#offset;
    const image = this.#match(WORD);
    if (image === null) throw this.#noToken();
    const end = start + image.length;
    const keyword = KEYWORDS.get(image);
    if (keyword !== undefined) {
      this.#push(keyword, end);
      return;
    }
    this.#offset = end;
    this.#skipSpace();
    const operator = this.#match(OPERATOR);
    const behind = this.#offset + (operator?.length ?? 0);
    this.#offset = start;
    // A number is not a name.
    if (operator === null || isNumber(image)) this.#pushClause(Word, end, this.#unescape(image, start));
    else if (image === 'fn' && operator === ':' && this.#text[end] === ':') throw this.#intervalFunction();
    else this.#readOperator(this.#unescape(image, start).text, operator, behind);
  }

  #readOperator(field: string, operator: string, end: number): void {
    if (operator === ':' || operator === '=') {
      this.#push(Field, end, field);
      return;
    }
    const payload: ComparisonPayload = { field, operator: operator as ComparisonPayload['operator'] };
    this.#push(Comparison, end, payload);
    this.#skipSpace();
    const start = this.#offset;
    const quoted = this.#match(QUOTED);
    const image = quoted ?? this.#match(WORD);
    if (image === null || KEYWORDS.has(image)) {
      throw this.#fault('missingValue', start, ['a value to compare with'], 'the comparison before it has no value');
    }
    const value = quoted === null ? image : quoted.slice(1, -1);
    this.#pushClause(Bound, start + image.length, this.#bound(value, start + (quoted === null ? 0 : 1)));
  }

  /** Reads `[lower TO upper]`. The second word must be TO, so that TO can be a value, too. Only a space separates here. */
  #readRange(): void {
    this.#pushClause(RangeOpen, this.#offset + 1, this.#text[this.#offset] === '[');
    for (let read = 0; read <= 3; read++) {
      this.#skipRangeSpace();
      const offset = this.#offset;
      const character = this.#text[offset];
      if (character === undefined) return;
      if (character === ']' || character === '}') {
        this.#push(RangeClose, offset + 1, character === ']');
        return;
      }
      const quoted = this.#rangeQuoted();
      const image = quoted ?? this.#match(BOUND_CHARACTERS)!;
      const end = offset + image.length;
      if (image === 'TO' && read === 1) this.#push(To, end);
      else if (quoted === null) this.#push(Bound, end, this.#bound(image, offset));
      else this.#push(Bound, end, this.#bound(quoted.slice(1, -1), offset + 1));
    }
  }

  /** Returns the longest quoted bound that begins here, if it is at least as long as an unquoted one. */
  #rangeQuoted(): string | null {
    const start = this.#offset;
    if (this.#text[start] !== '"') return null;
    let end = -1;
    for (let i = start + 1; i < this.#text.length; i++) {
      if (this.#text[i] !== '"') continue;
      if (i > start + 1) end = i;
      if (this.#text[i - 1] !== '\\') break;
    }
    if (end < 0) return null;
    const bare = this.#match(BOUND_CHARACTERS)!;
    return end + 1 - start >= bare.length ? this.#text.slice(start, end + 1) : null;
  }

  /** Reads `~` and `^`. White space may precede the number, which may be omitted after `~`. */
  #readSigned(type: TokenType, isOptional: boolean): void {
    const start = this.#offset;
    const { number, end } = this.#numberBehind(start + 1);
    if (number === null && !isOptional) throw this.#fault('badNumber', start + 1, ['a number']);
    this.#offset = start;
    this.#push(type, number === null ? start + 1 : end, number ?? '');
  }

  #readAtLeast(): void {
    const start = this.#offset;
    const note = 'escape it with \\ or put the text in quotes';
    const last = this.list.tokens.at(-1)?.tokenType;
    if ((last === Caret ? this.list.tokens.at(-2)?.tokenType : last) !== GroupClose) {
      throw this.#fault('unexpected', start, [], note);
    }
    const { number, end } = this.#numberBehind(start + 1);
    if (number === null || !/^\d{1,9}$/.test(number)) throw this.#fault('badNumber', start + 1, ['a whole number']);
    this.#offset = start;
    this.#push(AtLeast, end, number);
  }

  /** A number is a token of its own only if no longer word begins there. */
  #numberBehind(offset: number): { number: string | null; end: number } {
    this.#offset = offset;
    this.#skipSpace();
    const number = this.#match(NUMBER);
    const isNumberToken = number !== null && this.#match(WORD)?.length === number.length;
    return { number: isNumberToken ? number : null, end: this.#offset + (number?.length ?? 0) };
  }

  #bound(image: string, offset: number): BoundPayload {
    const { text, isFirstEscaped } = this.#unescape(image, offset);
    return text === '' || (text === '*' && !isFirstEscaped) ? null : text;
  }

  #unescape(image: string, offset: number): Unescaped {
    let escapes = 0;
    while (image[image.length - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 1) throw this.#unfinishedEscape(offset + image.length - 1);
    try {
      return unescaped(image);
    } catch (error) {
      if (!(error instanceof BadEscapeError)) throw error;
      throw this.#fault('unfinishedEscape', offset + error.offset, [], error.message);
    }
  }

  #unfinishedEscape(offset: number): QuerySyntaxError {
    return this.#fault('unfinishedEscape', offset, [], 'a character must follow the escape');
  }

  #noToken(): QuerySyntaxError {
    const character = this.#text[this.#offset];
    if (character === '\\') return this.#unfinishedEscape(this.#offset);
    if (character === '/') {
      return this.#fault('unexpected', this.#offset, [], 'IPED escapes / itself: write it without a backslash');
    }
    return this.#fault('missingName', this.#offset, ["a field name before it, or '\\'"]);
  }

  #intervalFunction(): QuerySyntaxError {
    return this.#fault('unexpected', this.#offset, [], 'interval functions (fn:) cannot be searched');
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#offset;
    return pattern.exec(this.#text)?.[0] ?? null;
  }

  #skipSpace(): void {
    SPACE.lastIndex = this.#offset;
    this.#offset += SPACE.exec(this.#text)![0].length;
  }

  /** In a range, other white space is part of a value, unless it is between spaces. */
  #skipRangeSpace(): void {
    for (;;) {
      const character = this.#text[this.#offset];
      if (character === ' ') this.#offset++;
      else if (
        character !== undefined &&
        '\t\n\r\u3000'.includes(character) &&
        this.#match(BOUND_CHARACTERS)!.length === 1
      )
        this.#offset++;
      else return;
    }
  }

  #pushClause(type: TokenType, end: number, payload?: unknown): void {
    this.list.pushClause(type, this.#offset, end, payload);
    this.#offset = end;
  }

  #push(type: TokenType, end: number, payload?: unknown): void {
    this.list.push(type, this.#offset, end, payload);
    this.#offset = end;
  }

  #fault(fault: SyntaxFault, position: number, expected: string[], note = ''): QuerySyntaxError {
    return new QuerySyntaxError({ fault, position, found: foundAt(this.#text, position), expected, note });
  }
}

function isNumber(image: string): boolean {
  return /^\d+(?:\.\d+)?$/.test(image);
}
