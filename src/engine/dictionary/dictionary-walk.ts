/** Intersects the sorted terms of a dictionary with an automaton, bucket by bucket. */
import type { TermAutomaton } from '../../automaton/automaton.ts';
import { ALL, type ByteSteps, UNKNOWN } from '../../automaton/byte-steps.ts';
import { DEAD } from '../../automaton/code-point-automaton.ts';
import type { DictionaryBucket } from './dictionary-bucket.ts';
import { isShortHead, readTermHead } from './front-coding.ts';
import type { TermRange } from './term-range.ts';

/**
 * Called with matches of a walk: the entries `[first … end)` of `bucket`. Their lists can be requested only during the
 * call. `bucket.term(entry)` is the term. Within a bucket, entries ascend.
 */
export type TermVisitor = (bucket: DictionaryBucket, first: number, end: number) => void;

/**
 * A walk through buckets in order. It keeps the automaton's states for the bytes of the current term. A term costs only the
 * bytes that it does not share with the previous one, and terms with a dead prefix cost nothing. The term itself is assembled
 * only on request.
 */
export class DictionaryWalk {
  readonly #range: TermRange;
  readonly #steps: ByteSteps | null;
  readonly #visit: TermVisitor;
  /** State after the first n bytes of the term. */
  #states = new Uint16Array(256);
  /** Whether the automaton died on the last term, so that skipping may pay off. True before the first term. */
  isDead = true;

  constructor(range: TermRange, automaton: TermAutomaton | null, visit: TermVisitor) {
    this.#range = range;
    this.#visit = visit;
    this.#steps = automaton === null ? null : automaton.bytes;
  }

  /** Visits the matches of a bucket. `isBorder`: whether the bucket may contain terms outside the range. */
  bucket(bucket: DictionaryBucket, isBorder: boolean): void {
    let first = bucket.isFirstEmpty ? 1 : 0; // the value mark
    let end = bucket.count;
    if (isBorder) {
      const { lower, upper, isLowerExclusive, isUpperExclusive } = this.#range;
      if (lower !== null) first = Math.max(first, bucket.seek(lower, isLowerExclusive === true));
      if (upper !== null) end = bucket.seek(upper, isUpperExclusive !== true);
    }
    if (first >= end) return;
    if (this.#steps === null) this.#visit(bucket, first, end);
    else this.#walk(this.#steps, bucket, first, end);
  }

  /** Visits the entries from `first` to `end` that the automaton accepts, after stepping through all entries before. */
  #walk(steps: ByteSteps, bucket: DictionaryBucket, first: number, end: number): void {
    const { bytes } = bucket;
    let { table, accepting } = steps;
    let states = this.#states;
    states[0] = steps.start;
    // Length of the prefix after which the automaton was dead or accepted everything. A large number if neither is the
    // case.
    let decided = UNDECIDED;
    let isAccepted = false;
    // The first accepted entry that has not been visited yet; -1 if there is none.
    let from = -1;
    let at = bucket.termsStart;
    for (let entry = 0; entry < end; entry++) {
      const head = bytes[at++]!;
      let shared = head >> 4;
      let rest = head & 15;
      if (!isShortHead(head)) ({ shared, further: rest, end: at } = readTermHead(bytes, at - 1));
      const next = at + rest;
      if (shared < decided) {
        if (shared + rest >= states.length) states = this.#grow(shared + rest);
        let depth = shared;
        let state = states[depth]!;
        decided = UNDECIDED;
        while (at < next) {
          let after = table[(state << 8) | bytes[at]!]!;
          if (after <= UNKNOWN) {
            if (after === UNKNOWN) {
              after = steps.explore(state, bytes[at]!);
              ({ table, accepting } = steps);
            }
            if (after === DEAD || after === ALL) {
              state = after;
              decided = depth + 1;
              break;
            }
          }
          state = after;
          states[++depth] = state;
          at++;
        }
        isAccepted = accepting[state] === 1;
      }
      at = next;
      if (isAccepted) {
        if (from < 0 && entry >= first) from = entry;
      } else if (from >= 0) {
        this.#visit(bucket, from, entry);
        from = -1;
      }
    }
    if (from >= 0) this.#visit(bucket, from, end);
    this.isDead = decided !== UNDECIDED && !isAccepted;
  }

  #grow(depth: number): Uint16Array<ArrayBuffer> {
    const states = new Uint16Array(depth * 2 + 1);
    states.set(this.#states);
    this.#states = states;
    return states;
  }
}

const UNDECIDED = 0x7fff_ffff;
