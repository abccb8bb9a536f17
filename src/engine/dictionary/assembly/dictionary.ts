/**
 * Entry point of the module that splits pieces of encoded lists into the bytes of their streams, and makes the dictionary of
 * their terms. src/engine/inversion/encoded-lists.ts describes the format of pieces; ../dictionary-kernel.ts calls it.
 */
import { copy, cutRooms, putVarint, take } from '../../../kernel/assembly/room';
import { beginTerms, endTerm, lastBytes, layBuckets, putTerm, setTerm } from './buckets';
import { append, full, layStream, layStreams, lengthOf, MORE, POSTINGS, partEnd, reachEnd } from './streams';

export { buckets, endBucket, last, lastBytes, terms } from './buckets';
export { clearPart, partAt, partEnd, setLength, takeFull } from './streams';

const TERM: u8 = 0;
const OF_FREQUENCIES: u8 = 1;
const SHORT: u8 = 3;
const LONG: u8 = 4;
const END: u8 = 5;
const COUNT: u8 = 6;

/** Reasons for `play` to stop: the end, a term of another field, a frequent term, a record for the caller, a full chunk. */
const ALL: u32 = 0;
const FIELD: u32 = 1;
const FREQUENT: u32 = 2;
const LARGE: u32 = 3;
const FULL: u32 = 4;

/** Larger lists, or parts of them, are copied by the caller. */
const COPIED_MAX: u64 = 4096;
/** Frequencies buffered here until the documents of their list arrive. The caller buffers larger ones. */
const HELD_MAX: u64 = 65536;
/** Maximum bytes of a record, not counting its term and its large parts. */
const RECORD_BYTES: usize = 10240;
/** Minimum bytes of a term with its list in a piece. */
const TERM_BYTES_LEAST: usize = 8;
const INFO_BYTES: usize = 48;
const POSITION_BYTES: usize = 5;

let shortListMax: u32 = 0;
let inlinePositionsMax: u32 = 0;
let bytesOfTerm: usize = 0;
let frequentMin: u32 = 0;
export let field: u32 = 0xffffffff;
/** Occurrences reported since the call of `play`. */
export let occurrences: u32 = 0;

/** Buffers that the caller fills and reads. */
export let pieceAt: usize = 0;
export let at: usize = 0;
let stop: usize = 0;

/** The list of the last term; if it has one document, the address of its positions. */
export let docFreq: u32 = 0;
export let doc: u32 = 0;
export let tf: u32 = 0;
export let ownPostings: u64 = 0;
export let ownFrequencies: u64 = 0;
export let ownPositions: u64 = 0;
export let gapsAt: usize = 0;

/**
 * The frequencies of a long list. They arrive with its positions, block by block, but are stored after all of them. The caller
 * may hold them instead.
 */
export let heldAt: usize = 0;
export let heldBytes: usize = 0;
let areTaken: bool = false;

/** Lays out the memory from `start` on, for pieces in parts of this many bytes. */
export function lay(
  start: usize,
  perBucket: u32,
  shortMax: u32,
  inlineMax: u32,
  gramRows: u32,
  chunkBytes: u32,
  ofTerm: usize,
  pieceBytes: usize,
): void {
  cutRooms(start);
  shortListMax = shortMax;
  inlinePositionsMax = inlineMax;
  bytesOfTerm = ofTerm;
  pieceAt = take(pieceBytes + RECORD_BYTES);
  layStreams(chunkBytes);
  // A long list may need padding.
  layStream(POSTINGS, 2 * pieceBytes + RECORD_BYTES + <usize>HELD_MAX);
  heldAt = take(<usize>HELD_MAX + MORE);
  const info = INFO_BYTES + POSITION_BYTES * <usize>inlineMax;
  layBuckets(perBucket, gramRows, ofTerm, info, pieceBytes, pieceBytes / TERM_BYTES_LEAST);
}

/** Begins the field of the next term, or an earlier field. Reports terms with at least `frequent` documents to the caller. */
export function beginField(ofTerms: u32, frequent: u32): void {
  field = ofTerms;
  frequentMin = frequent;
  beginTerms();
}

