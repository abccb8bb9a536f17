/**
 * Cuts texts into tokens, logs them as numbers of distinct terms, and makes a run of the log when it is full: compiled to WebAssembly from
 * assembly/indexing/inversion.ts. Units are put into `text`, and the bytes of the run are taken, some at a time, from `beginInverted` on.
 */
import { code } from './term-log-code.ts';
import { type GrowingMemory, LAYOUT_START, startCode } from './wasm-memory.ts';

interface Value<T> {
  readonly value: T;
}

interface Code {
  readonly memory: GrowingMemory;
  readonly count: Value<number>;
  readonly offsetsAt: Value<number>;
  readonly tokensAt: Value<number>;
  readonly tokenUnits: Value<number>;
  readonly fieldTokens: Value<number>;
  readonly isCut: Value<number>;
  lay(start: number, textUnits: number, foldedMax: number, unitsMax: number, run: number): void;
  text(): number;
  tokensNow(): number;
  pages(): number;
  clear(): void;
  beginField(field: number): void;
  limitTo(tokens: number): void;
  isStable(units: number): number;
  cut(from: number, to: number): number;
  cutAscii(units: number): void;
  addUnit(unit: number): void;
  addWidth(units: number): void;
  endToken(): void;
  dropToken(): void;
  logWhole(units: number): void;
  logWholeAscii(units: number): void;
  logMark(): void;
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

/** The tables of the analysis, by UTF-16 unit: what each folds to, and 0 where it is in NFC whatever is beside it. */
export interface UnitTables {
  readonly folds: Uint16Array;
  readonly stability: Uint8Array;
}

export interface TextSizes {
  /** Units of a text at a time, and of a token: of the text, and folded. */
  readonly textUnits: number;
  readonly unitsMax: number;
  readonly foldedMax: number;
}

export class TermLog {
  readonly #code: Code;
  readonly #textUnits: number;
  /** Of the memory, when the views were made. */
  #pages: number;
  /** Units that come next. */
  text: Uint16Array;
  textBytes: Buffer;

