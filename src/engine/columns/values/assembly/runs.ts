/**
 * Merges sorted runs of values. Equal values of several runs become one, with the documents of each run in turn.
 * ../value-run.ts describes the format. Each run has a window, which the caller fills.
 */
import { copy, cutRooms, take } from '../../../../kernel/assembly/room';
import { areAlike, sharedBytes } from '../../../../kernel/assembly/text-bytes';
import { BEYOND, FOLDED_MAX } from './held-values';

/** Per run: the read cursor; the end, beginning and size of its window; and whether the run ends there. */
const AT: usize = 0;
const END: usize = 4;
const WINDOW: usize = 8;
const WINDOW_BYTES: usize = 12;
const IS_LAST: usize = 16;
/** Per run: its next value (column, folded text, spelling), and its last document. */
const COLUMN: usize = 20;
const FOLDED: usize = 24;
const FOLDED_BYTES: usize = 28;
const SPELLING: usize = 32;
const SPELLING_BYTES: usize = 36;
const DOC: usize = 40;
/** Length in bytes of its longest spelling. */
const LONGEST: usize = 44;
const RUN: usize = 48;

/** Maximum bytes of a value before its documents: three numbers and a folded text, not counting its spelling. */
const HEAD_BYTES: u32 = 3 * 10 + FOLDED_MAX;
const DOC_BYTES: u32 = 10;

let runsAt: usize = 0;
/** A heap of runs by their next values, smallest first. For equal values the first run comes first. */
let heapAt: usize = 0;
let heapSize: u32 = 0;
/** Runs that have the current value, in order, and the current one of these. */
let currentAt: usize = 0;
let currents: u32 = 0;
let current: u32 = 0;

/** Why there is no value or document: the number of a run whose window must be filled first, or one of these. */
export const READY: i32 = -1;
export const ENDED: i32 = -2;
/** The current value, whose texts are valid until its documents are read; and its current document. */
export let foldedAt: usize = 0;
export let foldedBytes: u32 = 0;
export let spellingAt: usize = 0;
export let spellingBytes: u32 = 0;
export let doc: u32 = 0;
/** Whether the current value is the first of its column with its folded text; and the folded text before it, for comparison. */
export let isFirst: bool = false;
let lastColumn: u32 = 0;
let lastFoldedAt: usize = 0;
let lastFolded: u32 = 0;
/** The run whose window must be filled, after `nextDoc` returned false. */
export let missing: i32 = READY;

/** Clears everything. Next, `addRun` must be called for each of `runs` runs. */
export function beginRuns(start: usize, runs: u32): void {
  cutRooms(start);
  runsAt = take(<usize>runs * RUN);
  heapAt = take((<usize>runs) << 2);
  currentAt = take((<usize>runs) << 2);
  lastFoldedAt = take(<usize>FOLDED_MAX + BEYOND);
  lastColumn = -1;
  heapSize = 0;
  // Whether the first values of all runs are still unread.
  currents = 0;
  current = 0;
}

/** Adds a run of this many bytes, with the length of its longest spelling, and the bytes to read at a time. */
export function addRun(runBytes: f64, longest: u32, readBytes: u32): void {
  const run = runsAt + <usize>currents * RUN;
  const bytes = <u32>min(runBytes, <f64>(HEAD_BYTES + longest + readBytes));
  const at = take(<usize>bytes + BEYOND);
  store<u32>(run, <u32>at, AT);
  store<u32>(run, <u32>at, END);
  store<u32>(run, <u32>at, WINDOW);
  store<u32>(run, bytes, WINDOW_BYTES);
  store<u32>(run, 0, IS_LAST);
  store<u32>(run, longest, LONGEST);
  store<u32>(currentAt + ((<usize>currents) << 2), currents);
  currents++;
}

/** Makes space in the window of a run, after the unread bytes. Returns the address for `roomOf` more bytes. */
export function makeRoom(run: u32): usize {
  const entry = runsAt + <usize>run * RUN;
  const at = <usize>load<u32>(entry, AT);
  const window = <usize>load<u32>(entry, WINDOW);
  const rest = <usize>load<u32>(entry, END) - at;
  memory.copy(window, at, rest);
  store<u32>(entry, <u32>window, AT);
  store<u32>(entry, <u32>(window + rest), END);
  return window + rest;
}

export function roomOf(run: u32): u32 {
  const entry = runsAt + <usize>run * RUN;
  return load<u32>(entry, WINDOW) + load<u32>(entry, WINDOW_BYTES) - load<u32>(entry, END);
}

export function fill(run: u32, bytes: u32, isLast: bool): void {
  const entry = runsAt + <usize>run * RUN;
  store<u32>(entry, load<u32>(entry, END) + bytes, END);
  store<u32>(entry, isLast, IS_LAST);
}

function hasBytes(run: usize, bytes: u32): bool {
  return load<u32>(run, END) - load<u32>(run, AT) >= bytes || load<u32>(run, IS_LAST) !== 0;
}

function varint(run: usize): u32 {
  let at = <usize>load<u32>(run, AT);
  let byte = <u32>load<u8>(at++);
  let value = byte & 127;
  for (let shift: u32 = 7; byte > 127; shift += 7) {
    byte = <u32>load<u8>(at++);
    value |= (byte & 127) << shift;
  }
  store<u32>(run, <u32>at, AT);
  return value;
}

