/**
 * Cuts text into tokens in one pass. Written by hand because context determines the meaning of a character: `-` is an operator
 * only at the start of a clause, `/` begins a regular expression only if a closing one is found, `:` ends a name but is text in
 * a value, `@` counts only after a group.
 */
import type { TokenType } from 'chevrotain';
import { BREAK, classAt, FIELD_OPERATOR, isModifierAt, PROXIMITY, QUOTE, SPACE } from './characters.ts';
import type { Chunk } from './chunk.ts';
import {
  CASED_START,
  ENTITY_START,
  EXPRESSION_START,
  endOfLetters,
  findExpressionEnd,
  findRegexpEnd,
  isCasedAt,
  isClauseEnd,
  isEntityAt,
  isExpressionAt,
  isFieldOperatorNext,
  readBound,
  readChunk,
  readQuoted,
  skipSpace,
} from './chunk.ts';
import type { QuerySyntaxError } from './errors.ts';
import { hasIgnorables, VisibleText } from './ignorables.ts';
import { casedPattern } from './texts/cased-words.ts';
import { CHECKS, checkOf, ENTITIES } from './texts/entities.ts';
import { TokenCursor } from './token-cursor.ts';
import { type LexerResult, tokensOf } from './token-list.ts';
import {
  AllItems,
  And,
  AtLeast,
  Bound,
  Caret,
  Comparison,
  type ComparisonPayload,
  Edge,
  type EdgePayload,
  type ExpressionPayload,
  Field,
  GroupClose,
  GroupOpen,
  Near,
  type NearPayload,
  Not,
  Or,
  Phrase,
  Plus,
  RangeClose,
  RangeOpen,
  Regexp,
  Tilde,
  To,
  Word,
  type WordPayload,
} from './tokens.ts';
import { asWritten, readWritten } from './written-offsets.ts';

/**
 * Returns the tokens of `text`. Throws QuerySyntaxError only for a limit. Another fault ends the tokens and is returned with
 * them.
 */
export function tokenize(text: string): LexerResult {
  if (!hasIgnorables(text)) return tokensOf(new QueryLexer(text, null));
  const visible = new VisibleText(text);
  return asWritten(visible, () => tokensOf(new QueryLexer(visible.text, visible)));
}

const KEYWORD_TOKENS: ReadonlyMap<string, TokenType> = new Map([
  ['AND', And],
  ['&&', And],
  ['OR', Or],
  ['||', Or],
  ['NOT', Not],
]);

/** Longer chunks are words, because no field name is that long. */
const PROXIMITY_UNITS_MAX = 32;

const VALUE = ['a word', 'a quoted phrase', 'a range', 'a regular expression', "'('"];

class QueryLexer extends TokenCursor {
  /** Offset after the last group, or -1. */
  #groupEnd = -1;
  /** The text as written, if the lexer reads less. Everything between quotes counts. */
  readonly #visible: VisibleText | null;

  constructor(text: string, visible: VisibleText | null) {
    super(text);
    this.#visible = visible;
  }

  run(): void {
    for (;;) {
      this.skipSpace();
      if (this.offset >= this.text.length) return;
      this.#readNext();
      if (this.list.isDeadEnd()) return;
    }
  }

