/** Keeps texts that come in pieces, or in frames that are compressed already, and where each of them is. */
import type { FrameKeeper } from './spelling/text-stretch.ts';
import type { FrameWriter } from './store/frame-writer.ts';
import type { PagedBytes } from './store/page-file.ts';

export class TextKeeping implements FrameKeeper {
  readonly #writer: FrameWriter;
  readonly #extents: PagedBytes;
  /** Where the next text begins. */
  #end: number;
  /** Texts so far. */
  count = 0;

  /** `extents` gets the document of each text, its offset and its bytes. */
  constructor(writer: FrameWriter, extents: PagedBytes) {
    this.#writer = writer;
    this.#extents = extents;
    this.#end = writer.length;
  }

  get offset(): number {
    return this.#writer.length;
  }

  note(doc: number, bytes: number): void {
    this.count++;
    this.#extents.u32(doc);
    this.#extents.u40(this.#end);
    this.#extents.u40(bytes);
    this.#end += bytes;
  }

  addBytes(bytes: Uint8Array, start: number, end: number): void {
    this.#writer.append(bytes, start, end);
  }

  addFrame(bytes: Uint8Array, start: number, end: number): void {
    this.#writer.appendFrame(bytes, start, end);
  }

  #doc = 0;

  beginText(doc: number): void {
    this.#doc = doc;
  }

  endText(): void {
    this.note(this.#doc, this.#writer.length - this.#end);
  }
}
