/** Collects the words and patterns of NEAR, each once, and the structure of the clause. */
import type { NearQuery, PhraseQuery, SpanQuery } from '../../../../grammar/ast.ts';
import { offsetOf } from '../../../../grammar/offsets.ts';
import { printQuery } from '../../../../grammar/print.ts';
import type { QueryAnalyzer } from '../../../analysis/query-analyzer.ts';
import type { TermAutomaton } from '../../../automaton/automaton.ts';
import { RefusedQueryError } from '../../../search/refused-query.ts';
import { AppError } from '../../../shared/errors.ts';
import type { SpanPlan } from '../../proximity/span-plan.ts';
import {
  FUZZY_CODE_POINTS_MIN,
  fuzzyAutomaton,
  fuzzyWord,
  partAutomaton,
  regexpAutomaton,
  showPart,
  showPattern,
} from '../pattern-automata.ts';
import { analyzedParts, plainText, type QueryPart, tokenParts } from '../query-parts.ts';
import { refusalOf } from '../refusal.ts';

/** One list of positions: of a term, or of all terms that an automaton accepts. */
export type NearWord =
  | { readonly kind: 'term'; readonly term: string }
  /** `isFirst`: only the first letter of a pair counts. `isPair`: the second one also counts. */
  | { readonly kind: 'pattern'; readonly automaton: TermAutomaton; readonly source: string; readonly isFirst: boolean };

export interface NearWords {
  readonly plan: SpanPlan;
  /** Indexed by the number of a list in the plan. */
  readonly words: readonly NearWord[];
  /** Lists of pairs of letters. The second letter is at the next position. */
  readonly pairs: ReadonlySet<number>;
  /** Whether the end of a value matters, because any word is allowed at some positions, or the query has LAST. */
  readonly needsEnds: boolean;
  readonly hasLast: boolean;
}

/** The last result for each query. It is needed again for each part of an index and each field. */
const collectedBefore = new WeakMap<NearQuery, { readonly analyzer: QueryAnalyzer; readonly near: NearWords }>();

/** Throws RefusedQueryError for a side without words, or one that no index can search. */
export function nearWords(query: NearQuery, analyzer: QueryAnalyzer): NearWords {
  const before = collectedBefore.get(query);
  if (before?.analyzer === analyzer) return before.near;
  const collected = new WordCollector(analyzer);
  const plan = collected.planOf(query);
  const near = {
    plan,
    words: collected.words,
    pairs: collected.pairs,
    needsEnds: collected.hasStars || collected.hasLast,
    hasLast: collected.hasLast,
  };
  collectedBefore.set(query, { analyzer, near });
  return near;
}

class WordCollector {
  readonly words: NearWord[] = [];
  readonly pairs = new Set<number>();
  hasStars = false;
  hasLast = false;
  readonly #analyzer: QueryAnalyzer;
  readonly #numbers = new Map<string, number>();

  constructor(analyzer: QueryAnalyzer) {
    this.#analyzer = analyzer;
  }

  /** Recursion is as deep as the query is nested. */
  planOf(span: SpanQuery): SpanPlan {
    switch (span.kind) {
      case 'near': {
        const { isOrdered, isNot, distance, right } = span;
        const left = this.planOf(span.left);
        if (right.kind !== 'edge') return { kind: 'near', isOrdered, isNot, distance, left, right: this.planOf(right) };
        this.hasLast ||= right.isLast;
        return { kind: 'edge', isLast: right.isLast, isNot, distance, of: left };
      }
      case 'alternatives':
        return { kind: 'either', of: span.of.map((one) => this.planOf(one)) };
      default:
        try {
          return this.#wordsOf(span);
        } catch (error) {
          throw refusalOf(error, span);
        }
    }
  }