  #readNext(): void {
    const offset = this.offset;
    const unit = this.text[offset];
    const unitClass = classAt(this.text, offset);
    if (unitClass === BREAK) this.#readBreak();
    else if (unitClass === QUOTE) this.#readNameOrPhrase();
    else if (unitClass === FIELD_OPERATOR) throw this.fault('missingName', offset, ["a field name before it, or '\\'"]);
    else if (isModifierAt(this.text, offset)) this.#readModifiers();
    else if (unit === '@' && offset === this.#groupEnd && this.readNumber('@', AtLeast, /@\d+/y)) return;
    else if (isExpressionAt(this.text, offset)) this.#readExpression();
    else if (isEntityAt(this.text, offset)) this.#readEntity();
    else if (isCasedAt(this.text, offset)) this.#readCased();
    else if (unit !== '/' || !this.#readRegexp()) this.#readNameOrWord();
  }

  #readExpression(): void {
    const { offset } = this;
    const close = findExpressionEnd(this.text, offset);
    if (close < 0) {
      const note = `the expression at ${offset} is not closed; for words of a property that is called text write "text":`;
      throw this.fault('unexpected', this.text.length, ["'/', and white space behind it"], note);
    }
    const end = endOfLetters(this.text, close + 1);
    const name = this.text.slice(close + 1, end);
    const check = checkOf(name);
    if (name !== '' && check === undefined) throw this.#noSuchName('check', name, close + 1, CHECKS);
    const ofText = this.text.slice(offset + EXPRESSION_START.length, close);
    const payload: ExpressionPayload = { ofText, ...(check === undefined ? {} : { check }) };
    this.pushClause(Regexp, end, payload);
  }

