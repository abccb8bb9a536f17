/**
 * Decodes posting lists of Lucene 9. Any number of lists are open at a time, each in its own area, with windows that the caller
 * fills with bytes of `.doc` and `.pos`. ../lucene-lists.ts calls it.
 */

import { after, beginNumbers, fault, NUMBER, readGroup, vInt } from './packed-groups';
import {
  CUT,
  DOCUMENTS,
  damaged,
  EXCEPTION_BEHIND,
  ensure,
  FEWER,
  MORE,
  NUMBER_TOO_LONG,
  offsetOf,
  openWindow,
  POSITION_TOO_LARGE,
  seek,
  Window,
} from './window';

/** The fields of an area, by offset: the windows first. */
const DOCS: usize = 0;
const POSITIONS: usize = 48;
/** Facts about the index field: documents of the segment, and whether it has frequencies and positions. */
const SEGMENT_DOCS: usize = 96;
const HAS_FREQS: usize = 100;
const HAS_POSITIONS: usize = 104;
/**
 * Addresses of the maps from documents to items and of positions, or 0 for the identity. Positions from `ROOM` on are counted
 * in `OUTSIDE`.
 */
const ITEMS: usize = 108;
const BASES: usize = 112;
const ROOM: usize = 116;
/** The list: its undecoded rest, and the cursors in the decoded groups. */
const DOCS_LEFT: usize = 120;
const POSITIONS_LEFT: usize = 124;
const DOC_INDEX: usize = 128;
const DOC_COUNT: usize = 132;
const GAP_INDEX: usize = 136;
const GAP_COUNT: usize = 140;
const DOC: usize = 144;
const FREQ_LEFT: usize = 148;
const POSITION: usize = 152;
const LAST_ITEM: usize = 156;
const LAST_POSITION: usize = 160;
const IS_FIRST_GROUP: usize = 164;
export const OUTSIDE: usize = 168;
const GROUP_DOCS: usize = 176;
const GROUP_FREQS: usize = 688;
const GAPS: usize = 1200;
/** The output of `read`. */
export const OUT_DOCS: usize = 1712;
export const OUT_POSITIONS: usize = 18096;
export const AREA_BYTES: usize = 34480;

const GROUP: u32 = 128;
const CAPACITY: u32 = 4096;
/** Lucene's own limit. */
const POSITION_MAX: u64 = 0x7fffff7f;
/** Maximum bytes of two groups. */
const GROUP_BYTES: usize = 1536;

/**
 * Begins a field, in an area of zeros. Buffers of windows have {@link MORE_BYTES} after them. Without positions there is no
 * second window.
 */
export function openLists(
  p: usize,
  maxDoc: u32,
  hasFreqs: bool,
  docs: u32,
  docsEnd: f64,
  docsAt: usize,
  docsBytes: usize,
  hasPositions: bool,
  positions: u32,
  positionsEnd: f64,
  positionsAt: usize,
  positionsBytes: usize,
): void {
  store<u32>(p, maxDoc, SEGMENT_DOCS);
  store<u32>(p, hasFreqs, HAS_FREQS);
  store<u32>(p, hasPositions, HAS_POSITIONS);
  openWindow(docsOf(p), docs, <u64>docsEnd, docsAt, docsBytes);
  if (hasPositions) openWindow(positionsOf(p), positions, <u64>positionsEnd, positionsAt, positionsBytes);
}

/** Maps documents to items. In some documents, positions start at a base. */
export function mapDocuments(p: usize, items: usize, bases: usize, room: u32): void {
  store<usize>(p, items, ITEMS);
  store<usize>(p, bases, BASES);
  store<u32>(p, room, ROOM);
}

function docsOf(p: usize): Window {
  return changetype<Window>(p + DOCS);
}

function positionsOf(p: usize): Window {
  return changetype<Window>(p + POSITIONS);
}

/** Does not return. */
function damagedIn(w: Window, finding: u32): void {
  damaged(w, finding, <f64>offsetOf(w), <f64>w.fileEnd);
}

