/**
 * Plans the leaves of IPED's syntax like Lucene's processors and IPED's query builder. Words that the analyzer splits match any
 * of their tokens. Patterns and bounds are folded but not split. A number field reads everything as a number.
 */
import type { Bound, IpedLeaf, Pattern } from '../../../../grammar/ast.ts';
import type { QueryToken } from '../../../analysis/query-tokens.ts';
import { compileFuzzy } from '../../../automaton/fuzzy.ts';
import type { FieldHeader } from '../../../engine/format.ts';
import type { IndexReader } from '../../../engine/index-reader.ts';
import { AppError } from '../../../shared/errors.ts';
import { Disjunction } from '../../operators/disjunction.ts';
import { Nothing } from '../../operators/nothing.ts';
import type { Operator } from '../../operators/operator.ts';
import { compiled } from '../compiled-patterns.ts';
import type { LeafForms } from '../leaf-forms.ts';
import { intervalOfLiteral, intervalOfRange, type NumberInterval } from '../number-ranges.ts';
import { showPattern, wildcardAutomaton } from '../pattern-automata.ts';
import { planned } from '../planning.ts';
import { type FieldRules, rulesOf } from './field-rules.ts';
import { numberLiteral } from './java-number.ts';
import { type NamesOfCase, namesOfCase } from './localized-names.ts';
import { NearestTerms } from './nearest-terms.ts';
import { rewrittenDate } from './short-date.ts';

/** An operator, or null if the leaf has no token and is dropped. */
type Planned = Generator<void, Operator | null>;

/** Maximum edits of `~`. */
const EDITS_MAX = 2;

const encoder = new TextEncoder();

/** The syntax has phrases of words only, so letters of scripts without spaces are words here. */
function termsOf(token: QueryToken): readonly string[] {
  if (token.kind === 'any') return [];
  if (token.kind === 'pieces') return token.terms;
  return [token.kind === 'unit' ? token.unit : token.term];
}

export class IpedLeafPlanner {
  readonly #index: IndexReader;
  readonly #forms: LeafForms;
  readonly #locale: string;
  readonly #names: NamesOfCase;

  constructor(index: IndexReader, forms: LeafForms) {
    this.#index = index;
    this.#forms = forms;
    this.#locale = index.header.origin?.locale ?? 'en';
    this.#names = namesOfCase(index);
  }

