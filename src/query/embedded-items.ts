/** The item store over indexes that this process has open: records and inline texts are beside the postings. */
import type { IndexReader } from '../engine/index-reader.ts';
import type { IndexedItem, ItemRef, ItemStore, StoredText, ThreadGroups } from '../search/item-store.ts';
import type { Holders, HoldersRequest } from '../search/related/value-holders.ts';
import type { Rows, RowsRequest } from '../search/rows.ts';
import { AppError } from '../shared/errors.ts';
import { runInSlices, throwIfCancelled } from '../shared/slices.ts';
import { familyRoots } from './families/family-roots.ts';
import { threadGroups } from './families/thread-groups.ts';
import type { OpenIndexes } from './open-indexes.ts';
import { writeRows } from './rows/item-rows.ts';
import { valueHolders } from './value-holders.ts';

/** Size of the pieces of an inline text, in bytes. */
const TEXT_PIECE = 1 << 16;
/** Ids between two yields. */
const IDS_PER_SLICE = 1024;

export class EmbeddedItems implements ItemStore {
  readonly #indexes: OpenIndexes;

  constructor(indexes: OpenIndexes) {
    this.#indexes = indexes;
  }

  async exist(source: string, ids: Uint32Array, signal?: AbortSignal): Promise<Uint8Array> {
    return runInSlices(existing(this.#indexes.get(source), ids), signal);
  }

  async records(
    refs: readonly ItemRef[],
    signal?: AbortSignal,
    shown: readonly string[] | null = null,
  ): Promise<readonly (IndexedItem | null)[]> {
    const indexes = refs.map(({ source }) => this.#indexes.get(source));
    return runInSlices(recordsOf(indexes, refs, shown === null ? null : new Set(shown)), signal);
  }

  async rows(request: RowsRequest, signal?: AbortSignal): Promise<Rows> {
    const { rest, ...first } = await runInSlices(writeRows(this.#indexes.get(request.source), request), signal);
    return { ...first, rest: rest === null ? null : slicesOf(rest) };
  }

  async familyRoots(source: string, ids: Uint32Array, signal?: AbortSignal): Promise<Uint32Array> {
    return runInSlices(familyRoots(this.#indexes.get(source), ids), signal);
  }

  async threadGroups(source: string, ids: Uint32Array, signal?: AbortSignal): Promise<ThreadGroups> {
    return runInSlices(threadGroups(this.#indexes.get(source), ids), signal);
  }

  async holders(request: HoldersRequest, signal?: AbortSignal): Promise<Holders> {
    return runInSlices(valueHolders(this.#indexes.get(request.source), request), signal);
  }

  async propertyNames(source: string): Promise<readonly string[]> {
    return this.#indexes.get(source).names;
  }

  async storedText({ source, id }: ItemRef, signal?: AbortSignal): Promise<StoredText> {
    const index = this.#indexes.get(source);
    throwIfCancelled(signal);
    const doc = index.docOf(id);
    const extent = doc < 0 ? null : index.textExtent(doc);
    if (extent === null) throw new AppError('NOT_FOUND', `Item ${id} has no stored text.`);
    return { bytes: extent.length, pieces: pieces(index, extent.offset, extent.length, signal) };
  }

  close(): Promise<void> {
    return this.#indexes.close();
  }
}

function* existing(index: IndexReader, ids: Uint32Array): Generator<void, Uint8Array> {
  const flags = new Uint8Array(ids.length);
  for (let i = 0; i < ids.length; i++) {
    if (index.docOf(ids[i]!) >= 0) flags[i] = 1;
    if (i % IDS_PER_SLICE === IDS_PER_SLICE - 1) yield;
  }
  return flags;
}

function* recordsOf(
  indexes: readonly IndexReader[],
  refs: readonly ItemRef[],
  shown: ReadonlySet<string> | null,
): Generator<void, readonly (IndexedItem | null)[]> {
  const records: (IndexedItem | null)[] = [];
  for (let i = 0; i < refs.length; i++) {
    const index = indexes[i]!;
    const { id } = refs[i]!;
    const doc = index.docOf(id);
    records.push(doc < 0 ? null : recordOf(index, id, doc, shown));
    yield;
  }
  return records;
}

function recordOf(index: IndexReader, id: number, doc: number, shown: ReadonlySet<string> | null): IndexedItem {
  const { properties, ...rest } = index.item(doc);
  return {
    id,
    luceneId: index.originNumber(doc),
    ...rest,
    properties: shown === null ? properties : properties.filter(([name]) => shown.has(name)),
  };
}

async function* slicesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += TEXT_PIECE) yield bytes.slice(at, at + TEXT_PIECE);
}

async function* pieces(
  index: IndexReader,
  offset: number,
  length: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const stream = index.texts;
  for (let at = 0; at < length; at += TEXT_PIECE) {
    throwIfCancelled(signal);
    const size = Math.min(TEXT_PIECE, length - at);
    stream.fetch(offset + at, size);
    // Copied, because later reads reuse the bytes of a frame.
    yield stream.bytes.slice(stream.start, stream.start + size);
  }
}