  #readEntity(): void {
    const start = this.offset + ENTITY_START.length;
    const end = endOfLetters(this.text, start);
    const name = this.text.slice(start, end);
    const found = ENTITIES.get(name);
    if (found === undefined || !isClauseEnd(this.text, end)) {
      throw this.#noSuchName('entity', this.text.slice(start, readChunk(this.text, start, false).end), start, [
        ...ENTITIES.keys(),
      ]);
    }
    const payload: ExpressionPayload = { ofText: found.pattern, check: found.check, entity: name };
    this.pushClause(Regexp, end, payload);
  }

  #readCased(): void {
    const start = this.offset + CASED_START.length;
    const chunk = this.text[start] === '"' ? this.#readQuoted(start) : readChunk(this.text, start, false);
    const isPlain = chunk.pattern.every(({ kind }) => kind === 'text');
    if (!isPlain || !/[\p{L}\p{N}]/u.test(chunk.literal)) {
      const note =
        'cased: finds words as they are written, without wildcards; for a property that is called cased write "cased":';
      throw this.fault('unexpected', start, ['a word or a quoted phrase'], note);
    }
    const payload: ExpressionPayload = { ofText: casedPattern(chunk.literal), cased: chunk.literal };
    this.pushClause(Regexp, chunk.end, payload);
  }

  #noSuchName(what: string, name: string, offset: number, names: readonly string[]): QuerySyntaxError {
    const remedy = what === 'entity' ? '; for a property that is called entity write "entity":' : '';
    return this.fault('unexpected', offset, [...names], `there is no ${what} that is called ${name}${remedy}`);
  }

  #readQuoted(start: number): Chunk {
    return this.#visible === null ? readQuoted(this.text, start) : readWritten(this.#visible, start);
  }

  /** Reads brackets and the suffixes of a clause. */
  #readBreak(): void {
    const offset = this.offset;
    switch (this.text[offset]) {
      case '(':
        this.push(GroupOpen, offset + 1);
        break;
      case ')':
        if (!this.list.hasOpenGroup) throw this.fault('unexpected', offset, [], 'no group is open');
        this.#groupEnd = offset + 1;
        this.push(GroupClose, offset + 1);
        break;
      case '[':
      case '{':
        this.#readRange();
        break;
      case '~':
        if (!this.readNumber('~', Tilde, /~[\d.]*/y))
          throw this.fault('badNumber', offset + 1, ['a number', 'white space']);
        break;
      case '^':
        if (!this.readNumber('^', Caret, /\^\d+(?:\.\d+)?/y)) throw this.fault('badNumber', offset + 1, ['a number']);
        break;
      default:
        throw this.fault('unexpected', offset, [], 'no range is open');
    }
  }

  /**
   * Reads `-`, `+`, `!` at the start of a clause. A sequence of them before white space or the end is text. Otherwise each is
   * an operator on the rest. The sequence is read as a whole, so that a long one is scanned only once.
   */
  #readModifiers(): void {
    const start = this.offset;
    let end = start;
    while (isModifierAt(this.text, end)) end++;
    if (classAt(this.text, end) === SPACE) {
      this.#pushWord(readChunk(this.text, start, false));
      return;
    }
    for (let offset = start; offset < end; offset++) this.push(this.text[offset] === '+' ? Plus : Not, offset + 1);
  }

  #readNameOrPhrase(): void {
    const chunk = this.#readQuoted(this.offset);
    if (isFieldOperatorNext(this.text, chunk.end)) {
      this.#readFieldOperator(chunk.literal, chunk.end);
      return;
    }
    this.pushClause(Phrase, chunk.end, chunk.pattern);
  }

  #readNameOrWord(): void {
    const chunk = readChunk(this.text, this.offset, true);
    // `a AND :b` has a keyword, `AND:b` a field of that name.
    const isKeywordApart = chunk.isKeyword && classAt(this.text, chunk.end) !== FIELD_OPERATOR;
    if (isKeywordApart || !isFieldOperatorNext(this.text, chunk.end)) {
      this.#pushWordOrKeyword(chunk);
      return;
    }
    if (this.text.slice(this.offset, chunk.end) === '*') {
      this.#readAllItems(chunk.end);
      return;
    }
    this.#readFieldOperator(chunk.literal, chunk.end);
  }

  #pushWordOrKeyword(chunk: Chunk): void {
    if (this.#pushProximity(this.offset, chunk.end, false)) return;
    const keyword = chunk.isKeyword ? KEYWORD_TOKENS.get(chunk.literal) : undefined;
    if (keyword === undefined) this.#pushWord(chunk);
    else if (keyword !== Not || !this.#readNotNear(chunk.end)) this.push(keyword, chunk.end);
  }

  /** `NOT NEAR/5` is one operator, and so is `NOT FIRST/5`. */
  #readNotNear(end: number): boolean {
    const start = skipSpace(this.text, end);
    return this.#pushProximity(start, readChunk(this.text, start, false).end, true);
  }

  /** Returns the operator in the units from `start` to before `end`, if they are one. */
  #pushProximity(start: number, end: number, isNot: boolean): boolean {
    const first = this.text[start];
    if (first !== 'N' && first !== 'B' && first !== 'F' && first !== 'L') return false;
    if (end - start > PROXIMITY_UNITS_MAX) return false;
    const [, name, digits] = PROXIMITY.exec(this.text.slice(start, end)) ?? [];
    if (digits === undefined) return false;
    if (name === 'FIRST' || name === 'LAST') {
      const payload: EdgePayload = { isLast: name === 'LAST', isNot, digits };
      this.push(Edge, end, payload);
      return true;
    }
    const payload: NearPayload = { isOrdered: name === 'BEFORE', isNot, digits };
    this.push(Near, end, payload);
    return true;
  }

  #pushWord(chunk: Chunk): void {
    const payload: WordPayload = chunk.hasWildcard ? chunk.pattern : chunk.literal;
    this.pushClause(Word, chunk.end, payload);
  }

  #readRegexp(): boolean {
    const close = findRegexpEnd(this.text, this.offset);
    if (close < 0) return false;
    this.pushClause(Regexp, close + 1, this.text.slice(this.offset + 1, close));
    return true;
  }

  /** Reads `*:*`. No other value may follow `*:`. */
  #readAllItems(nameEnd: number): void {
    const start = this.offset;
    this.offset = nameEnd;
    this.skipSpace();
    this.offset++;
    this.skipSpace();
    const value = readChunk(this.text, this.offset, false);
    if (this.text.slice(this.offset, value.end) !== '*') {
      throw this.fault('missingValue', this.offset, ["'*'"], "'*:' stands for no field, only '*:*' for all items");
    }
    this.offset = start;
    this.pushClause(AllItems, value.end);
  }

  /** Reads from the operator on: the Field or Comparison token and, for a chunk or a phrase, the value. */
  #readFieldOperator(name: string, nameEnd: number): void {
    const start = this.offset;
    this.offset = nameEnd;
    this.skipSpace();
    const { end, operator } = this.#fieldOperator();
    this.offset = start;
    if (operator === null) {
      this.push(Field, end, name);
      this.skipSpace();
      this.#readValue();
      return;
    }
    const payload: ComparisonPayload = { field: name, operator };
    this.push(Comparison, end, payload);
    this.skipSpace();
    this.#readComparedValue();
  }

  /**
   * Reads the operator at the offset: `:` or `=`, or a comparison, which may have a colon before it. Without an operator, the
   * rest is the value.
   */
  #fieldOperator(): { readonly end: number; readonly operator: ComparisonPayload['operator'] | null } {
    const { text, offset } = this;
    const isColon = text[offset] === ':';
    const sign = isColon ? skipSpace(text, offset + 1) : offset;
    const unit = text[sign];
    if (unit === '<' || unit === '>') {
      return text[sign + 1] === '=' ? { end: sign + 2, operator: `${unit}=` } : { end: sign + 1, operator: unit };
    }
    if (isColon && text[offset + 1] === '=') return { end: offset + 2, operator: ':=' };
    return { end: offset + 1, operator: null };
  }

  #readValue(): void {
    const offset = this.offset;
    const unit = this.text[offset];
    const unitClass = classAt(this.text, offset);
    if (unit === '(' || unit === '[' || unit === '{') return;
    if (unitClass === QUOTE) {
      const chunk = this.#readQuoted(offset);
      this.pushClause(Phrase, chunk.end, chunk.pattern);
      return;
    }
    if (unit === '/' && this.#readRegexp()) return;
    if (isExpressionAt(this.text, offset)) {
      this.#readExpression();
      return;
    }
    if (isCasedAt(this.text, offset)) {
      this.#readCased();
      return;
    }
    if (isEntityAt(this.text, offset)) {
      this.#readEntity();
      return;
    }
    const chunk = readChunk(this.text, offset, false);
    if (chunk.end === offset || chunk.isKeyword || unitClass === FIELD_OPERATOR) {
      throw this.fault('missingValue', offset, VALUE, 'the field before it has no value');
    }
    this.#pushWord(chunk);
  }

  #readComparedValue(): void {
    const offset = this.offset;
    const unitClass = classAt(this.text, offset);
    const isQuoted = unitClass === QUOTE;
    const chunk = isQuoted ? this.#readQuoted(offset) : readChunk(this.text, offset, false);
    const isOpen = this.text.slice(offset, chunk.end) === '*';
    if (chunk.end === offset || (chunk.isKeyword && !isQuoted) || isOpen || unitClass === FIELD_OPERATOR) {
      throw this.fault('missingValue', offset, ['a value to compare with'], 'the comparison before it has no value');
    }
    this.pushClause(Bound, chunk.end, chunk.literal);
  }

  /** Reads `[lower TO upper]` by position. The second word must be TO, so that TO can be a value, too. */
  #readRange(): void {
    this.pushClause(RangeOpen, this.offset + 1, this.text[this.offset] === '[');
    for (let read = 0; ; read++) {
      this.skipSpace();
      const offset = this.offset;
      if (offset >= this.text.length) return;
      if (this.text[offset] === ']' || this.text[offset] === '}') {
        this.push(RangeClose, offset + 1, this.text[offset] === ']');
        return;
      }
      // A range has only three parts. At a fourth, the parser has already failed.
      if (read > 3) return;
      const chunk = readBound(this.text, offset, (start) => this.#readQuoted(start));
      const image = this.text.slice(offset, chunk.end);
      if (read === 1 && image === 'TO') this.push(To, chunk.end);
      else this.push(Bound, chunk.end, image === '*' ? null : chunk.literal);
    }
  }
}
