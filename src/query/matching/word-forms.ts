/** Expands the leaves of a query to words instead of operators. */
import type { TermAutomaton } from '../../automaton/automaton.ts';
import type { JointVisitor } from '../../engine/dictionary/joint-walk.ts';
import type { TermRange } from '../../engine/dictionary/term-range.ts';
import type { FieldHeader } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { Operator } from '../operators/operator.ts';
import type { NearestTerms } from '../plan/iped/nearest-terms.ts';
import type { JointRanges } from '../plan/joint/joint-ranges.ts';
import { merged } from '../plan/joint/merged-intervals.ts';
import { compareTerms, lowerCut, upperCut } from '../plan/joint/range-cuts.ts';
import { NOTHING, PatternForms } from '../plan/pattern-forms.ts';
import { type JointPatterns, keyOfPattern, type TermPattern } from '../plan/pattern-keys.ts';
import { TermExpansion, type TermSink } from '../plan/term-expansion.ts';

const encoder = new TextEncoder();

/** Receivers for the words of each field. */
export interface WordSinks {
  sinkOf(field: FieldHeader): TermSink;
}

export class WordForms extends PatternForms {
  readonly #expansion: TermExpansion;
  readonly #sinks: WordSinks;
  readonly #index: IndexReader;
  /** Patterns, and ranges by field, that were already expanded together. */
  readonly #joined = new Set<string>();
  readonly #joinedRanges = new Set<string>();

  constructor(index: IndexReader, sinks: WordSinks) {
    super();
    this.#index = index;
    this.#expansion = new TermExpansion(index, false);
    this.#sinks = sinks;
  }

  /** Expands several patterns in one walk. */
  *join({ field, automata, keys }: JointPatterns): Generator<void, void> {
    const sink = this.#sinks.sinkOf(field);
    const give: JointVisitor = (terms, entry) => sink.add(terms.term(entry), () => terms.info(entry));
    yield* this.#index.dictionary(field).walkJointly(automata, give, true);
    for (const key of keys) this.#joined.add(key);
  }

  /** Expands several ranges. Overlaps are walked once. */
  *joinRanges({ field, ranges }: JointRanges): Generator<void, void> {
    const intervals = Array.from(ranges.values(), (range) => ({ from: lowerCut(range), to: upperCut(range) }));
    for (const { from, to } of merged(intervals, compareTerms)) {
      const range = { lower: from, upper: to, isUpperExclusive: true };
      yield* this.#expansion.eachTermInRange(field, range, 'ranges', this.#sinks.sinkOf(field));
    }
    for (const source of ranges.keys()) this.#joinedRanges.add(keyOfRange(field, source));
  }

  *terms(
    field: FieldHeader,
    automaton: TermAutomaton,
    source: string,
    pattern: TermPattern,
  ): Generator<void, Operator> {
    if (this.#joined.has(keyOfPattern(field, pattern))) return NOTHING;
    yield* this.#expansion.eachTerm(field, automaton, source, this.#sinks.sinkOf(field));
    return NOTHING;
  }

  *termsInRange(field: FieldHeader, range: TermRange, source: string): Generator<void, Operator> {
    if (this.#joinedRanges.has(keyOfRange(field, source))) return NOTHING;
    yield* this.#expansion.eachTermInRange(field, range, source, this.#sinks.sinkOf(field));
    return NOTHING;
  }

  *nearestTerms(
    field: FieldHeader,
    automaton: TermAutomaton,
    source: string,
    nearest: NearestTerms,
  ): Generator<void, Operator> {
    yield* this.#expansion.nearestTerms(field, automaton, source, nearest);
    const sink = this.#sinks.sinkOf(field);
    for (const { term, info } of nearest.found()) sink.add(encoder.encode(term), () => info);
    return NOTHING;
  }
}

function keyOfRange({ name }: FieldHeader, source: string): string {
  return `${name}\0${source}`;
}
