/**
 * Transport of encoded posting lists from the kernel that encodes them, mostly in other threads, to the one that writes the streams. What depends
 * on the offset in a stream is left to that one. A list travels in pieces, cut between records:
 *
 *   pieces := {TERM field, term bytes, UTF-8, [SHORT bytes, list], {FREQUENCIES | POSITIONS bytes, record},
 *             [LONG bytes, head, bytes, documents], END info, [COUNT occurrences since the last]}
 *   info   := docFreq, bytes of frequencies, bytes of positions, [docFreq = 1: document, tf, {position gap}{tf}]
 */
import { ByteReader } from '../../codec/byte-reader.ts';
import { ByteWriter } from '../../codec/byte-writer.ts';
import { readPositionGaps } from '../../codec/position-gaps.ts';
import type { TermAssembly } from '../dictionary/term-assembly.ts';
import { INLINE_POSITIONS_MAX } from '../format.ts';
import type { ListInfo } from '../postings/list-info.ts';
import type { ListStream } from '../postings/list-stream.ts';
import type { RunFile } from './run-file.ts';

const TERM = 0;
const FREQUENCIES = 1;
const SHORT = 3;
const LONG = 4;
const END = 5;
const COUNT = 6;

/** All terms in order, with their lists encoded elsewhere: provides the pieces in order. */
export interface EncodedTerms {
  pieces(documentCount: number): AsyncIterable<Uint8Array>;
  /** Whether threads encode them, which can begin before the first piece is wanted. */
  readonly inThreads: boolean;
  /** Those who encode them, where they can do more after that. */
  readonly crew?: RunCrew;
}

/** Threads that make runs of tasks, and merge and encode these. */
export interface RunCrew {
  readonly threads: number;
  /** Lets the threads begin, and gives the runs of each task, in the order in which they are done. The threads know what a task is. */
  runsOf(tasks: readonly unknown[]): AsyncGenerator<readonly RunFile[]>;
  /** The terms of runs, as pieces without positions. */
  encoded(runs: readonly RunFile[], documentCount: number): AsyncGenerator<Uint8Array>;
}

/** Lets the threads begin, whose first piece is awaited later. */
export function beginPieces(terms: EncodedTerms, documentCount: number): EncodedTerms {
  const iterator = terms.pieces(documentCount)[Symbol.asyncIterator]();
  const first = iterator.next();
  // What went wrong is told to whoever asks for the first piece.
  first.catch(() => undefined);
  return {
    ...terms,
    async *pieces() {
      for (let { done, value } = await first; done !== true; { done, value } = await iterator.next()) yield value;
    },
  };
}

/** A term of a field, `bytes[start … end)`, whose list was appended to the stream. */
export type OnTerm = (field: number, bytes: Uint8Array, start: number, end: number, list: ListInfo) => void;

const NOTHING = new Uint8Array(0);

/** Writes recorded lists to the streams. Pieces come in the order in which they were sent. */
export class ListReplay {
  readonly #lists: ListStream;
  readonly #terms: TermAssembly;
  readonly #onTerm: OnTerm;
  #field = -1;
  /** Occurrences so far. */
  occurrences = 0;
  /** The current term, `[from … to)` of the piece, or of a copy where the list goes on in the next. */
  #term: Uint8Array = NOTHING;
  #termFrom = 0;
  #termTo = 0;
  #isTermOpen = false;
  readonly #list = new ByteWriter();
  readonly #documents = new ByteWriter();
  readonly #positions = new Uint32Array(INLINE_POSITIONS_MAX);
  #postingsBytes = 0;
  /** Reused for every list: there are millions. */
  readonly #info: ListInfo = {
    docFreq: 0,
    postingsBytes: 0,
    frequenciesBytes: 0,
    positionsBytes: 0,
    doc: 0,
    tf: 0,
    inlinePositions: null,
  };

  /** `onTerm` is called after each. */
  constructor(lists: ListStream, terms: TermAssembly, onTerm: OnTerm) {
    this.#lists = lists;
    this.#terms = terms;
    this.#onTerm = onTerm;
  }

  play(piece: Uint8Array): void {
    const reader = new ByteReader(piece);
    while (reader.offset < reader.end) this.#playRecord(reader);
    if (!this.#isTermOpen) return;
    this.#term = this.#term.slice(this.#termFrom, this.#termTo);
    this.#termTo -= this.#termFrom;
    this.#termFrom = 0;
  }

  #playRecord(reader: ByteReader): void {
    const kind = reader.u8();
    if (kind === TERM) {
      this.#field = reader.varint();
      this.#terms.beginField(this.#field);
      const length = reader.varint();
      this.#term = reader.bytes;
      this.#termFrom = reader.offset;
      reader.offset += length;
      this.#termTo = reader.offset;
      this.#isTermOpen = true;
      this.#postingsBytes = 0;
    } else if (kind === SHORT) {
      this.#postingsBytes = reader.varint();
      this.#lists.short(reader.bytes, reader.offset, reader.offset + this.#postingsBytes);
      reader.offset += this.#postingsBytes;
    } else if (kind === LONG) {
      this.#take(reader, this.#list);
      this.#postingsBytes = this.#lists.long(this.#list, this.#take(reader, this.#documents));
    } else if (kind === END) {
      const list = this.#readInfo(reader);
      this.#terms.add(this.#term, this.#termFrom, this.#termTo, list);
      this.#onTerm(this.#field, this.#term, this.#termFrom, this.#termTo, list);
      this.#isTermOpen = false;
    } else if (kind === COUNT) {
      this.occurrences += reader.varint();
    } else {
      const length = reader.varint();
      const end = reader.offset + length;
      if (kind === FREQUENCIES) this.#lists.frequencies(reader.bytes, reader.offset, end);
      else this.#lists.positions(reader.bytes, reader.offset, end);
      reader.offset = end;
    }
  }

  #readInfo(reader: ByteReader): ListInfo {
    const info = this.#info;
    info.docFreq = reader.varint();
    info.postingsBytes = this.#postingsBytes;
    info.frequenciesBytes = reader.varint();
    info.positionsBytes = reader.varint();
    info.inlinePositions = null;
    if (info.docFreq !== 1) return info;
    info.doc = reader.varint();
    const tf = reader.varint();
    info.tf = tf;
    if (tf > INLINE_POSITIONS_MAX) return info;
    const positions = this.#positions;
    readPositionGaps(reader, tf, positions);
    info.inlinePositions = positions;
    return info;
  }

  #take(reader: ByteReader, into: ByteWriter): ByteWriter {
    const length = reader.varint();
    into.clear();
    into.copy(reader.bytes, reader.offset, reader.offset + length);
    reader.offset += length;
    return into;
  }
}
