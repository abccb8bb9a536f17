/**
 * Compiles the leaves of a query to tests of tokens and values, field by field. Follows the planner's decisions, but builds
 * tests instead of operators.
 */
import type { WholeQuery } from '../../../grammar/ast.ts';
import type { Check } from '../../../grammar/texts/entities.ts';
import { placedTokenizer, spelledTokenizer } from '../../analysis/analyzer-of-index.ts';
import { IdentifierTokenizer } from '../../analysis/identifiers/identifier-tokenizer.ts';
import { foldWhole } from '../../analysis/whole-value.ts';
import type { TermAutomaton } from '../../automaton/automaton.ts';
import type { ExpressionNode } from '../../automaton/text/expression-node.ts';
import type { TermRange } from '../../engine/dictionary/term-range.ts';
import type { FieldHeader } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { isBareDate, parseDate } from '../../schema/date-value.ts';
import { aliasesOf } from '../../schema/field-aliases.ts';
import { isOfSequences } from '../../schema/field-types.ts';
import { compareExact, type ExactNumber, parseNumber } from '../../schema/number-value.ts';
import { CONTENT_FIELD } from '../../schema/well-known-fields.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { Nothing } from '../operators/nothing.ts';
import type { Operator } from '../operators/operator.ts';
import type { NearestTerms } from '../plan/iped/nearest-terms.ts';
import type { LeafForms } from '../plan/leaf-forms.ts';
import type { NearWords } from '../plan/near/near-words.ts';
import type { Ends, NumberInterval } from '../plan/number-ranges.ts';
import { partAutomaton } from '../plan/pattern-automata.ts';
import type { TermPattern } from '../plan/pattern-keys.ts';
import type { QueryPart } from '../plan/query-parts.ts';
import type { TermExpansion } from '../plan/term-expansion.ts';
import { ANY } from './exact-marks.ts';
import { FieldMatcher, type ValueAnalysis } from './field-matcher.ts';

/** Approximate memory of a test of a leaf on a field. */
const TEST_BYTES = 256;

export class MatcherForms implements LeafForms {
  readonly #index: IndexReader;
  readonly #expansion: TermExpansion;
  readonly #nearest: ReadonlyMap<string, readonly string[]> | undefined;
  /** Keyed by the name of the field in the index. */
  readonly matchers = new Map<string, FieldMatcher>();
  /** The current leaf. */
  leaf = 0;

  constructor(index: IndexReader, expansion: TermExpansion, nearest?: ReadonlyMap<string, readonly string[]>) {
    this.#index = index;
    this.#nearest = nearest;
    this.#expansion = expansion;
  }

  /** The presence of a field is not a match in it. */
  exists(): Operator {
    return NOTHING;
  }

  emptyValue(): Operator {
    return NOTHING;
  }

  /** A column contains the values of all names of its field. */
  *wholeValue(_field: FieldHeader | undefined, { field, text }: WholeQuery): Generator<void, Operator> {
    const folded = foldWhole(text);
    for (const name of aliasesOf(field)) {
      const header = this.#index.fields.get(name);
      if (header !== undefined) this.#of(header).addValueTest(this.leaf, (value) => foldWhole(value) === folded);
    }
    return NOTHING;
  }

  expression(field: FieldHeader | undefined, node: ExpressionNode, check?: Check): Operator {
    if (field !== undefined) this.#of(field).addExpression(node, check, this.leaf);
    return NOTHING;
  }

  anyToken(field: FieldHeader): Operator {
    this.#of(field).addAnyToken(this.leaf);
    return NOTHING;
  }

  term(field: FieldHeader | undefined, term: string): Operator {
    if (field === undefined) return NOTHING;
    const matcher = this.#of(field);
    matcher.addWord(matcher.tests.ofTerm(term), this.leaf);
    return NOTHING;
  }

  // biome-ignore lint/correctness/useYield: the signature of planning steps
  *terms(
    field: FieldHeader,
    automaton: TermAutomaton,
    _source: string,
    pattern: TermPattern,
  ): Generator<void, Operator> {
    const matcher = this.#of(field);
    const test = matcher.tests.ofAutomaton(automaton);
    if (pattern.kind === 'units' && pattern.units.length === 1) matcher.markFirst(test);
    matcher.addWord(test, this.leaf);
    return NOTHING;
  }

  // biome-ignore lint/correctness/useYield: the signature of planning steps
  *termsInRange(field: FieldHeader, range: TermRange): Generator<void, Operator> {
    const matcher = this.#of(field);
    matcher.addWord(matcher.tests.ofRange(range), this.leaf);
    return NOTHING;
  }

