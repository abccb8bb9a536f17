/** Remembers which process handled a key before, because it may have cached the result. */

/** Number of remembered keys: far more than processes cache. */
const KEYS_MAX = 4096;

export class AffinityMap<P> {
  /** In order of last use. */
  readonly #processes = new Map<string, P>();

  get(name: string | null): P | undefined {
    return name === null ? undefined : this.#processes.get(name);
  }

  set(name: string | null, process: P): void {
    if (name === null) return;
    this.#processes.delete(name);
    this.#processes.set(name, process);
    if (this.#processes.size > KEYS_MAX) this.#processes.delete(this.#processes.keys().next().value!);
  }
}
