/** Texts one after the other in a temporary file, on their way from the thread that puts them together to the index. */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { TextKeeper } from '../spelling/text-stretch.ts';

const BATCH_BYTES = 1 << 20;

/** Where texts are: those of these documents, with so many bytes each. */
export interface SpelledTexts {
  readonly path: string;
  readonly docs: readonly number[];
  readonly bytes: readonly number[];
}

export class TextFile implements TextKeeper {
  readonly #path: string;
  readonly #docs: number[] = [];
  readonly #lengths: number[] = [];
  readonly #file: number;
  readonly #batch = Buffer.allocUnsafeSlow(BATCH_BYTES);
  #held = 0;
  #bytes = 0;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'wx');
  }

  get texts(): SpelledTexts {
    return { path: this.#path, docs: this.#docs, bytes: this.#lengths };
  }

  beginText(doc: number): void {
    this.#docs.push(doc);
    this.#bytes = 0;
  }

  addBytes(bytes: Uint8Array, start: number, end: number): void {
    this.#bytes += end - start;
    for (let at = start; at < end; ) {
      const count = Math.min(end - at, BATCH_BYTES - this.#held);
      this.#batch.set(bytes.subarray(at, at + count), this.#held);
      this.#held += count;
      at += count;
      if (this.#held === BATCH_BYTES) this.#flush();
    }
  }

  endText(): void {
    this.#lengths.push(this.#bytes);
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #flush(): void {
    for (let at = 0; at < this.#held; ) at += writeSync(this.#file, this.#batch, at, this.#held - at);
    this.#held = 0;
  }
}

/** Gives all texts to a keeper. */
export async function copyTexts(
  { path, docs, bytes }: SpelledTexts,
  keeper: TextKeeper,
  pause: () => Promise<void>,
): Promise<void> {
  const batch = Buffer.allocUnsafeSlow(BATCH_BYTES);
  const file = openSync(path, 'r');
  let at = 0;
  let held = 0;
  try {
    for (const [n, doc] of docs.entries()) {
      keeper.beginText(doc);
      for (let left = bytes[n]!; left > 0; ) {
        if (at === held) {
          at = 0;
          held = readSync(file, batch, 0, BATCH_BYTES, null);
          if (held === 0) throw new Error('a temporary file of the build ends early');
          await pause();
        }
        const count = Math.min(left, held - at);
        keeper.addBytes(batch, at, at + count);
        at += count;
        left -= count;
      }
      keeper.endText();
    }
  } finally {
    closeSync(file);
  }
}