  *onField(meant: IpedLeaf, asked: string): Planned {
    const name = this.#names.field(asked);
    const field = this.#index.fields.get(name);
    const rules = rulesOf(this.#index, name);
    if (rules.number !== null) return this.#number(meant, field!, rules);
    if (rules.isDate) {
      const interval = dateInterval(meant);
      if (interval !== null) return this.#interval(field!, interval);
    }
    switch (meant.kind) {
      case 'word':
        return this.#word(this.#tokens(meant.text, rules), field);
      case 'phrase':
        return yield* this.#phrase(this.#tokens(meant.text, rules), meant.slop, field);
      case 'wildcard':
        return yield* this.#wildcard(meant.pattern, rules, field);
      case 'fuzzy':
        return yield* this.#fuzzy(meant.text, meant.similarity, rules, field);
      case 'range':
        return yield* this.#range(meant.lower, meant.upper, rules, field);
    }
  }

  #tokens(text: string, { analysis, analyzer }: FieldRules): string[] {
    if (analysis === 'keyword') return [text];
    if (analysis === 'tokens') return analyzer.tokens(text).flatMap(termsOf);
    const term = analyzer.foldWhole(text);
    return term === '' ? [] : [this.#names.category(term)];
  }

  #word(tokens: readonly string[], field: FieldHeader | undefined): Operator | null {
    if (tokens.length === 0) return null;
    const found = tokens.map((token) => this.#term(field, token)).filter(({ isNothing }) => !isNothing);
    if (found.length === 0) return new Nothing(tokens.join(' '));
    return found.length === 1 ? found[0]! : new Disjunction(found);
  }

  *#phrase(tokens: readonly string[], slop: number, field: FieldHeader | undefined): Planned {
    if (tokens.length < 2) return this.#word(tokens, field);
    if (field?.analysis === 'exact') {
      throw new AppError(
        'QUERY_INVALID',
        `the field ${JSON.stringify(field.name)} holds whole values without positions, so it has no phrases; search for the value without quotes in our own syntax`,
      );
    }
    const parts = tokens.map((term) => ({ kind: 'term' as const, term }));
    return yield* planned(this.#forms.phrase(field, parts, slop));
  }

  *#wildcard(pattern: Pattern, { analyzer }: FieldRules, field: FieldHeader | undefined): Planned {
    const source = showPattern(pattern);
    if (field === undefined) return new Nothing(source);
    const isAny = pattern.every(({ kind }) => kind === 'anyRun');
    if (isAny && field.analysis !== 'exact') return this.#forms.anyToken(field);
    const terms = yield* this.#forms.terms(field, wildcardAutomaton(pattern, analyzer), source, {
      kind: 'wildcard',
      pattern,
      analyzer,
    });
    return isAny ? this.#withEmpty(terms, field) : terms;
  }

  *#fuzzy(text: string, similarity: number, { analyzer }: FieldRules, field: FieldHeader | undefined): Planned {
    const term = analyzer.fold(text);
    const length = [...term].length;
    const edits = editsOf(similarity, length);
    if (edits === 0) return this.#forms.term(field, term);
    const automaton = compiled('fuzzy', `iped ${edits} ${term}`, () => compileFuzzy(term, edits, true));
    if (field === undefined) return new Nothing(`${term}~${edits}`);
    const nearest = new NearestTerms(term, edits);
    return yield* this.#forms.nearestTerms(field, automaton, `${term}~${edits}`, nearest);
  }

  *#range(lower: Bound | null, upper: Bound | null, rules: FieldRules, field: FieldHeader | undefined): Planned {
    const [low, high] = this.#boundTerms(lower, upper, rules);
    const source = `[${low ?? '*'} TO ${high ?? '*'}]`;
    if (field === undefined) return new Nothing(source);
    const terms = {
      lower: low === null ? null : encoder.encode(low),
      isLowerExclusive: lower?.isInclusive === false,
      upper: high === null ? null : encoder.encode(high),
      isUpperExclusive: upper?.isInclusive === false,
    };
    const found = yield* this.#forms.termsInRange(field, terms, source);
    return low === null ? this.#withEmpty(found, field) : found;
  }

  /** Bounds are short dates of the locale, up to the first invalid one; otherwise they are folded. */
  #boundTerms(lower: Bound | null, upper: Bound | null, { analyzer }: FieldRules): (string | null)[] {
    const low = lower === null ? null : rewrittenDate(lower.text, this.#locale, false);
    const isLowDate = lower === null || low !== null;
    const high = upper === null || !isLowDate ? null : rewrittenDate(upper.text, this.#locale, upper.isInclusive);
    return [
      lower === null ? null : (low ?? analyzer.fold(lower.text)),
      upper === null ? null : (high ?? analyzer.fold(upper.text)),
    ];
  }

  /** Adds the items with an empty value, which is a term in a field of exact values. */
  #withEmpty(found: Operator, field: FieldHeader): Operator {
    const empty = this.#term(field, '');
    if (empty.isNothing) return found;
    return found.isNothing ? empty : new Disjunction([found, empty]);
  }

  /**
   * Finds the items with a term. A field of exact values represents the empty value by the term that marks values in other
   * fields.
   */
  #term(field: FieldHeader | undefined, term: string): Operator {
    return term === '' ? this.#forms.emptyValue(field) : this.#forms.term(field, term);
  }

  #number(meant: IpedLeaf, field: FieldHeader, { number }: FieldRules): Operator {
    const literal = (text: string): string => numberLiteral(text, number!, this.#locale);
    if (meant.kind !== 'range') {
      const text = meant.kind === 'wildcard' ? showPattern(meant.pattern) : meant.text;
      return this.#interval(field, intervalOfLiteral(literal(text), 'number')!);
    }
    const end = (bound: Bound | null): Bound | null =>
      bound === null ? null : { ...bound, text: literal(bound.text) };
    return this.#interval(field, intervalOfRange(end(meant.lower), end(meant.upper), 'number')!);
  }

  #interval(field: FieldHeader, interval: NumberInterval): Operator {
    return this.#forms.interval(field, interval, () => 'values');
  }
}

/** A similarity below one is a fraction of the text length, as a Java float. */
function editsOf(similarity: number, length: number): 0 | 1 | 2 {
  const edits =
    similarity >= 1 ? similarity : similarity === 0 ? 0 : Math.trunc((1 - Math.fround(similarity)) * length);
  return Math.min(edits, EDITS_MAX) as 0 | 1 | 2;
}

/**
 * Returns the interval of a leaf on dates that are compared by time. IPED compares written forms, so a partial date as
 * a bound means its beginning, for lower and upper bounds alike. Null for anything but a date.
 */
function dateInterval(meant: IpedLeaf): NumberInterval | null {
  switch (meant.kind) {
    case 'word':
    case 'phrase':
      return intervalOfLiteral(meant.text, 'date');
    case 'wildcard': {
      const [first, second] = meant.pattern;
      const isPrefix = meant.pattern.length === 2 && first?.kind === 'text' && second?.kind === 'anyRun';
      return isPrefix ? intervalOfLiteral(first.text.replace(/[-T:]+$/, ''), 'date') : null;
    }
    case 'fuzzy':
      return null;
    case 'range': {
      const low = meant.lower === null ? null : intervalOfLiteral(meant.lower.text, 'date');
      const high = meant.upper === null ? null : intervalOfLiteral(meant.upper.text, 'date');
      if ((low === null) !== (meant.lower === null) || (high === null) !== (meant.upper === null)) return null;
      const isInstant = high?.upper?.isInclusive === true;
      return {
        lower:
          low === null ? null : { at: low.lower!.at, isInclusive: meant.lower!.isInclusive || !low.upper!.isInclusive },
        upper: high === null ? null : { at: high.lower!.at, isInclusive: isInstant && meant.upper!.isInclusive },
      };
    }
  }
}
