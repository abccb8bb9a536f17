/**
 * The parts of a request that wait for the same end: its signal, its response. Each end has one listener, which calls them all. From the
 * eleventh listener of an emitter on Node warns of a leak, and a facet of a dozen sources has as many parts at work.
 */
export class EndListeners<T extends object> {
  readonly #listen: (target: T, onEnd: () => void) => void;
  readonly #waiting = new WeakMap<T, Set<() => void>>();

  /** `listen`: adds a listener to a target, which calls `onEnd` once. */
  constructor(listen: (target: T, onEnd: () => void) => void) {
    this.#listen = listen;
  }

  /** Calls `work`, which must not throw, when the target ends, in the order of these calls. Returns a function that takes it back. */
  add(target: T, work: () => void): () => void {
    const waiting = this.#waiting.get(target) ?? this.#begin(target);
    // The same function may wait twice.
    const own = (): void => work();
    waiting.add(own);
    return () => void waiting.delete(own);
  }

  #begin(target: T): Set<() => void> {
    const waiting = new Set<() => void>();
    this.#waiting.set(target, waiting);
    this.#listen(target, () => {
      for (const work of waiting) work();
      waiting.clear();
    });
    return waiting;
  }
}

const aborts = new EndListeners<AbortSignal>((signal, onEnd) => {
  signal.addEventListener('abort', onEnd, { once: true });
});

/** Calls `work` when the signal fires; never where it has fired already. Returns a function that takes it back. */
export function onAbort(signal: AbortSignal, work: () => void): () => void {
  return aborts.add(signal, work);
}
