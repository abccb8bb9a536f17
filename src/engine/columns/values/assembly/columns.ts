/**
 * Writes columns of whole values from sorted runs: spellings as they come, and separately documents, the starts of groups, and
 * which spellings are the first of their value. docs/index-format.md describes the format. The caller takes the buffered
 * output.
 */
import { copy, putVarint, take } from '../../../../kernel/assembly/room';
import { sharedBytes } from '../../../../kernel/assembly/text-bytes';
import { BEYOND } from './held-values';
import { packedMax, putPacked } from './packed-text';
import { doc, isFirst, missing, nextDoc, nextValue, READY, spellingAt, spellingBytes } from './runs';

/** The output must be taken before more is written. */
export const FULL: i32 = -3;
/** Maximum documents in the output, and approximate maximum bytes of spellings. */
export const DOCS_AT_ONCE: u32 = 1 << 14;
const SPELLED_AT_ONCE: u32 = 1 << 16;
/** Maximum bytes of a document number, and of the start of a group: two offsets. */
const DOC_BYTES: usize = 10;
const GROUP_BYTES: usize = 10;

let perGroup: u32 = 0;
/** The output of each kind. */
export let spelledAt: usize = 0;
export let spelled: u32 = 0;
export let docsAt: usize = 0;
export let docsBytes: u32 = 0;
export let groupsAt: usize = 0;
export let groupsBytes: u32 = 0;
export let firstsAt: usize = 0;
export let firstsBytes: u32 = 0;
/** Number of documents that still fit. */
let left: u32 = 0;

/** Number of spellings of the column so far. */
export let spellings: u32 = 0;
export let values: u32 = 0;
export let occurrences: u32 = 0;
let spelledBefore: u64 = 0;
let docsBefore: u64 = 0;
let bits: u32 = 0;
/** The last spelling. */
let lastSpelledAt: usize = 0;
let lastSpelled: u32 = 0;
/** Whether the current value has documents left, and its last document. Whether the first document is alone is known later. */
let isWithin: bool = false;
let before: u32 = 0;
let docs: u32 = 0;

/** Call this once the runs were added. */
export function layColumns(spellingsPerGroup: u32, longest: u32): void {
  perGroup = spellingsPerGroup;
  spelledAt = take(<usize>SPELLED_AT_ONCE + packedMax(longest) + 16 + BEYOND);
  docsAt = take(<usize>DOCS_AT_ONCE * DOC_BYTES + 16);
  groupsAt = take(<usize>DOCS_AT_ONCE * GROUP_BYTES + 16);
  firstsAt = take((<usize>DOCS_AT_ONCE >> 3) + 16);
  lastSpelledAt = take(<usize>longest + BEYOND);
  taken();
}

/** Called once the output was taken. */
export function taken(): void {
  spelledBefore += spelled;
  docsBefore += docsBytes;
  spelled = 0;
  docsBytes = 0;
  groupsBytes = 0;
  firstsBytes = 0;
  left = DOCS_AT_ONCE;
}

export function beginColumn(): void {
  taken();
  spellings = 0;
  values = 0;
  occurrences = 0;
  spelledBefore = 0;
  docsBefore = 0;
  bits = 0;
}

/** Writes values of a column, or skips them. Returns the number of a run whose window must be filled first, FULL, or ENDED. */
export function writeColumn(column: u32, isKept: bool): i32 {
  let found = READY;
  while (found === READY) found = isWithin ? writeDocs(isKept) : writeValue(column, isKept);
  return found;
}

function writeValue(column: u32, isKept: bool): i32 {
  if (spelled >= SPELLED_AT_ONCE) return FULL;
  const found = nextValue(column);
  if (found !== READY) return found;
  if (isKept) beginValue();
  isWithin = true;
  return READY;
}

function writeDocs(isKept: bool): i32 {
  for (; left > 0 && nextDoc(); left--) if (isKept) addDoc();
  if (left === 0) return FULL;
  if (missing !== READY) return missing;
  if (isKept) endDocs();
  isWithin = false;
  return READY;
}

/** Writes the rest of a column. */
export function endColumn(): void {
  if ((spellings & 7) !== 0) endFirsts();
}

function beginValue(): void {
  if (isFirst) {
    values++;
    bits |= 1 << (spellings & 7);
  }
  if ((spellings & 7) === 7) endFirsts();
  if (spellings % perGroup === 0) {
    putGroup(spelledBefore + spelled);
    putGroup(docsBefore + docsBytes);
    lastSpelled = 0;
  }
  spellings++;
  const shared = <u32>sharedBytes(lastSpelledAt, spellingAt, <usize>min(lastSpelled, spellingBytes));
  const to = putVarint(spelledAt + <usize>spelled, shared);
  spelled = <u32>(putPacked(to, spellingAt + <usize>shared, spellingBytes - shared) - spelledAt);
  copy(lastSpelledAt + <usize>shared, spellingAt + <usize>shared, <usize>(spellingBytes - shared));
  lastSpelled = spellingBytes;
  docs = 0;
}

/** One bit per spelling: whether it is the first of its value. */
function endFirsts(): void {
  store<u8>(firstsAt + <usize>firstsBytes, bits);
  firstsBytes++;
  bits = 0;
}

/** Writes five bytes. */
function putGroup(offset: u64): void {
  store<u64>(groupsAt + <usize>groupsBytes, offset);
  groupsBytes += 5;
}

function addDoc(): void {
  if (docs === 1) putDoc((<u64>before) << 1);
  if (docs > 0) putDoc(doc - before);
  before = doc;
  docs++;
  occurrences++;
}

function endDocs(): void {
  putDoc(docs === 1 ? ((<u64>before) << 1) + 1 : 0);
}

function putDoc(number: u64): void {
  docsBytes = <u32>(putVarint(docsAt + <usize>docsBytes, number) - docsAt);
}
