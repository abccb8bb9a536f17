/**
 * Parses text in the syntax of Nuix to a query tree. It is Lucene's syntax with `w/` and `pre/`, and AND between words. Throws
 * a QuerySyntaxError for anything without an exact equivalent: fields that only Nuix has, similarities, and operators whose
 * order is not written.
 */
import type { Pattern, PatternPart, Query } from '../ast.ts';
import { Doubts } from '../dtsearch/doubts.ts';
import type { Translation } from '../dtsearch/parse.ts';
import { refusal, unclosedGroup, unexpectedAt } from '../dtsearch/refusal.ts';
import { heightOf, inField, listOf, nearOf, type Operand, rowOf } from '../dtsearch/trees.ts';
import type { WordSpan } from '../dtsearch/words.ts';
import { type QuerySyntaxError, tooDeep } from '../errors.ts';
import { NESTING_MAX } from '../limits.ts';
import { withOffset } from '../offsets.ts';
import { refuseTooLong } from '../texts/query-length.ts';
import { fieldOf } from './fields.ts';
import { type NuixToken, nuixTokensOf, type Unit } from './tokens.ts';

/** Throws only QuerySyntaxError. */
export function parseNuixQuery(text: string): Query {
  return translateNuix(text).query;
}

export function translateNuix(text: string): Translation {
  refuseTooLong(text);
  const tokens = nuixTokensOf(text);
  if (tokens.length === 0) return { query: { kind: 'all' }, doubts: [] };
  const parser = new NuixParser(text, tokens);
  const query = parser.parse();
  if (heightOf(query) > NESTING_MAX) throw tooDeep(text, 0);
  return { query, doubts: parser.doubts.all };
}

const WANTED = ['a word', 'a quoted phrase', "'('"];
const LETTER = /[\p{L}\p{N}\p{M}]/u;

class NuixParser {
  readonly doubts = new Doubts();
  readonly #text: string;
  readonly #tokens: readonly NuixToken[];
  #at = 0;
  #depth = 0;

  constructor(text: string, tokens: readonly NuixToken[]) {
    this.#text = text;
    this.#tokens = tokens;
  }

  parse(): Query {
    const query = this.#list();
    if (this.#next !== undefined) throw this.#unexpected(['AND', 'OR', 'w/5', 'end of query']);
    return query;
  }

  get #next(): NuixToken | undefined {
    return this.#tokens[this.#at];
  }

