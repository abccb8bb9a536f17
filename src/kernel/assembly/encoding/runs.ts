/**
 * Merges runs, term by term and document by document, and encodes their lists. ../../../engine/inversion/run-file.ts has the format of runs; their
 * bytes come through pages. Where a piece is full, the caller gets control, even within a term.
 */
import { beginDocument, beginList, endList, roomForPositions, tookPositions } from './lists';
import { askGiven, isGiven } from './piece';
import { take } from './room';

/** Puts the next bytes of a run at `at`; returns how many, 0 at the end. */
declare function read(run: u32, at: usize, room: usize): usize;
/** Called where a run ends within a term. */
declare function endsEarly(): void;

/** Varints of two bytes or more at most, and what is loaded beyond a term. */
const VARINT_BYTES: usize = 5;
const MORE_BYTES: usize = 16;
/** Positions that are read between two looks at the page. */
const POSITIONS_AT_ONCE: u32 = 512;
/** Bytes of a term in its key. */
const KEY_BYTES: u32 = 8;

/** Where a term lies, and its first bytes as a number. */
@unmanaged
class Term {
  field: u32;
  term: usize;
  termBytes: u32;
  key: u64;
}

/** A run: its current term, in its page, what of it was not read, and where it stands. */
@unmanaged
class Run extends Term {
  number: u32;
  page: usize;
  pageBytes: usize;
  at: usize;
  end: usize;
  isRead: bool;
  /** The posting that comes next. */
  doc: u32;
  tf: u32;
}

let runs: u32 = 0;
let runsAt: usize = 0;
/** Runs that have a current term, the smallest last, equal terms by run, the first last. */
let waitingAt: usize = 0;
let waiting: u32 = 0;
/** Runs that have the current term, and those of them that have more of it, by next document, the first last. */
let membersAt: usize = 0;
let members: u32 = 0;
let currentAt: usize = 0;
let current: u32 = 0;
let isWithin: bool = false;

/** The range: from this term, up to but excluding that one. */
@unmanaged
class Bound extends Term {
  isThere: bool;
}
let first: Bound = changetype<Bound>(0);
let behind: Bound = changetype<Bound>(0);

function runAt(list: usize, n: u32): Run {
  return changetype<Run>(load<usize>(list + ((<usize>n) << 2)));
}

function setRun(list: usize, n: u32, run: Run): void {
  store<usize>(list + ((<usize>n) << 2), changetype<usize>(run));
}

/** Rooms for so many runs, with a page each of so many bytes. Bounds come next, then `openRuns`. */
export function layRuns(count: u32, pageBytes: usize): void {
  runs = count;
  runsAt = take(offsetof<Run>() * <usize>count);
  waitingAt = take((<usize>count) << 2);
  membersAt = take((<usize>count) << 2);
  currentAt = take((<usize>count) << 2);
  first = changetype<Bound>(take(offsetof<Bound>()));
  behind = changetype<Bound>(take(offsetof<Bound>()));
  first.isThere = false;
  behind.isThere = false;
  waiting = 0;
  members = 0;
  current = 0;
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

/** Room for the bytes of the term that bounds the range, which the caller fills before the runs are opened. */
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

/** Encodes terms until a piece was given; false where there are no more. */
export function merge(): bool {
  askGiven();
  while (!isGiven) {
    if (!isWithin && !nextTerm()) return false;
    isWithin = !readTerm();
    if (!isWithin) endList();
  }
  return true;
}

/** Lets the page have `bytes` more at least, unless there are no more; a longer page is made where that is needed. */
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

/** Moves to the next term; false at the end of the run or of the range. */
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

/** The first bytes of a term, the first the most significant, then zeros. */
function keyOf(term: usize, bytes: u32): u64 {
  const key = bswap<u64>(load<u64>(term));
  return bytes >= KEY_BYTES ? key : bytes === 0 ? 0 : key & ((<u64>-1) << ((KEY_BYTES - bytes) << 3));
}

/** Of terms with the same key. */
function compareRests(term: usize, bytes: u32, other: usize, otherBytes: u32): i32 {
  const both = min(bytes, otherBytes);
  for (let i = KEY_BYTES; i < both; i++) {
    const difference = <i32>load<u8>(term + <usize>i) - <i32>load<u8>(other + <usize>i);
    if (difference !== 0) return difference;
  }
  return <i32>bytes - <i32>otherBytes;
}

function compareTerms(a: Term, b: Term): i32 {
  if (a.field !== b.field) return a.field < b.field ? -1 : 1;
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return compareRests(a.term, a.termBytes, b.term, b.termBytes);
}

function isAfter(a: Run, b: Run): bool {
  const difference = compareTerms(a, b);
  return difference > 0 || (difference === 0 && a.number > b.number);
}

/** Puts a run among those that wait. */
function insert(run: Run): void {
  let low: u32 = 0;
  let high = waiting;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAfter(runAt(waitingAt, middle), run)) low = middle + 1;
    else high = middle;
  }
  const at = waitingAt + ((<usize>low) << 2);
  memory.copy(at + 4, at, (<usize>(waiting - low)) << 2);
  setRun(waitingAt, low, run);
  waiting++;
}

/** Moves to the next term of all; false where there is none. */
function nextTerm(): bool {
  for (let n: u32 = 0; n < members; n++) {
    const run = runAt(membersAt, n);
    if (advance(run)) insert(run);
  }
  members = 0;
  if (waiting === 0) return false;
  const least = runAt(waitingAt, --waiting);
  setRun(membersAt, members++, least);
  while (waiting > 0 && compareTerms(runAt(waitingAt, waiting - 1), least) === 0) {
    setRun(membersAt, members++, runAt(waitingAt, --waiting));
  }
  beginList(least.field, least.term, least.termBytes);
  current = 0;
  for (let n: u32 = 0; n < members; n++) {
    const run = runAt(membersAt, n);
    if (nextPosting(run)) putCurrent(run);
  }
  return true;
}

/** Reads the head of the next posting of the term; false where there is none. */
function nextPosting(run: Run): bool {
  ensure(run, 2 * VARINT_BYTES);
  const tf = varint(run);
  if (tf === 0) return false;
  run.tf = tf;
  run.doc += varint(run);
  return true;
}

/** Puts a run among the current ones. It mostly comes first or second. */
function putCurrent(run: Run): void {
  let at = current++;
  for (; at > 0; at--) {
    const other = runAt(currentAt, at - 1);
    if (other.doc > run.doc || (other.doc === run.doc && other.number > run.number)) break;
    setRun(currentAt, at, other);
  }
  setRun(currentAt, at, run);
}

/** Takes what is left of the term; false where a piece was given before its end. */
function readTerm(): bool {
  while (current > 0) {
    const run = runAt(currentAt, --current);
    let last: u32 = 0xffffffff;
    if (current > 0) {
      const next = runAt(currentAt, current - 1);
      last = run.number < next.number ? next.doc : next.doc - 1;
    }
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
