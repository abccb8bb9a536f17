/**
 * Tests the tokens of a text: whether each equals a term, is accepted by an automaton, or is in a range. A text has few
 * distinct tokens, so results are cached.
 */
import { hashTerm } from '../../analysis/term-hash.ts';
import type { TermAutomaton } from '../../automaton/automaton.ts';
import { acceptsTerm } from '../../automaton/code-point-automaton.ts';
import { isInRange, type TermRange } from '../../engine/dictionary/term-range.ts';

/** A term, and the numbers of the tests that it passes; null if untested. */
interface Known {
  readonly term: string;
  passed: readonly number[] | null;
  readonly next: Known | null;
}

interface Pattern {
  readonly test: number;
  readonly accepts: (term: string) => boolean;
}

const NONE: readonly number[] = [];
/** Distinct tokens in the cache. */
const KNOWN_MAX = 1 << 16;
/** Size of the filter in bytes: its minimum, its maximum, and its size for each term. */
const FILTER_MIN = 1 << 12;
const FILTER_MAX = 1 << 16;
const FILTER_PER_TERM = 8;
/** Shared empty table, never written to. */
const NO_UNITS = new Uint8Array(1 << 16);

export class TermTests {
  #count = 0;
  readonly #testOfTerm = new Map<string, number>();
  readonly #testOfAutomaton = new Map<TermAutomaton, number>();
  /** Patterns by their required first code point, and those without one. */
  readonly #byBeginning = new Map<number, Pattern[]>();
  readonly #anywhere: Pattern[] = [];
  /** First UTF-16 units of terms that the other patterns accept. */
  #firstUnits = NO_UNITS;
  readonly #known = new Map<number, Known>();
  #knownCount = 0;
  /** Bloom filter by the low bits of hashes of the exact terms. */
  #filter = new Uint8Array(FILTER_MIN);
  #patternCount = 0;

  /** Number of patterns that a distinct token may be tested against. */
  get patternCount(): number {
    return this.#patternCount;
  }

  /** Returns the exact terms. */
  get terms(): readonly string[] {
    return [...this.#testOfTerm.keys()];
  }

  ofTerm(term: string): number {
    const known = this.#testOfTerm.get(term);
    if (known !== undefined) return known;
    const test = this.#count++;
    this.#testOfTerm.set(term, test);
    if (this.#filter.length < Math.min(FILTER_MAX, FILTER_PER_TERM * this.#testOfTerm.size)) this.#widen();
    this.#filter[hashTerm(term) & (this.#filter.length - 1)] = 1;
    this.#remember(hashTerm(term), term);
    return test;
  }

  /** Widens the filter. If it is too small for its terms, it lets most tokens through. */
  #widen(): void {
    this.#filter = new Uint8Array(2 * this.#filter.length);
    const mask = this.#filter.length - 1;
    for (const term of this.#testOfTerm.keys()) this.#filter[hashTerm(term) & mask] = 1;
  }

  ofAutomaton(automaton: TermAutomaton): number {
    const known = this.#testOfAutomaton.get(automaton);
    if (known !== undefined) return known;
    const test = this.#count++;
    this.#testOfAutomaton.set(automaton, test);
    const pattern = { test, accepts: (term: string) => acceptsTerm(automaton, term) };
    this.#patternCount++;
    const beginning = automaton.prefix.codePointAt(0);
    if (beginning === undefined) this.#anywhere.push(pattern);
    else {
      if (this.#firstUnits === NO_UNITS) this.#firstUnits = new Uint8Array(NO_UNITS.length);
      this.#firstUnits[automaton.prefix.charCodeAt(0)] = 1;
      const others = this.#byBeginning.get(beginning);
      if (others === undefined) this.#byBeginning.set(beginning, [pattern]);
      else others.push(pattern);
    }
    return test;
  }

  ofRange(range: TermRange): number {
    const test = this.#count++;
    this.#patternCount++;
    this.#anywhere.push({ test, accepts: (term) => isInRange(encoder.encode(term), range) });
    return test;
  }

  /** Returns the tests that a token passes. */
  passedBy(units: Uint16Array, length: number, hash: number): readonly number[] {
    const mayBePattern = this.#anywhere.length > 0 || this.#firstUnits[units[0]!] === 1;
    if (!mayBePattern && this.#filter[hash & (this.#filter.length - 1)] === 0) return NONE;
    for (let known = this.#known.get(hash) ?? null; known !== null; known = known.next) {
      if (!isEqual(known.term, units, length)) continue;
      known.passed ??= this.#passedBy(known.term);
      return known.passed;
    }
    if (!mayBePattern) return NONE;
    if (this.#knownCount >= KNOWN_MAX + this.#testOfTerm.size) this.#forget();
    const term = String.fromCharCode.apply(null, units.subarray(0, length) as unknown as number[]);
    const known = this.#remember(hash, term);
    known.passed = this.#passedBy(term);
    return known.passed;
  }

  #passedBy(term: string): readonly number[] {
    const passed: number[] = [];
    const own = this.#testOfTerm.get(term);
    if (own !== undefined) passed.push(own);
    for (const { test, accepts } of this.#anywhere) if (accepts(term)) passed.push(test);
    const beginning = this.#byBeginning.get(term.codePointAt(0) ?? -1);
    if (beginning !== undefined) for (const { test, accepts } of beginning) if (accepts(term)) passed.push(test);
    return passed.length === 0 ? NONE : passed;
  }

  #remember(hash: number, term: string): Known {
    const known: Known = { term, passed: null, next: this.#known.get(hash) ?? null };
    this.#known.set(hash, known);
    this.#knownCount++;
    return known;
  }

  #forget(): void {
    this.#known.clear();
    this.#knownCount = 0;
    for (const term of this.#testOfTerm.keys()) this.#remember(hashTerm(term), term);
  }
}

const encoder = new TextEncoder();

function isEqual(term: string, units: Uint16Array, length: number): boolean {
  if (term.length !== length) return false;
  for (let i = 0; i < length; i++) if (term.charCodeAt(i) !== units[i]) return false;
  return true;
}
