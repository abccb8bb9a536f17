/**
 * Cuts texts into tokens and logs them as numbers of distinct terms, compiled to WebAssembly from assembly/indexing/term-log.ts, and the memory
 * that it works in: units are put into `text`, and `tokens`, `records` and `offsets` are read when a run is full.
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
  readonly recordsAt: Value<number>;
  readonly tokensAt: Value<number>;
  readonly tokens: Value<number>;
  readonly tokenUnits: Value<number>;
  readonly fieldTokens: Value<number>;
  readonly isCut: Value<number>;
  lay(start: number, textUnits: number, foldedMax: number, unitsMax: number, run: number): void;
  text(): number;
  clear(): void;
  beginField(field: number): void;
  limitTo(tokens: number): void;
  isStable(units: number): number;
  cut(from: number, to: number): number;
  addUnit(unit: number): void;
  addWidth(units: number): void;
  endToken(): void;
  dropToken(): void;
  logWhole(units: number): void;
  logMark(): void;
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

/** Units of a record before those of its term: two for its number, two for the field, and how many units follow. */
export const RECORD_HEAD = 5;

export class TermLog {
  readonly #code: Code;
  readonly #textUnits: number;
  #buffer: ArrayBuffer;
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
    this.#buffer = buffer;
    this.text = new Uint16Array(buffer, this.#code.text(), textUnits);
    this.textBytes = Buffer.from(buffer, this.#code.text(), 2 * textUnits);
  }

  /** Views are empty once the memory has grown. */
  #renew(): void {
    const { buffer } = this.#code.memory;
    if (buffer === this.#buffer) return;
    this.#buffer = buffer;
    this.text = new Uint16Array(buffer, this.#code.text(), this.#textUnits);
    this.textBytes = Buffer.from(buffer, this.#code.text(), 2 * this.#textUnits);
  }

  /** Distinct terms. */
  get count(): number {
    return this.#code.count.value;
  }

  /** Where the record of each term begins in `records`, and where the last one ends: valid until more is logged. */
  get offsets(): Uint32Array {
    return new Uint32Array(this.#code.memory.buffer, this.#code.offsetsAt.value, this.count + 1);
  }

  get records(): Uint16Array {
    const { memory, recordsAt } = this.#code;
    return new Uint16Array(memory.buffer, recordsAt.value, this.offsets[this.count]!);
  }

  get tokenCount(): number {
    return this.#code.tokens.value;
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
}
