/**
 * A cache of values for later requests, limited in bytes. Users share the space. When it is full, the user with the most bytes
 * loses their least recently used value. So no user can evict everything that another needs.
 */

interface Entry<V> {
  readonly value: V;
  readonly bytes: number;
}

interface Part<V> {
  /** In order of last use. */
  readonly entries: Map<string, Entry<V>>;
  bytes: number;
}

/** Approximate memory of an entry besides its value. */
const ENTRY_BYTES = 1024;

/** `Of`: the owner of a value, which is an index or an open case. */
export class ValueCache<Of extends object, V> {
  readonly #bytesMax: () => number;
  readonly #parts = new Map<string, Part<V>>();
  readonly #userOf = new Map<string, string>();
  readonly #numbers = new WeakMap<Of, number>();
  #lastNumber = 0;
  #bytes = 0;

  constructor(bytesMax: () => number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(of: Of, key: string): V | undefined {
    const name = this.#nameOf(of, key);
    const user = this.#userOf.get(name);
    if (user === undefined) return undefined;
    const { entries } = this.#parts.get(user)!;
    const entry = entries.get(name)!;
    entries.delete(name);
    entries.set(name, entry);
    return entry.value;
  }

  /** `bytes`: of the value alone. A value larger than the cache is not stored. */
  keep(of: Of, key: string, value: V, bytes: number, user = ''): void {
    const name = this.#nameOf(of, key);
    this.#remove(name);
    const entry = { value, bytes: ENTRY_BYTES + bytes };
    if (entry.bytes > this.#bytesMax()) return;
    const part = this.#parts.get(user) ?? { entries: new Map<string, Entry<V>>(), bytes: 0 };
    part.entries.set(name, entry);
    part.bytes += entry.bytes;
    this.#parts.set(user, part);
    this.#userOf.set(name, user);
    this.#bytes += entry.bytes;
    while (this.#bytes > this.#bytesMax()) this.#remove(this.#largest().entries.keys().next().value!);
  }

  #largest(): Part<V> {
    let largest: Part<V> | null = null;
    for (const part of this.#parts.values()) if (largest === null || part.bytes > largest.bytes) largest = part;
    return largest!;
  }

  #remove(name: string): void {
    const user = this.#userOf.get(name);
    if (user === undefined) return;
    const part = this.#parts.get(user)!;
    const { bytes } = part.entries.get(name)!;
    part.entries.delete(name);
    part.bytes -= bytes;
    if (part.entries.size === 0) this.#parts.delete(user);
    this.#userOf.delete(name);
    this.#bytes -= bytes;
  }

  #nameOf(of: Of, key: string): string {
    let number = this.#numbers.get(of);
    if (number === undefined) {
      number = ++this.#lastNumber;
      this.#numbers.set(of, number);
    }
    return `${number} ${key}`;
  }
}
