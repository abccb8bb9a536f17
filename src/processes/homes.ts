/** Which process was asked before for the same thing, because it may have kept what it found. */

/** Things whose process is remembered: far more than processes keep. */
const HOMES_MAX = 4096;

export class Homes<P> {
  /** In order of their last use. */
  readonly #processes = new Map<string, P>();

  get(name: string | null): P | undefined {
    return name === null ? undefined : this.#processes.get(name);
  }

  settle(name: string | null, process: P): void {
    if (name === null) return;
    this.#processes.delete(name);
    this.#processes.set(name, process);
    if (this.#processes.size > HOMES_MAX) this.#processes.delete(this.#processes.keys().next().value!);
  }
}
