/**
 * Transports encoded posting lists from the kernel that encodes them, usually in other threads, to the thread that writes the
 * streams. The writer adds everything that depends on the offset in a stream. A list comes in pieces, cut between records:
 *
 *   pieces := {TERM field, term bytes, UTF-8, [SHORT bytes, list], {FREQUENCIES | POSITIONS bytes, record},
 *             [LONG bytes, head, bytes, documents], END info, [COUNT occurrences since the last]}
 *   info   := docFreq, bytes of frequencies, bytes of positions, [docFreq = 1: document, tf, {position gap}{tf}]
 */
import { ByteReader } from '../../codec/byte-reader.ts';
import { ByteWriter } from '../../codec/byte-writer.ts';
import { type DictionaryKernel, FIELD, FREQUENT, LARGE, POSTINGS } from '../dictionary/dictionary-kernel.ts';
import type { TermAssembly, TermStreams } from '../dictionary/term-assembly.ts';
import { INLINE_POSITIONS_MAX } from '../format.ts';
import { appendLongList } from '../postings/long-list-writer.ts';
import { readPositionGaps } from '../postings/position-gaps.ts';
import type { RunFile } from './runs/run-file.ts';

const FREQUENCIES = 1;
const SHORT = 3;
const LONG = 4;

/** All terms in order, as pieces of encoded lists. */
export interface EncodedTerms {
  pieces(documentCount: number): AsyncIterable<Uint8Array>;
  /** Whether threads encode them and can start before the first piece is requested. */
  readonly inThreads: boolean;
  /** The threads that encode the terms, if they can do more work afterwards. */
  readonly pool?: RunThreadPool;
}

/** Threads that create runs from tasks, then merge and encode the runs. */
export interface RunThreadPool {
  readonly threads: number;
  /** Starts the threads, and yields the runs of each task as it completes. Only the threads know the task format. */
  runsOf(tasks: readonly unknown[]): AsyncGenerator<readonly RunFile[]>;
  /** Yields the terms of runs, as pieces without positions. */
  encoded(runs: readonly RunFile[], documentCount: number): AsyncGenerator<Uint8Array>;
}

/** Starts the threads. The first piece is awaited later. */
export function beginPieces(terms: EncodedTerms, documentCount: number): EncodedTerms {
  const iterator = terms.pieces(documentCount)[Symbol.asyncIterator]();
  const first = iterator.next();
  // The consumer of the first piece gets the error.
  first.catch(() => undefined);
  return {
    ...terms,
    async *pieces() {
      for (let { done, value } = await first; done !== true; { done, value } = await iterator.next()) yield value;
    },
  };
}

/** Writes received lists to the stream. Pieces must come in the order in which they were sent. */
export class ListReplay {
  readonly #streams: TermStreams;
  readonly #terms: TermAssembly;
  /** Frequencies of a long list, copied here. */
  readonly #frequencies = new ByteWriter();
  readonly #head = new ByteWriter();
  readonly #documents = new ByteWriter();

  constructor(streams: TermStreams, terms: TermAssembly) {
    this.#streams = streams;
    this.#terms = terms;
  }

  /** Occurrences so far. */
  get occurrences(): number {
    return this.#terms.dictionary.kernel.occurrences;
  }

  play(piece: Uint8Array): void {
    const { kernel } = this.#terms.dictionary;
    for (let from = 0; from < piece.length; ) {
      kernel.give(piece, from);
      let found = kernel.play();
      for (; found === FIELD || found === FREQUENT; found = kernel.play()) {
        if (found === FIELD) this.#terms.beginField(kernel.field);
        else this.#note(kernel);
      }
      from += kernel.taken;
      if (found === LARGE) from = this.#takeLarge(piece, from);
    }
  }

  #note(kernel: DictionaryKernel): void {
    const { bytes, code } = kernel;
    const tf = code.docFreq.value === 1 ? code.tf.value : 0;
    let inlinePositions: Uint32Array | null = null;
    if (code.docFreq.value === 1 && tf <= INLINE_POSITIONS_MAX) {
      inlinePositions = new Uint32Array(tf);
      const gaps = new ByteReader(bytes);
      gaps.offset = code.gapsAt.value;
      readPositionGaps(gaps, tf, inlinePositions);
    }
    const start = code.last.value;
    this.#terms.note(bytes, start, start + code.lastBytes.value, {
      docFreq: code.docFreq.value,
      postingsBytes: Number(code.ownPostings.value),
      frequenciesBytes: Number(code.ownFrequencies.value),
      positionsBytes: Number(code.ownPositions.value),
      doc: code.doc.value,
      tf,
      inlinePositions,
    });
  }

  /** Appends a large record without another copy. Returns the offset of the next record. */
  #takeLarge(piece: Uint8Array, from: number): number {
    const { kernel } = this.#terms.dictionary;
    const { code } = kernel;
    const { postings } = this.#streams;
    const reader = new ByteReader(piece);
    reader.offset = from;
    const kind = reader.u8();
    if (kind === FREQUENCIES || kind === LONG) this.#frequencies.copy(kernel.takeHeld());
    if (kind === LONG) {
      postings.append(this.#frequencies.bytes, 0, this.#frequencies.length);
      this.#frequencies.clear();
      code.endHeld();
      const head = take(reader, this.#head);
      code.setOwnPostings(appendLongList(postings, head, take(reader, this.#documents)));
    } else {
      const length = reader.varint();
      const end = reader.offset + length;
      if (kind === FREQUENCIES) this.#frequencies.copy(piece, reader.offset, end);
      else postings.append(piece, reader.offset, end);
      if (kind === SHORT) code.setOwnPostings(length);
      reader.offset = end;
    }
    code.setLength(POSTINGS, postings.length);
    return reader.offset;
  }
}

function take(reader: ByteReader, into: ByteWriter): ByteWriter {
  const length = reader.varint();
  into.clear();
  into.copy(reader.bytes, reader.offset, reader.offset + length);
  reader.offset += length;
  return into;
}
