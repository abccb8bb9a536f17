/**
 * Text in dtSearch's syntax to query tree. What cannot be meant exactly is a QuerySyntaxError: sounds, synonyms and forms of words,
 * sentences, the beginning of a text, connectors whose order is not written.
 */
import type { Query } from '../ast.ts';
import { END_OF_QUERY, foundAt, overLimit, QuerySyntaxError } from '../errors.ts';
import { NESTING_MAX } from '../limits.ts';
import { withOffset } from '../offsets.ts';
import { refuseTooLong } from '../parse-faults.ts';
import { Doubts } from './doubts.ts';
import { refusal } from './refusal.ts';
import { type DtToken, tokensOf } from './tokens.ts';
import { heightOf, inField, listOf, nearOf, type Operand, rowOf } from './trees.ts';
import { type WrittenWord, wordsOf } from './words.ts';

/** A query, and what in it may be meant otherwise than its author thinks. */
export interface Translation {
  readonly query: Query;
  readonly doubts: readonly string[];
}

/** Throws only QuerySyntaxError. */
export function parseDtsearchQuery(text: string): Query {
  return translateDtsearch(text).query;
}

export function translateDtsearch(text: string): Translation {
  refuseTooLong(text);
  const tokens = tokensOf(text);
  if (tokens.length === 0) return { query: { kind: 'all' }, doubts: [] };
  const parser = new DtsearchParser(text, tokens);
  const query = parser.parse();
  if (heightOf(query) > NESTING_MAX) throw tooDeep(text, 0);
  return { query, doubts: parser.doubts.all };
}

const WANTED = ['a word', 'a quoted phrase', "'('"];

class DtsearchParser {
  readonly doubts = new Doubts();
  readonly #text: string;
  readonly #tokens: readonly DtToken[];
  #at = 0;
  #depth = 0;

  constructor(text: string, tokens: readonly DtToken[]) {
    this.#text = text;
    this.#tokens = tokens;
  }

  parse(): Query {
    const query = this.#list();
    const next = this.#next;
    if (next !== undefined) throw this.#unexpected(['and', 'or', 'w/5', 'end of query']);
    return query;
  }

  get #next(): DtToken | undefined {
    return this.#tokens[this.#at];
  }

  /** Operands joined by one connector: which of two binds closer nobody agrees on. */
  #list(): Query {
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
      if (connector === 'or' && operands.some(({ hasNear }) => hasNear)) {
        throw refusal(this.#text, next.start, 'or and w/ stand side by side: put one of them in parentheses');
      }
    }
    return listOf(operands, connector);
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
    if (this.#next?.kind === 'near') {
      throw refusal(this.#text, this.#next.start, 'two w/ stand side by side: put one of them in parentheses');
    }
    const query = nearOf(this.#text, near, { query: left, start }, { query: right, start: rightStart });
    return { query, isNot, hasNear: true };
  }

  #primary(): Query {
    const next = this.#next;
    if (next?.kind === 'open') return this.#group(next.start);
    if (next?.kind === 'word' || next?.kind === 'quote') return this.#phrase();
    throw this.#unexpected(WANTED);
  }

  #group(start: number): Query {
    if (++this.#depth > NESTING_MAX) throw tooDeep(this.#text, start);
    this.#at++;
    const query = this.#list();
    if (this.#next === undefined) {
      throw new QuerySyntaxError({
        fault: 'unclosedGroup',
        position: this.#text.length,
        found: END_OF_QUERY,
        expected: ["')'"],
        note: `the group at ${start} is not closed`,
      });
    }
    if (this.#next.kind !== 'close') throw this.#unexpected(['and', 'or', 'w/5', "')'"]);
    this.#at++;
    this.#depth--;
    return query;
  }

  /** Words and quotes with no connector between them are a phrase, or the name of a field before `contains`. */
  #phrase(): Query {
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
    return this.#row(words, isQuoted, this.#tokens[from]!.start);
  }

  #inField(count: number, words: readonly WrittenWord[]): Query {
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
    this.doubts.add(`${field} is the name of a property as the case has it, in small and capital letters`);
    const query = this.#primary();
    this.#depth--;
    return inField(query, field);
  }

  #row(written: readonly WrittenWord[], isQuoted: boolean, start: number): Query {
    const words = written.flatMap((word) => wordsOf(word, this.#text, this.doubts));
    const [first] = words;
    if (first === undefined) throw refusal(this.#text, start, 'no letter or digit of it is searched', ['a word']);
    if (words.length === 1 && !(isQuoted && first.kind === 'term')) return withOffset(first, written[0]!.start);
    const row = rowOf(words);
    if (row === null)
      throw refusal(
        this.#text,
        start,
        `a phrase has at most ${NESTING_MAX} words with wildcards, digits or letters that differ`,
      );
    return withOffset(row as Query, start);
  }

  #unexpected(expected: readonly string[]): QuerySyntaxError {
    const position = this.#next?.start ?? this.#text.length;
    return new QuerySyntaxError({ fault: 'unexpected', position, found: foundAt(this.#text, position), expected });
  }
}

function tooDeep(text: string, position: number): QuerySyntaxError {
  return overLimit('tooDeep', text, position, `a query is nested at most ${NESTING_MAX} deep`);
}
