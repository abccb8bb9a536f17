/**
 * Collects the words that wildcards, fuzzy words, expressions and ranges of a query match. Used if nothing else of the
 * query is needed.
 */
import type { LeafQuery, Query } from '../../../grammar/ast.ts';
import type { TermAutomaton } from '../../automaton/automaton.ts';
import type { TermRange } from '../../engine/dictionary/term-range.ts';
import type { FieldHeader } from '../../engine/format.ts';
import { Nothing } from '../operators/nothing.ts';
import type { Operator } from '../operators/operator.ts';
import type { NearestTerms } from './iped/nearest-terms.ts';
import type { LeafForms } from './leaf-forms.ts';
import type { TermPattern } from './pattern-keys.ts';

/** Yields the leaves that are not prohibited and can match several words. */
export function* patternsOf(query: Query): Generator<LeafQuery> {
  switch (query.kind) {
    case 'boost':
      yield* patternsOf(query.query);
      return;
    case 'boolean':
      for (const { occur, query: clause } of query.clauses) if (occur !== 'mustNot') yield* patternsOf(clause);
      return;
    case 'wildcard':
    case 'fuzzy':
    case 'regexp':
    case 'range':
    case 'iped':
      yield query;
      return;
    default:
      return;
  }
}

/** Leaves that are single words, values or phrases contribute no words. */
export abstract class PatternForms implements LeafForms {
  exists(): Operator {
    return NOTHING;
  }

  expression(): Operator {
    return NOTHING;
  }

  emptyValue(): Operator {
    return NOTHING;
  }

  anyToken(): Operator {
    return NOTHING;
  }

  term(): Operator {
    return NOTHING;
  }

  interval(): Operator {
    return NOTHING;
  }

  // biome-ignore lint/correctness/useYield: the signature of planning steps
  *wholeValue(): Generator<void, Operator> {
    return NOTHING;
  }

  /** A list of terms does not show which words occur in a phrase. */
  // biome-ignore lint/correctness/useYield: the signature of planning steps
  *phrase(): Generator<void, Operator> {
    return NOTHING;
  }

  // biome-ignore lint/correctness/useYield: the signature of planning steps
  *near(): Generator<void, Operator> {
    return NOTHING;
  }

  abstract terms(
    field: FieldHeader,
    automaton: TermAutomaton,
    source: string,
    pattern: TermPattern,
  ): Generator<void, Operator>;
  abstract termsInRange(field: FieldHeader, range: TermRange, source: string): Generator<void, Operator>;
  abstract nearestTerms(
    field: FieldHeader,
    automaton: TermAutomaton,
    source: string,
    nearest: NearestTerms,
  ): Generator<void, Operator>;
}

/** Result of planning a leaf if only its words are wanted. */
export const NOTHING = new Nothing('words');
