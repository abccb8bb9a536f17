/**
 * Encodes the documents of a long list, block by block, and their directory. ../doc-block.ts defines the forms and has a second
 * implementation.
 */
import { copy, putVarint, reach, take } from '../../../kernel/assembly/room';

const GAPS: u32 = 0;
const BITMAP: u32 = 1;
const INTERVALS: u32 = 2;
/** Maximum bytes of a directory entry. */
const ENTRY_BYTES: usize = 32;

let blockBits: u32 = 0;
let lowMask: u32 = 0;
let bitmapFavour: u32 = 0;

let directoryAt: usize = 0;
let directory: usize = 0;
let documentsAt: usize = 0;
let documents: usize = 0;
let blocks: u32 = 0;
let last: u32 = 0xffffffff;

/** A block never has more bytes than its bitmap: gaps and intervals are chosen only if they are shorter. */
export function layBlocks(bits: u32, favour: u32, documentCount: u32): void {
  blockBits = bits;
  lowMask = (1 << bits) - 1;
  bitmapFavour = favour;
  const most = <usize>(documentCount >> bits) + 1;
  directoryAt = take(most * ENTRY_BYTES);
  documentsAt = take(most * ((1 << (bits - 3)) + 4) + 16);
}

export function clearBlocks(): void {
  directory = directoryAt;
  documents = documentsAt;
  blocks = 0;
  last = 0xffffffff;
}

/** Adds a block of `count` ascending documents, with the lengths in bytes of its frequencies and positions. */
export function addBlock(docs: usize, count: u32, frequencyBytes: u64, positionBytes: u64): void {
  const form = chosenForm(docs, count);
  if (form === BITMAP) while (((documents - documentsAt) & 3) !== 0) store<u8>(documents++, 0);
  const start = documents;
  if (form === BITMAP) putBitmap(docs, count);
  else if (form === GAPS) putGaps(docs, count);
  else putIntervals(docs, count);
  const block = load<u32>(docs) >>> blockBits;
  let to = putVarint(directory, block - last - 1);
  to = putVarint(to, count - 1);
  to = putVarint(to, ((<u64>(documents - start)) << 2) | form);
  to = putVarint(to, frequencyBytes);
  directory = putVarint(to, positionBytes);
  last = block;
  blocks++;
}

/** Writes the head of the list and its documents to `at`, each preceded by its own bytes. Returns their end. */
export function putBlocks(at: usize): usize {
  const head = directory - directoryAt;
  const own = documents - documentsAt;
  reach(at + head + own + 64);
  let count: usize = 1;
  for (let rest = blocks; rest > 127; rest >>>= 7) count++;
  let to = putVarint(putVarint(at, head + count), blocks);
  copy(to, directoryAt, head);
  to = putVarint(to + head, own);
  copy(to, documentsAt, own);
  return to + own;
}

function lowOf(docs: usize, n: u32): u32 {
  return load<u32>(docs + ((<usize>n) << 2)) & lowMask;
}

function varintBytes(value: u32): u32 {
  return value < 128 ? 1 : value < 16384 ? 2 : 3;
}

function chosenForm(docs: usize, count: u32): u32 {
  let gapBytes: u32 = 0;
  let intervalBytes: u32 = 0;
  let start = lowOf(docs, 0);
  let end = start;
  let before: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const low = lowOf(docs, i);
    if (low === end) {
      // Returns the first document, or the successor of the previous one.
      gapBytes += i === 0 ? varintBytes(low) : 1;
    } else {
      gapBytes += varintBytes(low - end);
      intervalBytes += varintBytes(start - before) + varintBytes(end - start - 1);
      before = end;
      start = low;
    }
    end = low + 1;
  }
  intervalBytes += varintBytes(start - before) + varintBytes(end - start - 1);
  const bitmapBytes = (((end - 1) >>> 5) + 1) << 2;
  if (intervalBytes * 2 <= min(gapBytes, bitmapBytes)) return INTERVALS;
  return bitmapBytes <= bitmapFavour * gapBytes ? BITMAP : GAPS;
}

function putGaps(docs: usize, count: u32): void {
  let next: u32 = 0;
  let to = documents;
  for (let i: u32 = 0; i < count; i++) {
    const low = lowOf(docs, i);
    to = putVarint(to, low - next);
    next = low + 1;
  }
  documents = to;
}

function putBitmap(docs: usize, count: u32): void {
  const bytes = <usize>(((lowOf(docs, count - 1) >>> 5) + 1) << 2);
  memory.fill(documents, 0, bytes);
  for (let i: u32 = 0; i < count; i++) {
    const low = lowOf(docs, i);
    const at = documents + <usize>(low >>> 3);
    store<u8>(at, load<u8>(at) | ((<u8>1) << (<u8>(low & 7))));
  }
  documents += bytes;
}

function putIntervals(docs: usize, count: u32): void {
  let before: u32 = 0;
  let to = documents;
  for (let i: u32 = 0; i < count; ) {
    const first = lowOf(docs, i);
    let last = first;
    for (i++; i < count && lowOf(docs, i) === last + 1; i++) last++;
    to = putVarint(putVarint(to, first - before), last - first);
    before = last + 1;
  }
  documents = to;
}