/** Moves to the next value of a column. All documents of the last value must have been read. */
export function nextValue(column: u32): i32 {
  for (; current < currents; current++) {
    const number = load<u32>(currentAt + ((<usize>current) << 2));
    const run = runsAt + <usize>number * RUN;
    if (!hasBytes(run, HEAD_BYTES + load<u32>(run, LONGEST))) return <i32>number;
    if (readHead(run)) push(number);
  }
  currents = 0;
  current = 0;
  if (heapSize === 0) return ENDED;
  const first = topOf();
  if (load<u32>(first, COLUMN) !== column) return ENDED;
  do {
    store<u32>(currentAt + ((<usize>currents) << 2), pop());
    currents++;
  } while (heapSize > 0 && compare(first, topOf()) === 0);
  foldedAt = <usize>load<u32>(first, FOLDED);
  foldedBytes = load<u32>(first, FOLDED_BYTES);
  spellingAt = <usize>load<u32>(first, SPELLING);
  spellingBytes = load<u32>(first, SPELLING_BYTES);
  compareWithLast(column);
  return READY;
}

function compareWithLast(column: u32): void {
  isFirst = column !== lastColumn || foldedBytes !== lastFolded || !areAlike(foldedAt, lastFoldedAt, foldedBytes);
  if (!isFirst) return;
  copy(lastFoldedAt, foldedAt, <usize>foldedBytes);
  lastFolded = foldedBytes;
  lastColumn = column;
}

/** Moves to the next document of the value. Returns false at the end, or if a run is `missing`. */
export function nextDoc(): bool {
  for (; current < currents; current++) {
    const number = load<u32>(currentAt + ((<usize>current) << 2));
    const run = runsAt + <usize>number * RUN;
    if (!hasBytes(run, DOC_BYTES)) {
      missing = <i32>number;
      return false;
    }
    const distance = varint(run);
    if (distance === 0) continue;
    doc = load<u32>(run, DOC) + distance;
    store<u32>(run, doc, DOC);
    return true;
  }
  current = 0;
  missing = READY;
  return false;
}

/** Reads the next value of a run. Returns false at the end. */
function readHead(run: usize): bool {
  const next = varint(run);
  if (next === 0) return false;
  store<u32>(run, next - 1, COLUMN);
  const bytes = varint(run);
  const at = load<u32>(run, AT);
  store<u32>(run, at, FOLDED);
  store<u32>(run, bytes, FOLDED_BYTES);
  store<u32>(run, at + bytes, AT);
  const spelled = varint(run);
  const spelledAt = load<u32>(run, AT);
  store<u32>(run, spelled === 0 ? at : spelledAt, SPELLING);
  store<u32>(run, spelled === 0 ? bytes : spelled - 1, SPELLING_BYTES);
  if (spelled > 0) store<u32>(run, spelledAt + spelled - 1, AT);
  store<u32>(run, -1, DOC);
  return true;
}

function runInHeap(n: u32): u32 {
  return load<u32>(heapAt + ((<usize>n) << 2));
}

function topOf(): usize {
  return runsAt + <usize>runInHeap(0) * RUN;
}

function push(run: u32): void {
  let n = heapSize++;
  while (n > 0) {
    const parent = (n - 1) >> 1;
    if (isBefore(runInHeap(parent), run)) break;
    store<u32>(heapAt + ((<usize>n) << 2), runInHeap(parent));
    n = parent;
  }
  store<u32>(heapAt + ((<usize>n) << 2), run);
}

function pop(): u32 {
  const first = runInHeap(0);
  const last = runInHeap(--heapSize);
  let n: u32 = 0;
  for (let child: u32 = 1; child < heapSize; child = 2 * n + 1) {
    if (child + 1 < heapSize && isBefore(runInHeap(child + 1), runInHeap(child))) child++;
    if (isBefore(last, runInHeap(child))) break;
    store<u32>(heapAt + ((<usize>n) << 2), runInHeap(child));
    n = child;
  }
  store<u32>(heapAt + ((<usize>n) << 2), last);
  return first;
}

function isBefore(a: u32, b: u32): bool {
  const order = compare(runsAt + <usize>a * RUN, runsAt + <usize>b * RUN);
  return order < 0 || (order === 0 && a < b);
}

function compare(a: usize, b: usize): i32 {
  const columnA = load<u32>(a, COLUMN);
  const columnB = load<u32>(b, COLUMN);
  if (columnA !== columnB) return columnA < columnB ? -1 : 1;
  const folded = compareTexts(
    load<u32>(a, FOLDED),
    load<u32>(a, FOLDED_BYTES),
    load<u32>(b, FOLDED),
    load<u32>(b, FOLDED_BYTES),
  );
  if (folded !== 0) return folded;
  return compareTexts(
    load<u32>(a, SPELLING),
    load<u32>(a, SPELLING_BYTES),
    load<u32>(b, SPELLING),
    load<u32>(b, SPELLING_BYTES),
  );
}

function compareTexts(a: usize, bytesA: u32, b: usize, bytesB: u32): i32 {
  const most = <usize>min(bytesA, bytesB);
  const shared = sharedBytes(a, b, most);
  if (shared === most) return <i32>bytesA - <i32>bytesB;
  return <i32>load<u8>(a + shared) - <i32>load<u8>(b + shared);
}
