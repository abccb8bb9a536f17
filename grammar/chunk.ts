/**
 * Reads the smallest pieces of a query: a chunk (a word, a field name, a value), the inside of quotes, an end of a range. Each
 * function examines every unit once and is independent of tokens.
 */
import type { Pattern, PatternPart } from './ast.ts';
import {
  BACKSLASH,
  BREAK,
  classAt,
  DASH,
  FIELD_OPERATOR,
  KEYWORDS,
  QUOTE,
  SPACE,
  TEXT,
  URL_START,
  WILDCARD,
} from './characters.ts';
import { END_OF_QUERY, QuerySyntaxError } from './errors.ts';

export interface Chunk {
  /** Offset after its last unit, including the closing quote. */
  readonly end: number;
  readonly pattern: Pattern;
  /** The text with wildcards as literal characters, as in a field name or an end of a range. */
  readonly literal: string;
  readonly hasWildcard: boolean;
  /** Whether it is `AND`, `OR`, `NOT`, `&&` or `||` without an escape. */
  readonly isKeyword: boolean;
}

/**
 * Returns the chunk at `start`, up to white space, a bracket, a quote, `^` or `~`. With `isName` it also ends at the operator
 * of a field, unless that begins `://`. Empty if one of these is at `start`.
 */
export function readChunk(text: string, start: number, isName: boolean): Chunk {
  const collector = new PatternCollector(text, start);
  let endsAtOperator = isName;
  let offset = start;
  for (;;) {
    const unitClass = classAt(text, offset);
    if (unitClass === TEXT) {
      offset++;
    } else if (unitClass === FIELD_OPERATOR) {
      if (endsAtOperator) {
        if (!isUrlColon(text, start, offset)) break;
        endsAtOperator = false;
      }
      offset++;
    } else if (unitClass === SPACE || unitClass === BREAK || unitClass === QUOTE) {
      break;
    } else if (unitClass === DASH) {
      offset = collector.replace(offset, '-');
    } else {
      offset = unitClass === BACKSLASH ? collector.escape(offset) : collector.wildcard(offset);
    }
  }
  return collector.finish(offset, offset);
}

/**
 * Returns the quoted chunk whose opening quote is at `start`. Only `"` closes `"`, so that typographic quotes within are text.
 * Any quote closes a typographic quote, because pasted text mixes them. `\` escapes `"`, `\`, `*` and `?`. Before any other
 * character it is text. Throws QuerySyntaxError if the quote is not closed.
 */
export function readQuoted(text: string, start: number): Chunk {
  const collector = new PatternCollector(text, start + 1);
  const isPlain = text[start] === '"';
  let offset = start + 1;
  for (;;) {
    if (offset >= text.length) throw unclosed(text, start);
    const unitClass = classAt(text, offset);
    if (isClosing(text, offset, isPlain)) break;
    if (unitClass === BACKSLASH && isEscapedInQuotes(text, offset + 1)) offset = collector.escape(offset);
    else if (unitClass === WILDCARD) offset = collector.wildcard(offset);
    else offset++;
  }
  return collector.finish(offset, offset + 1);
}

function unclosed(text: string, start: number): QuerySyntaxError {
  const isEscaped = text.endsWith('\\"') && text.length > start + 2;
  const remedy = isEscaped ? '; \\" is a quote within it: write \\\\" if the text ends with \\' : '';
  return new QuerySyntaxError({
    fault: 'unclosedQuote',
    position: text.length,
    found: END_OF_QUERY,
    expected: ["'\"'"],
    note: `the quote at ${start} is not closed${remedy}`,
  });
}

function isClosing(text: string, offset: number, isPlain: boolean): boolean {
  return isPlain ? text[offset] === '"' : classAt(text, offset) === QUOTE;
}

/** Whether a backslash in quotes escapes the unit at `offset`. */
export function isEscapedInQuotes(text: string, offset: number): boolean {
  const unit = text[offset];
  return unit === '"' || unit === '\\' || unit === '*' || unit === '?';
}

/**
 * Returns the end of a range at `start`, up to white space or a closing bracket. Everything else is text. It is quoted if it
 * begins with a quote and white space or a bracket follows the next quote. Other quotes are text.
 */
export function readBound(text: string, start: number, quotedAt: (start: number) => Chunk): Chunk {
  if (classAt(text, start) === QUOTE) {
    const close = closingQuote(text, start);
    if (close < text.length && endsBound(text, close + 1)) return quotedAt(start);
  }
  const collector = new PatternCollector(text, start);
  let offset = start;
  while (!endsBound(text, offset)) {
    const unitClass = classAt(text, offset);
    if (unitClass === BACKSLASH) offset = collector.escape(offset);
    else if (unitClass === DASH) offset = collector.replace(offset, '-');
    else if (unitClass === WILDCARD) offset = collector.wildcard(offset);
    else offset++;
  }
  return collector.finish(offset, offset);
}

/**
 * Returns the offset of the slash that closes the regular expression at `start`, or -1 if the chunk is not one. A regular
 * expression has no white space. Its only other unescaped slash is followed by white space, `)`, `^` or the end.
 */
export function findRegexpEnd(text: string, start: number): number {
  let offset = start + 1;
  while (classAt(text, offset) !== SPACE) {
    const unit = text[offset];
    if (unit === '/') return isClauseEnd(text, offset + 1) ? offset : -1;
    if (unit === '\\') {
      offset++;
      if (classAt(text, offset) === SPACE) return -1;
    }
    offset++;
  }
  return -1;
}

/** The beginning of an expression over a text. */
export const EXPRESSION_START = 'text:/';

