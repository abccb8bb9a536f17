/**
 * Matches many patterns in one walk of a dictionary. Each pattern has texts that its terms must contain. All texts are
 * searched at once. A term is run through the automaton of a pattern only if it contains the pattern's texts, and not
 * even then if their order alone decides.
 */
import type { TermAutomaton } from '../../automaton/automaton.ts';
import { ALL, UNKNOWN } from '../../automaton/byte-steps.ts';
import { DEAD } from '../../automaton/code-point-automaton.ts';
import { TEXT_BYTES_MAX, TEXTS_MAX, TextFinder } from '../../automaton/text-finder.ts';
import type { DictionaryBucket } from './dictionary-bucket.ts';
import { isShortHead, readTermHead } from './front-coding.ts';

/** Called with an entry and the numbers of the patterns that accept it: `patterns[0 … count)`, valid during the call. */
export type JointVisitor = (bucket: DictionaryBucket, entry: number, patterns: Uint16Array, count: number) => void;

/** Returns the text by which the joint walk finds a pattern, or null if it has none or is found by its prefix. */
export function soughtText({ prefix, required }: TermAutomaton): Uint8Array | null {
  if (prefix !== '') return null;
  const longest = required.reduce((text, other) => (other.length > text.length ? other : text), '');
  return longest === '' ? null : encoder.encode(longest).subarray(0, TEXT_BYTES_MAX);
}

export class JointWalk {
  readonly #patterns: readonly TermAutomaton[];
  readonly #finder: TextFinder;
  /** Indexed by text: the patterns that it finds. */
  readonly #patternsOf: number[][] = [];
  /** Indexed by pattern: other required texts of its terms. */
  readonly #othersOf: number[][] = [];
  /** Indexed by pattern: its texts, if terms that contain them in order are accepted. Null: the automaton decides. */
  readonly #orderOf: (readonly number[] | null)[];
  readonly #lengths: Uint8Array;
  readonly #isAnyEnough: boolean;
  /** Indexed by pattern: whether its text alone decides. */
  readonly #isFound: boolean[];
  readonly #visit: JointVisitor;
  #term = new Uint8Array(256);
  /** State of the finder after the first n bytes of the term. */
  #states = new Uint16Array(257);
  /** Texts found in the term so far, and where each ends. */
  #found = new Uint16Array(64);
  #ends = new Uint16Array(64);
  #foundCount = 0;
  /** Indexed by text: the number of the last term that has it, and of the last one that was checked against its patterns. */
  readonly #seen: Uint32Array;
  readonly #taken: Uint32Array;
  #terms = 0;
  readonly #accepted: Uint16Array;
  /** Number of terms run through an automaton so far. */
  checks = 0;

  /**
   * All patterns must have a {@link soughtText}. The finder limits their number. `isAnyEnough`: whether to report only
   * one pattern that accepts a term.
   */
  constructor(patterns: readonly TermAutomaton[], visit: JointVisitor, isAnyEnough = false) {
    this.#patterns = patterns;
    this.#visit = visit;
    this.#isAnyEnough = isAnyEnough;
    const texts = new NumberedTexts();
    for (const [number, pattern] of patterns.entries()) {
      const at = texts.numberOf(soughtText(pattern)!);
      this.#patternsOf[at] ??= [];
      this.#patternsOf[at].push(number);
    }
    for (const { required } of patterns) {
      const own = required.map((text) => encoder.encode(text).subarray(0, TEXT_BYTES_MAX));
      this.#othersOf.push(own.flatMap((text) => (texts.hasRoomFor(text) ? [texts.numberOf(text)] : [])));
    }
    this.#orderOf = patterns.map(({ isInOrder, required }) => {
      const own = required.map((text) => encoder.encode(text));
      const areFound = own.every((text) => text.length <= TEXT_BYTES_MAX && texts.hasRoomFor(text));
      return isInOrder && areFound ? own.map((text) => texts.numberOf(text)) : null;
    });
    this.#isFound = this.#orderOf.map((order) => order?.length === 1);
    this.#lengths = Uint8Array.from(texts.all, ({ length }) => length);
    this.#finder = new TextFinder(texts.all);
    this.#seen = new Uint32Array(texts.all.length);
    this.#taken = new Uint32Array(texts.all.length);
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
      if (!isShortHead(head)) ({ shared, further: rest, end: at } = readTermHead(bytes, at - 1));
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

  /** Checks a term against the patterns whose text it has. */
  #take(bucket: DictionaryBucket, entry: number, length: number): void {
    const number = ++this.#terms;
    let count = 0;
    for (let i = 0; i < this.#foundCount; i++) this.#seen[this.#found[i]!] = number;
    for (let i = 0; i < this.#foundCount; i++) {
      const text = this.#found[i]!;
      const patterns = this.#patternsOf[text];
      if (patterns === undefined || this.#taken[text] === number) continue;
      this.#taken[text] = number;
      for (let p = 0; p < patterns.length; p++) {
        const pattern = patterns[p]!;
        if (!this.#isFound[pattern] && !this.#isAccepted(pattern, number, length)) continue;
        this.#accepted[count++] = pattern;
        if (!this.#isAnyEnough) continue;
        this.#visit(bucket, entry, this.#accepted, 1);
        return;
      }
    }
    if (count > 0) this.#visit(bucket, entry, this.#accepted, count);
  }

  #isAccepted(pattern: number, number: number, length: number): boolean {
    const others = this.#othersOf[pattern]!;
    for (let i = 0; i < others.length; i++) if (this.#seen[others[i]!] !== number) return false;
    const order = this.#orderOf[pattern]!;
    if (order !== null) return this.#hasInOrder(order);
    this.checks++;
    const steps = this.#patterns[pattern]!.bytes;
    const term = this.#term;
    let { table } = steps;
    let state = steps.start;
    for (let i = 0; i < length && state !== DEAD && state !== ALL; i++) {
      const next = table[(state << 8) | term[i]!]!;
      if (next !== UNKNOWN) state = next;
      else {
        state = steps.explore(state, term[i]!);
        ({ table } = steps);
      }
    }
    return steps.accepting[state] === 1;
  }

  /**
   * Whether the term contains these texts in this order, without overlap. Each is matched at its earliest end after the
   * previous one.
   */
  #hasInOrder(order: readonly number[]): boolean {
    let end = 0;
    let next = 0;
    for (let i = 0; i < this.#foundCount; i++) {
      const text = order[next]!;
      if (this.#found[i] !== text || this.#ends[i]! - this.#lengths[text]! < end) continue;
      end = this.#ends[i]!;
      if (++next === order.length) return true;
    }
    return false;
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

/** Numbers distinct texts. */
class NumberedTexts {
  readonly all: Uint8Array[] = [];
  readonly #numbers = new Map<string, number>();

  /** Whether a finder can take another text. */
  hasRoomFor(text: Uint8Array): boolean {
    return this.all.length < TEXTS_MAX || this.#numbers.has(text.join());
  }

  numberOf(text: Uint8Array): number {
    const key = text.join();
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.all.push(text) - 1;
      this.#numbers.set(key, number);
    }
    return number;
  }
}

const encoder = new TextEncoder();
