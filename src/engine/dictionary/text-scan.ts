/** A fast path of the dictionary walk for patterns that are one fixed text, anywhere in a term or at its end. */
import type { TermAutomaton } from '../../automaton/automaton.ts';
import type { DictionaryBucket } from './dictionary-bucket.ts';
import type { TermVisitor } from './dictionary-walk.ts';
import { isShortHead, readTermHead } from './front-coding.ts';
import type { TermRange } from './term-range.ts';

/**
 * Finds the terms that contain a text, or end with it, faster than an automaton. It compares bytes only if the last
 * byte of the text occurs among the bytes that a term does not share with the previous one.
 */
export class TextScan {
  readonly #text: Uint8Array;
  readonly #isAtEnd: boolean;
  readonly #visit: TermVisitor;
  /** Indexed by entry: bytes shared with the previous one, and the offset of the further bytes. */
  readonly #shared = new Uint16Array(256);
  readonly #starts = new Uint32Array(256);

  /** Returns null unless the automaton requires exactly one text, and the range includes all terms. */
  static of(range: TermRange, automaton: TermAutomaton | null, visit: TermVisitor): TextScan | null {
    if (range.lower !== null || range.upper !== null || automaton?.isSufficient !== true) return null;
    return new TextScan(encoder.encode(automaton.required[0]), automaton.ending !== '', visit);
  }

  /** `text` has at least one byte. */
  private constructor(text: Uint8Array, isAtEnd: boolean, visit: TermVisitor) {
    this.#text = text;
    this.#isAtEnd = isAtEnd;
    this.#visit = visit;
  }

  /** Visits the matches of a bucket. */
  bucket(bucket: DictionaryBucket): void {
    const { bytes, count } = bucket;
    const text = this.#text;
    const isAtEnd = this.#isAtEnd;
    const sharedOf = this.#shared;
    const starts = this.#starts;
    const lastByte = text[text.length - 1]!;
    // Length of the shortest prefix of the term that ends with the text; a large number if there is none.
    let found = NOWHERE;
    // The first matching term that has not been visited yet; -1 if there is none.
    let from = -1;
    let at = bucket.termsStart;
    for (let entry = 0; entry < count; entry++) {
      const head = bytes[at++]!;
      let shared = head >> 4;
      let rest = head & 15;
      if (!isShortHead(head)) ({ shared, further: rest, end: at } = readTermHead(bytes, at - 1));
      const end = at + rest;
      sharedOf[entry] = shared;
      starts[entry] = at;
      if (isAtEnd || shared < found) {
        found = NOWHERE;
        for (let i = isAtEnd ? Math.max(at, end - 1) : at; i < end; i++) {
          if (bytes[i] !== lastByte || !this.#endsAt(bytes, entry, shared + i - at)) continue;
          found = shared + i - at + 1;
          break;
        }
      }
      at = end;
      if (found !== NOWHERE) {
        if (from < 0) from = entry;
      } else if (from >= 0) {
        this.#visit(bucket, from, entry);
        from = -1;
      }
    }
    if (from >= 0) this.#visit(bucket, from, count);
  }

  /**
   * Whether the text ends at byte `depth` of a term. The byte there is already known to be the last byte of the text.
   */
  #endsAt(bytes: Uint8Array, entry: number, depth: number): boolean {
    const text = this.#text;
    let holder = entry;
    for (let i = text.length - 2, at = depth - 1; i >= 0; i--, at--) {
      if (at < 0) return false;
      // Each shared byte comes from the nearest earlier term that does not share it.
      while (this.#shared[holder]! > at) holder--;
      if (bytes[this.#starts[holder]! + at - this.#shared[holder]!] !== text[i]) return false;
    }
    return true;
  }
}

const encoder = new TextEncoder();
const NOWHERE = 0x7fff_ffff;