/** Whether an expression over a text begins at an offset. `text://` begins an address instead. */
export function isExpressionAt(text: string, offset: number): boolean {
  return text.startsWith(EXPRESSION_START, offset) && text[offset + EXPRESSION_START.length] !== '/';
}

/** The prefix of a ready expression: `entity:card`. */
export const ENTITY_START = 'entity:';

/** Whether the name of an entity follows, and not another operator as in `entity:=x`. */
export function isEntityAt(text: string, offset: number): boolean {
  return text.startsWith(ENTITY_START, offset) && /[a-z]/i.test(text[offset + ENTITY_START.length] ?? '');
}

/** The prefix of words whose upper and lower case counts. */
export const CASED_START = 'cased:';

/** Whether such words follow, and no other operator. */
export function isCasedAt(text: string, offset: number): boolean {
  const next = text[offset + CASED_START.length] ?? '';
  return text.startsWith(CASED_START, offset) && (next === '"' || /[\p{L}\p{N}]/u.test(next));
}

/** Returns the offset after the lower-case letters at `offset`. */
export function endOfLetters(text: string, offset: number): number {
  let end = offset;
  while (/[a-z]/.test(text[end] ?? '')) end++;
  return end;
}

/** Whether a clause may end at an offset. */
export function isClauseEnd(text: string, offset: number): boolean {
  return text[offset] === ')' || text[offset] === '^' || classAt(text, offset) === SPACE;
}

/**
 * Returns the offset of the slash that closes the expression over a text at `start`: the first that is neither escaped nor in a
 * class. Returns -1 if there is none, or if it is followed by anything but the name of a check, white space, `)` or `^`.
 */
export function findExpressionEnd(text: string, start: number): number {
  let isInClass = false;
  for (let offset = start + EXPRESSION_START.length; offset < text.length; offset++) {
    const unit = text[offset];
    if (unit === '\\') offset++;
    else if (unit === '[') isInClass = true;
    else if (unit === ']') isInClass = false;
    else if (unit === '/' && !isInClass) return isClauseEnd(text, endOfLetters(text, offset + 1)) ? offset : -1;
  }
  return -1;
}

/** Returns the offset of the first unit at or after `offset` that is not white space, or the end. */
export function skipSpace(text: string, offset: number): number {
  let next = offset;
  while (next < text.length && classAt(text, next) === SPACE) next++;
  return next;
}

/** Whether a field operator follows at `offset`, possibly after white space. Then the text before is the name of a field. */
export function isFieldOperatorNext(text: string, offset: number): boolean {
  return classAt(text, skipSpace(text, offset)) === FIELD_OPERATOR;
}

function isUrlColon(text: string, start: number, colon: number): boolean {
  return text.startsWith('://', colon) && URL_START.test(text.slice(start, colon + 3));
}

function closingQuote(text: string, start: number): number {
  const isPlain = text[start] === '"';
  let offset = start + 1;
  while (offset < text.length && !isClosing(text, offset, isPlain)) {
    offset += text[offset] === '\\' && isEscapedInQuotes(text, offset + 1) ? 2 : 1;
  }
  return offset;
}

function endsBound(text: string, offset: number): boolean {
  return classAt(text, offset) === SPACE || text[offset] === ']' || text[offset] === '}';
}

const ANY_TEXT: PatternPart = { kind: 'anyRun' };
const ANY_ONE: PatternPart = { kind: 'anyOne' };

/** Collects pattern and literal text. Stretches without escapes are sliced from the query as a whole. */
class PatternCollector {
  readonly #text: string;
  readonly #start: number;
  readonly #parts: PatternPart[] = [];
  /** Text since the last wildcard, before the plain stretch that begins at `#plainStart`. */
  #part = '';
  #literal = '';
  #plainStart: number;
  #isPlain = true;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#start = start;
    this.#plainStart = start;
  }

  /** Reads `\x` at `offset`: x is text, whatever it is. Returns the offset after it. */
  escape(offset: number): number {
    if (offset + 1 >= this.#text.length) {
      throw new QuerySyntaxError({
        fault: 'unfinishedEscape',
        position: this.#text.length,
        found: END_OF_QUERY,
        expected: ['the character that \\ escapes'],
      });
    }
    return this.#add(offset, this.#text.charAt(offset + 1), offset + 2);
  }

  /** Adds `unit` in place of the unit at `offset`. */
  replace(offset: number, unit: string): number {
    return this.#add(offset, unit, offset + 1);
  }

  wildcard(offset: number): number {
    const unit = this.#text.charAt(offset);
    this.#add(offset, '', offset + 1);
    if (this.#part !== '') this.#parts.push({ kind: 'text', text: this.#part });
    this.#parts.push(unit === '*' ? ANY_TEXT : ANY_ONE);
    this.#literal += this.#part + unit;
    this.#part = '';
    return offset + 1;
  }

  /** Returns the chunk whose text ends before `contentEnd`. */
  finish(contentEnd: number, end: number): Chunk {
    if (this.#isPlain) {
      const literal = this.#text.slice(this.#start, contentEnd);
      const pattern: Pattern = literal === '' ? [] : [{ kind: 'text', text: literal }];
      return { end, pattern, literal, hasWildcard: false, isKeyword: KEYWORDS.has(literal) };
    }
    this.#add(contentEnd, '', contentEnd);
    const hasWildcard = this.#parts.length > 0;
    if (this.#part !== '') this.#parts.push({ kind: 'text', text: this.#part });
    return { end, pattern: this.#parts, literal: this.#literal + this.#part, hasWildcard, isKeyword: false };
  }

  #add(offset: number, text: string, next: number): number {
    this.#part += this.#text.slice(this.#plainStart, offset) + text;
    this.#plainStart = next;
    this.#isPlain = false;
    return next;
  }
}
