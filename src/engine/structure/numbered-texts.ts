/**
 * Numbers texts in order of arrival. Half of the SHA-256 identifies a text, so nobody can construct two that collide. Memory:
 * 16 bytes a text, and 5 to 11 for its slot; the texts themselves are not stored.
 */
import { hash } from 'node:crypto';
import { NumberedKeys } from './numbered-keys.ts';

const WORDS = 4;
/** Texts whose numbers are cached. Mails of a thread are near each other and refer to the same mails. */
const REMEMBERED_MAX = 1 << 13;

export class NumberedTexts {
  readonly #keys = new NumberedKeys(WORDS);
  readonly #key = new Uint32Array(WORDS);
  readonly #remembered = new Map<string, number>();

  get count(): number {
    return this.#keys.count;
  }

  numberOf(text: string): number {
    const known = this.#remembered.get(text);
    if (known !== undefined) return known;
    // A binary string is faster to make than a buffer.
    const digest = hash('sha256', text, 'binary');
    for (let i = 0; i < WORDS; i++) {
      const at = 4 * i;
      const low = digest.charCodeAt(at) | (digest.charCodeAt(at + 1) << 8);
      this.#key[i] = low | (digest.charCodeAt(at + 2) << 16) | (digest.charCodeAt(at + 3) << 24);
    }
    const number = this.#keys.numberOf(this.#key);
    if (this.#remembered.size >= REMEMBERED_MAX) this.#remembered.clear();
    this.#remembered.set(text, number);
    return number;
  }
}
