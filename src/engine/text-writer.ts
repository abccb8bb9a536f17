/** Stores inline texts: complete texts, texts in pieces, and texts in compressed frames. Records their extents. */
import { type Extent, type FramedBytes, TEXT_FRAME_BYTES } from './format.ts';
import type { FrameKeeper } from './spelling/text-stretch.ts';
import { appendPages } from './store/append-pages.ts';
import { type FrameCompressor, FrameWriter } from './store/frames/frame-writer.ts';
import { PagedBytes, type PageFile } from './store/page-file.ts';
import type { StreamWriter } from './store/stream-writer.ts';

export class TextWriter implements FrameKeeper {
  readonly #writer: FrameWriter;
  /** The document, offset and length in bytes of each text. */
  readonly #extents: PagedBytes;
  /** The current text, and its offset. */
  #doc = 0;
  #start = 0;
  /** Texts so far. */
  count = 0;

  constructor(stream: StreamWriter, pages: PageFile, compressor: FrameCompressor) {
    this.#writer = new FrameWriter(stream, TEXT_FRAME_BYTES, pages, compressor);
    this.#extents = new PagedBytes(pages);
  }

  get offset(): number {
    return this.#writer.length;
  }

  note(doc: number, offset: number, bytes: number): void {
    this.count++;
    this.#extents.u32(doc);
    this.#extents.u40(offset);
    this.#extents.u40(bytes);
  }

  /** Stores a whole text. */
  add(doc: number, utf8: Uint8Array): void {
    this.beginText(doc);
    this.#writer.append(utf8);
    this.endText();
  }

  beginFrame(_doc: number): void {
    this.#writer.endFrame();
  }

  beginText(doc: number): void {
    this.#doc = doc;
    this.#start = this.#writer.length;
  }

  addBytes(bytes: Uint8Array, start: number, end: number): void {
    this.#writer.append(bytes, start, end);
  }

  endText(): void {
    this.note(this.#doc, this.#start, this.#writer.length - this.#start);
  }

  addFrame(bytes: Uint8Array, start: number, end: number): void {
    this.#writer.appendFrame(bytes, start, end);
  }

  /** Call this after `finish`. */
  writeExtents(stream: StreamWriter): Extent {
    return appendPages(stream, this.#extents);
  }

  finish(): FramedBytes {
    return this.#writer.finish();
  }
}
