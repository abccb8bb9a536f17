/**
 * Encodes posting lists into pieces, from runs that it merges or from occurrences of the caller; compiled to WebAssembly from
 * assembly/encoding.ts. ../inversion/encoded-lists.ts describes the format of pieces.
 */
import { type GrowingMemory, LAYOUT_START, newMemory, startCode } from '../../kernel/wasm-memory.ts';
import { format } from '../../shared/thresholds.ts';
import { code } from './encoding-code.ts';

interface Value<T> {
  readonly value: T;
}

/** The exports of assembly/encoding.ts. */
export interface EncodingCode {
  readonly memory: GrowingMemory;
  setFormat(
    blockBits: number,
    bitmapFavour: number,
    packBits: number,
    shortListMax: number,
    inlinePositionsMax: number,
    groupPositions: number,
    skipBits: number,
    skippedMin: number,
    heldPositions: number,
  ): void;
  lay(
    start: number,
    documents: number,
    hasPositions: number,
    k1: number,
    b: number,
    pieceBytes: number,
    atOnce: number,
    termBytes: number,
  ): void;
  readonly boundsAt: Value<number>;
  readonly lengthsAt: Value<number>;
  readonly docsAt: Value<number>;
  readonly positionsAt: Value<number>;
  readonly termAt: Value<number>;
  enterField(isUnitLength: number, average: number): void;
  beginList(field: number, term: number, bytes: number): void;
  add(docs: number, positions: number, count: number): void;
  endList(): void;
  flush(): void;
  clearRuns(): void;
  layRuns(count: number, pageBytes: number): void;
  bound(isFirst: number, field: number, bytes: number): number;
  openRuns(): void;
  merge(): number;
  readonly top: Value<number>;
  cutRooms(at: number): void;
  collectField(field: number): void;
  laySegments(count: number, documents: number, gathered: number): void;
  enterTerms(n: number, field: number, terms: number, lists: number, marksAt: number, marks: number): void;
  openSegments(count: number): void;
  mergeSegments(): number;
  /** Equivalent to src/codec/utf8-check.ts; exported for its test. */
  isUtf8(at: number, bytes: number): number;
}

/** The index that lists are encoded for. */
export interface EncoderOptions {
  readonly documentCount: number;
  /** If false, only a list of one document in the dictionary keeps positions. */
  readonly hasPositions: boolean;
  /** Parameters of BM25, and the bound of each impact. */
  readonly k1: number;
  readonly b: number;
  readonly bounds: Float64Array;
  /** A piece is emitted at this size. A single record may exceed it. */
  readonly pieceBytes: number;
  /** Receives a piece, which has its own memory. */
  give(piece: Uint8Array<ArrayBuffer>): void;
  /** Facts about fields that impacts depend on. */
  readonly fields: FieldsOfLists;
}

export interface FieldsOfLists {
  /** Makes a field the current one. */
  enter(field: number): void;
  readonly isUnitLength: boolean;
  readonly averageLength: number;
  /** Fills in the lengths by document, with {@link LONG_LENGTH} for lengths that do not fit. */
  fill(lengths: Uint16Array): void;
  /** Returns the length of a document marked {@link LONG_LENGTH}. */
  longLength(doc: number): number;
}

/** A run to merge. */
export interface RunPages {
  read(into: Uint8Array): number;
}

/** A term of a field. */
export interface FieldTerm {
  readonly field: number;
  readonly term: Uint8Array;
}

/** Stands for all lengths of this or more in the lengths of documents. */
export const LONG_LENGTH = 0xffff;

/** The memory of an encoder, and the functions that it calls in this memory (assembly/case-terms.ts). */
export interface EncoderSite {
  readonly memory: GrowingMemory;
  /** The first address that it may use. */
  readonly start: number;
  readonly calls: object;
}

const nowhere = (): never => {
  throw new Error('no terms of a case are merged here');
};

/** Its own memory, for runs and for occurrences of the caller. */
function ownSite(): EncoderSite {
  const names = ['nextTerm', 'restart', 'read', 'beginTerm', 'collect', 'collectLong', 'nextField', 'refuse'];
  const calls = Object.fromEntries(names.map((name) => [name, nowhere]));
  return { memory: newMemory(OWN_PAGES), start: LAYOUT_START, calls };
}

const OWN_PAGES = 8;
/** Number of occurrences copied at a time. Up to {@link FEW} numbers or bytes are copied one by one. */
const OCCURRENCES = 4096;
const FEW = 24;
/** More bytes than any term has. */
const TERM_BYTES = 1 << 16;
/** A page holds at least this many bytes, even if few are read at a time. */
const PAGE_BYTES_MIN = 4096;

export class ListEncoder {
  readonly #code: EncodingCode;
  readonly #options: EncoderOptions;
  #buffer: ArrayBuffer = new ArrayBuffer(0);
  #term = new Uint8Array(0);
  #docs = new Uint32Array(0);
  #positions = new Uint32Array(0);
  #runs: readonly RunPages[] = [];
  /** The current field, and the one with its lengths in memory. */
  #field = -1;
  #held = -1;

