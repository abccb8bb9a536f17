/**
 * Tokenizes texts, logs tokens as numbers of distinct terms, and makes a run of the log when it is full. It is compiled
 * to WebAssembly from assembly/inversion.ts. The caller writes units to `text`, and takes the bytes of the run in
 * parts, from `beginInverted` on.
 */
import { type GrowingMemory, LAYOUT_START, startCode } from '../../kernel/wasm-memory.ts';
import { SKETCH_BINS } from '../neardup/sketch-row.ts';
import { code } from './term-log-code.ts';

interface Value<T> {
  readonly value: T;
}

interface Code {
  readonly memory: GrowingMemory;
  readonly count: Value<number>;
  readonly offsetsAt: Value<number>;
  readonly tokensAt: Value<number>;
  readonly fieldTokens: Value<number>;
  readonly isCut: Value<number>;
  readonly isShared: Value<number>;
  readonly longWords: Value<number>;
  lay(start: number, textUnits: number, wordUnits: number, run: number): void;
  text(): number;
  tokensNow(): number;
  positionsNow(): number;
  pages(): number;
  clear(): void;
  beginField(field: number): void;
  limitTo(tokens: number): void;
  isStable(units: number): number;
  cut(from: number, to: number): number;
  cutAscii(units: number): void;
  asciiField(field: number, units: number, isText: number, most: number): number;
  take(kind: number, unit: number): void;
  append(unit: number): void;
  beginAlone(): void;
  addAlone(unit: number): void;
  endAlone(): void;
  endAll(): void;
  mayShare(): number;
  dropToken(): void;
  logWhole(units: number): void;
  logWholeAscii(units: number): void;
  logMark(): void;
  sketch(): number;
  beginSketch(): void;
  endSketch(): void;
  readonly bytesAt: Value<number>;
  readonly startsAt: Value<number>;
  readonly orderAt: Value<number>;
  sortTerms(): void;
  fieldOf(term: number): number;
  beginInverted(): void;
  assign(doc: number, position: number, from: number, to: number): void;
  readonly outAt: Value<number>;
  readonly written: Value<number>;
  readonly rank: Value<number>;
  readonly isWithin: Value<number>;
  readonly isEnded: Value<number>;
  write(enough: number): void;
  emptied(): void;
}

/** The tables of the analysis by UTF-16 unit: its folded form, its class, and whether its neighbours matter. */
export interface KernelUnitTables {
  readonly folds: Uint16Array;
  readonly classes: Uint8Array;
  readonly stability: Uint8Array;
}

export interface TextSizes {
  /** Maximum units of a text at a time. */
  readonly textUnits: number;
  /** Maximum size of a word, or of a whole value. */
  readonly wordUnits: number;
}

export class TermLog {
  readonly #code: Code;
  readonly #textUnits: number;
  /** Size of the memory when the views were made. */
  #pages: number;
  /** Buffer for the next units. */
  text: Uint16Array;
  textBytes: Buffer;