  #wordsOf(span: Exclude<SpanQuery, { kind: 'near' | 'alternatives' }>): SpanPlan {
    switch (span.kind) {
      case 'term':
        return this.#row(tokenParts(span.text, this.#analyzer)) ?? refuse(span);
      case 'wildcard':
        return this.#row(analyzedParts(span.pattern, this.#analyzer)) ?? refuse(span);
      case 'phrase':
        return this.#quoted(span) ?? refuse(span);
      case 'regexp': {
        const automaton = regexpAutomaton(span.pattern, true, this.#analyzer);
        return this.#single(this.#patternOf(automaton, `/${span.pattern}/`, false));
      }
      case 'fuzzy': {
        const term = fuzzyWord(span.text, span.distance, this.#analyzer);
        if (term === null) return refuse(span);
        if ([...term].length < FUZZY_CODE_POINTS_MIN) return this.#single(this.#termOf(term));
        const automaton = fuzzyAutomaton(term, span.distance);
        return this.#single(this.#patternOf(automaton, `${term}~${span.distance}`, false));
      }
    }
  }

  /**
   * Reads it with wildcards, or as literal text. Null if neither has a word. If the wildcards exceed a limit, only the
   * literal text is used.
   */
  #quoted({ pattern }: PhraseQuery): SpanPlan | null {
    const text = plainText(pattern);
    if (text !== null) return this.#row(tokenParts(text, this.#analyzer));
    const literal = tokenParts(showPattern(pattern), this.#analyzer);
    const readings: SpanPlan[] = [];
    try {
      const wild = this.#row(analyzedParts(pattern, this.#analyzer));
      if (wild !== null) readings.push(wild);
    } catch (error) {
      if (literal.length === 0 || !(error instanceof AppError) || error.code !== 'QUERY_INVALID') throw error;
    }
    const written = this.#row(literal);
    if (written !== null) readings.push(written);
    return readings.length > 1 ? { kind: 'either', of: readings } : (readings[0] ?? null);
  }

  #row(parts: readonly QueryPart[]): SpanPlan | null {
    if (parts.length === 0) return null;
    const elements = parts.map((part) => this.#element(part));
    if (elements.every((lists) => lists.length === 0)) {
      throw new AppError('QUERY_INVALID', 'a * alone matches every word: NEAR needs at least one letter');
    }
    const last = parts.at(-1)!;
    const tail = last.kind !== 'pieces' && elements.at(-1)!.some((list) => this.pairs.has(list)) ? 1 : 0;
    return { kind: 'words', elements, tail };
  }

  #single(list: number): SpanPlan {
    return { kind: 'words', elements: [[list]], tail: 0 };
  }

  #element(part: QueryPart): readonly number[] {
    switch (part.kind) {
      case 'term':
        return [this.#termOf(part.term)];
      case 'pieces':
        return part.terms.map((term) => this.#termOf(term));
      case 'pattern':
      case 'units': {
        if (part.kind === 'pattern' && part.isAnyToken) {
          this.hasStars = true;
          return [];
        }
        const isFirst = part.kind === 'units' && part.units.length === 1;
        const list = this.#patternOf(partAutomaton(part, this.#analyzer), showPart(part), isFirst);
        if (part.kind === 'units' && part.units.length > 1) this.pairs.add(list);
        return [list];
      }
    }
  }

  #termOf(term: string): number {
    const list = this.#numberOf(`=${term}`, () => ({ kind: 'term', term }));
    if (this.#isPair(term)) this.pairs.add(list);
    return list;
  }

  #patternOf(automaton: TermAutomaton, source: string, isFirst: boolean): number {
    return this.#numberOf(`${isFirst ? 'first' : 'any'} ${source}`, () => ({
      kind: 'pattern',
      automaton,
      source,
      isFirst,
    }));
  }

  #numberOf(key: string, make: () => NearWord): number {
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.words.length;
      this.#numbers.set(key, number);
      this.words.push(make());
    }
    return number;
  }

  /** Whether a term has two letters of a script without spaces. The second letter is at the next position. */
  #isPair(term: string): boolean {
    if (!this.#analyzer.isUnitCodePoint(term.codePointAt(0)!)) return false;
    return (term.match(LETTERS) ?? []).length > 1;
  }
}

const LETTERS = /\P{M}/gu;

function refuse(span: SpanQuery & { readonly kind: 'term' | 'wildcard' | 'phrase' | 'fuzzy' }): never {
  throw new RefusedQueryError({
    message: `${printQuery(span)} has no letter or digit that is searched, and NEAR needs a word on both sides`,
    position: offsetOf(span),
    expected: ['a word'],
  });
}