  constructor(options: EncoderOptions, site = ownSite()) {
    this.#options = options;
    // The imports, grouped by the files that call them.
    const piece = {
      give: (at: number, bytes: number, moreAt: number, moreBytes: number) => this.#give(at, bytes, moreAt, moreBytes),
    };
    const packs = {
      needField: (field: number) => this.#enterField(field),
      lengthOf: (doc: number) => options.fields.longLength(doc),
    };
    const runs = {
      read: (run: number, at: number, room: number) =>
        this.#runs[run]!.read(new Uint8Array(this.#code.memory.buffer, at, room)),
      endsEarly: () => {
        throw new Error('a run of the build ends early');
      },
    };
    const env = { memory: site.memory };
    this.#code = startCode<EncodingCode>(code, { piece, packs, runs, 'case-terms': site.calls, env });
    const { setFormat, lay, boundsAt, memory } = this.#code;
    setFormat(
      format.blockBits,
      format.bitmapFavour,
      format.packBits,
      format.shortListMax,
      format.inlinePositionsMax,
      format.groupPositions,
      format.skipBits,
      format.skippedMin,
      format.heldPositions,
    );
    const { documentCount, hasPositions, k1, b, bounds, pieceBytes } = options;
    lay(site.start, documentCount, hasPositions ? 1 : 0, k1, b, pieceBytes, OCCURRENCES, TERM_BYTES);
    new Float64Array(memory.buffer, boundsAt.value, bounds.length).set(bounds);
  }

  /** Used for the terms of a case: src/engine/inversion/case-terms.ts. */
  get code(): EncodingCode {
    return this.#code;
  }

  /** Views are detached when the memory grows. */
  #renew(): void {
    const { memory, termAt, docsAt, positionsAt } = this.#code;
    this.#buffer = memory.buffer;
    this.#term = new Uint8Array(memory.buffer, termAt.value, TERM_BYTES);
    this.#docs = new Uint32Array(memory.buffer, docsAt.value, OCCURRENCES);
    this.#positions = new Uint32Array(memory.buffer, positionsAt.value, OCCURRENCES);
  }

  /** Does nothing for the current field, because consecutive lists are often from the same field. */
  #enterField(field: number): void {
    if (field === this.#field) return;
    const { fields, documentCount } = this.#options;
    const { memory, lengthsAt, enterField } = this.#code;
    this.#field = field;
    fields.enter(field);
    enterField(fields.isUnitLength ? 1 : 0, fields.averageLength);
    if (fields.isUnitLength || field === this.#held) return;
    fields.fill(new Uint16Array(memory.buffer, lengthsAt.value, documentCount));
    this.#held = field;
  }

  #give(at: number, bytes: number, moreAt: number, moreBytes: number): void {
    const { buffer } = this.#code.memory;
    const piece = new Uint8Array(bytes + moreBytes);
    piece.set(new Uint8Array(buffer, at, bytes));
    piece.set(new Uint8Array(buffer, moreAt, moreBytes), bytes);
    this.#options.give(piece);
  }

  /** Begins the list of the term `bytes[start … end)`. */
  begin(field: number, bytes: Uint8Array, start: number, end: number): void {
    if (this.#buffer !== this.#code.memory.buffer) this.#renew();
    const length = end - start;
    const term = this.#term;
    if (length > FEW) term.set(bytes.subarray(start, end));
    else for (let i = 0, from = start; i < length; i++) term[i] = bytes[from++]!;
    this.#code.beginList(field, term.byteOffset, length);
  }

  /** Adds occurrences `[from … from + count)`, by document and position. A document may continue in the next call. */
  add(docs: Uint32Array, positions: Uint32Array, from: number, count: number): void {
    for (let done = 0; done < count; done += OCCURRENCES) this.#add(docs, positions, from + done, count - done);
  }

  #add(docs: Uint32Array, positions: Uint32Array, from: number, left: number): void {
    if (this.#buffer !== this.#code.memory.buffer) this.#renew();
    const count = Math.min(left, OCCURRENCES);
    const ownDocs = this.#docs;
    const ownPositions = this.#positions;
    if (count > FEW) {
      ownDocs.set(docs.subarray(from, from + count));
      ownPositions.set(positions.subarray(from, from + count));
    } else {
      for (let i = 0, at = from; i < count; i++, at++) {
        ownDocs[i] = docs[at]!;
        ownPositions[i] = positions[at]!;
      }
    }
    this.#code.add(ownDocs.byteOffset, ownPositions.byteOffset, count);
  }

  end(): void {
    this.#code.endList();
  }

  /** Emits the rest as a piece. */
  flush(): void {
    this.#code.flush();
  }

  /**
   * Begins to merge runs, from a term up to but excluding another. `readBytes`: number of bytes of a run to read at a
   * time.
   */
  open(runs: readonly RunPages[], readBytes: number, from: FieldTerm | null, to: FieldTerm | null): void {
    const { clearRuns, layRuns, openRuns } = this.#code;
    clearRuns();
    this.#runs = runs;
    layRuns(runs.length, Math.max(PAGE_BYTES_MIN, readBytes));
    if (from !== null) this.#bound(true, from);
    if (to !== null) this.#bound(false, to);
    openRuns();
  }

  #bound(isFirst: boolean, { field, term }: FieldTerm): void {
    const at = this.#code.bound(isFirst ? 1 : 0, field, term.length);
    new Uint8Array(this.#code.memory.buffer, at, term.length).set(term);
  }

  /** Encodes terms of the runs until a piece is complete. Returns false at the end. */
  merge(): boolean {
    return this.#code.merge() !== 0;
  }
}
