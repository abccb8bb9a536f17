/**
 * Merges runs, term by term and document by document, and encodes their lists. The bytes of runs come in pages;
 * src/engine/inversion/runs/run-file.ts describes their format. When a piece is full, it returns to the caller, even within a
 * term.
 */

import { take } from '../../../kernel/assembly/room';
import { beginDocument, beginList, endList, roomForPositions, tookPositions } from './lists';
import { askGiven, isGiven } from './piece';
import {
  compareTerms,
  current,
  insert,
  keyOf,
  lastOf,
  layOrder,
  memberAt,
  members,
  putCurrent,
  Source,
  Term,
  takeCurrent,
  takeLeast,
} from './term-order';

/** Reads the next bytes of a run to `at`. Returns how many, 0 at the end. */
declare function read(run: u32, at: usize, room: usize): usize;
/** Called if a run ends within a term. */
declare function endsEarly(): void;

/** Maximum bytes of a varint of two bytes or more, and bytes loaded past a term. */
const VARINT_BYTES: usize = 5;
const MORE_BYTES: usize = 16;
/** Positions read between two checks of the page. */
const POSITIONS_AT_ONCE: u32 = 512;
/** A run: its current term within its page, the unread range of the page, and the offset in the file. */
@unmanaged
class Run extends Source {
  page: usize;
  pageBytes: usize;
  at: usize;
  end: usize;
  isRead: bool;
  /** Frequency of the next posting. */
  tf: u32;
}

let runs: u32 = 0;
let runsAt: usize = 0;
let isWithin: bool = false;

/** The range: from the first term, up to but excluding the second. */
@unmanaged
class Bound extends Term {
  isThere: bool;
}
let first: Bound = changetype<Bound>(0);
let behind: Bound = changetype<Bound>(0);

/** Allocates memory for `count` runs, with a page of `pageBytes` each. Bounds come next, then `openRuns`. */
export function layRuns(count: u32, pageBytes: usize): void {
  runs = count;
  runsAt = take(offsetof<Run>() * <usize>count);
  layOrder(count);
  first = changetype<Bound>(take(offsetof<Bound>()));
  behind = changetype<Bound>(take(offsetof<Bound>()));
  first.isThere = false;
  behind.isThere = false;
  isWithin = false;
  for (let n: u32 = 0; n < count; n++) {
    const run = changetype<Run>(runsAt + offsetof<Run>() * <usize>n);
    run.number = n;
    run.page = take(pageBytes + MORE_BYTES);
    run.pageBytes = pageBytes;
    run.at = run.page;
    run.end = run.page;
    run.isRead = false;
  }
}

/** Allocates memory for the bytes of a bounding term, which the caller fills before the runs are opened. */
export function bound(isFirst: bool, field: u32, bytes: u32): usize {
  const own = isFirst ? first : behind;
  own.isThere = true;
  own.field = field;
  own.term = take(<usize>bytes + MORE_BYTES);
  own.termBytes = bytes;
  return own.term;
}

/** Begins to read. */
export function openRuns(): void {
  if (first.isThere) first.key = keyOf(first.term, first.termBytes);
  if (behind.isThere) behind.key = keyOf(behind.term, behind.termBytes);
  for (let n: u32 = 0; n < runs; n++) {
    const run = changetype<Run>(runsAt + offsetof<Run>() * <usize>n);
    let isThere = advance(run);
    while (isThere && first.isThere && compareTerms(run, first) < 0) {
      passPostings(run);
      isThere = advance(run);
    }
    if (isThere) insert(run);
  }
}

/** Encodes terms until a piece is complete. Returns false at the end. */
export function merge(): bool {
  askGiven();
  while (!isGiven) {
    if (!isWithin && !nextTerm()) return false;
    isWithin = !readTerm();
    if (!isWithin) endList();
  }
  return true;
}

/** Makes at least `bytes` available in the page, unless the run ends. Enlarges the page if needed. */
function ensure(run: Run, bytes: usize): void {
  if (run.end - run.at < bytes && !run.isRead) fill(run, bytes);
}