/** Begins a list. For one document, `single` is that document and `docs` is ignored. Otherwise the two are offsets in their files. */
export function beginList(p: usize, docFreq: u32, occurrences: u32, single: u32, docs: u64, positions: u64): void {
  const isSingle = docFreq === 1;
  if (!isSingle) seek(docsOf(p), docs);
  if (load<u32>(p, HAS_POSITIONS)) seek(positionsOf(p), positions);
  store<u32>(p, isSingle ? 0 : docFreq, DOCS_LEFT);
  store<u32>(p, load<u32>(p, HAS_POSITIONS) ? occurrences : 0, POSITIONS_LEFT);
  store<u32>(p, single, GROUP_DOCS);
  store<u32>(p, occurrences, GROUP_FREQS);
  store<u32>(p, 0, DOC_INDEX);
  store<u32>(p, isSingle ? 1 : 0, DOC_COUNT);
  store<u32>(p, 0, GAP_INDEX);
  store<u32>(p, 0, GAP_COUNT);
  store<u32>(p, 0, FREQ_LEFT);
  store<u32>(p, 1, IS_FIRST_GROUP);
  store<i32>(p, -1, LAST_ITEM);
}

/** Decodes the next group of documents with their frequencies. There must be at least one. */
function fillDocs(p: usize): void {
  const w = docsOf(p);
  ensure(w, GROUP_BYTES);
  let at = w.at;
  const hasFreqs = load<u32>(p, HAS_FREQS) !== 0;
  const left = load<u32>(p, DOCS_LEFT);
  const count = min<u32>(GROUP, left);
  const isFirst = load<u32>(p, IS_FIRST_GROUP) !== 0;
  const docs = p + GROUP_DOCS;
  const freqs = p + GROUP_FREQS;
  let doc: u64 = isFirst ? 0 : load<u32>(docs + 508);
  beginNumbers();
  if (count === GROUP) {
    readGroup(at, docs);
    if (hasFreqs) readGroup(after, freqs);
    at = after;
  } else
    for (let i: usize = 0; i < (<usize>count) << 2; i += 4) {
      let code = <u32>load<u8>(at);
      const more = <u32>load<u8>(at, 1);
      if (code < 128) at++;
      else if (more < 128) {
        code = (code & 127) | (more << 7);
        at += 2;
      } else {
        code = vInt(at);
        at = after;
      }
      if (!hasFreqs) store<u32>(docs + i, code);
      else {
        store<u32>(docs + i, code >> 1);
        if (code & 1) store<u32>(freqs + i, 1);
        else {
          store<u32>(freqs + i, vInt(at));
          at = after;
        }
      }
    }
  assertRead(w, at);
  // Each delta except the first of the list is at least 1.
  const maxDoc = <u64>load<u32>(p, SEGMENT_DOCS);
  let isDamaged = false;
  for (let i: usize = 0; i < (<usize>count) << 2; i += 4) {
    const delta = load<u32>(docs + i);
    isDamaged = isDamaged || (delta === 0 && (i > 0 || !isFirst));
    doc += delta;
    isDamaged = isDamaged || doc >= maxDoc || (hasFreqs && load<u32>(freqs + i) === 0);
    store<u32>(docs + i, <u32>doc);
  }
  w.at = at;
  if (isDamaged) damagedIn(w, DOCUMENTS);
  store<u32>(p, 0, DOC_INDEX);
  store<u32>(p, count, DOC_COUNT);
  store<u32>(p, left - count, DOCS_LEFT);
  store<u32>(p, 0, IS_FIRST_GROUP);
}

/** Fails if the numbers before `at` are invalid, or past the end of the file. */
function assertRead(w: Window, at: usize): void {
  if (at > w.end) damagedIn(w, CUT);
  if (fault !== 0) damagedIn(w, fault === NUMBER ? NUMBER_TOO_LONG : EXCEPTION_BEHIND);
}