  /** Only the dictionary knows the nearest terms. */
  *nearestTerms(
    field: FieldHeader,
    automaton: TermAutomaton,
    source: string,
    nearest: NearestTerms,
  ): Generator<void, Operator> {
    const known = field.name === CONTENT_FIELD ? this.#nearest?.get(source) : undefined;
    for (const term of known ?? []) this.term(field, term);
    if (known !== undefined) return NOTHING;
    yield* this.#expansion.nearestTerms(field, automaton, source, nearest);
    for (const { term } of nearest.found()) this.term(field, term);
    return NOTHING;
  }

  interval(field: FieldHeader, interval: NumberInterval): Operator {
    const isDate = field.type === 'date';
    this.#of(field).addValueTest(this.leaf, (value) => {
      const point = isDate ? (parseDate(value)?.start ?? null) : parseNumber(value);
      return point !== null && isWithin(point, isDate && isBareDate(value) ? (interval.bare ?? interval) : interval);
    });
    return NOTHING;
  }

  *phrase(field: FieldHeader | undefined, parts: readonly QueryPart[], slop: number): Generator<void, Operator> {
    // Compiled even if the field is absent, so that errors are always reported.
    const automata = parts.map((part) => {
      const isPattern = part.kind === 'units' || (part.kind === 'pattern' && !part.isAnyToken);
      return isPattern ? partAutomaton(part, this.#index.analyzer) : null;
    });
    if (field === undefined) return NOTHING;
    claimMemory(TEST_BYTES * parts.length, 'the words of a phrase');
    const matcher = this.#of(field);
    const { tests } = matcher;
    const elements = parts.map((part, i) => {
      if (part.kind === 'term') return tests.ofTerm(part.term);
      // The first piece identifies a long word, unless two words share their first 255 characters.
      if (part.kind === 'pieces') return tests.ofTerm(part.terms[0]!);
      if (automata[i] === null) return ANY;
      const test = tests.ofAutomaton(automata[i]!);
      if (part.kind === 'units' && part.units.length === 1) matcher.markFirst(test);
      return test;
    });
    const areDisjoint = !field.hasSharedPositions && parts.every(({ kind }) => kind === 'term');
    matcher.addPhrase(elements, slop, areDisjoint, this.leaf);
    return NOTHING;
  }

  *near(field: FieldHeader | undefined, { plan, words, pairs, needsEnds }: NearWords): Generator<void, Operator> {
    if (field === undefined) return NOTHING;
    claimMemory(TEST_BYTES * words.length, 'the words near each other');
    const matcher = this.#of(field);
    const tests = words.map((word) => {
      if (word.kind === 'term') return matcher.tests.ofTerm(word.term);
      const test = matcher.tests.ofAutomaton(word.automaton);
      if (word.isFirst) matcher.markFirst(test);
      return test;
    });
    matcher.addNear({ plan, tests, pairs, needsEnds }, this.leaf);
    return NOTHING;
  }

  #of(field: FieldHeader): FieldMatcher {
    claimMemory(TEST_BYTES, 'what the query looks for');
    let matcher = this.matchers.get(field.name);
    if (matcher === undefined) {
      matcher = new FieldMatcher(analysisOf(this.#index, field));
      this.matchers.set(field.name, matcher);
    }
    return matcher;
  }
}

/** Placeholder for an operator, since no plan is built. */
const NOTHING = new Nothing('matching');

function analysisOf(index: IndexReader, field: FieldHeader): ValueAnalysis {
  const { origin } = index.header;
  const analysis = origin?.analysis;
  if (isOfSequences(field.analysis)) {
    const kind = field.analysis;
    return { kind: 'tokens', open: (sink) => new IdentifierTokenizer(kind, sink), isImported: false, ofText: true };
  }
  if (field.analysis !== 'text') {
    const { foldWhole } = index.analyzerOf(field.name);
    return {
      kind: 'whole',
      termOf: (value) => {
        const term = foldWhole(value);
        return term === '' ? null : term;
      },
    };
  }
  const isImported = origin !== undefined;
  const ofText = field.name === CONTENT_FIELD;
  // The text of an imported item is reassembled from its terms.
  if (isImported && ofText) return { kind: 'tokens', open: spelledTokenizer, isImported, ofText };
  return { kind: 'tokens', open: (sink) => placedTokenizer(analysis, sink), isImported, ofText };
}

function isWithin({ value, residual }: ExactNumber, { lower, upper }: Ends): boolean {
  if (lower !== null) {
    const order = compareExact(value, residual, lower.at);
    if (order < 0 || (order === 0 && !lower.isInclusive)) return false;
  }
  if (upper === null) return true;
  const order = compareExact(value, residual, upper.at);
  return order < 0 || (order === 0 && upper.isInclusive);
}
