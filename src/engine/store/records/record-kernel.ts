/** Splits stored records into properties. It is compiled to WebAssembly from assembly/records.ts. */
import { type GrowingMemory, LAYOUT_START, startCode } from '../../../kernel/wasm-memory.ts';
import { code } from './records-code.ts';

interface Code {
  readonly memory: GrowingMemory;
  lay(start: number): number;
  nextRecord(): number;
  nameAt(name: number): number;
  know(name: number, bytes: number, field: number, analysis: number, column: number): void;
  take(from: number, to: number, doc: number, distance: number, isContinued: number): number;
  stepsFrom(): number;
  stepCount(): number;
  unitsFrom(): number;
  unitBytes(): number;
  logFrom(): number;
  logBytes(): number;
  loggedValues(): number;
  identityFrom(): number;
  identify(from: number, to: number): number;
}

/** Equal to the constants of the kernel. */
const RECORD_MAX = 1 << 14;
const NAMES_MAX = 1 << 12;
const NAME_BYTES_MAX = 112;

/** The meaning of a property name in an index. */
export interface KnownName {
  readonly field: number;
  readonly analysis: number;
  /** Null if its values have no column. */
  readonly column: number | null;
}

export class RecordKernel {
  readonly #code = startCode<Code>(code);
  readonly #bytes: Uint8Array;
  readonly #words: Uint32Array;
  readonly #steps: number;
  #from = 0;
  #to = 0;

  constructor() {
    this.#code.lay(LAYOUT_START);
    this.#bytes = new Uint8Array(this.#code.memory.buffer);
    this.#words = new Uint32Array(this.#code.memory.buffer);
    this.#steps = this.#code.stepsFrom() / 4;
  }

  /** Takes a copy of a record. `from`: the offset of its properties. Returns false if the record is too long. */
  load(record: Uint8Array, from: number): boolean {
    if (record.length > RECORD_MAX) return false;
    this.#bytes.set(record, this.#code.nextRecord());
    this.#from = from;
    this.#to = record.length;
    return true;
  }

  /** Sets the meaning of a name by its number. Names that are not set, or too long, are unknown. */
  know(number: number, name: string, { field, analysis, column }: KnownName): void {
    const bytes = Buffer.from(name);
    if (number >= NAMES_MAX || bytes.length > NAME_BYTES_MAX) return;
    this.#bytes.set(bytes, this.#code.nameAt(number));
    this.#code.know(number, bytes.length, field, analysis, column === null ? 0 : column + 1);
  }

  /**
   * Takes the fields of the record as those of a document. `distance`: the distance from the last document in the log
   * of values. `isContinued`: whether the last values in the log are from the previous record. Returns false if a name
   * is unknown or a value is long.
   */
  take(doc: number, distance: number, isContinued: boolean): boolean {
    return this.#code.take(this.#from, this.#to, doc, distance, isContinued ? 1 : 0) !== 0;
  }

  // The fields taken from the record. The bytes are valid until the next record.

  /** The steps of a batch. */
  get steps(): Uint32Array {
    return this.#words.subarray(this.#steps, this.#steps + this.#code.stepCount());
  }

  /** The strings of a batch. */
  get strings(): Uint8Array {
    const from = this.#code.unitsFrom();
    return this.#bytes.subarray(from, from + this.#code.unitBytes());
  }

  /** The entries of the log of values. */
  get log(): Uint8Array {
    const from = this.#code.logFrom();
    return this.#bytes.subarray(from, from + this.#code.logBytes());
  }

  get loggedValues(): number {
    return this.#code.loggedValues();
  }

  /** Returns the bytes that identify a mail without an id, or null if a name is unknown. */
  identity(): Uint8Array | null {
    const length = this.#code.identify(this.#from, this.#to);
    if (length === 0) return null;
    const from = this.#code.identityFrom();
    return this.#bytes.subarray(from, from + length);
  }
}
