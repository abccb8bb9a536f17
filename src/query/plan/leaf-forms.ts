/**
 * The output interface of the planner for a leaf on one field, once its terms, values or phrases are known. A search
 * implements it with operators on an index, and matching inside texts with tests of tokens and values. So the marks in
 * an item show why it is a hit.
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
import { anyTokenOf, existsOf } from './field-operators.ts';
import type { NearestTerms } from './iped/nearest-terms.ts';
import type { UnitedLeaves } from './joint/united-leaves.ts';
import { planNear } from './near/near-planner.ts';
import type { NearWords } from './near/near-words.ts';
import { chosenPoints, type NumberInterval } from './number-ranges.ts';
import { keyOfPattern, rangeKey, type TermPattern } from './pattern-keys.ts';
import { planPhrase } from './phrase-planner.ts';
import type { QueryPart } from './query-parts.ts';
import type { TermExpansion } from './term-expansion.ts';
import { expressionElsewhere } from './texts/expression-leaf.ts';
import { planWhole } from './whole-value.ts';

/** `field` is undefined if no item of the index has it. */
export interface LeafForms {
  /** Items with the field. */
  exists(field: FieldHeader): Operator;
  /** Items with a value that equals a text. */
  wholeValue(field: FieldHeader | undefined, query: WholeQuery): Generator<void, Operator>;
  /** Items with a token in the field. */
  anyToken(field: FieldHeader): Operator;
  term(field: FieldHeader | undefined, term: string): Operator;
  /** Items with the empty value, in a field of exact values. */
  emptyValue(field: FieldHeader | undefined): Operator;
  /** All terms that an automaton accepts. */
  terms(field: FieldHeader, automaton: TermAutomaton, source: string, pattern: TermPattern): Generator<void, Operator>;
  termsInRange(field: FieldHeader, range: TermRange, source: string): Generator<void, Operator>;
  /** The nearest of the terms that an automaton accepts. */
  nearestTerms(
    field: FieldHeader,
    automaton: TermAutomaton,
    source: string,
    nearest: NearestTerms,
  ): Generator<void, Operator>;
  /** Values of a number or date field. */
  interval(field: FieldHeader, interval: NumberInterval, source: () => string): Operator;
  /** Only for matching inside items. A search gets the items from a set in the request. */
  expression(field: FieldHeader | undefined, node: ExpressionNode, check?: Check): Operator;
  /** A phrase of at least two parts, or the pieces of a long word. Immediate without patterns. */
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
  readonly #isScored: boolean;
  /** Receives the documents of patterns and ranges. If it is null, these get separate operators. */
  union: UnitedLeaves | null = null;

  /** `isScored`: whether terms are scored, so that their document frequencies in all parts of the index are needed. */
  constructor(index: IndexReader, expansion: TermExpansion, isScored: boolean) {
    this.#index = index;
    this.#expansion = expansion;
    this.#isScored = isScored;
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
    const info = field === undefined ? null : this.#index.dictionary(field).find(term);
    if (info === null) return new Nothing(`${field?.name ?? '?'}:${term}`);
    const [list, detail] = [this.#index.list(info), `${field!.name}:${term}`];
    if (!this.#isScored) return new TermOperator(list, 'term', detail);
    return new TermOperator(list, 'term', detail, field!, [this.#index.docFreqOf(field!, term, info)]);
  }

  emptyValue(field: FieldHeader | undefined): Operator {
    const info = field?.analysis === 'exact' ? this.#index.dictionary(field).valueMarks() : null;
    return info === null
      ? new Nothing(`${field?.name ?? '?'}:""`)
      : new TermOperator(this.#index.list(info), 'term', `${field!.name}:""`);
  }

  terms(field: FieldHeader, automaton: TermAutomaton, source: string, pattern: TermPattern): Generator<void, Operator> {
    if (this.union !== null) {
      const known = this.#expansion.common(keyOfPattern(field, pattern));
      return this.#united(known === undefined ? this.union.addPattern(field, automaton) : this.union.addDocs(known));
    }
    return this.#expansion.docsOf(field, automaton, source, pattern);
  }

  *#united(adding: Generator<void, void>): Generator<void, Operator> {
    yield* adding;
    return UNITED;
  }

  *termsInRange(field: FieldHeader, range: TermRange, source: string): Generator<void, Operator> {
    if (this.union === null) return yield* this.#expansion.docsInRange(field, range, source);
    const known = this.#expansion.common(rangeKey(field, source));
    if (known !== undefined) yield* this.union.addDocs(known);
    else this.union.addRange(field, range);
    return UNITED;
  }

  *nearestTerms(
    field: FieldHeader,
    automaton: TermAutomaton,
    source: string,
    nearest: NearestTerms,
  ): Generator<void, Operator> {
    yield* this.#expansion.nearestTerms(field, automaton, source, nearest);
    // Not scored, as for every pattern, even if this part of the index has only one of many terms.
    const found = nearest.found().map(({ info }) => new TermOperator(this.#index.list(info), 'term', field.name));
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

/** The operator of a leaf whose documents are in a union. */
const UNITED = new Nothing('united');
