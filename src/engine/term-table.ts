/**
 * The distinct (field, term) pairs of one run, numbered from 0 in order of arrival. Terms lie in one arena of UTF-16
 * units; an open-addressing table finds them by the hash that the tokenizer computed on the way.
 */
export class TermTable {
  count = 0;
  #fields = new Uint32Array(1 << 12);
  #hashes = new Uint32Array(1 << 12);
  /** Units of term i: `#units[#starts[i] … #starts[i + 1])`. */
  #starts = new Uint32Array((1 << 12) + 1);
  #units = new Uint16Array(1 << 16);
  /** Term number plus one, or 0 for a free slot; never more than half full. */
  #slots = new Uint32Array(1 << 13);

  /** Memory in use, in bytes, the doubling of arrays aside. */
  get bytes(): number {
    return this.count * 20 + this.#starts[this.count]! * 2;
  }

  clear(): void {
    this.count = 0;
    this.#slots.fill(0);
  }

  fieldOf(term: number): number {
    return this.#fields[term]!;
  }

  /** The number of a term, which is added where it is new. `hash` is the tokenizer's. */
  intern(field: number, units: Uint16Array, length: number, hash: number): number {
    const mixed = (Math.imul(hash, 0x9e3779b1) ^ Math.imul(field + 1, 0x85ebca6b)) >>> 0;
    const mask = this.#slots.length - 1;
    const slots = this.#slots;
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    for (let entry = slots[slot]!; entry !== 0; entry = slots[slot]!) {
      const term = entry - 1;
      if (this.#hashes[term] === mixed && this.#fields[term] === field && this.#equals(term, units, length))
        return term;
      slot = (slot + 1) & mask;
    }
    return this.#add(slot, field, units, length, mixed);
  }

  #equals(term: number, units: Uint16Array, length: number): boolean {
    const start = this.#starts[term]!;
    if (this.#starts[term + 1]! - start !== length) return false;
    const arena = this.#units;
    for (let i = 0; i < length; i++) if (arena[start + i] !== units[i]) return false;
    return true;
  }

  #add(slot: number, field: number, units: Uint16Array, length: number, hash: number): number {
    const term = this.count++;
    if (term === this.#fields.length) this.#growTerms();
    const start = this.#starts[term]!;
    if (start + length > this.#units.length) {
      const grown = new Uint16Array(Math.max(this.#units.length * 2, start + length));
      grown.set(this.#units);
      this.#units = grown;
    }
    for (let i = 0; i < length; i++) this.#units[start + i] = units[i]!;
    this.#starts[term + 1] = start + length;
    this.#fields[term] = field;
    this.#hashes[term] = hash;
    this.#slots[slot] = term + 1;
    if (this.count * 2 > this.#slots.length) this.#growSlots();
    return term;
  }

  #growTerms(): void {
    const capacity = this.#fields.length * 2;
    const grow = (old: Uint32Array, size: number): Uint32Array<ArrayBuffer> => {
      const grown = new Uint32Array(size);
      grown.set(old);
      return grown;
    };
    this.#fields = grow(this.#fields, capacity);
    this.#hashes = grow(this.#hashes, capacity);
    this.#starts = grow(this.#starts, capacity + 1);
  }

  #growSlots(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let term = 0; term < this.count; term++) {
      const hash = this.#hashes[term]!;
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = term + 1;
    }
    this.#slots = slots;
  }

  /** All terms by field, then by code points, with their UTF-8 bytes. */
  sorted(): SortedTerms {
    const utf8 = this.#encode();
    return { ...utf8, order: sortTerms(utf8, this.#fields, this.count) };
  }

  #encode(): { bytes: Uint8Array; starts: Uint32Array } {
    const unitCount = this.#starts[this.count]!;
    const bytes = new Uint8Array(unitCount * 3);
    const starts = new Uint32Array(this.count + 1);
    let at = 0;
    for (let term = 0; term < this.count; term++) {
      starts[term] = at;
      const end = this.#starts[term + 1]!;
      for (let i = this.#starts[term]!; i < end; i++) {
        const unit = this.#units[i]!;
        if (unit < 0x80) bytes[at++] = unit;
        else if (unit < 0x800) {
          bytes[at++] = 0xc0 | (unit >> 6);
          bytes[at++] = 0x80 | (unit & 63);
        } else if (unit >= 0xd800 && unit < 0xdc00 && i + 1 < end) {
          const point = 0x10000 + ((unit & 0x3ff) << 10) + (this.#units[++i]! & 0x3ff);
          bytes[at++] = 0xf0 | (point >> 18);
          bytes[at++] = 0x80 | ((point >> 12) & 63);
          bytes[at++] = 0x80 | ((point >> 6) & 63);
          bytes[at++] = 0x80 | (point & 63);
        } else {
          bytes[at++] = 0xe0 | (unit >> 12);
          bytes[at++] = 0x80 | ((unit >> 6) & 63);
          bytes[at++] = 0x80 | (unit & 63);
        }
      }
    }
    starts[this.count] = at;
    return { bytes, starts };
  }
}

export interface SortedTerms {
  /** Term numbers in order. */
  readonly order: Uint32Array;
  /** UTF-8 of term t: `bytes[starts[t] … starts[t + 1])`. */
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
}

/**
 * By field with a counting sort, then by the first five bytes with the native sort of 64-bit integers, then the rest
 * of the bytes within groups that those do not separate.
 */
function sortTerms(utf8: { bytes: Uint8Array; starts: Uint32Array }, fields: Uint32Array, count: number): Uint32Array {
  const { bytes, starts } = utf8;
  const byField = new Map<number, number>();
  for (let term = 0; term < count; term++) byField.set(fields[term]!, (byField.get(fields[term]!) ?? 0) + 1);
  const ends = new Map<number, number>();
  let at = 0;
  for (const field of [...byField.keys()].sort((a, b) => a - b)) {
    ends.set(field, at);
    at += byField.get(field)!;
  }
  const order = new Uint32Array(count);
  for (let term = 0; term < count; term++) {
    const field = fields[term]!;
    order[ends.get(field)!] = term;
    ends.set(field, ends.get(field)! + 1);
  }
  for (const [field, size] of byField)
    sortByBytes(order.subarray(ends.get(field)! - size, ends.get(field)!), bytes, starts);
  return order;
}

function sortByBytes(terms: Uint32Array, bytes: Uint8Array, starts: Uint32Array): void {
  const count = terms.length;
  // High 40 bits: the first five bytes. Low 24: the place in `terms`. Larger fields sort wholly by comparison.
  const compare = (a: number, b: number): number => compareTerms(bytes, starts, a, b);
  if (count >= 2 ** 24) {
    terms.set([...terms].sort(compare));
    return;
  }
  const keys = new BigUint64Array(count);
  const halves = new Uint32Array(keys.buffer);
  for (let i = 0; i < count; i++) {
    const start = starts[terms[i]!]!;
    const length = starts[terms[i]! + 1]! - start;
    const byte = (n: number): number => (n < length ? bytes[start + n]! : 0);
    halves[2 * i + 1] = (byte(0) << 24) | (byte(1) << 16) | (byte(2) << 8) | byte(3);
    halves[2 * i] = (byte(4) << 24) | i;
  }
  keys.sort();
  const unsorted = terms.slice();
  for (let i = 0; i < count; ) {
    const high = halves[2 * i + 1]!;
    const low = halves[2 * i]! >>> 24;
    const from = i;
    for (; i < count && halves[2 * i + 1] === high && halves[2 * i]! >>> 24 === low; i++) {
      terms[i] = unsorted[halves[2 * i]! & 0xff_ffff]!;
    }
    if (i - from > 1) terms.set(Array.from(terms.subarray(from, i)).sort(compare), from);
  }
}

function compareTerms(bytes: Uint8Array, starts: Uint32Array, a: number, b: number): number {
  const startA = starts[a]!;
  const startB = starts[b]!;
  const lengthA = starts[a + 1]! - startA;
  const lengthB = starts[b + 1]! - startB;
  const shared = Math.min(lengthA, lengthB);
  for (let i = 0; i < shared; i++) {
    const difference = bytes[startA + i]! - bytes[startB + i]!;
    if (difference !== 0) return difference;
  }
  return lengthA - lengthB;
}
