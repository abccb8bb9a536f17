/**
 * A map with very many texts as keys, divided into small maps. Copying a map of a million texts into one of twice its size
 * blocks for a tenth of a second.
 */

/** A power of two. */
const MAPS = 256;
/** Maximum number of units that choose the map of a text. */
const HASHED_UNITS = 64;

export class TextMap<T> {
  readonly #maps: Map<string, T>[] = Array.from({ length: MAPS }, () => new Map());
  /** The seed is random, so that nobody can choose texts that all fall into one map. */
  readonly #seed = Math.floor(Math.random() * 2 ** 31);

  get(text: string): T | undefined {
    return this.#mapOf(text).get(text);
  }

  set(text: string, value: T): void {
    this.#mapOf(text).set(text, value);
  }

  *values(): Generator<T, void, undefined> {
    for (const map of this.#maps) yield* map.values();
  }

  #mapOf(text: string): Map<string, T> {
    let hash = this.#seed;
    const units = Math.min(text.length, HASHED_UNITS);
    for (let i = 0; i < units; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    return this.#maps[(hash ^ (hash >>> 13)) & (MAPS - 1)]!;
  }
}
