/** Merges terms of several sources into one sequence, ordered by term and then by document. */
import { take } from '../../../kernel/assembly/room';

/** Bytes of a term in its key. */
const KEY_BYTES: u32 = 8;

/** The address of a term, and its first bytes as a number. */
@unmanaged
export class Term {
  field: u32;
  term: usize;
  termBytes: u32;
  key: u64;
}

/** A source of terms: its current term, and the next document of it. */
@unmanaged
export class Source extends Term {
  number: u32;
  doc: u32;
}

/** Sources with a current term, the smallest last. For equal terms the first source comes last. */
let waitingAt: usize = 0;
let waiting: u32 = 0;
/** Sources with the current term; and those with more documents of it, by next document, the first last. */
let membersAt: usize = 0;
export let members: u32 = 0;
let currentAt: usize = 0;
export let current: u32 = 0;

/** Allocates memory for `count` sources. */
export function layOrder(count: u32): void {
  waitingAt = take((<usize>count) << 2);
  membersAt = take((<usize>count) << 2);
  currentAt = take((<usize>count) << 2);
  waiting = 0;
  members = 0;
  current = 0;
}

function sourceAt(list: usize, n: u32): Source {
  return changetype<Source>(load<usize>(list + ((<usize>n) << 2)));
}

function setSource(list: usize, n: u32, source: Source): void {
  store<usize>(list + ((<usize>n) << 2), changetype<usize>(source));
}

/** Returns the first bytes of a term as a number, most significant first, padded with zeros. */
export function keyOf(term: usize, bytes: u32): u64 {
  const key = bswap<u64>(load<u64>(term));
  return bytes >= KEY_BYTES ? key : bytes === 0 ? 0 : key & ((<u64>-1) << ((KEY_BYTES - bytes) << 3));
}

/** Compares terms with equal keys. */
function compareRests(term: usize, bytes: u32, other: usize, otherBytes: u32): i32 {
  const both = min(bytes, otherBytes);
  for (let i = KEY_BYTES; i < both; i++) {
    const difference = <i32>load<u8>(term + <usize>i) - <i32>load<u8>(other + <usize>i);
    if (difference !== 0) return difference;
  }
  return <i32>bytes - <i32>otherBytes;
}

export function compareTerms(a: Term, b: Term): i32 {
  if (a.field !== b.field) return a.field < b.field ? -1 : 1;
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return compareRests(a.term, a.termBytes, b.term, b.termBytes);
}

function isAfter(a: Source, b: Source): bool {
  const difference = compareTerms(a, b);
  return difference > 0 || (difference === 0 && a.number > b.number);
}

/** Inserts a source that moved to a term among the waiting ones. */
export function insert(source: Source): void {
  let low: u32 = 0;
  let high = waiting;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAfter(sourceAt(waitingAt, middle), source)) low = middle + 1;
    else high = middle;
  }
  const at = waitingAt + ((<usize>low) << 2);
  memory.copy(at + 4, at, (<usize>(waiting - low)) << 2);
  setSource(waitingAt, low, source);
  waiting++;
}

/** Makes the sources that wait for the least term the members. Returns false if there are none. */
export function takeLeast(): bool {
  members = 0;
  current = 0;
  if (waiting === 0) return false;
  const least = sourceAt(waitingAt, --waiting);
  setSource(membersAt, members++, least);
  while (waiting > 0 && compareTerms(sourceAt(waitingAt, waiting - 1), least) === 0) {
    setSource(membersAt, members++, sourceAt(waitingAt, --waiting));
  }
  return true;
}

export function memberAt(n: u32): Source {
  return sourceAt(membersAt, n);
}

/** Inserts a source among the current ones, usually in first or second place. */
export function putCurrent(source: Source): void {
  let at = current++;
  for (; at > 0; at--) {
    const other = sourceAt(currentAt, at - 1);
    if (other.doc > source.doc || (other.doc === source.doc && other.number > source.number)) break;
    setSource(currentAt, at, other);
  }
  setSource(currentAt, at, source);
}

/** Removes the current source that comes first. Its documents up to {@link lastOf} precede those of the others. */
export function takeCurrent(): Source {
  return sourceAt(currentAt, --current);
}

export function lastOf(source: Source): u32 {
  if (current === 0) return 0xffffffff;
  const next = sourceAt(currentAt, current - 1);
  return source.number < next.number ? next.doc : next.doc - 1;
}
