/**
 * Parses text in the syntax of dtSearch, or of Relativity, to a query tree. Throws a QuerySyntaxError for anything without an
 * exact equivalent: searches by sound, synonyms and forms of words, sentences, and connectors whose order is not written.
 */
import type { EdgeQuery, Query } from '../ast.ts';
import { type QuerySyntaxError, tooDeep } from '../errors.ts';
import { NESTING_MAX } from '../limits.ts';
import { refuseTooLong } from '../texts/query-length.ts';
import type { RequestSyntax } from '../texts/syntaxes.ts';
import { type Dialect, DTSEARCH, RELATIVITY, withoutNoise } from './dialect.ts';
import { Doubts } from './doubts.ts';
import { refusal, unclosedGroup, unexpectedAt } from './refusal.ts';
import { type DtToken, tokensOf } from './tokens.ts';
import { atEdge, edgeName, heightOf, inField, listOf, nearOf, type Operand } from './trees.ts';
import { WordRows } from './word-rows.ts';
import type { WrittenWord } from './words.ts';

/** A query, and the parts of it that may differ from its author's intention. */
export interface Translation {
  readonly query: Query;
  readonly doubts: readonly string[];
}

const DIALECTS: Readonly<Record<RequestSyntax, Dialect>> = {
  dtsearch: DTSEARCH,
  'dtsearch-noise': withoutNoise(DTSEARCH),
  relativity: RELATIVITY,
  'relativity-noise': withoutNoise(RELATIVITY),
};

/** Throws only QuerySyntaxError. */
export function parseDtsearchQuery(text: string, syntax: RequestSyntax): Query {
  return translateDtsearch(text, syntax).query;
}

export function translateDtsearch(text: string, syntax: RequestSyntax = 'dtsearch'): Translation {
  refuseTooLong(text);
  const dialect = DIALECTS[syntax];
  const tokens = tokensOf(text, dialect);
  if (tokens.length === 0) return { query: { kind: 'all' }, doubts: [] };
  const parser = new DtsearchParser(text, tokens, dialect);
  const query = parser.parse();
  if (heightOf(query) > NESTING_MAX) throw tooDeep(text, 0);
  return { query, doubts: parser.doubts.all };
}

const WANTED = ['a word', 'a quoted phrase', "'('"];

class DtsearchParser {
  readonly doubts = new Doubts();
  readonly #text: string;
  readonly #tokens: readonly DtToken[];
  readonly #rows: WordRows;
  #at = 0;
  #depth = 0;

  constructor(text: string, tokens: readonly DtToken[], dialect: Dialect) {
    this.#rows = new WordRows(text, dialect, this.doubts);
    this.#text = text;
    this.#tokens = tokens;
  }

  parse(): Query {
    const query = this.#list();
    const next = this.#next;
    if (next !== undefined) throw this.#unexpected(['and', 'or', 'w/5', 'end of query']);
    if (query === null) throw refusal(this.#text, 0, 'only noise words are in it, which are left out');
    return query;
  }

  get #next(): DtToken | undefined {
    return this.#tokens[this.#at];
  }

