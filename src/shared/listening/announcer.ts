/** Listeners that are called whenever something changed. What changed they ask for themselves. */
export class Announcer {
  readonly #listeners = new Set<() => void>();

  /** `listener` must not throw. Returns a function that takes it back. */
  listen(listener: () => void): () => void {
    // The same function may listen twice.
    const own = (): void => listener();
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  announce(): void {
    for (const listener of this.#listeners) listener();
  }
}
