/**
 * Numbers texts in order of arrival. Half of the SHA-256 identifies a text, so nobody can construct two that collide.
 * Memory: 20 bytes per text, and 5 to 11 for its slot. The texts themselves are not stored. An id that was made for a
 * mail without one is already half of a SHA-256, and is used directly.
 */
import { hash } from 'node:crypto';
import { isMadeId } from '../../schema/threads/made-id.ts';
import { NumberedKeys } from './numbered-keys.ts';

/** Four words of a hash, and its kind. */
const WORDS = 5;
const HASH_WORDS = 4;
/**
 * Maximum number of texts whose numbers are cached. Mails of a thread are close together and refer to the same mails.
 */
const REMEMBERED_MAX = 1 << 13;

export class NumberedTexts {
  readonly #keys = new NumberedKeys(WORDS);
  readonly #key = new Uint32Array(WORDS);
  readonly #remembered = new Map<string, number>();

  get count(): number {
    return this.#keys.count;
  }

  numberOf(text: string): number {
    if (isMadeId(text)) return this.#numberOfMade(text);
    const known = this.#remembered.get(text);
    if (known !== undefined) return known;
    // A binary string is faster to make than a buffer.
    const digest = hash('sha256', text, 'binary');
    for (let i = 0; i < HASH_WORDS; i++) {
      const at = 4 * i;
      const low = digest.charCodeAt(at) | (digest.charCodeAt(at + 1) << 8);
      this.#key[i] = low | (digest.charCodeAt(at + 2) << 16) | (digest.charCodeAt(at + 3) << 24);
    }
    this.#key[HASH_WORDS] = 0;
    const number = this.#keys.numberOf(this.#key);
    if (this.#remembered.size >= REMEMBERED_MAX) this.#remembered.clear();
    this.#remembered.set(text, number);
    return number;
  }

  #numberOfMade(id: string): number {
    const start = id.length - 8 * HASH_WORDS;
    for (let i = 0; i < HASH_WORDS; i++) {
      let word = 0;
      for (let at = start + 8 * i; at < start + 8 * i + 8; at++) word = (word << 4) | hexDigit(id.charCodeAt(at));
      this.#key[i] = word;
    }
    this.#key[HASH_WORDS] = 1;
    return this.#keys.numberOf(this.#key);
  }
}

function hexDigit(unit: number): number {
  return unit < 0x3a ? unit - 0x30 : unit - 0x57;
}