/** Decodes the next group of gaps between positions. */
function fillGaps(p: usize): void {
  const left = load<u32>(p, POSITIONS_LEFT);
  const w = positionsOf(p);
  if (left === 0) damagedIn(w, MORE);
  ensure(w, GROUP_BYTES);
  let at = w.at;
  const count = min<u32>(GROUP, left);
  beginNumbers();
  if (count === GROUP) {
    readGroup(at, p + GAPS);
    at = after;
  } else
    for (let i: usize = 0; i < (<usize>count) << 2; i += 4) {
      // Most gaps have one or two bytes.
      let gap = <u32>load<u8>(at);
      const more = <u32>load<u8>(at, 1);
      if (gap < 128) at++;
      else if (more < 128) {
        gap = (gap & 127) | (more << 7);
        at += 2;
      } else {
        gap = vInt(at);
        at = after;
      }
      store<u32>(p + GAPS + i, gap);
    }
  assertRead(w, at);
  w.at = at;
  store<u32>(p, 0, GAP_INDEX);
  store<u32>(p, count, GAP_COUNT);
  store<u32>(p, left - count, POSITIONS_LEFT);
}

function itemOf(p: usize, doc: u32): i32 {
  const items: usize = load<u32>(p, ITEMS);
  return items === 0 ? <i32>doc : load<i32>(items + ((<usize>doc) << 2));
}

/** Reads documents without positions, with one occurrence each. */
function readDocs(p: usize): u32 {
  let kept: usize = 0;
  let last = load<i32>(p, LAST_ITEM);
  const isMapped = load<u32>(p, ITEMS) !== 0;
  while (kept === 0) {
    if (load<u32>(p, DOC_INDEX) === load<u32>(p, DOC_COUNT)) {
      if (load<u32>(p, DOCS_LEFT) === 0) break;
      fillDocs(p);
    }
    const count = load<u32>(p, DOC_COUNT);
    for (let i = load<u32>(p, DOC_INDEX); i < count; i++) {
      const item = itemOf(p, load<u32>(p + ((<usize>i) << 2), GROUP_DOCS));
      if (item < 0 || (isMapped && item === last)) continue;
      last = item;
      store<u32>(p + kept, item, OUT_DOCS);
      store<u32>(p + kept, 0, OUT_POSITIONS);
      kept += 4;
    }
    store<u32>(p, count, DOC_INDEX);
  }
  store<i32>(p, last, LAST_ITEM);
  return <u32>(kept >> 2);
}

/** The position in the document, and the last occurrence kept. */
let position: u64 = 0;
let lastItem: i32 = -1;
let lastPosition: u32 = 0;

/** Keeps occurrences of an item in the usual case, without pieces of texts at a base. Returns how many are kept so far. */
function takeUsual(p: usize, first: usize, end: usize, item: i32, isMapped: bool, kept: u32): u32 {
  let at = position;
  let to = p + ((<usize>kept) << 2);
  let last: i64 = item === lastItem ? <i64>lastPosition : -1;
  for (let gap = first; gap < end; gap += 4) {
    at += load<u32>(gap, GAPS);
    store<u32>(to, item, OUT_DOCS);
    store<u32>(to, <u32>at, OUT_POSITIONS);
    if (isMapped && <i64>at <= last) continue;
    last = <i64>at;
    to += 4;
  }
  position = at;
  lastItem = item;
  lastPosition = <u32>last;
  return <u32>((to - p) >> 2);
}

/**
 * Keeps occurrences in a piece of a text with a base, or skips those of a document without an item. Returns how many are kept
 * so far.
 */
function takeShifted(p: usize, first: usize, end: usize, item: i32, isMapped: bool, base: u32, kept: u32): u32 {
  const room = load<u32>(p, ROOM);
  for (let gap = first; gap < end; gap += 4) {
    position += load<u32>(gap, GAPS);
    if (item < 0) continue;
    if (position >= <u64>room) {
      store<u32>(p, load<u32>(p, OUTSIDE) + 1, OUTSIDE);
      continue;
    }
    const shifted = <u32>position + base;
    if (isMapped && item === lastItem && shifted <= lastPosition) continue;
    lastItem = item;
    lastPosition = shifted;
    const to = p + ((<usize>kept) << 2);
    store<u32>(to, item, OUT_DOCS);
    store<u32>(to, shifted, OUT_POSITIONS);
    kept++;
  }
  return kept;
}

