/**
 * A cache of values for later requests, limited in bytes. Users share the space. When it is full, the user with the most bytes
 * loses their least recently used value. So no user can evict everything that another needs.
 */

interface Entry<V> {
  readonly value: V;
  readonly bytes: number;
  readonly user: User<V>;
  readonly key: string;
  /** The entries of the same owner, by key. */
  readonly among: Map<string, Entry<V>>;
}

interface User<V> {
  readonly name: string;
  /** In order of last use. */
  readonly entries: Set<Entry<V>>;
  bytes: number;
}

/** Approximate memory of an entry besides its value. */
const ENTRY_BYTES = 1024;

/** `Of`: the type of the owner of a value, an index or an open case. */
export class ValueCache<Of extends object, V> {
  readonly #bytesMax: () => number;
  readonly #users = new Map<string, User<V>>();
  readonly #entries = new WeakMap<Of, Map<string, Entry<V>>>();
  #bytes = 0;

  constructor(bytesMax: () => number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(of: Of, key: string): V | undefined {
    const entry = this.#entries.get(of)?.get(key);
    if (entry === undefined) return undefined;
    const { entries } = entry.user;
    entries.delete(entry);
    entries.add(entry);
    return entry.value;
  }

  /** `bytes`: the size of the value alone. A value larger than the cache is not stored. */
  keep(of: Of, key: string, value: V, bytes: number, name = ''): void {
    const among = this.#entries.get(of) ?? new Map<string, Entry<V>>();
    const before = among.get(key);
    if (before !== undefined) this.#remove(before);
    const all = ENTRY_BYTES + bytes;
    if (all > this.#bytesMax()) return;
    const user = this.#users.get(name) ?? { name, entries: new Set<Entry<V>>(), bytes: 0 };
    const entry = { value, bytes: all, user, key, among };
    user.entries.add(entry);
    user.bytes += all;
    this.#users.set(name, user);
    among.set(key, entry);
    this.#entries.set(of, among);
    this.#bytes += all;
    while (this.#bytes > this.#bytesMax()) this.#remove(this.#largest().entries.values().next().value!);
  }

  #largest(): User<V> {
    let largest: User<V> | null = null;
    for (const user of this.#users.values()) if (largest === null || user.bytes > largest.bytes) largest = user;
    return largest!;
  }

  #remove(entry: Entry<V>): void {
    const { user, bytes } = entry;
    entry.among.delete(entry.key);
    user.entries.delete(entry);
    user.bytes -= bytes;
    this.#bytes -= bytes;
    if (user.entries.size === 0) this.#users.delete(user.name);
  }
}
