/**
 * Matches many patterns in one walk of a dictionary. Each has a text that its terms must contain; all texts are looked for at once,
 * and only a term with the text of a pattern is put to its automaton.
 */
import type { TermAutomaton } from '../../automaton/automaton.ts';
import { ALL } from '../../automaton/byte-steps.ts';
import { DEAD } from '../../automaton/code-point-automaton.ts';
import { TEXT_BYTES_MAX, TextFinder } from '../../automaton/text-finder.ts';
import type { DictionaryBucket } from './dictionary-bucket.ts';
import { isShortHead, readHead } from './front-coding.ts';

/** Called with an entry and the numbers of the patterns that accept it: `patterns[0 … count)`, valid during the call. */
export type JointVisitor = (bucket: DictionaryBucket, entry: number, patterns: Uint16Array, count: number) => void;

/** The text by which a pattern is found among others, or null if it has none or is found by its beginning. */
export function soughtText({ prefix, required }: TermAutomaton): Uint8Array | null {
  if (prefix !== '') return null;
  const longest = required.reduce((text, other) => (other.length > text.length ? other : text), '');
  return longest === '' ? null : encoder.encode(longest).subarray(0, TEXT_BYTES_MAX);
}

export class JointWalk {
  readonly #patterns: readonly TermAutomaton[];
  readonly #finder: TextFinder;
  /** By text: the patterns that have it. */
  readonly #patternsOf: number[][] = [];
  /** By pattern: whether its text suffices. */
  readonly #isFound: boolean[];
  readonly #visit: JointVisitor;
  #term = new Uint8Array(256);
  /** State of the finder after the first n bytes of the term. */
  #states = new Uint16Array(257);
  /** Texts found in the term so far, and after how many bytes each. */
  #found = new Uint16Array(64);
  #ends = new Uint16Array(64);
  #foundCount = 0;
  /** By text: the number of the term for which it was looked at last. */
  readonly #seen: Uint32Array;
  #terms = 0;
  readonly #accepted: Uint16Array;
  /** Terms put to an automaton so far. */
  checks = 0;

  /** Patterns that all have a {@link soughtText}; as many as a finder takes. */
  constructor(patterns: readonly TermAutomaton[], visit: JointVisitor) {
    this.#patterns = patterns;
    this.#visit = visit;
    const texts: Uint8Array[] = [];
    const known = new Map<string, number>();
    for (const [number, pattern] of patterns.entries()) {
      const text = soughtText(pattern)!;
      const key = text.join();
      let at = known.get(key);
      if (at === undefined) {
        at = texts.push(text) - 1;
        known.set(key, at);
        this.#patternsOf.push([]);
      }
      this.#patternsOf[at]!.push(number);
    }
    this.#isFound = patterns.map(
      ({ isSufficient, ending, required }) =>
        isSufficient && ending === '' && encoder.encode(required[0]).length <= TEXT_BYTES_MAX,
    );
    this.#finder = new TextFinder(texts);
    this.#seen = new Uint32Array(texts.length);
    this.#accepted = new Uint16Array(patterns.length);
  }

  /** Visits the matches of a bucket. */
  bucket(bucket: DictionaryBucket): void {
    const { bytes, count } = bucket;
    const { table, texts } = this.#finder;
    let at = bucket.termsStart;
    this.#foundCount = 0;
    for (let entry = 0; entry < count; entry++) {
      const head = bytes[at++]!;
      let shared = head >> 4;
      let rest = head & 15;
      if (!isShortHead(head)) ({ shared, further: rest, end: at } = readHead(bytes, at - 1));
      const length = shared + rest;
      if (length > this.#term.length) this.#grow(length);
      while (this.#foundCount > 0 && this.#ends[this.#foundCount - 1]! > shared) this.#foundCount--;
      const states = this.#states;
      const term = this.#term;
      let state = states[shared]!;
      for (let depth = shared; depth < length; ) {
        const byte = bytes[at++]!;
        term[depth] = byte;
        state = table[(state << 8) | byte]!;
        states[++depth] = state;
        if (texts[state]! >= 0 || this.#finder.further[state] !== 0) this.#find(state, depth);
      }
      if (this.#foundCount > 0) this.#take(bucket, entry, length);
    }
  }

  #find(last: number, depth: number): void {
    const { texts, further } = this.#finder;
    for (let state = texts[last]! >= 0 ? last : further[last]!; state !== 0; state = further[state]!) {
      if (this.#foundCount === this.#found.length) this.#widen();
      this.#found[this.#foundCount] = texts[state]!;
      this.#ends[this.#foundCount++] = depth;
    }
  }

  /** Puts a term to the patterns whose text it has. */
  #take(bucket: DictionaryBucket, entry: number, length: number): void {
    const number = ++this.#terms;
    let count = 0;
    for (let i = 0; i < this.#foundCount; i++) {
      const text = this.#found[i]!;
      if (this.#seen[text] === number) continue;
      this.#seen[text] = number;
      for (const pattern of this.#patternsOf[text]!) {
        if (this.#isFound[pattern] || this.#isAccepted(pattern, length)) this.#accepted[count++] = pattern;
      }
    }
    if (count > 0) this.#visit(bucket, entry, this.#accepted, count);
  }

  #isAccepted(pattern: number, length: number): boolean {
    this.checks++;
    const steps = this.#patterns[pattern]!.bytes;
    const term = this.#term;
    let state = steps.start;
    for (let i = 0; i < length && state !== DEAD && state !== ALL; i++) state = steps.step(state, term[i]!);
    return steps.accepting[state] === 1;
  }

  #grow(length: number): void {
    const term = new Uint8Array(2 * length);
    term.set(this.#term);
    this.#term = term;
    const states = new Uint16Array(2 * length + 1);
    states.set(this.#states);
    this.#states = states;
  }

  #widen(): void {
    const [found, ends] = [this.#found, this.#ends];
    this.#found = new Uint16Array(2 * found.length);
    this.#found.set(found);
    this.#ends = new Uint16Array(2 * ends.length);
    this.#ends.set(ends);
  }
}

const encoder = new TextEncoder();
