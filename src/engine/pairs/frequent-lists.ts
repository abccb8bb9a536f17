/**
 * Keeps copies of the lists of frequent terms in a file while terms are written. Reading them from the index itself would map
 * its pages into memory.
 */
import { join } from 'node:path';
import { tuning } from '../../shared/thresholds.ts';
import { NONE_FREQUENT } from '../dictionary/dictionary-kernel.ts';
import type { FrequentTerms } from '../dictionary/term-assembly.ts';
import { PAIRED_MIN } from '../format.ts';
import type { ListInfo } from '../postings/list-info.ts';
import { listAt } from '../postings/term-info.ts';
import { ChunkCache } from '../store/chunk-cache.ts';
import { type SpooledBytes, SpoolFile, SpoolReader } from '../store/spool-file.ts';
import type { StoreWriter } from '../store/store-writer.ts';
import { StreamChunks } from '../store/stream-chunks.ts';
import { StreamReader } from '../store/stream-reader.ts';
import { type FrequentTerm, isPaired } from './frequent-terms.ts';
import type { ListReaders } from './term-occurrences.ts';

/** A field that may have pairs. */
export interface PairedField {
  readonly id: number;
  readonly tokenCount: number;
}

export class FrequentLists implements FrequentTerms {
  readonly #store: StoreWriter;
  readonly #directory: string;
  readonly #tokenCounts: ReadonlyMap<number, number>;
  readonly #byField = new Map<number, FrequentTerm[]>();
  #spool: SpoolFile | null = null;

  /** A file is created in `directory` on demand. */
  constructor(store: StoreWriter, directory: string, fields: readonly PairedField[]) {
    this.#store = store;
    this.#directory = directory;
    this.#tokenCounts = new Map(fields.map(({ id, tokenCount }) => [id, tokenCount]));
  }

  /** Frequent terms by field, both in order. */
  get byField(): ReadonlyMap<number, readonly FrequentTerm[]> {
    return this.#byField;
  }

  /** Returns the minimum number of documents of a term that makes pairs. */
  leastOf(field: number): number {
    return this.#tokenCounts.has(field) ? PAIRED_MIN : NONE_FREQUENT;
  }

  /** Takes a term whose list was just appended to the stream. */
  note(field: number, bytes: Uint8Array, start: number, end: number, list: ListInfo): void {
    const tokenCount = this.#tokenCounts.get(field);
    // The empty term marks beginnings of values and makes no pairs.
    if (tokenCount === undefined || end === start || !isPaired(list.docFreq, tokenCount)) return;
    const terms = this.#byField.get(field) ?? [];
    this.#byField.set(field, terms);
    const { docFreq, doc, tf, postingsBytes, frequenciesBytes, positionsBytes, inlinePositions } = list;
    const offset = this.#keep(postingsBytes + frequenciesBytes + positionsBytes);
    const ofMany = listAt(offset, docFreq, postingsBytes, frequenciesBytes, positionsBytes);
    const info = docFreq > 1 ? ofMany : { ...ofMany, doc, tf, inlinePositions: inlinePositions?.slice(0, tf) ?? null };
    terms.push({ term: bytes.slice(start, end), info });
  }

  /** Copies the last bytes of the stream, preserving alignment. Returns their offset in the copy. */
  #keep(length: number): number {
    this.#spool ??= new SpoolFile(join(this.#directory, 'frequent-postings'));
    const spool = this.#spool;
    const offset = this.#store.stream('postings').length - length;
    spool.append(PADDING, 0, (((offset - spool.length) % ALIGNMENT) + ALIGNMENT) % ALIGNMENT);
    const kept = spool.length;
    this.#store.forWritten('postings', offset, length, (bytes, start, end) => spool.append(bytes, start, end));
    return kept;
  }

  /** Returns the file of the lists, which any thread can read. */
  spooled(): SpooledBytes {
    return this.#spool?.finished() ?? NO_BYTES;
  }

  close(): void {
    this.#spool?.close();
    this.#spool = null;
  }
}

const NO_BYTES: SpooledBytes = { path: '', length: 0 };

/** Opens readers of the lists in such a file. `close` closes it. */
export function openLists(lists: SpooledBytes): ListReaders & { close(): void } {
  const file = new SpoolReader(lists);
  const chunks = new StreamChunks('postings', (chunk) => file.chunk(chunk), new ChunkCache(tuning.batchBytes));
  const [postings, frequencies, positions] = [
    new StreamReader(chunks),
    new StreamReader(chunks),
    new StreamReader(chunks),
  ];
  return { postings, frequencies, positions, close: () => file.close() };
}

/** Lists are aligned, because bitmaps are read as words. */
const ALIGNMENT = 4;
const PADDING = new Uint8Array(ALIGNMENT);
