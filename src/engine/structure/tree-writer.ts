/**
 * Collects the tree of a build item by item, and writes it at the end: the parent of each document, and the children of each.
 * Children are sorted folders first, then by folded name, then by id; those of a conversation by id alone. Names are sorted
 * externally. The rest takes 17 bytes of memory per item, and 8 more if documents are not in order of ids.
 */
import { join } from 'node:path';
import { FOLDER, IN_ORDER, kindOf, nameInTree, type TreeItem } from '../../schema/item-kinds.ts';
import { freeArrays } from '../../shared/freed-arrays.ts';
import { leastPassing } from '../../shared/sorting/binary-search.ts';
import type { HoldLimits } from '../columns/field-files.ts';
import type { MergedValues } from '../columns/values/merged-values.ts';
import { ValueLog } from '../columns/values/value-log.ts';
import type { ValueThreadPool } from '../columns/values/value-sorting.ts';
import type { Extent, TreeHeader } from '../format.ts';
import { PagedBytes, type PageFile, PageReader } from '../store/page-file.ts';
import type { StreamWriter } from '../store/stream-writer.ts';
import type { DocumentIds, DocumentIdWriter } from './document-ids.ts';

/** Documents between two pauses. */
const DOCS_PER_PAUSE = 1 << 16;
/** The fraction of the work that finding the parents takes. The rest is sorting by name. */
const PARENTS_PART = 0.2;
/** Memory of names, as a fraction of the memory of all whole values. */
const NAME_PART = 4;

export class TreeWriter {
  /** Parent ids plus one, or 0. */
  readonly #parents: PagedBytes;
  readonly #kinds: PagedBytes;
  readonly #names: ValueLog;
  readonly #kind = new Uint8Array(1);

  /** Temporary files are in `directory`, which the caller removes. */
  constructor(directory: string, pages: PageFile, { values }: HoldLimits) {
    this.#parents = new PagedBytes(pages);
    this.#kinds = new PagedBytes(pages);
    this.#names = new ValueLog(join(directory, 'names'), {
      occurrences: Math.ceil(values.occurrences / NAME_PART),
      bytes: Math.ceil(values.bytes / NAME_PART),
    });
  }

  /** Uses threads for sorting until they end. */
  useThreadPool(pool: ValueThreadPool): void {
    this.#names.useThreadPool(pool);
  }

  add(doc: number, item: TreeItem): void {
    this.#parents.u32(item.parentId === null ? 0 : item.parentId + 1);
    this.#kind[0] = kindOf(item);
    this.#kinds.copy(this.#kind, 0, 1);
    this.#names.add(0, doc, nameInTree(item));
  }

  /** Writes the tree. Calls `onPart` regularly with the progress, 0 to 1. */
  async write(
    stream: StreamWriter,
    ids: Pick<DocumentIdWriter, 'count' | 'inMemory'>,
    onPart: (part: number) => Promise<void>,
  ): Promise<TreeHeader> {
    const { count } = ids;
    const { parents, documents } = await this.#parentDocs(ids, (part) => onPart(part * PARENTS_PART));
    const kinds = readKinds(this.#kinds, count);
    const starts = new Uint32Array(count + 2);
    for (let doc = 0; doc < count; doc++) starts[slotOf(parents, doc) + 1]!++;
    for (let doc = 0; doc < count; doc++) {
      if ((kinds[doc]! & FOLDER) !== 0 || starts[doc + 1]! > 0) kinds[doc]! |= FIRST;
    }
    for (let slot = 1; slot < starts.length; slot++) starts[slot]! += starts[slot - 1]!;
    await onPart(PARENTS_PART);
    const ordered = await byName(this.#names.sorted(), count, documents, (part) =>
      onPart(PARENTS_PART + part * (1 - PARENTS_PART)),
    );
    const children = new Uint32Array(count);
    for (const wanted of [FIRST, 0]) {
      for (const doc of ordered) {
        if ((kinds[doc]! & FIRST) === wanted) children[starts[slotOf(parents, doc)]!++] = doc;
      }
      await onPart(1);
    }
    freeArrays(ordered);
    moveBack(starts);
    for (let doc = 0; doc < count; doc++) {
      kinds[doc]! &= ~FIRST;
      if ((kinds[doc]! & IN_ORDER) !== 0) sortById(children.subarray(starts[doc], starts[doc + 1]), documents);
    }
    const isFlat = parents.every((parent) => parent === 0);
    const header = {
      parents: append(stream, isFlat ? NONE : parents),
      kinds: append(stream, kinds),
      childStarts: append(stream, isFlat ? NONE : starts),
      children: append(stream, children),
    };
    freeArrays(parents, kinds, starts, children);
    return header;
  }

  close(): void {
    this.#names.close();
  }

  /**
   * Returns the document of each parent plus one, or 0 if there is none. Keeps ids in memory only if documents are not
   * in order of ids.
   */
  async #parentDocs(
    from: Pick<DocumentIdWriter, 'inMemory'>,
    onPart: (part: number) => Promise<void>,
  ): Promise<{ readonly parents: Uint32Array<ArrayBuffer>; readonly documents: DocumentIds | null }> {
    const documents = from.inMemory();
    const { ids, order } = documents;
    const parents = new Uint32Array(ids.length);
    const reader = new PageReader(this.#parents.location());
    try {
      let lastId = 0;
      let lastDoc = 0;
      const { length } = ids;
      for (let doc = 0; doc < length; doc++) {
        const id = reader.u32();
        if (id !== lastId) {
          lastId = id;
          lastDoc = id === 0 ? 0 : docOf(id - 1, ids, order) + 1;
        }
        parents[doc] = lastDoc;
        if (doc % DOCS_PER_PAUSE === 0) await onPart(doc / length);
      }
      if (order === null) freeArrays(ids);
      return { parents, documents: order === null ? null : documents };
    } finally {
      reader.close();
    }
  }
}