  /** `run`: number of tokens that a run hardly ever exceeds. */
  constructor({ folds, classes, stability }: KernelUnitTables, { textUnits, wordUnits }: TextSizes, run: number) {
    this.#code = startCode<Code>(code);
    this.#textUnits = textUnits;
    this.#code.lay(LAYOUT_START, textUnits, wordUnits, run);
    const { buffer } = this.#code.memory;
    const table = new Uint32Array(buffer, LAYOUT_START, folds.length);
    for (let unit = 0; unit < table.length; unit++) table[unit] = folds[unit]! | (classes[unit]! << KIND_SHIFT);
    new Uint8Array(buffer, LAYOUT_START + table.byteLength, stability.length).set(stability);
    this.#pages = this.#code.pages();
    this.text = new Uint16Array(buffer, this.#code.text(), textUnits);
    this.textBytes = Buffer.from(buffer, this.#code.text(), 2 * textUnits);
  }

  /** Views are detached when the memory grows. */
  #renew(): void {
    const pages = this.#code.pages();
    if (pages === this.#pages) return;
    this.#pages = pages;
    const { buffer } = this.#code.memory;
    this.text = new Uint16Array(buffer, this.#code.text(), this.#textUnits);
    this.textBytes = Buffer.from(buffer, this.#code.text(), 2 * this.#textUnits);
  }

  /** Number of distinct terms. */
  get count(): number {
    return this.#code.count.value;
  }

  get tokenCount(): number {
    return this.#code.tokensNow();
  }

  /** Number of positions of the tokens of the run. Tokens that share a position count once. */
  get positionCount(): number {
    return this.#code.positionsNow();
  }

  /** Returns the term of each token, in order of the tokens. */
  get tokens(): Uint32Array {
    return new Uint32Array(this.#code.memory.buffer, this.#code.tokensAt.value, this.tokenCount).map(
      (token) => (token & ~SHARED) >>> 0,
    );
  }

  /** Returns the positions of the tokens, counted from the first of the run. */
  get positions(): Uint32Array {
    let position = -1;
    return new Uint32Array(this.#code.memory.buffer, this.#code.tokensAt.value, this.tokenCount).map((token) =>
      token >= SHARED ? position : ++position,
    );
  }

  /** Bytes in use by terms, without spare space. */
  get termBytes(): number {
    const { count } = this;
    const end = new Uint32Array(this.#code.memory.buffer, this.#code.offsetsAt.value + 4 * count, 1)[0]!;
    return count * 20 + end * 2;
  }

  /** Drops terms and tokens. An open token continues. */
  clear(): void {
    this.#code.clear();
  }

  /** Resets it to its initial state for another user. */
  reset(): void {
    this.#code.dropToken();
    this.#code.clear();
  }

  beginField(field: number): void {
    this.#code.beginField(field);
  }

  /** Positions of the current field, and whether there were tokens after the highest possible position. */
  get fieldTokens(): number {
    return this.#code.fieldTokens.value;
  }

  get isCut(): boolean {
    return this.#code.isCut.value !== 0;
  }

  /** Whether tokens of the current field share a position. */
  get isShared(): boolean {
    return this.#code.isShared.value !== 0;
  }

  /**
   * Whether the next token may share the position of the last one. If the run ended here, a term could occur twice at
   * one position.
   */
  get mayShare(): boolean {
    return this.#code.mayShare() !== 0;
  }

  /** Number of words so far that were cut into pieces. */
  get longWords(): number {
    return this.#code.longWords.value;
  }

  /** Limits the total number of positions, after which one more token is logged. */
  limitTo(positions: number): void {
    this.#code.limitTo(positions);
  }

  /** Logs a term of any units that fits in `text`. */
  logWhole(term: string): void {
    const { text } = this;
    for (let i = 0; i < term.length; i++) text[i] = term.charCodeAt(i);
    this.#code.logWhole(term.length);
    this.#renew();
  }

  /** Logs `bytes[from … to)`, ASCII that fits in `text`, as one folded term. */
  logWholeAscii(bytes: Uint8Array, from: number, to: number): void {
    this.#putAscii(bytes, from, to - from);
    this.#code.logWholeAscii(to - from);
    this.#renew();
  }

  /** Logs the mark between two values. */
  logMark(): void {
    this.#code.logMark();
    this.#renew();
  }

  /** Whether each of the first units of `text` folds by itself. May return false when unsure. */
  isStable(units: number): boolean {
    return this.#code.isStable(units) !== 0;
  }

  /** Takes units of `text`. Returns the index of a unit that the caller must fold, or `to`. */
  cut(from: number, to: number): number {
    const at = this.#code.cut(from, to);
    this.#renew();
    return at;
  }

  /** Begins to sketch a text: the tokens logged from now on. */
  beginSketch(): void {
    this.#code.beginSketch();
  }

  /**
   * Returns, indexed by bin, the least hash of a token since `beginSketch`, or `EMPTY_BIN`. Valid until the next token
   * is logged.
   */
  endSketch(): Uint32Array {
    this.#code.endSketch();
    return new Uint32Array(this.#code.memory.buffer, this.#code.sketch(), SKETCH_BINS);
  }

  /** Takes the ASCII bytes `bytes[from … to)`. */
  cutAscii(bytes: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to; ) {
      const count = Math.min(to - at, 2 * this.#textUnits);
      this.#putAscii(bytes, at, count);
      this.#code.cutAscii(count);
      this.#renew();
      at += count;
    }
  }

  /**
   * Takes a field with the single value `bytes[from … to)`, ASCII that fits in `text`, with at most `positionsMax` positions.
   * Returns its tokens, or a negative number if `isCut`, `isShared` or `longWords` must be read.
   */
  asciiField(field: number, bytes: Uint8Array, from: number, to: number, isText: boolean, positions: number): number {
    this.#putAscii(bytes, from, to - from);
    const tokens = this.#code.asciiField(field, to - from, isText ? 1 : 0, positions);
    this.#renew();
    return tokens;
  }

  #putAscii(bytes: Uint8Array, from: number, count: number): void {
    const { textBytes } = this;
    if (count > FEW) textBytes.set(bytes.subarray(from, from + count));
    else for (let i = 0; i < count; i++) textBytes[i] = bytes[from + i]!;
  }

  /** Takes a folded code point of a class. */
  take(kind: number, folded: string): void {
    this.#code.take(kind, folded.charCodeAt(0));
    for (let i = 1; i < folded.length; i++) this.#code.append(folded.charCodeAt(i));
    this.#renew();
  }

  /** Logs a short folded text as a token by itself. */
  logAlone(folded: string): void {
    this.#code.beginAlone();
    for (let i = 0; i < folded.length; i++) this.#code.addAlone(folded.charCodeAt(i));
    this.#code.endAlone();
    this.#renew();
  }

  /** Ends the open token. */
  endAll(): void {
    this.#code.endAll();
    this.#renew();
  }

  /** Sorts the terms. `termOf` is valid until more is logged. */
  sortTerms(): void {
    this.#code.sortTerms();
    this.#renew();
  }

  /** Returns a term by rank, with its number in `tokens`. The bytes are a copy of its UTF-8. */
  termOf(rank: number): { readonly number: number; readonly field: number; readonly term: Uint8Array } {
    const { bytesAt, startsAt, orderAt, memory } = this.#code;
    const number = new Uint32Array(memory.buffer, orderAt.value, rank + 1)[rank]!;
    const [start, end] = new Uint32Array(memory.buffer, startsAt.value + 4 * number, 2);
    const term = new Uint8Array(memory.buffer, bytesAt.value).slice(start, end);
    return { number, field: this.#code.fieldOf(number), term };
  }

  /** Begins the bytes of the run. Before they are taken, `assign` must set the documents of its tokens, in order. */
  beginInverted(): void {
    this.#code.beginInverted();
    this.#renew();
  }

  /** Assigns a document to the tokens `from … to`, with positions from `position` on. */
  assign(doc: number, position: number, from: number, to: number): void {
    this.#code.assign(doc, position, from, to);
  }

  /** Buffers bytes of the run until there are `enough` and a term ends, until the buffer is full, or to the end. */
  write(enough: number): void {
    this.#code.write(enough);
  }

  get isEnded(): boolean {
    return this.#code.isEnded.value !== 0;
  }

  /** Returns the next term of the run. Null within a term, and at the end. */
  nextTerm(): { readonly field: number; readonly term: Uint8Array } | null {
    const { isWithin, rank } = this.#code;
    return isWithin.value !== 0 || rank.value >= this.count ? null : this.termOf(rank.value);
  }

  /** Buffered bytes. */
  get waiting(): number {
    return this.#code.written.value;
  }

  /** Takes the buffered bytes, valid until more are written. */
  takeBytes(): Uint8Array {
    const bytes = new Uint8Array(this.#code.memory.buffer, this.#code.outAt.value, this.waiting);
    this.#code.emptied();
    return bytes;
  }
}

/** Equal to the constant of the kernel. */
const KIND_SHIFT = 16;
const SHARED = 0x80000000;
/** Up to this many bytes are copied one by one. */
const FEW = 64;
