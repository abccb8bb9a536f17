/**
 * Encodes posting lists into pieces, one after the other. ../list-encoder.ts calls it. src/engine/inversion/encoded-lists.ts
 * describes the format of pieces, docs/index-format.md that of lists. A list is buffered first: documents, the start of each
 * document's positions, and, after all fixed memory, the positions. If there are many positions, they are encoded document by
 * document instead, with the order chosen by the first ones. So a word that repeats a billion times needs a few bits for each
 * occurrence, not four bytes.
 */

import { putVarint, reach, take, top } from '../../../kernel/assembly/room';
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
import {
  bytesMax,
  groups,
  headBytes,
  measure,
  measurePosting,
  putGroups,
  putHead,
  putPosting,
  takeGroups,
} from './position-codes';

/** Maximum bytes of a group in the head of positions. */
const END_BYTES: usize = 5;
/** Maximum bytes of a posting of a short list. */
const SHORT_BYTES: usize = 10;

let blockBits: u32 = 0;
let shortListMax: u32 = 0;
let inlinePositionsMax: u32 = 0;
let hasPositions: bool = false;
/** Positions buffered before those of a further document. Beyond this, they are encoded. */
let heldMax: u32 = 0;

/** Buffered documents of the list, the start of each document's positions, and the end of the last. */
let docsAt: usize = 0;
let startsAt: usize = 0;
/** The end of each document's encoded positions, counted from the first. */
let endsAt: usize = 0;
let docsMax: u32 = 0;
let docs: u32 = 0;
let lastDoc: u32 = 0;
/** Number of encoded positions. */
let total: u32 = 0;
/** The buffered positions, their end, and the end of the memory for them. */
let positionsAt: usize = 0;
let positions: usize = 0;
let positionsEnd: usize = 0;
/** At the beginning of the list: documents whose positions are already encoded, their groups, and the end of these. */
let encodedDocs: u32 = 0;
let encodedAt: usize = 0;
let encodedEnd: usize = 0;

let field: u32 = 0;
let docFreq: u32 = 0;
let frequencyBytes: u64 = 0;
let positionBytes: u64 = 0;

/** The buffer must hold the documents of a block, or of a short list. */
export function layLists(bits: u32, shortMax: u32, inlineMax: u32, held: u32, withPositions: bool): void {
  blockBits = bits;
  shortListMax = shortMax;
  inlinePositionsMax = inlineMax;
  heldMax = held;
  hasPositions = withPositions;
  docsMax = (1 << bits) + shortMax + 1;
  docsAt = take((<usize>docsMax) << 2);
  startsAt = take((<usize>docsMax + 1) << 2);
  endsAt = take((<usize>docsMax) << 2);
}

/** Begins the list of a term. */
export function beginList(ofField: u32, term: usize, bytes: usize): void {
  field = ofField;
  putTerm(field, term, bytes);
  docFreq = 0;
  frequencyBytes = 0;
  positionBytes = 0;
  positionsEnd = top;
  clearDocs();
  clearBlocks();
}

function clearDocs(): void {
  docs = 0;
  total = 0;
  encodedDocs = 0;
  positionsAt = top;
  positions = top;
}

/** Begins a document, unless it is the current one. */
export function beginDocument(doc: u32): void {
  if (docs > 0) {
    if (doc === lastDoc) return;
    if (docFreq > shortListMax && doc >>> blockBits !== lastDoc >>> blockBits) flushBlocks();
    else if (encodedDocs > 0 || (positions - positionsAt) >>> 2 >= heldMax) encodeHeld();
  }
  if (docs === docsMax) unreachable();
  const at = (<usize>docs) << 2;
  store<u32>(docsAt + at, doc);
  store<u32>(startsAt + at, total);
  docs++;
  docFreq++;
  lastDoc = doc;
}

/** Allocates memory for positions of the document, and returns its address. */
export function roomForPositions(count: u32): usize {
  const end = positions + ((<usize>count) << 2);
  if (end > positionsEnd) {
    positionsEnd = end + ((end - positionsAt) >> 1);
    reach(positionsEnd);
  }
  return positions;
}

