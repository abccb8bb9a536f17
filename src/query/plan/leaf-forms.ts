/**
 * What becomes of a leaf on one field, once the planner knows which terms, values or phrases it means. The planner of a search
 * makes operators of an index; matching inside texts makes tests of tokens and values of the same calls, so that what is
 * marked in an item is what made it a hit.
 */
import type { WholeQuery } from '../../../grammar/ast.ts';
import type { Check } from '../../../grammar/texts/entities.ts';
import type { TermAutomaton } from '../../automaton/automaton.ts';
import type { ExpressionNode } from '../../automaton/text/expression-node.ts';
import type { TermRange } from '../../engine/dictionary/term-range.ts';
import type { FieldHeader } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { Disjunction } from '../operators/disjunction.ts';
import { Nothing } from '../operators/nothing.ts';
import { NumberRange } from '../operators/number-range.ts';
import type { Operator } from '../operators/operator.ts';
import { TermOperator } from '../operators/term.ts';
import { anyTokenOf, existsOf, termOf } from './field-operators.ts';
import type { NearestTerms } from './iped/nearest-terms.ts';
import type { UnitedLeaves } from './joint/united-leaves.ts';
import { planNear } from './near/near-planner.ts';
import type { NearWords } from './near/near-words.ts';
import { chosenPoints, type NumberInterval } from './number-ranges.ts';
import type { TermPattern } from './pattern-keys.ts';
import { planPhrase } from './phrase-planner.ts';
import type { QueryPart } from './query-parts.ts';
import type { TermExpansion } from './term-expansion.ts';
import { expressionElsewhere } from './texts/expression-leaf.ts';
import { planWhole } from './whole-value.ts';

/** `field` undefined: no item of the index has it. */
export interface LeafForms {
  /** Items that have the field. */
  exists(field: FieldHeader): Operator;
  /** Items of which one value is a text. */
  wholeValue(field: FieldHeader | undefined, query: WholeQuery): Generator<void, Operator>;
  /** Items with a token in the field. */
  anyToken(field: FieldHeader): Operator;
  term(field: FieldHeader | undefined, term: string): Operator;
  /** The empty value of a field of exact values. */
  emptyValue(field: FieldHeader | undefined): Operator;
  /** All terms that an automaton accepts. */
  terms(field: FieldHeader, automaton: TermAutomaton, source: string, pattern: TermPattern): Generator<void, Operator>;
  termsInRange(field: FieldHeader, range: TermRange, source: string): Generator<void, Operator>;
  /** Of the terms that an automaton accepts those that are nearest. */
  nearestTerms(
    field: FieldHeader,
    automaton: TermAutomaton,
    source: string,
    nearest: NearestTerms,
  ): Generator<void, Operator>;
  /** Values of a number or date field. */
  interval(field: FieldHeader, interval: NumberInterval, source: () => string): Operator;
  /** Only where matches are looked for in items: what finds these items is a set that comes with the request. */
  expression(field: FieldHeader | undefined, node: ExpressionNode, check?: Check): Operator;
  /** Two parts or more, or the pieces of a long word. Without patterns at once. */
  phrase(
    field: FieldHeader | undefined,
    parts: readonly QueryPart[],
    slop: number,
  ): Operator | Generator<void, Operator>;
  /** Words near each other. */
  near(field: FieldHeader | undefined, near: NearWords, source: () => string): Generator<void, Operator>;
}

/** Operators on one index. */
export class OperatorForms implements LeafForms {
  readonly #index: IndexReader;
  readonly #expansion: TermExpansion;
  /** Gets the documents of patterns and ranges, instead of an operator of their own; null: there is none. */
  union: UnitedLeaves | null = null;

  constructor(index: IndexReader, expansion: TermExpansion) {
    this.#index = index;
    this.#expansion = expansion;
  }

  exists(field: FieldHeader): Operator {
    return existsOf(this.#index, field);
  }

  wholeValue(_field: FieldHeader | undefined, query: WholeQuery): Generator<void, Operator> {
    return planWhole(this.#index, query);
  }

  anyToken(field: FieldHeader): Operator {
    return anyTokenOf(this.#index, field);
  }

  term(field: FieldHeader | undefined, term: string): Operator {
    return termOf(this.#index, field, term);
  }

  emptyValue(field: FieldHeader | undefined): Operator {
    const info = field?.analysis === 'exact' ? this.#index.dictionary(field).valueMarks() : null;
    return info === null
      ? new Nothing(`${field?.name ?? '?'}:""`)
      : new TermOperator(this.#index.list(info), 'term', `${field!.name}:""`, field!);
  }

  terms(field: FieldHeader, automaton: TermAutomaton, source: string, pattern: TermPattern): Generator<void, Operator> {
    if (this.union !== null) return this.#united(this.union.addPattern(field, automaton));
    return this.#expansion.docsOf(field, automaton, source, pattern);
  }

  *#united(adding: Generator<void, void>): Generator<void, Operator> {
    yield* adding;
    return UNITED;
  }

  *termsInRange(field: FieldHeader, range: TermRange, source: string): Generator<void, Operator> {
    if (this.union === null) return yield* this.#expansion.docsInRange(field, range, source);
    this.union.addRange(field, range);
    return UNITED;
  }

  *nearestTerms(
    field: FieldHeader,
    automaton: TermAutomaton,
    source: string,
    nearest: NearestTerms,
  ): Generator<void, Operator> {
    yield* this.#expansion.eachTerm(field, automaton, source, nearest);
    const found = nearest
      .found()
      .map(({ info }) => new TermOperator(this.#index.list(info), 'term', field.name, field));
    if (found.length === 0) return new Nothing(`${field.name}:${source}`);
    return found.length === 1 ? found[0]! : new Disjunction(found);
  }

  interval(field: FieldHeader, interval: NumberInterval, source: () => string): Operator {
    const { numbers } = field;
    if (numbers === null) return new Nothing(`${field.name}:${source()}`);
    const points = chosenPoints(this.#index.columns, numbers, interval);
    if (points.count === 0) return new Nothing(`${field.name}:${source()}`);
    if (this.union !== null) {
      this.union.addPoints(field, points);
      return UNITED;
    }
    return new NumberRange(this.#index, field, numbers, points, source);
  }

  expression(): Operator {
    throw expressionElsewhere();
  }

  phrase(
    field: FieldHeader | undefined,
    parts: readonly QueryPart[],
    slop: number,
  ): Operator | Generator<void, Operator> {
    return planPhrase(this.#index, this.#expansion, parts, slop, field);
  }

  near(field: FieldHeader | undefined, near: NearWords, source: () => string): Generator<void, Operator> {
    return planNear(this.#index, this.#expansion, near, field, source());
  }
}

/** The operator of a leaf whose documents are among those of others. */
const UNITED = new Nothing('united');
