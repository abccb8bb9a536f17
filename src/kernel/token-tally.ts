/**
 * Counts tokens by document where lists of Lucene are decoded, so that no occurrence leaves that memory. One tally is open in a thread: the
 * lists that are tallied there are counted in it.
 */
import { listMemory } from './lucene-lists.ts';

const { code } = listMemory;

export class TokenTally {
  readonly #documents: number;
  /** A counter of each document, then the documents that have a token. */
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

  /** The last position that was tallied. */
  get positionMax(): number {
    return code.positionMax.value;
  }

  /** Gives each document that has tokens with their number, and begins again. */
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