  /** `run`: tokens that there will hardly be more of. */
  constructor({ folds, stability }: UnitTables, { textUnits, unitsMax, foldedMax }: TextSizes, run: number) {
    this.#code = startCode<Code>(code);
    this.#textUnits = textUnits;
    this.#code.lay(LAYOUT_START, textUnits, foldedMax, unitsMax, run);
    const { buffer } = this.#code.memory;
    new Uint16Array(buffer, LAYOUT_START, folds.length).set(folds);
    new Uint8Array(buffer, LAYOUT_START + 2 * folds.length, stability.length).set(stability);
    this.#pages = this.#code.pages();
    this.text = new Uint16Array(buffer, this.#code.text(), textUnits);
    this.textBytes = Buffer.from(buffer, this.#code.text(), 2 * textUnits);
  }

  /** Views are empty once the memory has grown. */
  #renew(): void {
    const pages = this.#code.pages();
    if (pages === this.#pages) return;
    this.#pages = pages;
    const { buffer } = this.#code.memory;
    this.text = new Uint16Array(buffer, this.#code.text(), this.#textUnits);
    this.textBytes = Buffer.from(buffer, this.#code.text(), 2 * this.#textUnits);
  }

  /** Distinct terms. */
  get count(): number {
    return this.#code.count.value;
  }

  get tokenCount(): number {
    return this.#code.tokensNow();
  }

  /** The terms in order of their tokens. */
  get tokens(): Uint32Array {
    return new Uint32Array(this.#code.memory.buffer, this.#code.tokensAt.value, this.tokenCount);
  }

  /** Bytes in use by terms, without spare room. */
  get termBytes(): number {
    const { count } = this;
    const end = new Uint32Array(this.#code.memory.buffer, this.#code.offsetsAt.value + 4 * count, 1)[0]!;
    return count * 20 + end * 2;
  }

  /** Forgets terms and tokens; a token that was not ended goes on. */
  clear(): void {
    this.#code.clear();
  }

  /** For someone else: as it was when it was new. */
  reset(): void {
    this.#code.dropToken();
    this.#code.clear();
  }

  beginField(field: number): void {
    this.#code.beginField(field);
  }

  /** Of the current field, tokens that were logged, and whether some came after the last that may be. */
  get fieldTokens(): number {
    return this.#code.fieldTokens.value;
  }

  get isCut(): boolean {
    return this.#code.isCut.value !== 0;
  }

  /** Tokens are logged until there are so many in all, and one more. */
  limitTo(tokens: number): void {
    this.#code.limitTo(tokens);
  }

  /** Logs a term, whatever its units are; it fits into `text`. */
  logWhole(term: string): void {
    const { text } = this;
    for (let i = 0; i < term.length; i++) text[i] = term.charCodeAt(i);
    this.#code.logWhole(term.length);
    this.#renew();
  }

  /** Logs `bytes[from … to)`, which are ASCII, as one term, folded; they fit into `text`. */
  logWholeAscii(bytes: Uint8Array, from: number, to: number): void {
    this.#putAscii(bytes, from, to - from);
    this.#code.logWholeAscii(to - from);
    this.#renew();
  }

  /** Logs the term that marks where a value ends and another begins. */
  logMark(): void {
    this.#code.logMark();
    this.#renew();
  }

  /** Whether the first units of `text` are in NFC: false is not certain. */
  isStable(units: number): boolean {
    return this.#code.isStable(units) !== 0;
  }

  /** Takes units of `text`; returns where one is that the caller has to fold, or `to`. */
  cut(from: number, to: number): number {
    const at = this.#code.cut(from, to);
    this.#renew();
    return at;
  }

  /** Takes `bytes[from … to)`, which are ASCII. */
  cutAscii(bytes: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to; ) {
      const count = Math.min(to - at, 2 * this.#textUnits);
      this.#putAscii(bytes, at, count);
      this.#code.cutAscii(count);
      this.#renew();
      at += count;
    }
  }

  #putAscii(bytes: Uint8Array, from: number, count: number): void {
    const { textBytes } = this;
    if (count > FEW) textBytes.set(bytes.subarray(from, from + count));
    else for (let i = 0; i < count; i++) textBytes[i] = bytes[from + i]!;
  }

  /** Units of the text in the current token. */
  get tokenUnits(): number {
    return this.#code.tokenUnits.value;
  }

  /** What `width` units of the text fold to. */
  addFolded(folded: string, width: number): void {
    for (let i = 0; i < folded.length; i++) this.#code.addUnit(folded.charCodeAt(i));
    this.#code.addWidth(width);
  }

  endToken(): void {
    this.#code.endToken();
    this.#renew();
  }

  /** Puts the terms in order: `termOf` knows them by rank then, until more is logged. */
  sortTerms(): void {
    this.#code.sortTerms();
    this.#renew();
  }

  /** A term by its place in the order, with its number, which is that in `tokens`; the bytes are a copy of its UTF-8. */
  termOf(rank: number): { readonly number: number; readonly field: number; readonly term: Uint8Array } {
    const { bytesAt, startsAt, orderAt, memory } = this.#code;
    const number = new Uint32Array(memory.buffer, orderAt.value, rank + 1)[rank]!;
    const [start, end] = new Uint32Array(memory.buffer, startsAt.value + 4 * number, 2);
    const term = new Uint8Array(memory.buffer, bytesAt.value).slice(start, end);
    return { number, field: this.#code.fieldOf(number), term };
  }

  /** Begins the bytes of the run. What its tokens are of is said by `assign`, in order, before they are taken. */
  beginInverted(): void {
    this.#code.beginInverted();
    this.#renew();
  }

  /** Tokens `from … to` are of a document, from a position on. */
  assign(doc: number, position: number, from: number, to: number): void {
    this.#code.assign(doc, position, from, to);
  }

  /** Puts bytes of the run where they wait: until there are `enough` and a term ends, until no more can wait, or all that there are. */
  write(enough: number): void {
    this.#code.write(enough);
  }

  get isEnded(): boolean {
    return this.#code.isEnded.value !== 0;
  }

  /** The term that comes next in the run; null within one, and where there is none. */
  nextTerm(): { readonly field: number; readonly term: Uint8Array } | null {
    const { isWithin, rank } = this.#code;
    return isWithin.value !== 0 || rank.value >= this.count ? null : this.termOf(rank.value);
  }

  /** Bytes that wait. */
  get waiting(): number {
    return this.#code.written.value;
  }

  /** What waits, good until more is written; it waits no longer. */
  takeBytes(): Uint8Array {
    const bytes = new Uint8Array(this.#code.memory.buffer, this.#code.outAt.value, this.waiting);
    this.#code.emptied();
    return bytes;
  }
}

/** So few bytes are copied one by one. */
const FEW = 64;
