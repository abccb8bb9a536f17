/**
 * Finds pairs of frequent terms, logs them, and makes runs of the log. It is compiled to WebAssembly from
 * assembly/pairing.ts. The caller sorts occurrences by document in this memory, and takes the bytes of a run in parts,
 * from `beginRun` on.
 */
import { type GrowingMemory, LAYOUT_START, startCode } from '../../kernel/wasm-memory.ts';
import { code } from './pairing-code.ts';

interface Value {
  readonly value: number;
}

interface Code {
  readonly memory: GrowingMemory;
  readonly countsAt: Value;
  readonly endsAt: Value;
  readonly positionsAt: Value;
  readonly numbersAt: Value;
  readonly startsAt: Value;
  readonly textsAt: Value;
  readonly outAt: Value;
  readonly logged: Value;
  readonly written: Value;
  readonly isEnded: Value;
  cutRooms(at: number): void;
  lay(terms: number, blockSize: number, pairs: number): void;
  layRun(field: number, mark: number, termBytes: number): void;
  loosen(): void;
  makeRoom(occurrences: number): void;
  begin(from: number): void;
  find(base: number, to: number): number;
  clear(): void;
  beginRun(): void;
  hasNext(): number;
  nextPair(): number;
  write(enough: number): void;
  emptied(): void;
}

export interface PairSizes {
  /** Documents of a block. */
  readonly blockSize: number;
  /** Pairs of a run. */
  readonly pairs: number;
}

/** Terms are numbered with 16 bits. */
const TERMS_MAX = 65_535;

/** A pool of the memories of this thread. A memory is not freed soon, and each field and range of blocks takes one. */
const unused: Code[] = [];

export class PairLog {
  readonly #code: Code;
  readonly #field: number;
  readonly #mark: number;
  readonly #terms: readonly Uint8Array[];
  readonly #blockSize: number;
  #occurrences = 0;
  /** Indexed by document of a block: its number of occurrences, and their end. Filled by the caller. */
  counts!: Uint32Array;
  ends!: Uint32Array;
  /** Occurrences in order of documents, as positions and term numbers. Filled by the caller. */
  positions!: Uint32Array;
  numbers!: Uint16Array;

  /** `terms`: terms of the field, in order. `mark`: the byte between the two terms of a pair. */
  constructor(field: number, terms: readonly Uint8Array[], mark: number, { blockSize, pairs }: PairSizes) {
    if (terms.length > TERMS_MAX) throw new RangeError(`${terms.length} frequent terms in a field`);
    this.#field = field;
    this.#mark = mark;
    this.#terms = terms;
    this.#blockSize = blockSize;
    this.#code = unused.pop() ?? startCode<Code>(code);
    const termBytes = terms.reduce((sum, { length }) => sum + length, 0);
    this.#code.cutRooms(LAYOUT_START);
    this.#code.lay(terms.length, blockSize, pairs);
    this.#code.layRun(field, mark, termBytes);
    this.#code.loosen();
    const { memory, startsAt, textsAt } = this.#code;
    const starts = new Uint32Array(memory.buffer, startsAt.value, terms.length + 1);
    const texts = new Uint8Array(memory.buffer, textsAt.value, termBytes);
    starts[0] = 0;
    for (const [n, term] of terms.entries()) {
      texts.set(term, starts[n]!);
      starts[n + 1] = starts[n]! + term.length;
    }
    this.#renew();
  }

  /** Views are detached when the memory grows. */
  #renew(): void {
    const { buffer } = this.#code.memory;
    this.counts = new Uint32Array(buffer, this.#code.countsAt.value, this.#blockSize);
    this.ends = new Uint32Array(buffer, this.#code.endsAt.value, this.#blockSize);
    this.positions = new Uint32Array(buffer, this.#code.positionsAt.value, this.#occurrences);
    this.numbers = new Uint16Array(buffer, this.#code.numbersAt.value, this.#occurrences);
  }

  /** Announces `occurrences` of documents from `from` on. */
  begin(from: number, occurrences: number): void {
    this.#code.makeRoom(occurrences);
    this.#code.begin(from);
    this.#occurrences = Math.max(this.#occurrences, occurrences);
    this.#renew();
  }

  /**
   * Logs the pairs of the documents up to `to`, in the block whose first document is `base`. Returns false if the log
   * is full. Clear it then, and call again to continue.
   */
  find(base: number, to: number): boolean {
    const isDone = this.#code.find(base, to) !== 0;
    this.#renew();
    return isDone;
  }

  /** Number of logged pairs. */
  get length(): number {
    return this.#code.logged.value;
  }

  clear(): void {
    this.#code.clear();
  }

  /** Returns the memory to the pool. The log must not be used afterwards. */
  release(): void {
    unused.push(this.#code);
  }

  /** Begins the bytes of the run. */
  beginRun(): void {
    this.#code.beginRun();
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
    if (this.#code.hasNext() === 0) return null;
    const pair = this.#code.nextPair() >>> 0;
    const first = this.#terms[pair >>> 16]!;
    const second = this.#terms[pair & 0xffff]!;
    const term = new Uint8Array(first.length + 1 + second.length);
    term.set(first);
    term[first.length] = this.#mark;
    term.set(second, first.length + 1);
    return { field: this.#field, term };
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
