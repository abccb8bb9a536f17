/** Notifies listeners of a change. They ask for the details themselves. */
export class Announcer {
  readonly #listeners = new Set<() => void>();

  /** `listener` must not throw. Returns a function that removes it. */
  listen(listener: () => void): () => void {
    // The same function may be registered twice.
    const own = (): void => listener();
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  announce(): void {
    for (const listener of this.#listeners) listener();
  }
}
