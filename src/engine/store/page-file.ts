/** Growing byte sequences in pages of a temporary file, so that the memory of a build does not grow with the case. */
import { closeSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { ByteWriter } from '../../codec/byte-writer.ts';

/**
 * A temporary file of equal pages, for byte sequences that would otherwise make memory grow with a case. The file and its
 * folder are made with the first page. The owner of the folder removes it.
 */
export class PageFile {
  readonly path: string;
  readonly pageBytes: number;
  readonly #out: ByteWriter;
  #file: number | null = null;
  #count = 0;

  constructor(path: string, pageBytes: number) {
    this.path = path;
    this.pageBytes = pageBytes;
    this.#out = new ByteWriter(pageBytes);
  }

  /** Appends the first `pageBytes` of `bytes`. Returns the number of the page. Throws disk errors. */
  add(bytes: Uint8Array): number {
    this.#out.copy(bytes, 0, this.pageBytes);
    if (this.#out.length >= WRITE_BYTES) this.flush();
    return this.#count++;
  }

  /** Writes what is buffered, so that the pages can be read. */
  flush(): void {
    const out = this.#out;
    if (out.length === 0) return;
    if (this.#file === null) {
      mkdirSync(dirname(this.path), { recursive: true });
      this.#file = openSync(this.path, 'wx');
    }
    for (let at = 0; at < out.length; ) at += writeSync(this.#file, out.bytes, at, out.length - at);
    out.clear();
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}

const WRITE_BYTES = 1 << 18;

/** A byte sequence as plain values that can be sent to another thread: its full pages, and the rest. */
export interface PageLocation {
  readonly path: string;
  readonly pageBytes: number;
  readonly pages: readonly number[];
  readonly tail: Uint8Array;
}

/** A growing byte sequence. Memory: eight bytes for each page, and the last incomplete page. */
export class PagedBytes {
  readonly #file: PageFile;
  readonly #pages: number[] = [];
  readonly #tail = new ByteWriter(32);

  constructor(file: PageFile) {
    this.#file = file;
  }

  get length(): number {
    return this.#pages.length * this.#file.pageBytes + this.#tail.length;
  }

  varint(value: number): void {
    this.#tail.varint(value);
    if (this.#tail.length >= this.#file.pageBytes) this.#endPage();
  }

  u32(value: number): void {
    this.#tail.u32(value);
    if (this.#tail.length >= this.#file.pageBytes) this.#endPage();
  }

  u40(value: number): void {
    this.#tail.u40(value);
    if (this.#tail.length >= this.#file.pageBytes) this.#endPage();
  }

  f64(value: number): void {
    this.#tail.f64(value);
    if (this.#tail.length >= this.#file.pageBytes) this.#endPage();
  }

  /** Appends `bytes[start … end)`. */
  copy(bytes: Uint8Array, start: number, end: number): void {
    this.#tail.copy(bytes, start, end);
    while (this.#tail.length >= this.#file.pageBytes) this.#endPage();
  }

  /** Moves a full page to the file. The bytes after it begin the next page. */
  #endPage(): void {
    const tail = this.#tail;
    this.#pages.push(this.#file.add(tail.bytes));
    tail.bytes.copyWithin(0, this.#file.pageBytes, tail.length);
    tail.length -= this.#file.pageBytes;
  }

  /** Returns the location of the bytes written so far. */
  location(): PageLocation {
    const { path, pageBytes } = this.#file;
    if (this.#pages.length > 0) this.#file.flush();
    return { path, pageBytes, pages: this.#pages, tail: this.#tail.toBytes() };
  }
}

/** A growing sequence of 32-bit words in native byte order, passed from one part of a build to another. */
export class PagedWords {
  readonly #file: PageFile;
  readonly #pages: number[] = [];
  readonly #page: Int32Array<ArrayBuffer>;
  #filled = 0;

  constructor(file: PageFile) {
    this.#file = file;
    this.#page = new Int32Array(file.pageBytes / 4);
  }

  push(word: number): void {
    this.#page[this.#filled++] = word;
    if (this.#filled === this.#page.length) this.#endPage();
  }

  /** Appends `words[from … to)`, each minus `base`. */
  pushAll(words: Uint32Array, from: number, to: number, base: number): void {
    for (let i = from; i < to; ) {
      const page = this.#page;
      let filled = this.#filled;
      const end = Math.min(to, i + page.length - filled);
      for (; i < end; i++) page[filled++] = words[i]! - base;
      this.#filled = filled;
      if (filled === page.length) this.#endPage();
    }
  }

  #endPage(): void {
    this.#pages.push(this.#file.add(new Uint8Array(this.#page.buffer)));
    this.#filled = 0;
  }

  /** Returns the location of the words written so far. A page has complete words. */
  location(): PageLocation {
    const { path, pageBytes } = this.#file;
    if (this.#pages.length > 0) this.#file.flush();
    return { path, pageBytes, pages: this.#pages, tail: new Uint8Array(this.#page.slice(0, this.#filled).buffer) };
  }
}

/** Reads a sequence from front to back, as whole pages or numbers. Keeps a file open until it is closed. */
export class PageReader {
  /** The current page: `bytes[0 … length)`. */
  bytes: Uint8Array;
  length = 0;
  readonly #location: PageLocation;
  readonly #file: number | null;
  #next = 0;
  #at = 0;

  constructor(location: PageLocation) {
    this.#location = location;
    const isOnDisk = location.pages.length > 0;
    this.#file = isOnDisk ? openSync(location.path, 'r') : null;
    this.bytes = new Uint8Array(isOnDisk ? location.pageBytes : 0);
  }

  /** Moves to the next page. Returns false at the end. */
  nextPage(): boolean {
    const { pages, pageBytes, tail } = this.#location;
    const n = this.#next++;
    this.#at = 0;
    if (n < pages.length) {
      readFully(this.#file!, this.bytes, pages[n]! * pageBytes);
      this.length = pageBytes;
      return true;
    }
    this.bytes = tail;
    this.length = n === pages.length ? tail.length : 0;
    return this.length > 0;
  }

  u32(): number {
    return (this.byte() | (this.byte() << 8) | (this.byte() << 16) | (this.byte() << 24)) >>> 0;
  }

  varint(): number {
    let byte = this.byte();
    if (byte < 128) return byte;
    let value = byte & 127;
    let scale = 128;
    do {
      byte = this.byte();
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127);
    return value;
  }

  byte(): number {
    if (this.#at === this.length && !this.nextPage()) throw new RangeError('read past the end of a sequence');
    return this.bytes[this.#at++]!;
  }

  /** Returns the next bytes, copied. */
  take(count: number): Buffer {
    const taken = Buffer.alloc(count);
    for (let filled = 0; filled < count; ) {
      const some = this.#advance(count - filled);
      taken.set(this.bytes.subarray(this.#at - some, this.#at), filled);
      filled += some;
    }
    return taken;
  }

  skip(count: number): void {
    for (let left = count; left > 0; ) left -= this.#advance(left);
  }

  /** Moves past the next bytes of a page, at most `count`. Returns their number. */
  #advance(count: number): number {
    if (this.#at === this.length && !this.nextPage()) throw new RangeError('read past the end of a sequence');
    const some = Math.min(count, this.length - this.#at);
    this.#at += some;
    return some;
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
  }
}

/** Fills `bytes` from an offset of a file. */
export function readFully(file: number, bytes: Uint8Array, position: number): void {
  for (let at = 0; at < bytes.length; ) {
    const count = readSync(file, bytes, at, bytes.length - at, position + at);
    if (count === 0) throw new Error('a temporary file of the build ends early');
    at += count;
  }
}
