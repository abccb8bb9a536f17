/** Stores consecutive texts in a temporary file until the texts before and after them are known. */
import type { TextKeeper } from '../spelling/text-stretch.ts';
import { BatchedReader, BatchedWriter } from '../store/batched-file.ts';

/** Location of texts: ascending documents with their byte lengths, from an offset on. */
export interface SpelledTexts {
  readonly path: string;
  readonly from: number;
  readonly docs: readonly number[];
  readonly bytes: readonly number[];
}

export class TextFile implements TextKeeper {
  readonly #path: string;
  readonly #docs: number[] = [];
  readonly #lengths: number[] = [];
  readonly #file: BatchedWriter;
  #bytes = 0;

  constructor(path: string) {
    this.#path = path;
    this.#file = new BatchedWriter(path);
  }

  get texts(): SpelledTexts {
    return { path: this.#path, from: 0, docs: this.#docs, bytes: this.#lengths };
  }

  /** Writes texts uncompressed, because they will go between other texts, which determine the frames. */
  beginFrame(_doc: number): void {}

  beginText(doc: number): void {
    this.#docs.push(doc);
    this.#bytes = 0;
  }

  addBytes(bytes: Uint8Array, start: number, end: number): void {
    this.#bytes += end - start;
    this.#file.append(bytes, start, end);
  }

  endText(): void {
    this.#lengths.push(this.#bytes);
  }

  close(): void {
    this.#file.close();
  }
}

/** Passes the texts to a keeper, one after the other. */
class TextReader {
  readonly #texts: SpelledTexts;
  readonly #keeper: TextKeeper;
  readonly #file: BatchedReader;
  readonly #take: (bytes: Uint8Array, start: number, end: number) => void;
  #next = 0;

  constructor(texts: SpelledTexts, keeper: TextKeeper) {
    this.#texts = texts;
    this.#keeper = keeper;
    this.#file = new BatchedReader(texts.path, texts.from);
    this.#take = (bytes, start, end) => keeper.addBytes(bytes, start, end);
  }

  giveBefore(doc: number): void {
    const { docs, bytes } = this.#texts;
    for (; this.#next < docs.length && docs[this.#next]! < doc; this.#next++) {
      this.#keeper.beginText(docs[this.#next]!);
      this.#file.give(bytes[this.#next]!, this.#take);
      this.#keeper.endText();
    }
  }

  close(): void {
    this.#file.close();
  }
}

/** Returns a keeper that inserts these texts among those it receives. `end` passes on the rest. */
export function keeperAmong(texts: SpelledTexts, keeper: TextKeeper): TextKeeper & { end(): void } {
  if (texts.docs.length === 0) return Object.assign(withoutOwn(keeper), { end: () => undefined });
  const own = new TextReader(texts, keeper);
  return {
    ...withoutOwn(keeper),
    beginFrame(doc) {
      own.giveBefore(doc);
      keeper.beginFrame(doc);
    },
    beginText(doc) {
      own.giveBefore(doc);
      keeper.beginText(doc);
    },
    end() {
      own.giveBefore(Number.POSITIVE_INFINITY);
      own.close();
    },
  };
}

function withoutOwn(keeper: TextKeeper): TextKeeper {
  return {
    beginFrame: (doc) => keeper.beginFrame(doc),
    beginText: (doc) => keeper.beginText(doc),
    addBytes: (bytes, start, end) => keeper.addBytes(bytes, start, end),
    endText: () => keeper.endText(),
  };
}