/** Tallies occurrences of an item that `takeUsual` would keep, without writing them. */
function tallyUsual(first: usize, end: usize, item: i32): void {
  let at = position;
  let last: i64 = item === lastItem ? <i64>lastPosition : -1;
  let found: u32 = 0;
  for (let gap = first; gap < end; gap += 4) {
    at += load<u32>(gap, GAPS);
    found += <u32>(<i64>at > last);
    last = max<i64>(last, <i64>at);
  }
  position = at;
  lastItem = item;
  lastPosition = <u32>last;
  addTally(item, found);
  positionMax = max(positionMax, <u32>last);
}

/** Where `tallyWhole` stopped: the next document of the group, and the next gap. */
let docsTallied: u32 = 0;
let gapsTallied: u32 = 0;

/** Tallies the documents of a group whose occurrences are all in the group of gaps, as most are, in a tight loop. */
function tallyWhole(p: usize, docsFrom: u32, docsTo: u32, gapsFrom: u32, gapsTo: u32): void {
  let at: u64 = position;
  let docIndex = docsFrom;
  let gapIndex = gapsFrom;
  for (; docIndex < docsTo; docIndex++) {
    const ofDocument = p + ((<usize>docIndex) << 2);
    const count = load<u32>(ofDocument, GROUP_FREQS);
    const item = itemOf(p, load<u32>(ofDocument, GROUP_DOCS));
    if (count > gapsTo - gapIndex || item < 0 || item === lastItem) break;
    let gap = p + ((<usize>gapIndex) << 2);
    at = load<u32>(gap, GAPS);
    let found: u32 = 1;
    for (const end = gap + ((<usize>count - 1) << 2); gap < end; gap += 4) {
      const distance = load<u32>(gap, GAPS + 4);
      at += distance;
      // Two occurrences at one position count once.
      found += <u32>(distance !== 0);
    }
    if (at > POSITION_MAX) damagedIn(positionsOf(p), POSITION_TOO_LARGE);
    addTally(item, found);
    lastItem = item;
    lastPosition = <u32>at;
    positionMax = max(positionMax, <u32>at);
    gapIndex += count;
  }
  position = at;
  docsTallied = docIndex;
  gapsTallied = gapIndex;
}

/**
 * Returns the number of the next occurrences of the list, 0 at the end. Skips occurrences without an item. If documents are
 * mapped to items, skips those that an item already has.
 */
export function read(p: usize): u32 {
  return load<u32>(p, HAS_POSITIONS) === 0 ? readDocs(p) : advance(p, false);
}

/**
 * Like `read`, for a list with positions. `isTallied`: reads to the end, and tallies the occurrences of items whose texts have
 * one piece.
 */
