/**
 * Merges the terms of the segments of a case, and encodes their lists in the memory where they are decoded, by calling the
 * functions of src/lucene/assembly/. Also collects texts. When a piece is full, it returns to the caller, even within a term.
 * Documents of a segment may come in any order. If a term has too many to sort at once, its lists are decoded again for each
 * stretch of documents.
 */

import { take } from '../../../kernel/assembly/room';
import { OUT_DOCS, OUT_POSITIONS } from '../../../lucene/assembly/lucene-lists';
import { Terms } from '../../../lucene/assembly/term-tree';
import { addGathered, capacity, clearGathered, gather, layGathered, sortGathered } from './gathered';
import { add, beginList, endList } from './lists';
import { askGiven, isGiven } from './piece';
import {
  current,
  insert,
  keyOf,
  lastOf,
  layOrder,
  memberAt,
  members,
  putCurrent,
  Source,
  takeCurrent,
  takeLeast,
} from './term-order';
import { isUtf8 } from './utf8';

// Imports from src/lucene/assembly/.
declare function nextTerm(terms: usize): bool;
declare function restart(terms: usize): void;
declare function read(lists: usize): u32;
// Imports from src/engine/spelling/assembly/collecting.ts.
declare function beginTerm(number: u32, term: usize, bytes: u32): void;
declare function collect(docs: usize, docsEnd: usize, positions: usize): usize;
/** Takes occurrences of a document without a stretch; a mark is the empty term. */
declare function collectLong(number: u32, term: usize, bytes: u32, doc: u32, positions: usize, count: u32): void;
/** Moves a segment to its next field by calling `enterTerms`. Returns false at the end. */
declare function nextField(segment: u32): bool;
/** Throws the error for unusable terms. */
declare function refuse(field: u32, isOutOfOrder: bool): void;

/** A segment, with the occurrences that were read but not taken. */
@unmanaged
class Segment extends Source {
  terms: Terms;
  lists: usize;
  /** Occurrences of the field's empty term, if any. They come first. */
  marksAt: usize;
  marks: u32;
  isMark: bool;
  isMarkRead: bool;
  docs: usize;
  positions: usize;
  left: u32;
}

let segmentsAt: usize = 0;
let documents: u32 = 0;
let areOrdered: bool = true;
/** The field whose terms are collected, and their number. */
let textField: u32 = 0xffffffff;
let collected: u32 = 0;
let isCollected: bool = false;
let isWithin: bool = false;
/** For a term whose documents are sorted: the current stretch of documents, its size, and whether it is gathered. */
let from: u32 = 0;
let to: u32 = 0;
let width: u32 = 0;
let isGathered: bool = false;
/** Whether all available occurrences are still to be taken. */
let isFresh: bool = false;

function segmentAt(n: u32): Segment {
  return changetype<Segment>(segmentsAt + offsetof<Segment>() * <usize>n);
}

/** Begins to collect the terms of a field. */
export function collectField(field: u32): void {
  textField = field;
  collected = 0;
}

/** Allocates memory for `count` segments. `gathered`: occurrences sorted at a time, or 0 if documents ascend. */
export function laySegments(count: u32, documentCount: u32, gathered: u32): void {
  segmentsAt = take(offsetof<Segment>() * <usize>count);
  layOrder(count);
  documents = documentCount;
  areOrdered = gathered === 0;
  if (!areOrdered) layGathered(gathered);
  isWithin = false;
  for (let n: u32 = 0; n < count; n++) {
    const segment = segmentAt(n);
    segment.number = n;
    segment.terms = changetype<Terms>(0);
    segment.marks = 0;
    segment.isMark = false;
  }
}

/** Sets the next field of a segment. */
export function enterTerms(n: u32, field: u32, terms: usize, lists: usize, marksAt: usize, marks: u32): void {
  const segment = segmentAt(n);
  segment.field = field;
  segment.terms = changetype<Terms>(terms);
  segment.lists = lists;
  segment.marksAt = marksAt;
  segment.marks = marks;
}