function fill(run: Run, bytes: usize): void {
  const left = run.end - run.at;
  let page = run.page;
  if (bytes > run.pageBytes) {
    page = take(2 * bytes + MORE_BYTES);
    run.pageBytes = 2 * bytes;
    run.page = page;
  }
  memory.copy(page, run.at, left);
  run.at = page;
  run.end = page + left;
  while (run.end - page < bytes) {
    const count = read(run.number, run.end, run.pageBytes - (run.end - page));
    if (count === 0) {
      run.isRead = true;
      break;
    }
    run.end += count;
  }
  if (run.at === run.end) endsEarly();
}

function varint(run: Run): u32 {
  let at = run.at;
  let byte = <u32>load<u8>(at++);
  let value = byte & 127;
  for (let shift: u32 = 7; byte > 127; shift += 7) {
    byte = load<u8>(at++);
    value |= (byte & 127) << shift;
  }
  run.at = at;
  return value;
}

/** Moves to the next term. Returns false at the end of the run or of the range. */
function advance(run: Run): bool {
  ensure(run, 2 * VARINT_BYTES);
  const field = varint(run);
  if (field === 0) return false;
  const bytes = varint(run);
  ensure(run, bytes);
  run.field = field - 1;
  run.term = run.at;
  run.termBytes = bytes;
  run.key = keyOf(run.at, bytes);
  run.at += <usize>bytes;
  if (run.at > run.end) endsEarly();
  run.doc = 0;
  return !behind.isThere || compareTerms(run, behind) < 0;
}

function passPostings(run: Run): void {
  while (nextPosting(run)) {
    for (let left = run.tf; left > 0; left--) {
      ensure(run, VARINT_BYTES);
      varint(run);
    }
  }
}

/** Moves to the next term of all runs. Returns false at the end. */
function nextTerm(): bool {
  for (let n: u32 = 0; n < members; n++) {
    const run = changetype<Run>(memberAt(n));
    if (advance(run)) insert(run);
  }
  if (!takeLeast()) return false;
  const least = memberAt(0);
  beginList(least.field, least.term, least.termBytes);
  for (let n: u32 = 0; n < members; n++) {
    const run = changetype<Run>(memberAt(n));
    if (nextPosting(run)) putCurrent(run);
  }
  return true;
}

/** Reads the head of the next posting of the term. Returns false at its end. */
function nextPosting(run: Run): bool {
  ensure(run, 2 * VARINT_BYTES);
  const tf = varint(run);
  if (tf === 0) return false;
  run.tf = tf;
  run.doc += varint(run);
  return true;
}

/** Takes the rest of the term. Returns false if a piece was completed before its end. */
function readTerm(): bool {
  while (current > 0) {
    const run = changetype<Run>(takeCurrent());
    const last = lastOf(run);
    let hasMore = true;
    do {
      takePosting(run);
      hasMore = nextPosting(run);
    } while (hasMore && run.doc <= last && !isGiven);
    if (hasMore) putCurrent(run);
    if (isGiven) return false;
  }
  return true;
}

function takePosting(run: Run): void {
  beginDocument(run.doc);
  let next: u32 = 0;
  for (let left = run.tf; left > 0; ) {
    const some = min(left, POSITIONS_AT_ONCE);
    ensure(run, <usize>some * VARINT_BYTES);
    let out = roomForPositions(some);
    let at = run.at;
    for (let i: u32 = 0; i < some; i++) {
      let byte = <u32>load<u8>(at++);
      let gap = byte & 127;
      for (let shift: u32 = 7; byte > 127; shift += 7) {
        byte = load<u8>(at++);
        gap |= (byte & 127) << shift;
      }
      store<u32>(out, next + gap);
      next += gap + 1;
      out += 4;
    }
    run.at = at;
    if (at > run.end) endsEarly();
    tookPositions(some);
    left -= some;
  }
}