  /** Reads operands that are joined by one operator, which is AND if none is written. */
  #list(): Query {
    const operands: Operand[] = [this.#operand()];
    let operator: 'and' | 'or' | null = null;
    for (let next = this.#next; next !== undefined && next.kind !== 'close'; next = this.#next) {
      const isWritten = next.kind === 'and' || next.kind === 'or';
      const own = next.kind === 'or' ? 'or' : 'and';
      if (operator !== null && own !== operator)
        throw refusal(this.#text, next.start, 'AND and OR stand side by side: put one of them in parentheses');
      operator = own;
      if (isWritten) this.#at++;
      const before = operands.at(-1)!;
      const operand = this.#operand();
      operands.push(operand);
      this.#refuseUnclear(own, isWritten, next.start, [before, operand]);
    }
    return listOf(operands, operator);
  }

  #refuseUnclear(operator: 'and' | 'or', isWritten: boolean, start: number, sides: readonly Operand[]): void {
    const hasNear = sides.some((side) => side.hasNear);
    if (operator === 'or' && hasNear)
      throw refusal(this.#text, start, 'OR and w/ stand side by side: put one of them in parentheses');
    if (operator === 'or' && sides.some(({ isNot }) => isNot))
      throw refusal(
        this.#text,
        start,
        'NOT beside OR only takes items away in Lucene: put what is meant in parentheses',
      );
    if (!isWritten && hasNear)
      throw refusal(this.#text, start, 'words beside w/ are joined by nothing: put them in quotes, or write AND');
  }

  #operand(): Operand {
    let isNot = false;
    for (; this.#next?.kind === 'not'; this.#at++) isNot = !isNot;
    const start = this.#next?.start ?? this.#text.length;
    const left = this.#primary();
    const near = this.#next;
    if (near?.kind !== 'near') return { query: left, isNot, hasNear: false };
    this.#at++;
    const rightStart = this.#next?.start ?? this.#text.length;
    const right = this.#primary();
    if (this.#next?.kind === 'near')
      throw refusal(this.#text, this.#next.start, 'two w/ stand side by side: put one of them in parentheses');
    const query = nearOf(this.#text, near, { query: left, start }, { query: right, start: rightStart });
    return { query, isNot, hasNear: true };
  }

  #primary(): Query {
    const next = this.#next;
    switch (next?.kind) {
      case 'open':
        return this.#group(next.start);
      case 'field':
        return this.#inField(next.name, next.start);
      case 'word':
        this.#at++;
        return withOffset(this.#word(next.units, next.start), next.start);
      case 'quote':
        this.#at++;
        return withOffset(this.#quote(next), next.start);
      case 'regexp':
        this.#at++;
        this.doubts.add(`/${next.pattern}/ matches whole words; the pattern uses our syntax of regular expressions`);
        return withOffset({ kind: 'regexp', field: null, pattern: next.pattern }, next.start);
      default:
        throw this.#unexpected(WANTED);
    }
  }

  #group(start: number): Query {
    if (++this.#depth > NESTING_MAX) throw tooDeep(this.#text, start);
    this.#at++;
    const query = this.#list();
    if (this.#next === undefined) throw unclosedGroup(this.#text, start);
    this.#at++;
    this.#depth--;
    return query;
  }

  #inField(name: string, start: number): Query {
    const field = fieldOf(name, this.#text, start, this.doubts);
    this.#at++;
    const next = this.#next;
    if (next?.kind === 'field')
      throw refusal(this.#text, next.start, 'a field is inside another field: write \\: for a colon');
    if (next?.kind === 'range') {
      this.#at++;
      const bound = (text: string, isInclusive: boolean) => (text === '*' ? null : { text, isInclusive });
      const [lower, upper] = [bound(next.lower, next.isLowerIn), bound(next.upper, next.isUpperIn)];
      if (lower === null && upper === null) return { kind: 'exists', field };
      return withOffset({ kind: 'range', field, lower, upper }, start);
    }
    if (next?.kind === 'word' && next.units.length === 1 && next.units[0]!.text === '*' && !next.units[0]!.isEscaped) {
      this.#at++;
      return { kind: 'exists', field };
    }
    return inField(this.#primary(), field);
  }

  #word(written: readonly Unit[], start: number): WordSpan {
    const units = this.#withoutWeight(written);
    const no = (note: string): never => {
      throw refusal(this.#text, start, note);
    };
    const tilde = units.findLastIndex(({ text, isEscaped }) => text === '~' && !isEscaped);
    if (tilde >= 0) return this.#fuzzy(units.slice(0, tilde), textOf(units.slice(tilde + 1)), no);
    const pattern = patternOf(units);
    const plain = textOf(units);
    if (pattern.every(({ kind }) => kind === 'text')) {
      if (!LETTER.test(plain)) throw refusal(this.#text, start, 'no letter or digit of it is searched', ['a word']);
      return { kind: 'term', field: null, text: plain };
    }
    if (pattern.every(({ kind }) => kind === 'anyRun'))
      no('* alone stands for any word: leave it out, or name a field, as in author:*');
    return { kind: 'wildcard', field: null, pattern };
  }

  #withoutWeight(units: readonly Unit[]): readonly Unit[] {
    const hat = units.findLastIndex(({ text, isEscaped }) => text === '^' && !isEscaped);
    if (hat <= 0 || !/^\d+(\.\d+)?$/.test(textOf(units.slice(hat + 1)))) return units;
    this.doubts.add(`the weight of ${textOf(units)} would only change the order by relevance, and is ignored`);
    return units.slice(0, hat);
  }

  #fuzzy(word: readonly Unit[], edits: string, no: (note: string) => never): WordSpan {
    const text = textOf(word);
    if (edits !== '1' && edits !== '2')
      return no(`a fuzzy word differs in one or two letters here, not by a similarity: write ${text}~1 or ${text}~2`);
    if (!/^[\p{L}\p{N}\p{M}]+$/u.test(text)) return no('a fuzzy word has letters and digits only');
    this.doubts.add(
      `${text}~${edits} must agree in its first two characters, and counts letters that are added, missing, different or swapped with their neighbour`,
    );
    return { kind: 'fuzzy', field: null, text, distance: Number(edits) as 1 | 2 };
  }

  #quote({ words, slop, start }: NuixToken & { kind: 'quote' }): Query {
    const row: WordSpan[] = [];
    for (const { text, start: at } of words) {
      const units: Unit[] = [];
      for (let i = 0; i < text.length; i++) {
        const isEscaped = text[i] === '\\' && i + 1 < text.length;
        if (isEscaped) i++;
        units.push({ text: text[i]!, isEscaped: isEscaped || (text[i] !== '*' && text[i] !== '?') });
      }
      if (LETTER.test(text) || /[*?]/.test(text)) row.push(this.#word(units, at));
    }
    if (row.length === 0) throw refusal(this.#text, start, 'no letter or digit of it is searched', ['a word']);
    if (slop > 0) {
      if (row.some(({ kind }) => kind !== 'term'))
        throw refusal(this.#text, start, 'words with wildcards that are off by some positions: write them with w/');
      const text = row.map((word) => (word as { text: string }).text).join(' ');
      return { kind: 'phrase', field: null, pattern: [{ kind: 'text', text }], slop };
    }
    const all = rowOf(row);
    if (all === null) throw refusal(this.#text, start, `a phrase has at most ${NESTING_MAX} words with wildcards`);
    return all as Query;
  }

  #unexpected(expected: readonly string[]): QuerySyntaxError {
    return unexpectedAt(this.#text, this.#next?.start ?? this.#text.length, expected);
  }
}

function textOf(units: readonly Unit[]): string {
  return units.map(({ text }) => text).join('');
}

/** `*` matches any letters, `?` one, unless they are escaped. */
function patternOf(units: readonly Unit[]): Pattern {
  const parts: PatternPart[] = [];
  for (const { text, isEscaped } of units) {
    const last = parts.at(-1);
    if (!isEscaped && text === '*') parts.push({ kind: 'anyRun' });
    else if (!isEscaped && text === '?') parts.push({ kind: 'anyOne' });
    else if (last?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: last.text + text };
    else parts.push({ kind: 'text', text });
  }
  return parts;
}
