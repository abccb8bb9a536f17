/** Splits a query of Nuix into words, quotes, ranges, expressions, names of fields, brackets and operators. */
import { classAt, QUOTE, SPACE } from '../characters.ts';
import { nearConnector } from '../dtsearch/near-connector.ts';
import { endsChunk, quotedAt } from '../dtsearch/quoted-words.ts';
import { refusal } from '../dtsearch/refusal.ts';
import type { WrittenWord } from '../dtsearch/words.ts';
import { overLimit } from '../errors.ts';
import { CLAUSES_MAX } from '../limits.ts';

/** A character of a word. An escaped one means only itself. */
export interface Unit {
  readonly text: string;
  readonly isEscaped: boolean;
}

export type NuixToken =
  | { readonly kind: 'open' | 'close' | 'and' | 'or' | 'not'; readonly start: number }
  | { readonly kind: 'field'; readonly name: string; readonly start: number }
  | { readonly kind: 'word'; readonly units: readonly Unit[]; readonly start: number }
  | {
      readonly kind: 'quote';
      readonly words: readonly WrittenWord[];
      readonly slop: number;
      readonly start: number;
    }
  | {
      readonly kind: 'range';
      readonly lower: string;
      readonly upper: string;
      readonly isLowerIn: boolean;
      readonly isUpperIn: boolean;
      readonly start: number;
    }
  | { readonly kind: 'regexp'; readonly pattern: string; readonly start: number }
  | {
      readonly kind: 'near';
      readonly start: number;
      readonly isOrdered: boolean;
      readonly isNot: boolean;
      readonly distance: number;
    };

const OPERATORS: ReadonlyMap<string, 'and' | 'or' | 'not'> = new Map([
  ['AND', 'and'],
  ['&&', 'and'],
  ['OR', 'or'],
  ['||', 'or'],
  ['NOT', 'not'],
]);
const FIELD = /^[\p{L}\p{N}_.-]+$/u;
const RANGE = /^([[{])\s*(\S+?)\s+TO\s+(\S+?)\s*([\]}])/u;
const SLOP = /^~(\d+)/;
/** Maximum digits of a distance. Longer numbers are not distances. */
const SLOP_DIGITS_MAX = 9;

/** Throws QuerySyntaxError. */
export function nuixTokensOf(text: string): readonly NuixToken[] {
  const tokens: NuixToken[] = [];
  for (let at = 0; at < text.length; ) {
    if (classAt(text, at) === SPACE) at++;
    else if (text[at] === '(' || text[at] === ')') {
      tokens.push({ kind: text[at] === '(' ? 'open' : 'close', start: at });
      at++;
    } else if (classAt(text, at) === QUOTE) at = readQuote(text, at, tokens);
    else if (text[at] === '[' || text[at] === '{') at = readRange(text, at, tokens);
    else if (text[at] === '/') at = readRegexp(text, at, tokens);
    else if ((text[at] === '-' || text[at] === '!') && isBeginning(text, at) && isWordAt(text, at + 1)) {
      tokens.push({ kind: 'not', start: at });
      at++;
    } else at = readChunk(text, at, tokens);
    if (tokens.length > CLAUSES_MAX) {
      throw overLimit('tooManyClauses', text, at, `a query has at most ${CLAUSES_MAX} clauses`);
    }
  }
  return tokens;
}

function isBeginning(text: string, at: number): boolean {
  return at === 0 || classAt(text, at - 1) === SPACE || text[at - 1] === '(';
}

function isWordAt(text: string, at: number): boolean {
  return at < text.length && classAt(text, at) !== SPACE && text[at] !== ')';
}

function readChunk(text: string, start: number, tokens: NuixToken[]): number {
  const units: Unit[] = [];
  let at = start;
  while (at < text.length && !endsChunk(text, at)) {
    const isEscaped = text[at] === '\\';
    if (isEscaped && at + 1 === text.length) throw refusal(text, at, '\\ escapes the character after it');
    if (isEscaped) at++;
    const unit = String.fromCodePoint(text.codePointAt(at)!);
    at += unit.length;
    if (!isEscaped && unit === ':') {
      tokens.push({ kind: 'field', name: nameOf(units, text, start), start });
      if (!isWordAt(text, at)) throw refusal(text, start, 'write a value after the colon of a field');
      return at;
    }
    units.push({ text: unit, isEscaped });
  }
  const chunk = text.slice(start, at);
  const operator = OPERATORS.get(chunk);
  const near = nearConnector(text, start, chunk);
  if (operator !== undefined) tokens.push({ kind: operator, start });
  else if (near !== null) {
    const isNot = tokens.at(-1)?.kind === 'not';
    tokens.push({ kind: 'near', ...near, isNot, start: isNot ? tokens.pop()!.start : start });
  } else if (/^(?:and|or|not)$/i.test(chunk)) {
    throw refusal(
      text,
      start,
      `${chunk} is a word unless it has capital letters: write ${chunk.toUpperCase()}, or quote it`,
    );
  } else if (chunk.startsWith('+')) {
    throw refusal(text, start, 'words are joined by AND: leave + out');
  } else tokens.push({ kind: 'word', units, start });
  return at;
}

function nameOf(units: readonly Unit[], text: string, start: number): string {
  const name = units.map((unit) => unit.text).join('');
  if (FIELD.test(name)) return name;
  throw refusal(
    text,
    start,
    'before a colon stands the name of a field: write \\: for a colon, or quotes around the words',
  );
}

function readQuote(text: string, start: number, tokens: NuixToken[]): number {
  const { words, end } = quotedAt(text, start, '\\');
  const slop = SLOP.exec(text.slice(end, end + 1 + SLOP_DIGITS_MAX));
  tokens.push({ kind: 'quote', words, slop: slop === null ? 0 : Number(slop[1]), start });
  return end + (slop?.[0].length ?? 0);
}

function readRange(text: string, start: number, tokens: NuixToken[]): number {
  const range = RANGE.exec(text.slice(start, start + RANGE_UNITS_MAX));
  if (range === null || tokens.at(-1)?.kind !== 'field')
    throw refusal(text, start, 'write a range after the colon of a field: name:[1 TO 5]');
  const [whole, open, lower, upper, close] = range;
  tokens.push({
    ...{ kind: 'range', lower: lower!, upper: upper!, start },
    ...{ isLowerIn: open === '[', isUpperIn: close === ']' },
  });
  return start + whole.length;
}

const RANGE_UNITS_MAX = 1000;

function readRegexp(text: string, start: number, tokens: NuixToken[]): number {
  let end = start + 1;
  while (end < text.length && text[end] !== '/') end += text[end] === '\\' ? 2 : 1;
  const pattern = text.slice(start + 1, end);
  if (end >= text.length || pattern === '')
    throw refusal(text, start, 'an expression stands between two slashes: write \\/ for a slash');
  tokens.push({ kind: 'regexp', pattern, start });
  return end + 1;
}
