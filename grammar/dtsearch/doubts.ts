/**
 * Collects the ways in which a translation may differ from the intention of the query's author. Each is collected once, for
 * display.
 */
export class Doubts {
  readonly #said = new Set<string>();

  add(doubt: string): void {
    if (this.#said.size < DOUBTS_MAX) this.#said.add(doubt);
  }

  get all(): readonly string[] {
    return [...this.#said];
  }
}

const DOUBTS_MAX = 20;