function advance(p: usize, isTallied: bool): u32 {
  const bases: usize = load<u32>(p, BASES);
  const isMapped = load<u32>(p, ITEMS) !== 0;
  let docIndex = load<u32>(p, DOC_INDEX);
  let docCount = load<u32>(p, DOC_COUNT);
  let gapIndex = load<u32>(p, GAP_INDEX);
  let gapCount = load<u32>(p, GAP_COUNT);
  let freqLeft = load<u32>(p, FREQ_LEFT);
  position = load<u32>(p, POSITION);
  let doc = load<u32>(p, DOC);
  lastItem = load<i32>(p, LAST_ITEM);
  lastPosition = load<u32>(p, LAST_POSITION);
  let kept: u32 = 0;
  while (kept < CAPACITY) {
    if (freqLeft === 0) {
      if (docIndex === docCount) {
        if (load<u32>(p, DOCS_LEFT) === 0) {
          if (load<u32>(p, POSITIONS_LEFT) > 0 || gapIndex < gapCount) damagedIn(positionsOf(p), FEWER);
          break;
        }
        fillDocs(p);
        docIndex = 0;
        docCount = load<u32>(p, DOC_COUNT);
      }
      if (isTallied) {
        tallyWhole(p, docIndex, docCount, gapIndex, gapCount);
        docIndex = docsTallied;
        gapIndex = gapsTallied;
        if (docIndex === docCount) continue;
      }
      doc = load<u32>(p + ((<usize>docIndex) << 2), GROUP_DOCS);
      freqLeft = load<u32>(p + ((<usize>docIndex) << 2), GROUP_FREQS);
      docIndex++;
      position = 0;
    }
    if (gapIndex === gapCount) {
      fillGaps(p);
      gapIndex = 0;
      gapCount = load<u32>(p, GAP_COUNT);
    }
    const steps = min<u32>(min<u32>(freqLeft, gapCount - gapIndex), CAPACITY - kept);
    const item = itemOf(p, doc);
    const gapsEnd = p + ((<usize>(gapIndex + steps)) << 2);
    const gap = p + ((<usize>gapIndex) << 2);
    if (isTallied && item >= 0) tallyUsual(gap, gapsEnd, item);
    else
      kept =
        bases === 0 && item >= 0
          ? takeUsual(p, gap, gapsEnd, item, isMapped, kept)
          : takeShifted(p, gap, gapsEnd, item, isMapped, item < 0 ? 0 : load<u32>(bases + ((<usize>doc) << 2)), kept);
    if (position > POSITION_MAX) damagedIn(positionsOf(p), POSITION_TOO_LARGE);
    gapIndex += steps;
    freqLeft -= steps;
  }
  store<u32>(p, docIndex, DOC_INDEX);
  store<u32>(p, docCount, DOC_COUNT);
  store<u32>(p, gapIndex, GAP_INDEX);
  store<u32>(p, gapCount, GAP_COUNT);
  store<u32>(p, freqLeft, FREQ_LEFT);
  store<u32>(p, <u32>position, POSITION);
  store<u32>(p, doc, DOC);
  store<i32>(p, lastItem, LAST_ITEM);
  store<u32>(p, lastPosition, LAST_POSITION);
  return kept;
}

/** The tally: a counter for each document, the documents with a token, and the number of these. */
let countersAt: usize = 0;
let countedAt: usize = 0;
export let counted: u32 = 0;
/** Number of tallied occurrences, and the last position among them. */
export let tallied: u32 = 0;
export let positionMax: u32 = 0;

/** Begins a tally, with all counters 0. */
export function beginTally(counters: usize, documents: usize): void {
  countersAt = counters;
  countedAt = documents;
  counted = 0;
  tallied = 0;
  positionMax = 0;
}

function addTally(item: i32, occurrences: u32): void {
  const counter = countersAt + ((<usize>item) << 2);
  const before = load<u32>(counter);
  store<u32>(counter, before + occurrences);
  tallied += occurrences;
  if (before > 0 || occurrences === 0) return;
  store<u32>(countedAt + ((<usize>counted) << 2), item);
  counted++;
}

/** Tallies the rest of the list by document. Returns its number of occurrences. */
export function tally(p: usize): u32 {
  const before = tallied;
  const hasPositions = load<u32>(p, HAS_POSITIONS) !== 0;
  if (hasPositions && load<u32>(p, ITEMS) !== 0 && load<u32>(p, BASES) === 0) {
    advance(p, true);
    return tallied - before;
  }
  for (let count = read(p); count > 0; count = read(p)) {
    const end = p + ((<usize>count) << 2);
    for (let at = p; at < end; ) {
      const doc = load<u32>(at, OUT_DOCS);
      const first = at;
      do at += 4;
      while (at < end && load<u32>(at, OUT_DOCS) === doc);
      addTally(doc, <u32>((at - first) >> 2));
      positionMax = max(positionMax, load<u32>(at, OUT_POSITIONS - 4));
    }
  }
  return tallied - before;
}