/** Begins to read: moves all segments to their first terms. */
export function openSegments(count: u32): void {
  for (let n: u32 = 0; n < count; n++) if (advance(segmentAt(n))) insert(segmentAt(n));
}

function advance(segment: Segment): bool {
  segment.isMark = false;
  while (changetype<usize>(segment.terms) === 0 || !nextTerm(changetype<usize>(segment.terms))) {
    if (!nextField(segment.number)) return false;
    if (segment.marks === 0) continue;
    segment.isMark = true;
    segment.isMarkRead = false;
    segment.term = segment.marksAt;
    segment.termBytes = 0;
    segment.key = 0;
    return true;
  }
  const terms = segment.terms;
  segment.term = terms.term;
  segment.termBytes = terms.termBytes;
  if (terms.termBytes === 0 && segment.marks > 0) refuse(segment.field, true);
  segment.key = keyOf(terms.term, terms.termBytes);
  return true;
}

/** Encodes terms until a piece is complete. Returns false at the end. */
export function mergeSegments(): bool {
  askGiven();
  while (!isGiven) {
    if (!isWithin && !nextOfAll()) return false;
    isWithin = !(areOrdered ? takeInOrder() : takeGathered());
    if (!isWithin) endList();
  }
  return true;
}

/** Moves to the next term with an occurrence. Returns false at the end. */
function nextOfAll(): bool {
  do {
    for (let n: u32 = 0; n < members; n++) {
      const segment = changetype<Segment>(memberAt(n));
      if (advance(segment)) insert(segment);
    }
    if (!takeLeast()) return false;
    const least = memberAt(0);
    if (!isUtf8(least.term, least.termBytes)) refuse(least.field, false);
  } while (areOrdered ? !fillMembers() : !gatherFirst());
  return true;
}

function beginOwn(): void {
  const least = memberAt(0);
  beginList(least.field, least.term, least.termBytes);
}

/** Reads more occurrences of the term. Returns false at its end. */
function fill(segment: Segment): bool {
  if (segment.isMark) {
    segment.left = segment.isMarkRead ? 0 : segment.marks;
    segment.isMarkRead = true;
    segment.docs = segment.marksAt;
    segment.positions = segment.marksAt + ((<usize>segment.marks) << 2);
  } else {
    segment.left = read(segment.lists);
    segment.docs = segment.lists + OUT_DOCS;
    segment.positions = segment.lists + OUT_POSITIONS;
  }
  if (segment.left === 0) return false;
  segment.doc = load<u32>(segment.docs);
  return true;
}

/** Whether the term has an occurrence. */
function fillMembers(): bool {
  for (let n: u32 = 0; n < members; n++) {
    const segment = changetype<Segment>(memberAt(n));
    if (fill(segment)) putCurrent(segment);
  }
  if (current === 0) return false;
  beginOwn();
  beginCollected();
  return true;
}

/** Takes the rest of the term. Returns false if a piece was completed before its end. */
function takeInOrder(): bool {
  while (current > 0) {
    if (isGiven) return false;
    const segment = changetype<Segment>(takeCurrent());
    const last = lastOf(segment);
    const docs = segment.docs;
    const positions = segment.positions;
    let count = segment.left;
    if (load<u32>(docs + ((<usize>count - 1) << 2)) > last) count = countUpTo(docs, count, last);
    add(docs, positions, count);
    collectSome(docs, positions, count);
    segment.left -= count;
    segment.docs += (<usize>count) << 2;
    segment.positions += (<usize>count) << 2;
    if (segment.left > 0) segment.doc = load<u32>(segment.docs);
    else if (!fill(segment)) continue;
    putCurrent(segment);
  }
  return true;
}

/** Returns how many of the ascending documents are at most `last`. At least one must be. */
function countUpTo(docs: usize, count: u32, last: u32): u32 {
  let low: u32 = 1;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (load<u32>(docs + ((<usize>middle) << 2)) <= last) low = middle + 1;
    else high = middle;
  }
  return low;
}

