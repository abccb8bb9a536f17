/**
 * Counts tokens by document in the memory where Lucene lists are decoded, so that no occurrence leaves it. A thread has one
 * open tally, which counts all tallied lists.
 */
import { listMemory } from './lucene-lists.ts';

const { code } = listMemory;

export class TokenTally {
  readonly #documents: number;
  /** Address of the counters of all documents, which are followed by the documents with a token. */
  readonly #at: number;

  constructor(documents: number) {
    this.#documents = documents;
    this.#at = listMemory.take(this.#bytes);
    code.beginTally(this.#at, this.#at + 4 * documents);
  }

  get #bytes(): number {
    return 8 * this.#documents;
  }

  get #counters(): Uint32Array {
    return new Uint32Array(listMemory.buffer, this.#at, this.#documents);
  }

  get #counted(): Uint32Array {
    return new Uint32Array(listMemory.buffer, this.#at + 4 * this.#documents, code.counted.value);
  }

  /** The last tallied position. */
  get positionMax(): number {
    return code.positionMax.value;
  }

  /** Calls `give` for each document with tokens and its count, and resets. */
  take(give: (doc: number, tokens: number) => void): void {
    const counters = this.#counters;
    for (const doc of this.#counted) {
      give(doc, counters[doc]!);
      counters[doc] = 0;
    }
    code.beginTally(this.#at, this.#at + 4 * this.#documents);
  }

  close(): void {
    listMemory.giveBack(this.#at, this.#bytes);
  }
}
