/** A fast path of the dictionary walk for patterns that are one fixed text, anywhere in a term or at its end. */
import type { TermAutomaton } from '../../automaton/automaton.ts';
import type { DictionaryBlock } from './dictionary-block.ts';
import type { TermRange, TermVisitor } from './dictionary-walk.ts';
import { isShortHead, readHead } from './front-coding.ts';

/**
 * Finds the terms that have a text in them, or at their end, faster than an automaton does: only where the last byte of
 * the text stands among the bytes that a term does not share is anything compared.
 */
export class TextScan {
  readonly #text: Uint8Array;
  readonly #isAtEnd: boolean;
  readonly #visit: TermVisitor;
  /** By entry: bytes shared with the one before, and where the further bytes begin. */
  readonly #shared = new Uint16Array(256);
  readonly #starts = new Uint32Array(256);

  /** Null where an automaton asks for something else than one text somewhere, or the range is not all terms. */
  static of(range: TermRange, automaton: TermAutomaton | null, visit: TermVisitor): TextScan | null {
    if (range.lower !== null || range.upper !== null || automaton?.isSufficient !== true) return null;
    return new TextScan(encoder.encode(automaton.required[0]), automaton.ending !== '', visit);
  }

  /** `text` has a byte at least. */
  private constructor(text: Uint8Array, isAtEnd: boolean, visit: TermVisitor) {
    this.#text = text;
    this.#isAtEnd = isAtEnd;
    this.#visit = visit;
  }

  /** Visits what a block has. */
  block(block: DictionaryBlock): void {
    const { bytes, count } = block;
    const text = this.#text;
    const isAtEnd = this.#isAtEnd;
    const sharedOf = this.#shared;
    const starts = this.#starts;
    const lastByte = text[text.length - 1]!;
    // Length of the prefix of the term in which the text ends first; a large number where it has none.
    let found = NOWHERE;
    // The terms from here on are found and not visited yet; -1 for none.
    let from = -1;
    let at = block.termsStart;
    for (let entry = 0; entry < count; entry++) {
      const head = bytes[at++]!;
      let shared = head >> 4;
      let rest = head & 15;
      if (!isShortHead(head)) ({ shared, further: rest, end: at } = readHead(bytes, at - 1));
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
        this.#visit(block, from, entry);
        from = -1;
      }
    }
    if (from >= 0) this.#visit(block, from, count);
  }

  /** Whether the text, of which the last byte is found, ends with the byte of a term that `depth` others precede. */
  #endsAt(bytes: Uint8Array, entry: number, depth: number): boolean {
    const text = this.#text;
    let holder = entry;
    for (let i = text.length - 2, place = depth - 1; i >= 0; i--, place--) {
      if (place < 0) return false;
      // The bytes that a term shares are those of the nearest term before it that shares fewer.
      while (this.#shared[holder]! > place) holder--;
      if (bytes[this.#starts[holder]! + place - this.#shared[holder]!] !== text[i]) return false;
    }
    return true;
  }
}

const encoder = new TextEncoder();
const NOWHERE = 0x7fff_ffff;
