/**
 * Encodes posting lists into pieces, one after the other: ../../list-encoder.ts calls it,
 * ../../../engine/inversion/encoded-lists.ts has the format of pieces, docs/index-format.md that of lists. A list is buffered
 * first: documents, the start of the positions of each, and after all fixed memory the positions.
 */

import { addBlock, clearBlocks, putBlocks } from './blocks';
import { putPacks } from './packs';
import {
  countOccurrences,
  FREQUENCIES,
  POSITIONS,
  putEnd,
  putLong,
  putRecord,
  putSingleEnd,
  putTerm,
  SHORT,
} from './piece';
import { bytesMax, groups, measure, putGroups, putHead } from './position-codes';
import { putVarint, reach, take, top } from './room';

/** Maximum bytes of a group in the head of positions. */
const END_BYTES: usize = 5;
/** Maximum bytes of a posting of a short list. */
const SHORT_BYTES: usize = 10;

let blockBits: u32 = 0;
let shortListMax: u32 = 0;
let inlinePositionsMax: u32 = 0;
let hasPositions: bool = false;

/** Buffered documents of the list, the start of the positions of each, and the end of the last. */
let docsAt: usize = 0;
let startsAt: usize = 0;
let docsMax: u32 = 0;
let docs: u32 = 0;
let lastDoc: u32 = 0;
/** The end of their positions, and of the memory for these. */
let positions: usize = 0;
let positionsEnd: usize = 0;

let field: u32 = 0;
let docFreq: u32 = 0;
let frequencyBytes: u64 = 0;
let positionBytes: u64 = 0;

/** The buffer holds the documents of a block and of a short list. */
export function layLists(bits: u32, shortMax: u32, inlineMax: u32, withPositions: bool): void {
  blockBits = bits;
  shortListMax = shortMax;
  inlinePositionsMax = inlineMax;
  hasPositions = withPositions;
  docsMax = (1 << bits) + shortMax + 1;
  docsAt = take((<usize>docsMax) << 2);
  startsAt = take((<usize>docsMax + 1) << 2);
}

/** Begins the list of a term. */
export function beginList(ofField: u32, term: usize, bytes: usize): void {
  field = ofField;
  putTerm(field, term, bytes);
  docs = 0;
  docFreq = 0;
  frequencyBytes = 0;
  positionBytes = 0;
  positions = top;
  positionsEnd = top;
  clearBlocks();
}

/** Begins a document, unless it is the current one. */
export function beginDocument(doc: u32): void {
  if (docs > 0) {
    if (doc === lastDoc) return;
    if (docFreq > shortListMax && doc >>> blockBits !== lastDoc >>> blockBits) flushBlocks();
  }
  if (docs === docsMax) unreachable();
  const at = (<usize>docs) << 2;
  store<u32>(docsAt + at, doc);
  store<u32>(startsAt + at, <u32>((positions - top) >>> 2));
  docs++;
  docFreq++;
  lastDoc = doc;
}

/** Allocates memory for positions of the document, and returns its address. */
export function roomForPositions(count: u32): usize {
  const end = positions + ((<usize>count) << 2);
  if (end > positionsEnd) {
    positionsEnd = end + ((end - top) >> 1);
    reach(positionsEnd);
  }
  return positions;
}

/** This many were written there. */
export function tookPositions(count: u32): void {
  positions += (<usize>count) << 2;
  countOccurrences(count);
}

/** Adds occurrences by document and position; a document may continue in the next call. */
export function add(ownDocs: usize, ownPositions: usize, count: u32): void {
  let i: u32 = 0;
  while (i < count) {
    const doc = load<u32>(ownDocs + ((<usize>i) << 2));
    beginDocument(doc);
    let to = roomForPositions(count - i);
    const first = i;
    do {
      store<u32>(to, load<u32>(ownPositions + ((<usize>i) << 2)));
      to += 4;
      i++;
    } while (i < count && load<u32>(ownDocs + ((<usize>i) << 2)) === doc);
    tookPositions(i - first);
  }
}

/** Ends the list. */
export function endList(): void {
  store<u32>(startsAt + ((<usize>docs) << 2), <u32>((positions - top) >>> 2));
  if (docFreq === 1) endSingle();
  else if (docFreq <= shortListMax) endShort();
  else {
    flushBlocks();
    const end = putBlocks(top);
    putLong(top, end - top);
    putEnd(docFreq, frequencyBytes, positionBytes);
  }
}

function endSingle(): void {
  const tf = <u32>((positions - top) >>> 2);
  const doc = load<u32>(docsAt);
  if (tf <= inlinePositionsMax) putSingleEnd(0, doc, tf, top, tf);
  else {
    putPositions(0, 1);
    putSingleEnd(positionBytes, doc, tf, top, 0);
  }
}

function startOf(posting: u32): u32 {
  return load<u32>(startsAt + ((<usize>posting) << 2));
}

/** The end of the positions. */
function behind(): usize {
  return (positions + 7) & ~7;
}

function endShort(): void {
  const at = behind();
  reach(at + <usize>docs * SHORT_BYTES + 16);
  let to = at;
  let next: u32 = 0;
  for (let i: u32 = 0; i < docs; i++) {
    const tf = startOf(i + 1) - startOf(i);
    const doc = load<u32>(docsAt + ((<usize>i) << 2));
    to = putVarint(to, ((<u64>(doc - next)) << 1) | <u64>(tf === 1));
    if (tf > 1) to = putVarint(to, tf - 1);
    next = doc + 1;
  }
  putRecord(SHORT, at, to - at);
  putPositions(0, docs);
  putEnd(docFreq, 0, positionBytes);
}

/** Encodes the buffered documents, block by block. */
function flushBlocks(): void {
  store<u32>(startsAt + ((<usize>docs) << 2), <u32>((positions - top) >>> 2));
  for (let from: u32 = 0; from < docs; ) {
    const block = load<u32>(docsAt + ((<usize>from) << 2)) >>> blockBits;
    let to = from + 1;
    while (to < docs && load<u32>(docsAt + ((<usize>to) << 2)) >>> blockBits === block) to++;
    const at = behind();
    const offset = (<usize>from) << 2;
    const end = putPacks(field, docsAt + offset, startsAt + offset, to - from, at);
    putRecord(FREQUENCIES, at, end - at);
    const before = positionBytes;
    putPositions(from, to - from);
    addBlock(docsAt + offset, to - from, <u64>(end - at), positionBytes - before);
    frequencyBytes += <u64>(end - at);
    from = to;
  }
  docs = 0;
  positions = top;
}

/** Encodes the positions of `count` documents. */
function putPositions(from: u32, count: u32): void {
  if (!hasPositions) return;
  measure(startsAt + ((<usize>from) << 2), top + ((<usize>startOf(from)) << 2), count);
  const ends = behind();
  const head = ends + ((<usize>groups) << 2);
  const groupsAt = head + 1 + (groups > 1 ? END_BYTES * <usize>groups : 0);
  reach(groupsAt + <usize>bytesMax);
  const groupsEnd = putGroups(ends, groupsAt);
  const bytes = groupsEnd - groupsAt;
  const headEnd = putHead(ends, <u32>bytes, head);
  if (headEnd !== groupsAt) memory.copy(headEnd, groupsAt, bytes);
  const all = headEnd + bytes - head;
  putRecord(POSITIONS, head, all);
  positionBytes += <u64>all;
}