  /**
   * Reads operands that are joined by one connector. Mixed connectors must be grouped, because tools disagree on which of them
   * binds more tightly. Null if all operands are noise words.
   */
  #list(): Query | null {
    const operands = [this.#operand()];
    let connector: 'and' | 'or' | null = null;
    for (;;) {
      const next = this.#next;
      if (next?.kind === 'not') throw refusal(this.#text, next.start, 'not needs and or or before it: write and not');
      if (next?.kind !== 'and' && next?.kind !== 'or') break;
      if (connector !== null && next.kind !== connector) {
        throw refusal(this.#text, next.start, 'and and or stand side by side: put one of them in parentheses');
      }
      connector = next.kind;
      this.#at++;
      operands.push(this.#operand());
      if (connector === 'or' && operands.some((operand) => operand?.hasNear)) {
        throw refusal(this.#text, next.start, 'or and w/ stand side by side: put one of them in parentheses');
      }
    }
    const kept = operands.filter((operand) => operand !== null);
    return kept.length === 0 ? null : listOf(kept, connector);
  }

  #operand(): Operand | null {
    let isNot = false;
    for (; this.#next?.kind === 'not'; this.#at++) isNot = !isNot;
    const start = this.#next?.start ?? this.#text.length;
    const left = this.#side();
    const near = this.#next;
    if (near?.kind !== 'near') {
      if (left?.kind === 'edge') throw this.#loneEdge(left, start);
      return left && { query: left, isNot, hasNear: false };
    }
    this.#at++;
    const rightStart = this.#next?.start ?? this.#text.length;
    const right = this.#side();
    if (this.#next?.kind === 'near') {
      throw refusal(this.#text, this.#next.start, 'two w/ stand side by side: put one of them in parentheses');
    }
    if (left === null || right === null) {
      throw refusal(this.#text, near.start, 'a side of w/ has only noise words, which are left out');
    }
    if (left.kind === 'edge') {
      return {
        query: this.#atEdge(near, { edge: left, start }, { query: right, start: rightStart }, false),
        isNot,
        hasNear: true,
      };
    }
    if (right.kind === 'edge') {
      return {
        query: this.#atEdge(near, { edge: right, start: rightStart }, { query: left, start }, true),
        isNot,
        hasNear: true,
      };
    }
    const query = nearOf(this.#text, near, { query: left, start }, { query: right, start: rightStart });
    return { query, isNot, hasNear: true };
  }

  /** Reads a side of w/, which may be the first or last word of a text, too. */
  #side(): Query | EdgeQuery | null {
    const next = this.#next;
    if (next?.kind !== 'edge') return this.#primary();
    this.#at++;
    return { kind: 'edge', isLast: next.isLast };
  }

  #loneEdge(edge: EdgeQuery, start: number): QuerySyntaxError {
    const name = edgeName(edge);
    return refusal(this.#text, start, `${name} is only beside w/ and words, as in apple w/10 ${name}`);
  }

  /** `isBehind`: the edge is on the right side. */
  #atEdge(
    near: DtToken & { kind: 'near' },
    { edge, start }: { readonly edge: EdgeQuery; readonly start: number },
    side: { readonly query: Query | EdgeQuery; readonly start: number },
    isBehind: boolean,
  ): Query {
    const name = edgeName(edge);
    if (side.query.kind === 'edge') throw this.#loneEdge(edge, start);
    if (near.isOrdered && edge.isLast !== isBehind) {
      throw refusal(this.#text, near.start, `no word is ${isBehind ? 'before xfirstword' : 'after xlastword'}`);
    }
    if (near.isNot && !isBehind) {
      throw refusal(
        this.#text,
        near.start,
        `${name} is on the right of not w/: write apple not w/10 ${name}, or not (apple w/10 ${name})`,
      );
    }
    this.doubts.add(
      `${name} is the ${edge.isLast ? 'end' : 'beginning'} of each searched text or property; in the other tool, of the whole document`,
    );
    return atEdge(this.#text, near, { query: side.query, start: side.start }, edge);
  }

  #primary(): Query | null {
    const next = this.#next;
    if (next?.kind === 'open') return this.#group(next.start);
    if (next?.kind === 'word' || next?.kind === 'quote') return this.#phrase();
    if (next?.kind === 'edge') throw this.#loneEdge({ kind: 'edge', isLast: next.isLast }, next.start);
    throw this.#unexpected(WANTED);
  }

  #group(start: number): Query | null {
    if (++this.#depth > NESTING_MAX) throw tooDeep(this.#text, start);
    this.#at++;
    const query = this.#list();
    if (this.#next === undefined) throw unclosedGroup(this.#text, start);
    if (this.#next.kind !== 'close') throw this.#unexpected(['and', 'or', 'w/5', "')'"]);
    this.#at++;
    this.#depth--;
    return query;
  }

  /** Words and quotes with no connector between them are a phrase or, before `contains`, the name of a field. */
  #phrase(): Query | null {
    const from = this.#at;
    const words: WrittenWord[] = [];
    let isQuoted = false;
    for (let next = this.#next; next?.kind === 'word' || next?.kind === 'quote'; next = this.#next) {
      if (next.kind === 'word' && next.isBeforeGroup) {
        throw refusal(
          this.#text,
          next.start,
          'functions such as date() are not known here; between a word and a group stands a connector',
        );
      }
      isQuoted ||= next.kind === 'quote';
      for (const word of next.kind === 'word' ? [next.word] : next.words) words.push(word);
      this.#at++;
    }
    if (this.#next?.kind === 'contains') return this.#inField(this.#at - from, words);
    return this.#rows.read(words, isQuoted, this.#tokens[from]!.start);
  }

  #inField(count: number, words: readonly WrittenWord[]): Query | null {
    const [name] = words;
    if (count !== 1 || name === undefined) {
      throw refusal(
        this.#text,
        this.#next!.start,
        'before contains stands the name of one field: put a name of several words in quotes',
      );
    }
    if (++this.#depth > NESTING_MAX) throw tooDeep(this.#text, this.#next!.start);
    this.#at++;
    const field = words.map(({ text }) => text).join(' ');
    this.doubts.add(`${field} must be spelled like the property in the case, including upper and lower case`);
    const query = this.#primary();
    this.#depth--;
    return query && inField(query, field);
  }

  #unexpected(expected: readonly string[]): QuerySyntaxError {
    return unexpectedAt(this.#text, this.#next?.start ?? this.#text.length, expected);
  }
}
