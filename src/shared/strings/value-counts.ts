/**
 * Counts the distinct values of one field in a map. A small cache of recent values is in front of it. A string that was just
 * cut out of a file has no hash code yet. Computing one takes longer than comparing it with another string.
 */

import { detachedText } from './detached-text.ts';

/** Slots of the cache: a power of two. */
const SLOTS = 1 << 11;
/** The cache is made after this many values. A case may have very many fields with few values. */
const CACHED_FROM = 1 << 10;
/** Number of characters, as a power of two, that choose the slot of a value. */
const SAMPLED_BITS = 3;

/** Mutable, so that counting a known value takes one look-up. */
interface Count {
  readonly value: string;
  count: number;
}

export class ValueCounts {
  readonly #counts = new Map<string, Count>();
  #recent: (Count | null)[] | null = null;
  #last: Count | null = null;
  #added = 0;

  get size(): number {
    return this.#counts.size;
  }

  add(value: string): void {
    const last = this.#last;
    if (last !== null && last.value === value) {
      last.count++;
      return;
    }
    const recent = this.#recent;
    if (recent === null) {
      if (++this.#added === CACHED_FROM) this.#recent = new Array<Count | null>(SLOTS).fill(null);
      this.#last = this.#counted(value);
      return;
    }
    const slot = slotOf(value);
    const known = recent[slot]!;
    if (known !== null && known.value === value) {
      known.count++;
      this.#last = known;
      return;
    }
    this.#last = recent[slot] = this.#counted(value);
  }

  #counted(value: string): Count {
    const known = this.#counts.get(value);
    if (known !== undefined) {
      known.count++;
      return known;
    }
    const kept = detachedText(value);
    const first = { value: kept, count: 1 };
    this.#counts.set(kept, first);
    return first;
  }

  /** In order of their first occurrence. */
  counts(): ReadonlyMap<string, number> {
    return new Map(Array.from(this.#counts.values(), ({ value, count }) => [value, count]));
  }
}

/** Characters at even distances, the last one included: similar values often differ at their ends. */
function slotOf(value: string): number {
  const { length } = value;
  const step = Math.max(1, length >>> SAMPLED_BITS);
  let hash = length;
  for (let at = length - 1; at >= 0; at -= step) hash = Math.imul(hash, 31) + value.charCodeAt(at);
  return (hash ^ (hash >>> 11)) & (SLOTS - 1);
}
