/**
 * Inner loops in WebAssembly (source: assembly/): sets of documents in a block, and phrases. Documents, frequencies and
 * positions are decoded and compared many at a time, two to four times as fast as in JavaScript. For a phrase, in
 * order:
 *
 *   fillSet                        documents that may have it
 *   decodeList or fillList         the documents of a term;  meetList  keeps those of the set that have it, too
 *   collectSet                     what is left: candidates, processed up to 256 at a time, at first all `alive`
 *   rankCandidates, sumFrequencies their ranks in the list of a term, and the number of positions before them
 *   beginPhrase                    positions of the first term, in the groups that `froms` and `tos` name
 *   turnToTerm, then narrowStarts or keepNear   positions of another term
 *
 * Arguments are passed in columns and in `bytes`. There is one memory for a thread: nothing in it outlives a block of
 * an operator, and phrases are processed one at a time.
 */
import { code } from './kernel-code.ts';

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  fillSet(count: number): void;
  sizeOfSet(): number;
  listSet(words: number, base: number): number;
  collectSet(last: number): number;
  fillList(list: number, count: number): void;
  decodeList(list: number, form: number, length: number): void;
  meetList(list: number, last: number): number;
  rankCandidates(list: number, from: number, count: number, base: number): void;
  sumFrequencies(postings: number, listed: number, shift: number): number;
  beginPhrase(postings: number, order: number, shift: number, offset: number): number;
  turnToTerm(order: number, shift: number): void;
  narrowStarts(from: number, to: number, offset: number): number;
  keepNear(from: number, to: number, distance: number, slop: number): number;
}

/** Addresses, which the code exports by the names of assembly/memory.ts. */
type Addresses = Readonly<
  Record<
    | 'FROMS'
    | 'TOS'
    | 'SKIPS'
    | 'COUNTS'
    | 'ALIVE'
    | 'ENDS'
    | 'PLACES'
    | 'RUNS'
    | 'SET'
    | 'LISTS'
    | 'CANDIDATES'
    | 'STARTS'
    | 'BYTES',
    { readonly value: number }
  >
>;

/** What of WebAssembly is used here: the types of Node do not have it. */
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
};

/** Lists that fit. */
export const LISTS_MAX = 8;
/** Candidates that are looked at together. */
export const POSTINGS_MAX = 256;
/** Positions of the first term of a phrase in them together. */
export const STARTS_MAX = 65_536;
/** Length of `bytes`. */
export const BYTES_MAX = 2 ** 19;

const exported = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(code, 'base64'))).exports;
const kernel = exported as unknown as Exports & Addresses;
const { buffer } = kernel.memory;

const column = (address: { readonly value: number }) => new Uint32Array(buffer, address.value, POSTINGS_MAX);

/** Where the group of a posting begins, as an address: {@link BYTES_AT} plus the place in `bytes`. */
export const froms = column(kernel.FROMS);
/** Where it ends. */
export const tos = column(kernel.TOS);
/** Positions in the group before those of the posting. */
export const skips = column(kernel.SKIPS);
/** Positions of the posting. */
export const counts = column(kernel.COUNTS);
/** The candidates left, by their number among those looked at together, ascending. */
export const alive = column(kernel.ALIVE);
const ends = column(kernel.ENDS);
/** Places of postings in their list. */
export const places = column(kernel.PLACES);
/** Where the run of frequencies of a posting begins, as an address. */
export const runs = column(kernel.RUNS);
/** The set: documents of a block, as a bitmap. */
export const set = new Uint32Array(buffer, kernel.SET.value, 2048);
/** The documents of list 0, as a bitmap. */
export const firstList = new Uint32Array(buffer, kernel.LISTS.value, 2048);
/** The low halves of the documents collected. */
export const candidates = new Uint16Array(buffer, kernel.CANDIDATES.value, 65_536);
/** What a call is given to read. A little of what lies behind it is read, too, and may be anything. */
export const BYTES_AT = kernel.BYTES.value;
export const bytes = new Uint8Array(buffer, BYTES_AT, BYTES_MAX);
/** The same, as documents. */
export const docs = new Uint32Array(buffer, BYTES_AT, BYTES_MAX / 4);

export const {
  /** Makes the first `count` of `docs`, of which the low halves count, the set. */
  fillSet,
  /** Documents in the set. */
  sizeOfSet,
  /** Writes the documents of the first `words` words of the set, each plus `base`, into `docs`; returns how many. */
  listSet,
  /** Writes the documents of the set, all of them up to `last`, into `candidates`; returns how many. */
  collectSet,
  /** Makes the first `count` of `docs` the documents of a list. */
  fillList,
  /** Makes a block of documents (src/codec/doc-block.ts) of `length` bytes the documents of a list. */
  decodeList,
  /** Keeps the documents of the set, all of them up to `last`, that are in the list. Returns how many are left. */
  meetList,
  /** Fills `places` of the first `count` alive of the candidates from `from` on: `base` plus the rank in a list. */
  rankCandidates,
  /**
   * Fills `skips` and `counts` of `postings` ascending postings of a list of `listed`, in groups of 2^shift, from `places`
   * and `runs`. Returns the highest count.
   */
  sumFrequencies,
  /**
   * Decodes the first term of `postings` candidates, whose groups are of order `order` and of 2^shift postings. The starts of the phrase are its
   * positions less `offset`, its place in the phrase. Returns how many candidates have any.
   */
  beginPhrase,
  /** Turns to the next term, whose groups are of order `order` and of 2^shift postings. */
  turnToTerm,
  /**
   * Of the candidates left, those numbered `from` up to `to`: keeps the starts at which the term stands `offset` behind.
   * Returns how many candidates are left of all so far.
   */
  narrowStarts,
  /** The same, but keeps candidates, with all their starts, in which the term stands within `slop` of `distance` behind one. */
  keepNear,
} = kernel;

/** Starts in the i-th of the candidates that are left. */
export function startsOf(i: number): number {
  return (ends[i]! - (i === 0 ? kernel.STARTS.value : ends[i - 1]!)) >>> 2;
}