/** Sets the input: `bytes` of a piece at `pieceAt`. `isEnd`: these are the last bytes of the piece. */
export function begin(bytes: usize, isEnd: bool): void {
  at = pieceAt;
  stop = pieceAt + bytes;
  if (!isEnd) stop -= min(bytes - 1, bytesOfTerm + RECORD_BYTES);
}

function varint(): u64 {
  let byte = <u64>load<u8>(at++);
  let value = byte & 127;
  for (let shift: u64 = 7; byte > 127; shift += 7) {
    byte = <u64>load<u8>(at++);
    value |= (byte & 127) << shift;
  }
  return value;
}

/** Processes records until it stops; returns the reason. */
export function play(): u32 {
  occurrences = 0;
  while (at < stop) {
    if (full >= 0) return FULL;
    const start = at;
    const kind = load<u8>(at++);
    if (kind === TERM) {
      const own = <u32>varint();
      if (own !== field) {
        field = own;
        at = start;
        return FIELD;
      }
      const bytes = <usize>varint();
      setTerm(at, bytes);
      at += bytes;
      ownPostings = 0;
    } else if (kind === END) {
      takeEnd();
      if (docFreq >= frequentMin && lastBytes > 0) return FREQUENT;
    } else if (kind === COUNT) {
      occurrences += <u32>varint();
    } else if (!(kind === LONG ? takeLong() : takeList(kind))) {
      at = start;
      return LARGE;
    }
  }
  return full >= 0 ? FULL : ALL;
}

/** Takes a short list, frequencies or positions. Returns false if they are large. */
function takeList(kind: u8): bool {
  const bytes = varint();
  if (bytes > COPIED_MAX) return false;
  if (kind === OF_FREQUENCIES) {
    if (<u64>heldBytes + bytes > HELD_MAX) return false;
    copy(heldAt + heldBytes, at, <usize>bytes);
    heldBytes += <usize>bytes;
  } else append(POSTINGS, at, <usize>bytes);
  if (kind === SHORT) ownPostings = bytes;
  at += <usize>bytes;
  return true;
}

/**
 * Takes the head and the documents of a long list, preceded by its frequencies. Documents begin at a multiple of four. Returns
 * false if any of it is large.
 */
function takeLong(): bool {
  const headBytes = varint();
  if (areTaken || headBytes > COPIED_MAX) return false;
  const head = at;
  at += <usize>headBytes;
  const bytes = varint();
  if (bytes > COPIED_MAX) return false;
  append(POSTINGS, heldAt, heldBytes);
  heldBytes = 0;
  const length = lengthOf(POSTINGS);
  append(POSTINGS, head, <usize>headBytes);
  const end = partEnd(POSTINGS);
  store<u32>(end, 0);
  reachEnd(POSTINGS, end + <usize>(-lengthOf(POSTINGS) & 3));
  append(POSTINGS, at, <usize>bytes);
  at += <usize>bytes;
  ownPostings = lengthOf(POSTINGS) - length;
  return true;
}

/** Called once the caller has taken the buffered frequencies. The caller then takes the documents of the list. */
export function takeHeld(): void {
  heldBytes = 0;
  areTaken = true;
}

/** Called once the caller has appended the frequencies that it took. */
export function endHeld(): void {
  areTaken = false;
}

/** Called once the caller has appended the documents of the term. */
export function setOwnPostings(bytes: f64): void {
  ownPostings = <u64>bytes;
}

function takeEnd(): void {
  docFreq = <u32>varint();
  ownFrequencies = varint();
  ownPositions = varint();
  let to = putTerm();
  if (docFreq === 1) to = takeSingle(to);
  else {
    to = putVarint(putVarint(putVarint(to, docFreq), ownPostings), ownPositions);
    if (docFreq > shortListMax) to = putVarint(to, ownFrequencies);
  }
  endTerm(to);
}

function takeSingle(info: usize): usize {
  doc = <u32>varint();
  tf = <u32>varint();
  store<u8>(info, tf === 1 ? 0 : 1);
  let to = putVarint(info + 1, doc);
  if (tf !== 1) to = putVarint(to, tf);
  if (tf > inlinePositionsMax) return putVarint(to, ownPositions);
  gapsAt = at;
  for (let left = tf; left > 0; ) if (load<u8>(at++) < 128) left--;
  const bytes = at - gapsAt;
  copy(to, gapsAt, bytes);
  return to + bytes;
}
