/**
 * Keeps the lists of frequent terms while terms are written. They are copied to files, because the index maps what is read of it
 * into memory.
 */
import { join } from 'node:path';
import { ways } from '../../shared/thresholds.ts';
import type { ListInfo } from '../postings/list-info.ts';
import { ChunkCache } from '../store/chunk-cache.ts';
import { type SpooledBytes, SpoolFile, SpoolReader } from '../store/spool-file.ts';
import type { StoreWriter } from '../store/store-writer.ts';
import { StreamReader } from '../store/stream-reader.ts';
import { type FrequentTerm, isPaired } from './frequent-terms.ts';
import type { ListReaders } from './term-occurrences.ts';

const LISTS = ['postings', 'frequencies', 'positions'] as const;
type ListStream = (typeof LISTS)[number];

/** A field that may have pairs, before its terms are written. */
export interface PairedField {
  readonly id: number;
  readonly tokenCount: number;
}

export class FrequentLists {
  readonly #store: StoreWriter;
  readonly #directory: string;
  readonly #tokenCounts: ReadonlyMap<number, number>;
  readonly #byField = new Map<number, FrequentTerm[]>();
  readonly #spools = new Map<ListStream, SpoolFile>();

  /** Files are made in `directory` when they are needed. */
  constructor(store: StoreWriter, directory: string, fields: readonly PairedField[]) {
    this.#store = store;
    this.#directory = directory;
    this.#tokenCounts = new Map(fields.map(({ id, tokenCount }) => [id, tokenCount]));
  }

  /** Frequent terms by field, both in order. */
  get byField(): ReadonlyMap<number, readonly FrequentTerm[]> {
    return this.#byField;
  }

  /** A term whose list was just appended to the streams. */
  note(field: number, bytes: Uint8Array, start: number, end: number, list: ListInfo): void {
    const tokenCount = this.#tokenCounts.get(field);
    // The empty term is the mark between values.
    if (tokenCount === undefined || end === start || !isPaired(list.docFreq, tokenCount)) return;
    const terms = this.#byField.get(field) ?? [];
    this.#byField.set(field, terms);
    const { docFreq, doc, tf, postingsBytes, frequenciesBytes, positionsBytes, inlinePositions } = list;
    const isSingle = docFreq === 1;
    const info = {
      docFreq,
      doc: isSingle ? doc : -1,
      tf: isSingle ? tf : 0,
      inlinePositions: inlinePositions === null ? null : inlinePositions.slice(0, tf),
      postingsOffset: this.#keep('postings', postingsBytes),
      postingsBytes,
      frequenciesOffset: this.#keep('frequencies', frequenciesBytes),
      frequenciesBytes,
      positionsOffset: this.#keep('positions', positionsBytes),
      positionsBytes,
    };
    terms.push({ term: bytes.slice(start, end), info });
  }

  /** Copies the last bytes of a stream; returns where they are in the copy: with the same alignment. */
  #keep(name: ListStream, length: number): number {
    let spool = this.#spools.get(name);
    if (spool === undefined) {
      spool = new SpoolFile(join(this.#directory, `frequent-${name}`));
      this.#spools.set(name, spool);
    }
    const offset = this.#store.stream(name).length - length;
    spool.append(PADDING, 0, (((offset - spool.length) % ALIGNMENT) + ALIGNMENT) % ALIGNMENT);
    const kept = spool.length;
    this.#store.forWritten(name, offset, length, (bytes, start, end) => spool.append(bytes, start, end));
    return kept;
  }

  /** The files of the lists, for any thread to read. */
  spooled(): SpooledLists {
    const of = (name: ListStream): SpooledBytes => this.#spools.get(name)?.finished() ?? NO_BYTES;
    return { postings: of('postings'), frequencies: of('frequencies'), positions: of('positions') };
  }

  close(): void {
    for (const spool of this.#spools.values()) spool.close();
    this.#spools.clear();
  }
}

/** Files that have the lists, by the offsets in what is known of the terms. */
export type SpooledLists = Readonly<Record<ListStream, SpooledBytes>>;

const NO_BYTES: SpooledBytes = { path: '', length: 0 };

/** Readers of the lists; `close` closes their files. */
export function openLists(lists: SpooledLists): ListReaders & { close(): void } {
  const cache = new ChunkCache(ways.batchBytes);
  const files = LISTS.map((name) => new SpoolReader(lists[name]));
  const [postings, frequencies, positions] = LISTS.map(
    (name, n) => new StreamReader(name, (chunk) => files[n]!.chunk(chunk), cache),
  );
  const close = (): void => {
    for (const file of files) file.close();
  };
  return { postings: postings!, frequencies: frequencies!, positions: positions!, close };
}

/** Bitmaps are read as words. */
const ALIGNMENT = 4;
const PADDING = new Uint8Array(ALIGNMENT);
