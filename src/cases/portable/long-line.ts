/**
 * A line that is too long to be parsed directly: a text of many megabytes, or millions of brackets meant to exhaust a parser.
 * It is scanned as it arrives. Strings are cut at a limit, between characters, so that the record stays valid JSON. A line is
 * refused if its structures are too many or too deep, or if it has too many bytes in spite of the cuts.
 */
import { LINE_BYTES_MAX, LINE_DEPTH_MAX, LINE_STRUCTURES_MAX, STRING_BYTES_MAX } from './limits.ts';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const letterU = 0x75;

export interface LongLineLimits {
  readonly stringBytes: number;
  readonly lineBytes: number;
  readonly structures: number;
  readonly depth: number;
}

const defaultLimits: LongLineLimits = {
  stringBytes: STRING_BYTES_MAX,
  lineBytes: LINE_BYTES_MAX,
  structures: LINE_STRUCTURES_MAX,
  depth: LINE_DEPTH_MAX,
};

const NOTHING = Buffer.alloc(0);

/** Bytes that have a meaning within a string. They are found all at once, not byte by byte. */
class Specials {
  readonly #chunk: Buffer;
  #quote = -1;
  #backslash = -1;

  constructor(chunk: Buffer) {
    this.#chunk = chunk;
  }

  /** Returns the first quote or backslash at or after an offset, or the end if there is none. */
  nextFrom(at: number): number {
    if (this.#quote < at) this.#quote = this.#find(quote, at);
    if (this.#backslash < at) this.#backslash = this.#find(backslash, at);
    return Math.min(this.#quote, this.#backslash);
  }

  #find(byte: number, at: number): number {
    const found = this.#chunk.indexOf(byte, at);
    return found < 0 ? this.#chunk.length : found;
  }
}

export class LongLine {
  /** The limit that the line exceeds, or null if it can be parsed. */
  refused: string | null = null;

  readonly #limits: LongLineLimits;
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #structures = 0;
  #depth = 0;
  #inString = false;
  /** Bytes of the string so far. */
  #stringBytes = 0;
  /** Remaining bytes of an escape sequence. */
  #escapeBytes = 0;
  #isEscapeStart = false;
  #cutting = false;
  #cutStrings = 0;
  #cutBytes = 0;

  constructor(limits: LongLineLimits = defaultLimits) {
    this.#limits = limits;
  }

  /** The truncated part, for a report, or null. */
  get cut(): string | null {
    if (this.#cutStrings === 0) return null;
    const strings = this.#cutStrings === 1 ? 'a string was' : `${this.#cutStrings} strings were`;
    return `${strings} cut at ${this.#limits.stringBytes} bytes, ${this.#cutBytes} bytes skipped`;
  }

  /** Returns the line, with its long strings cut. */
  bytes(): Buffer {
    if (this.#kept.length > 1) this.#kept = [Buffer.concat(this.#kept)];
    return this.#kept[0] ?? NOTHING;
  }

  add(chunk: Buffer): void {
    if (this.refused !== null) return;
    let keepFrom = this.#cutting ? -1 : 0;
    const specials = new Specials(chunk);
    for (let i = 0; i < chunk.length; i++) {
      const plain = this.#plainFrom(i, specials);
      if (plain > 0) {
        if (this.#cutting) {
          if (keepFrom >= 0) this.#keep(chunk, keepFrom, i);
          keepFrom = -1;
          this.#cutBytes += plain;
        }
        this.#stringBytes += plain;
        i += plain - 1;
        continue;
      }
      const byte = chunk[i] as number;
      if (!this.#inString) {
        if (byte === quote) {
          this.#inString = true;
          this.#stringBytes = 0;
        } else this.#countStructure(byte);
        continue;
      }
      if (this.#passInString(byte)) {
        // The closing quote ends the string and its truncation.
        this.#inString = false;
        if (this.#cutting) keepFrom = i;
        this.#cutting = false;
      } else if (this.#cutting) {
        if (keepFrom >= 0) this.#keep(chunk, keepFrom, i);
        keepFrom = -1;
        this.#cutBytes++;
      }
    }
    if (keepFrom >= 0) this.#keep(chunk, keepFrom, chunk.length);
    if (this.refused !== null) this.#kept = [];
  }

  /** Returns how many bytes from an offset on only lengthen the current string, or the part that is cut off it. */
  #plainFrom(at: number, specials: Specials): number {
    if (!this.#inString || this.#isEscapeStart || this.#escapeBytes > 0) return 0;
    const plain = specials.nextFrom(at) - at;
    return this.#cutting ? plain : Math.min(plain, this.#limits.stringBytes - this.#stringBytes);
  }

  /** Takes one byte inside a string. Returns whether it closes the string. Sets `#cutting` when the cut begins. */
  #passInString(byte: number): boolean {
    if (this.#isEscapeStart) {
      this.#isEscapeStart = false;
      this.#escapeBytes = byte === letterU ? 4 : 0;
      this.#stringBytes++;
      return false;
    }
    if (this.#escapeBytes > 0) {
      this.#escapeBytes--;
      this.#stringBytes++;
      // A quote here means that the escape sequence is broken, which the parser will report.
      if (byte !== quote) return false;
      this.#escapeBytes = 0;
      return true;
    }
    if (byte === quote) return true;
    const isContinuation = (byte & 0xc0) === 0x80;
    if (this.#stringBytes >= this.#limits.stringBytes && !isContinuation && !this.#cutting) {
      this.#cutting = true;
      this.#cutStrings++;
    }
    if (byte === backslash) this.#isEscapeStart = true;
    this.#stringBytes++;
    return false;
  }

  #countStructure(byte: number): void {
    // 0x5b and 0x7b open, 0x5d and 0x7d close.
    const folded = byte & 0xdf;
    if (folded === 0x5b) {
      this.#depth++;
      this.#structures++;
      if (this.#depth > this.#limits.depth) this.refused = `the record is nested more than ${this.#limits.depth} deep`;
    } else if (folded === 0x5d) this.#depth--;
    else if (byte === comma) this.#structures++;
    if (this.#structures > this.#limits.structures) {
      this.refused = `the record has more than ${this.#limits.structures} values`;
    }
  }

  #keep(chunk: Buffer, from: number, to: number): void {
    if (to <= from) return;
    this.#keptBytes += to - from;
    if (this.#keptBytes > this.#limits.lineBytes) {
      this.refused = `the record has more than ${this.#limits.lineBytes} bytes`;
      this.#kept = [];
    } else this.#kept.push(chunk.subarray(from, to));
  }
}
