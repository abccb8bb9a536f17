/**
 * Verifies the tree and the coordinates. Each parent, kind and coordinate must match the stored item, and each child must occur
 * once and in order.
 */
import { foldWhole } from '../../analysis/whole-value.ts';
import { readF64, readU32 } from '../../codec/byte-reader.ts';
import { coordinatesOf } from '../../schema/item-coordinates.ts';
import { FOLDER, IN_ORDER, kindOf, nameInTree } from '../../schema/item-kinds.ts';
import { COORDINATE_BYTES } from '../columns/coordinate-column.ts';
import type { Extent, IndexHeader } from '../format.ts';
import type { StoredItem } from '../store/stored-item.ts';
import type { StreamReader } from '../store/stream-reader.ts';
import { isMarked, type Verification } from '../verify-findings.ts';
import { flatStarts } from './tree-reader.ts';

/** Input of the check of tree and coordinates, and the ids to compare them with. */
export interface CheckedTree {
  readonly header: Pick<IndexHeader, 'tree' | 'coordinates'>;
  readonly documentCount: number;
  readonly ids: Uint32Array;
  readonly columns: StreamReader;
  stream(name: 'tree'): StreamReader;
  docOf(id: number): number;
  item(doc: number): StoredItem;
}

/** Documents between two pauses. */
const SLICE = 1024;

/** Takes the items in order of documents, then checks the children of each. Memory: 13 bytes per document. */
export class TreeCheck {
  readonly #verification: Verification<CheckedTree>;
  readonly #parents: Uint32Array;
  readonly #kinds: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #children: Uint32Array;
  #read = 0;

  constructor(verification: Verification<CheckedTree>) {
    this.#verification = verification;
    const { parents, kinds, childStarts, children } = verification.index.header.tree;
    const { documentCount } = verification.index;
    this.#parents = parents.length === 0 ? new Uint32Array(documentCount) : this.#numbers(parents);
    this.#kinds = new Uint8Array(this.#bytes(kinds));
    this.#starts = childStarts.length === 0 ? flatStarts(documentCount) : this.#numbers(childStarts);
    this.#children = this.#numbers(children);
  }

  #numbers(extent: Extent): Uint32Array {
    return new Uint32Array(this.#bytes(extent));
  }

  /** Uses zeros for a damaged chunk, which has been reported already. */
  #bytes({ offset, length }: Extent): ArrayBuffer {
    const all = new Uint8Array(length);
    const stream = this.#verification.index.stream('tree');
    this.#verification.findings.attempt(
      () => 'tree',
      () => {
        stream.fetch(offset, length);
        all.set(stream.bytes.subarray(stream.start, stream.start + length));
      },
    );
    return all.buffer;
  }

  item(doc: number, item: StoredItem): void {
    const { index, searchable } = this.#verification;
    const parent = item.parentId === null ? -1 : index.docOf(item.parentId);
    if (this.#parents[doc] !== parent + 1) throw new RangeError('the tree gives it another parent');
    if (this.#kinds[doc] !== kindOf(item)) throw new RangeError('the tree gives it another kind');
    if (!isMarked(searchable, doc)) return;
    for (const { latitude, longitude } of coordinatesOf(item)) {
      if (!this.#isThere(doc, latitude, longitude)) throw new RangeError('it has other coordinates');
    }
  }

  #isThere(doc: number, latitude: number, longitude: number): boolean {
    const { columns, header } = this.#verification.index;
    const at = this.#read++ * COORDINATE_BYTES;
    if (at >= header.coordinates.length) return false;
    columns.fetch(header.coordinates.offset + at, COORDINATE_BYTES);
    const { bytes, start } = columns;
    return (
      readU32(bytes, start) === doc &&
      readF64(bytes, start + 4) === latitude &&
      readF64(bytes, start + 12) === longitude
    );
  }

  async end(): Promise<void> {
    const { index, findings, pause } = this.#verification;
    const { coordinates } = index.header;
    if (this.#read * COORDINATE_BYTES !== coordinates.length)
      findings.add('columns, coordinates', 'some coordinates belong to no item');
    let count = 0;
    for (let slot = 0; slot <= index.documentCount; slot++) {
      findings.attempt(
        () => `tree, ${slot === index.documentCount ? 'the top' : `document ${slot}`}`,
        () => {
          count += this.#childrenOf(slot);
        },
      );
      if (slot % SLICE === 0)
        await pause({ phase: 'tree', items: slot, itemsTotal: index.documentCount, bytes: 0, bytesTotal: 0 });
    }
    findings.checked('children', count);
    if (count !== index.documentCount) findings.add('tree', `${count} children, expected ${index.documentCount}`);
  }

  /** Returns the number of children. A strict order excludes duplicates. */
  #childrenOf(slot: number): number {
    const { documentCount } = this.#verification.index;
    const start = this.#starts[slot]!;
    const count = this.#starts[slot + 1]! - start;
    if (count < 0 || start + count > documentCount) throw new RangeError('the children have no beginning');
    const parent = slot === documentCount ? 0 : slot + 1;
    const isById = slot < documentCount && (this.#kinds[slot]! & IN_ORDER) !== 0;
    let before: OrderedChild | null = null;
    for (let i = start; i < start + count; i++) {
      const doc = this.#children[i]!;
      if (doc >= documentCount || this.#parents[doc] !== parent) throw new RangeError(`document ${doc} is not a child`);
      const child = this.#ordered(doc);
      if (before !== null && (isById ? before.id - child.id : compare(before, child)) >= 0)
        throw new RangeError(`document ${doc} is out of order`);
      before = child;
    }
    return count;
  }

  #ordered(doc: number): OrderedChild {
    const { index } = this.#verification;
    const isFolder = (this.#kinds[doc]! & FOLDER) !== 0 || this.#starts[doc]! < this.#starts[doc + 1]!;
    return { isFolder, name: Buffer.from(foldWhole(nameInTree(index.item(doc)))), id: index.ids[doc]! };
  }
}

interface OrderedChild {
  readonly isFolder: boolean;
  readonly name: Buffer;
  readonly id: number;
}

function compare(a: OrderedChild, b: OrderedChild): number {
  if (a.isFolder !== b.isFolder) return a.isFolder ? -1 : 1;
  return Buffer.compare(a.name, b.name) || a.id - b.id;
}