/** Records that this many positions were written there. */
export function tookPositions(count: u32): void {
  positions += (<usize>count) << 2;
  total += count;
  countOccurrences(count);
}

/** Encodes the buffered positions of all documents so far. */
function encodeHeld(): void {
  if (!hasPositions) {
    positions = positionsAt;
    return;
  }
  if (encodedDocs === 0) encodeFirst();
  else encodeNext();
  encodedDocs = docs;
}

/**
 * Encodes the first documents, whose positions determine the order of all. Moves them to the beginning, leaving space for a
 * head.
 */
function encodeFirst(): void {
  store<u32>(startsAt + ((<usize>docs) << 2), total);
  measure(startsAt, positionsAt, docs, true);
  const at = behind();
  reach(at + <usize>bytesMax);
  const bytes = putGroups(endsAt, at) - at;
  encodedAt = aligned(top + 1 + END_BYTES * <usize>docsMax);
  encodedEnd = encodedAt + bytes;
  positionsAt = aligned(encodedEnd + bytes);
  reach(positionsAt);
  memory.copy(encodedAt, at, bytes);
  positions = positionsAt;
  positionsEnd = positionsAt;
}

function encodeNext(): void {
  const most = encodedEnd + measurePosting(positionsAt, positions);
  if (most > positionsAt) moveHeld(aligned(most + ((most - encodedAt) >> 1)));
  encodedEnd = putPosting(positionsAt, positions, encodedEnd);
  store<u32>(endsAt + ((<usize>docs - 1) << 2), <u32>(encodedEnd - encodedAt));
  positions = positionsAt;
}

function moveHeld(to: usize): void {
  const bytes = positions - positionsAt;
  reach(to + bytes);
  memory.copy(to, positionsAt, bytes);
  positionsAt = to;
  positions = to + bytes;
  positionsEnd = positions;
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
  endDocs();
  if (docFreq === 1) endSingle();
  else if (docFreq <= shortListMax) endShort();
  else {
    flushBlocks();
    const end = putBlocks(top);
    putLong(top, end - top);
    putEnd(docFreq, frequencyBytes, positionBytes);
  }
}

/** Ends the last document. */
function endDocs(): void {
  store<u32>(startsAt + ((<usize>docs) << 2), total);
  if (encodedDocs > 0 && encodedDocs < docs) encodeHeld();
}

function endSingle(): void {
  const tf = total;
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

function aligned(at: usize): usize {
  return (at + 7) & ~7;
}

/** Returns the end of the positions. */
function behind(): usize {
  return aligned(positions);
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
  endDocs();
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
  clearDocs();
}

/** Encodes the positions of `count` documents. */
function putPositions(from: u32, count: u32): void {
  if (!hasPositions) return;
  if (encodedDocs > 0) {
    putEncoded(from, count);
    return;
  }
  measure(startsAt + ((<usize>from) << 2), top + ((<usize>startOf(from)) << 2), count, false);
  const ends = behind();
  const head = ends + ((<usize>groups) << 2);
  const groupsAt = head + 1 + (groups > 1 ? END_BYTES * <usize>groups : 0);
  reach(groupsAt + <usize>bytesMax);
  const groupsEnd = putGroups(ends, groupsAt);
  const bytes = groupsEnd - groupsAt;
  const headEnd = putHead(ends, 0, <u32>bytes, head);
  if (headEnd !== groupsAt) memory.copy(headEnd, groupsAt, bytes);
  const all = headEnd + bytes - head;
  putRecord(POSITIONS, head, all);
  positionBytes += <u64>all;
}

/** Writes encoded positions. Their head overwrites what precedes them: reserved space, or positions already written. */
function putEncoded(from: u32, count: u32): void {
  const ends = endsAt + ((<usize>from) << 2);
  const start = from === 0 ? 0 : load<u32>(ends - 4);
  const bytes = load<u32>(ends + ((<usize>count - 1) << 2)) - start;
  takeGroups(count);
  const headSize = headBytes(bytes);
  const head = encodedAt + <usize>start - headSize;
  putHead(ends, start, bytes, head);
  const all = headSize + <usize>bytes;
  putRecord(POSITIONS, head, all);
  positionBytes += <u64>all;
}
