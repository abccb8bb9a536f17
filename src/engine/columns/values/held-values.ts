/**
 * The distinct whole values of columns in memory, with their documents, and the sorted run made from them; compiled to
 * WebAssembly from assembly/.
 */
import { randomBytes } from 'node:crypto';
import { type GrowingMemory, LAYOUT_START, startCode } from '../../../kernel/wasm-memory.ts';
import { code } from './values-code.ts';

interface Value {
  readonly value: number;
}

interface Code {
  readonly memory: GrowingMemory;
  lay(start: number, own: bigint): void;
  logRoom(bytes: number): number;
  addLogged(bytes: number): void;
  textAt(value: number): number;
  columnOf(value: number): number;
  readonly count: Value;
  beginRun(): void;
  foldFrom(value: number): number;
  foldedRoom(bytes: number): number;
  endFolded(value: number, bytes: number): void;
  order(): void;
  docCount(value: number): number;
  write(): void;
  readonly longest: Value;
  readonly outAt: Value;
  readonly written: Value;
  readonly isEnded: Value;
}

/** Random in each process, so that nobody can prepare values with equal hashes. */
const HASH_SEED = randomBytes(8).readBigInt64LE();

export class HeldValues {
  readonly #code = startCode<Code>(code);

  constructor() {
    this.#code.lay(LAYOUT_START, HASH_SEED);
  }

  #view(at: number, bytes: number): Uint8Array {
    return new Uint8Array(this.#code.memory.buffer, at, bytes);
  }

  /** Replaces the values by those of a log (logged-values.ts). */
  takeLog(log: Uint8Array): void {
    const at = this.#code.logRoom(log.length);
    this.#view(at, log.length).set(log);
    this.#code.addLogged(log.length);
  }

  /** The number of distinct values. They are numbered in order of arrival. */
  get count(): number {
    return this.#code.count.value;
  }

  /** Returns the UTF-8 of a value, valid until `foldedRoom` is called. */
  spelling(value: number): Uint8Array {
    const start = this.#code.textAt(value);
    return this.#view(start, this.#code.textAt(value + 1) - start);
  }

  columnOf(value: number): number {
    return this.#code.columnOf(value);
  }

  text(value: number): string {
    const { buffer, byteOffset, length } = this.spelling(value);
    return Buffer.from(buffer, byteOffset, length).toString();
  }

  // To make a run, call the following methods in this order.

  beginRun(): void {
    this.#code.beginRun();
  }

  /**
   * Folds values of the usual kind, starting at `value`. Returns the first value that the caller must fold, or `count`.
   */
  foldFrom(value: number): number {
    return this.#code.foldFrom(value);
  }

  /** Returns the buffer for the folded text of the next value, of at most `bytes`. */
  foldedRoom(bytes: number): Uint8Array {
    return this.#view(this.#code.foldedRoom(bytes), bytes);
  }

  /** Ends the folded text of `value`: this many bytes were written. */
  endFolded(value: number, bytes: number): void {
    this.#code.endFolded(value, bytes);
  }

  /** Call this once all values are folded. */
  order(): void {
    this.#code.order();
  }

  /** Returns the number of documents of a value, after `order`. */
  docCount(value: number): number {
    return this.#code.docCount(value);
  }

  /** Returns the next bytes of the run, valid until the next call; null at its end. */
  nextBytes(): Uint8Array | null {
    if (this.#code.isEnded.value !== 0) return null;
    this.#code.write();
    return this.#view(this.#code.outAt.value, this.#code.written.value);
  }

  /** Bytes of the longest spelling of the run. */
  get longest(): number {
    return this.#code.longest.value;
  }
}
