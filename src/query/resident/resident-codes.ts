/** Keeps the one-byte codes of norms in the memory of the resident kernel, from one query to the next. */
import type { Norms } from '../../engine/postings/document-lengths.ts';
import { tuning } from '../../shared/thresholds.ts';
import { writeCodes } from './norm-codes.ts';

/** Maximum size of the codes, in addition to lists, and of the codes that are kept when everything else is dropped. */
const BYTES_MAX = tuning.residentBytes;
const BYTES_KEPT = BYTES_MAX / 2;

/** The memory of the kernel. `roomFor` replaces `bytes` when it grows. */
interface Memory {
  readonly bytes: Uint8Array;
  roomFor(length: number): number;
}

export class ResidentCodes {
  readonly #memory: Memory;
  #addresses = new WeakMap<Norms, number>();
  /**
   * In order of address. Kept while the norms are alive, because moving millions of codes is faster than computing
   * them.
   */
  #written: { readonly norms: WeakRef<Norms>; readonly at: number }[] = [];
  /** Bytes of all codes. */
  bytes = 0;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  get isFull(): boolean {
    return this.bytes > BYTES_MAX;
  }

  /** Whether there is space for codes of this many documents, for each field of a query. */
  static hasRoomFor(documents: number, fields: number): boolean {
    return documents * fields < BYTES_MAX;
  }

  /** Returns the address of the codes by document. */
  of(norms: Norms): number {
    const known = this.#addresses.get(norms);
    if (known !== undefined) return known;
    const at = this.#roomFor(norms);
    writeCodes(norms, this.#memory.bytes, at);
    return at;
  }

  /** Moves some codes to the start of the freed memory, and forgets the others. */
  moveToFront(): void {
    const written = this.#written;
    this.#addresses = new WeakMap();
    this.#written = [];
    this.bytes = 0;
    for (const { norms, at } of written) {
      const own = norms.deref();
      if (own === undefined || this.bytes + own.numbers.length > BYTES_KEPT) continue;
      const to = this.#roomFor(own);
      this.#memory.bytes.copyWithin(to, at, at + own.numbers.length);
    }
  }

  #roomFor(norms: Norms): number {
    const { length } = norms.numbers;
    const at = this.#memory.roomFor(length);
    this.bytes += length;
    this.#addresses.set(norms, at);
    this.#written.push({ norms: new WeakRef(norms), at });
    return at;
  }
}