function beginCollected(): void {
  const least = memberAt(0);
  if (least.field !== textField) return;
  collected++;
  if (least.termBytes > 0) beginTerm(collected, least.term, least.termBytes);
}

function collectSome(docs: usize, positions: usize, count: u32): void {
  const least = memberAt(0);
  if (least.field !== textField) return;
  const end = docs + ((<usize>count) << 2);
  // The empty term marks the beginnings of values and is not a token.
  const isMark = least.termBytes === 0;
  let at = docs;
  while (at < end) {
    if (!isMark) at = collect(at, end, positions + (at - docs));
    if (at === end) return;
    const doc = load<u32>(at);
    const first = at;
    do at += 4;
    while (at < end && load<u32>(at) === doc);
    const some = <u32>((at - first) >> 2);
    collectLong(collected, least.term, least.termBytes, doc, positions + (first - docs), some);
  }
}

/** Gathers the first documents of a term. Returns false if it has no occurrence. */
function gatherFirst(): bool {
  let occurrences: f64 = 0;
  for (let n: u32 = 0; n < members; n++) {
    const segment = changetype<Segment>(memberAt(n));
    occurrences += segment.isMark ? <f64>segment.marks : <f64>segment.terms.node.totalTermFreq;
  }
  width = documents;
  if (occurrences > <f64>capacity) width = <u32>max(1, (<f64>documents * <f64>capacity) / (2 * occurrences));
  from = 0;
  to = min(width, documents);
  isGathered = false;
  isCollected = false;
  let hasAny = false;
  for (let n: u32 = 0; n < members; n++) hasAny = fill(changetype<Segment>(memberAt(n))) || hasAny;
  if (!hasAny) return false;
  isFresh = true;
  beginOwn();
  beginCollected();
  return true;
}

/** Takes the rest of a term whose documents are sorted. Returns false if a piece was completed before its end. */
function takeGathered(): bool {
  while (from < to) {
    if (isGiven) return false;
    if (!isGathered) gatherSome();
    if (!addGathered()) return false;
    isGathered = false;
    from = to;
    to = <u32>min(<u64>documents, <u64>from + <u64>width);
  }
  return true;
}

/** Gathers a stretch of documents, or a shorter one if these have too many occurrences. */
function gatherSome(): void {
  while (!gatherStretch()) {
    if (to - from === 1) {
      addDocument();
      break;
    }
    to = from + ((to - from) >>> 1);
  }
  isGathered = true;
  sortGathered();
}

/** Reads the first occurrences of all members again. */
function fillAgain(): void {
  if (!isFresh) {
    for (let n: u32 = 0; n < members; n++) {
      const segment = changetype<Segment>(memberAt(n));
      if (segment.isMark) segment.isMarkRead = false;
      else restart(changetype<usize>(segment.terms));
      fill(segment);
    }
  }
  isFresh = false;
}

/** Gathers the stretch. Returns false if it does not fit. The first pass also collects texts. */
function gatherStretch(): bool {
  fillAgain();
  clearGathered();
  let hasRoom = true;
  for (let n: u32 = 0; n < members; n++) {
    const segment = changetype<Segment>(memberAt(n));
    for (let isThere = segment.left > 0; isThere && (hasRoom || !isCollected); isThere = fill(segment)) {
      const docs = segment.docs;
      const positions = segment.positions;
      const left = segment.left;
      hasRoom = hasRoom && gather(docs, positions, left, from, to);
      if (!isCollected) collectSome(docs, positions, left);
    }
  }
  isCollected = true;
  return hasRoom;
}

/** If the stretch has only one document, adds it directly while decoding. */
function addDocument(): void {
  fillAgain();
  clearGathered();
  for (let n: u32 = 0; n < members; n++) {
    const segment = changetype<Segment>(memberAt(n));
    for (let isThere = segment.left > 0; isThere; isThere = fill(segment)) {
      for (let i: usize = 0; i < (<usize>segment.left) << 2; i += 4) {
        if (load<u32>(segment.docs + i) === from) add(segment.docs + i, segment.positions + i, 1);
      }
    }
  }
}
