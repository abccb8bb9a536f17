/**
 * Encoded lists in transport form (src/engine/inversion/encoded-lists.ts), list by list. The reference for
 * src/engine/postings/list-encoder.ts.
 */
import { ByteWriter } from '../../../src/codec/byte-writer.ts';
import { INLINE_POSITIONS_MAX, SHORT_LIST_MAX } from '../../../src/engine/format.ts';
import { saturation } from '../../../src/engine/postings/bm25.ts';
import { BLOCK_BITS } from '../../../src/engine/postings/doc-block.ts';
import { LongListBlocks } from '../../../src/engine/postings/long-list-writer.ts';
import { writePositionGaps } from '../../../src/engine/postings/position-gaps.ts';
import { format } from '../../../src/shared/thresholds.ts';
import type { ListedTerm } from '../list-cursor.ts';
import { encodeFrequencies } from './naive-frequencies.ts';
import { encodePositions, orderOf } from './naive-positions.ts';

/** The length of a document in a field, and the average length. */
export interface NaiveLengths {
  lengthOf(field: number, doc: number): number;
  averageOf(field: number): number;
}

/**
 * The list of a term as plain columns. `starts` says where the positions of each posting begin, and its last entry is their
 * end.
 */
interface List {
  readonly field: number;
  readonly docs: Uint32Array;
  readonly starts: Uint32Array;
  readonly positions: Uint32Array;
  /** For each document, the order of its positions if buffered documents determine it, or else undefined. */
  readonly orders: readonly (number | undefined)[];
}

const MAXIMUM = 2.2;

/** Returns the records of terms in order, before any of them is sent as a piece. */
export function encodeLists(terms: readonly ListedTerm[], lengths: NaiveLengths, hasPositions: boolean): Uint8Array {
  const out = new ByteWriter();
  for (const [field, term, occurrences] of terms) {
    const bytes = Buffer.from(term);
    out.u8(0);
    out.varint(field);
    record(bytes, out);
    const firsts = [...occurrences.keys()].filter((n) => n === 0 || occurrences[n - 1]![0] !== occurrences[n]![0]);
    const docs = firsts.map((n) => occurrences[n]![0]);
    const starts = [...firsts, occurrences.length];
    const positions = occurrences.map(([, position]) => position);
    const list = {
      field,
      docs: Uint32Array.from(docs),
      starts: Uint32Array.from(starts),
      positions: Uint32Array.from(positions),
      orders: ordersOf(docs, starts, positions),
    };
    if (docs.length === 1) encodeSingle(list, hasPositions, out);
    else if (docs.length <= SHORT_LIST_MAX) encodeShort(list, hasPositions, out);
    else encodeLong(list, lengths, hasPositions, out);
  }
  return out.toBytes();
}

/**
 * Documents are buffered from the first one on or, in a long list, from the first one of each block on. When there is no room
 * to buffer another document, the order that suits the buffered ones becomes the order of these and of all later ones.
 */
function ordersOf(
  docs: readonly number[],
  starts: readonly number[],
  positions: readonly number[],
): (number | undefined)[] {
  const orders = docs.map((): number | undefined => undefined);
  let from = 0;
  for (let n = 1; n < docs.length; n++) {
    if (n > SHORT_LIST_MAX && docs[n]! >>> BLOCK_BITS !== docs[n - 1]! >>> BLOCK_BITS) from = n;
    else if (orders[n - 1] === undefined && starts[n]! - starts[from]! >= format.heldPositions) {
      const own = Uint32Array.from(starts.slice(from, n + 1));
      const order = orderOf(own, Uint32Array.from(positions), n - from);
      orders.fill(order, from, n);
    }
    if (from < n) orders[n] = orders[n - 1];
  }
  return orders;
}

function record(bytes: Uint8Array, out: ByteWriter): void {
  out.varint(bytes.length);
  out.copy(bytes);
}

function end(docFreq: number, frequencies: number, positions: number, out: ByteWriter): void {
  out.u8(5);
  out.varint(docFreq);
  out.varint(frequencies);
  out.varint(positions);
}

function encodeSingle(list: List, hasPositions: boolean, out: ByteWriter): void {
  const tf = list.positions.length;
  const isInline = tf <= INLINE_POSITIONS_MAX;
  end(1, 0, isInline || !hasPositions ? 0 : positionsOf(list, 0, 1, out), out);
  out.varint(list.docs[0]!);
  out.varint(tf);
  if (isInline) writePositionGaps(list.positions, 0, tf, out);
}

function encodeShort(list: List, hasPositions: boolean, out: ByteWriter): void {
  const { docs, starts } = list;
  const own = new ByteWriter();
  for (const [i, doc] of docs.entries()) {
    const tf = starts[i + 1]! - starts[i]!;
    const gap = doc - (i === 0 ? -1 : docs[i - 1]!) - 1;
    own.varint(gap * 2 + (tf === 1 ? 1 : 0));
    if (tf > 1) own.varint(tf - 1);
  }
  out.u8(3);
  record(own.toBytes(), out);
  end(docs.length, 0, hasPositions ? positionsOf(list, 0, docs.length, out) : 0, out);
}

function encodeLong(list: List, lengths: NaiveLengths, hasPositions: boolean, out: ByteWriter): void {
  const { docs } = list;
  const blocks = new LongListBlocks();
  let frequencyBytes = 0;
  let positionBytes = 0;
  for (let from = 0; from < docs.length; ) {
    const block = docs[from]! >>> BLOCK_BITS;
    const after = docs.findIndex((doc) => doc >>> BLOCK_BITS > block);
    const to = after < 0 ? docs.length : after;
    const frequencies = frequenciesOf(list, from, to, lengths, out);
    const positions = hasPositions ? positionsOf(list, from, to, out) : 0;
    blocks.add(docs, from, to, frequencies, positions);
    frequencyBytes += frequencies;
    positionBytes += positions;
    from = to;
  }
  const head = new ByteWriter();
  blocks.writeHead(head);
  out.u8(4);
  record(head.toBytes(), out);
  record(blocks.documents.toBytes(), out);
  end(docs.length, frequencyBytes, positionBytes, out);
}

function frequenciesOf(
  { field, docs, starts }: List,
  from: number,
  to: number,
  lengths: NaiveLengths,
  out: ByteWriter,
): number {
  const tfs = Uint32Array.from({ length: to - from }, (_, i) => starts[from + i + 1]! - starts[from + i]!);
  const impacts = Float64Array.from(
    tfs,
    (tf, i) => saturation(tf, lengths.lengthOf(field, docs[from + i]!), lengths.averageOf(field)) / MAXIMUM,
  );
  const own = new ByteWriter();
  encodeFrequencies(tfs, impacts, 0, tfs.length, own, new ByteWriter());
  out.u8(1);
  record(own.toBytes(), out);
  return own.length;
}

function positionsOf({ starts, positions, orders }: List, from: number, to: number, out: ByteWriter): number {
  const own = new ByteWriter();
  const first = starts[from]!;
  const ownStarts = starts.slice(from, to + 1).map((start) => start - first);
  encodePositions(ownStarts, positions.slice(first, starts[to]!), to - from, own, orders[from]);
  out.u8(2);
  record(own.toBytes(), out);
  return own.length;
}