/** Flag in a kind while the tree is written: the document comes before siblings without the flag. */
const FIRST = 128;

const NONE = new Uint32Array(0);

/** Returns the group number of a document's siblings: their parent, or the number of documents at the top level. */
function slotOf(parents: Uint32Array, doc: number): number {
  return parents[doc] === 0 ? parents.length : parents[doc]! - 1;
}

/** Restores starts that were increased up to their ends, which are the starts of the next slots. */
function moveBack(starts: Uint32Array): void {
  starts.copyWithin(1, 0, starts.length - 1);
  starts[0] = 0;
}

function docOf(id: number, ids: Uint32Array, order: Uint32Array | null): number {
  const at = leastPassing(ids.length, (n) => ids[order === null ? n : order[n]!]! >= id);
  if (at === ids.length) return -1;
  const doc = order === null ? at : order[at]!;
  return ids[doc] === id ? doc : -1;
}

function readKinds(kinds: PagedBytes, count: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(count);
  const reader = new PageReader(kinds.location());
  try {
    for (let at = 0; reader.nextPage(); at += reader.length) all.set(reader.bytes.subarray(0, reader.length), at);
    return all;
  } finally {
    reader.close();
  }
}

/** Returns all documents by folded name, then by id. `documents` is null if they are in order of ids. */
async function byName(
  names: MergedValues,
  all: number,
  documents: DocumentIds | null,
  onPart: (part: number) => Promise<void>,
): Promise<Uint32Array<ArrayBuffer>> {
  const docs = new Uint32Array(all);
  let count = 0;
  const take = (more: Uint32Array, equal: Uint32Array): void => {
    docs.set(more, count);
    count += more.length;
    for (let i = 0; i < equal.length; i += 2) {
      sortById(docs.subarray(equal[i], equal[i + 1]), documents);
    }
  };
  while (names.listNames(documents === null, take)) await onPart(count / all);
  return docs;
}

function sortById(docs: Uint32Array, documents: DocumentIds | null): void {
  if (documents === null) docs.sort();
  else docs.sort((a, b) => documents.ids[a]! - documents.ids[b]!);
}

function append(stream: StreamWriter, numbers: Uint8Array | Uint32Array): Extent {
  const offset = stream.length;
  stream.append(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
  return { offset, length: numbers.byteLength };
}
