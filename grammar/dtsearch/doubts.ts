/** What a translation may mean otherwise than its author thinks, each once, for people. */
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
