/** Reads hashes from lists: tables with column titles (NSRL, HashKeeper and others), plain lines, or JSON (Project VIC). */
import { DIGITS_MAX, HASH_NAME } from './hash-kinds.ts';

/** Takes a text that should be a hash. Returns false if it is not a hash. */
export type TakeHash = (text: string) => boolean;

/** Receives the bytes of a list in order. */
export interface ListReader {
  take(bytes: Uint8Array): void;
  /** Called after all bytes. Throws Error if the list is truncated. */
  end(): void;
  /** Lines or values without a valid hash. */
  readonly skipped: number;
}

const LINE_BYTES_MAX = 64 * 1024;
const LINE_FEED = 10;

/** Reads lines in any encoding, because only ASCII matters. */
export class HashLineReader implements ListReader {
  readonly #takeHash: TakeHash;
  #rest: Buffer = Buffer.alloc(0);
  #columns: readonly number[] | null | undefined;
  skipped = 0;

  constructor(takeHash: TakeHash) {
    this.#takeHash = takeHash;
  }

  take(bytes: Uint8Array): void {
    const all =
      this.#rest.length === 0
        ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
        : Buffer.concat([this.#rest, bytes]);
    let start = 0;
    for (let end = all.indexOf(LINE_FEED); end !== -1; end = all.indexOf(LINE_FEED, start)) {
      this.#line(all.toString('latin1', start, end));
      start = end + 1;
    }
    if (all.length - start > LINE_BYTES_MAX) throw new Error(`has a line of more than ${LINE_BYTES_MAX} bytes`);
    this.#rest = Buffer.from(all.subarray(start));
  }

  end(): void {
    if (this.#rest.length > 0) this.#line(this.#rest.toString('latin1'));
    this.#rest = Buffer.alloc(0);
  }

  #line(line: string): void {
    if (this.#columns === undefined) {
      this.#columns = titledColumns(line);
      if (this.#columns !== null) return;
    }
    if (this.#columns === null) this.#plainLine(line);
    else this.#row(line, this.#columns);
  }

  /** Takes a line with a hash, which white space, a comma or a semicolon may follow, as in the output of `md5sum`. */
  #plainLine(line: string): void {
    const text = /^(?:\xef\xbb\xbf)?\s*"?([^\s,;"]*)/.exec(line)![1]!;
    if (text === '' || text.startsWith('#')) return;
    if (!this.#takeHash(text)) this.skipped++;
  }

  #row(line: string, columns: readonly number[]): void {
    if (line.trim() === '') return;
    const cells = cellsUpTo(line, columns.at(-1)!);
    // All of these columns are read, because each may have a valid hash.
    const taken = columns.filter((n) => cells[n] !== undefined && this.#takeHash(cells[n]));
    if (taken.length === 0) this.skipped++;
  }
}

/** Returns the columns with hashes; null if the line has no such titles. */
function titledColumns(line: string): readonly number[] | null {
  const cells = cellsUpTo(line.replace(/^\xef\xbb\xbf/, ''), Number.MAX_SAFE_INTEGER);
  if (/^"?[0-9a-f]{32}/i.test(line)) return null;
  const columns = [...cells.keys()].filter((n) => HASH_NAME.test(cells[n]!.trim()));
  return columns.length === 0 ? null : columns;
}

/** Returns the cells of a CSV line up to a column number. */
function cellsUpTo(line: string, last: number): string[] {
  const cells: string[] = [];
  for (let at = 0; cells.length <= last && at <= line.length; ) {
    if (line[at] === '"') {
      let end = line.indexOf('"', at + 1);
      while (end !== -1 && line[end + 1] === '"') end = line.indexOf('"', end + 2);
      if (end === -1) return cells;
      cells.push(line.slice(at + 1, end).replaceAll('""', '"'));
      const comma = line.indexOf(',', end);
      at = comma === -1 ? line.length + 1 : comma + 1;
    } else {
      const comma = line.indexOf(',', at);
      cells.push(line.slice(at, comma === -1 ? undefined : comma).replace(/\r$/, ''));
      at = comma === -1 ? line.length + 1 : comma + 1;
    }
  }
  return cells;
}

const QUOTE = 34;
const BACKSLASH = 92;

/** Reads JSON of any shape: members called MD5, SHA1 or SHA256 at any depth. */
export class JsonReader implements ListReader {
  readonly #takeHash: TakeHash;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  /** The current text, up to the length of a hash or its name. */
  #text = '';
  #name: string | null = null;
  #hasValue = false;
  skipped = 0;

  constructor(takeHash: TakeHash) {
    this.#takeHash = takeHash;
  }

  take(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#isInText) this.#inText(byte);
      else this.#outside(byte);
    }
  }

  end(): void {
    if (this.#isInText || this.#depth !== 0 || !this.#hasValue) throw new Error('ends in the middle of its JSON');
  }

  #inText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) {
      this.#isInText = false;
      this.#endText();
      return;
    }
    if (this.#text.length <= DIGITS_MAX) this.#text += String.fromCharCode(byte);
  }

  #endText(): void {
    if (this.#name === null || !HASH_NAME.test(this.#name)) return;
    if (!this.#takeHash(this.#text)) this.skipped++;
  }

  #outside(byte: number): void {
    switch (byte) {
      case QUOTE:
        this.#isInText = true;
        this.#text = '';
        break;
      // A colon: the text before it is a name.
      case 58:
        this.#name = this.#text;
        break;
      // [ and {
      case 91:
      case 123:
        this.#depth++;
        this.#name = null;
        break;
      // ] and }
      case 93:
      case 125:
        this.#depth--;
        this.#hasValue = true;
        this.#name = null;
        break;
      // A comma.
      case 44:
        this.#name = null;
        break;
    }
  }
}

/** Returns the reader for a list that begins with these bytes. */
export function readerOf(beginning: Uint8Array, takeHash: TakeHash): ListReader {
  const text = Buffer.from(beginning.buffer, beginning.byteOffset, beginning.length).toString('latin1');
  return /^(?:\xef\xbb\xbf)?\s*[[{]/.test(text) ? new JsonReader(takeHash) : new HashLineReader(takeHash);
}
