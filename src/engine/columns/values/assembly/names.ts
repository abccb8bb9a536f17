/**
 * Lists the documents of one column of runs in order of its folded values. Returns which ranges of them must still be sorted.
 */
import { take } from '../../../../kernel/assembly/room';
import { DOCS_AT_ONCE, FULL } from './columns';
import { doc, ENDED, isFirst, missing, nextDoc, nextValue, READY } from './runs';

/** Output: documents, and pairs of bounds of ranges of equal values, at least those with several spellings. */
export let listedAt: usize = 0;
export let listed: u32 = 0;
export let equalAt: usize = 0;
export let equals: u32 = 0;
/** Number of documents before the output. */
let total: u32 = 0;
/** The first document of the current folded value, and its number of spellings. */
let from: u32 = 0;
let spellings: u32 = 0;
let isWithin: bool = false;

export function layNames(): void {
  listedAt = take((<usize>DOCS_AT_ONCE) << 2);
  equalAt = take((<usize>(DOCS_AT_ONCE + 1)) << 3);
  listed = 0;
  equals = 0;
}

export function namesTaken(): void {
  total += listed;
  listed = 0;
  equals = 0;
}

/** Lists documents. `isOrdered`: documents of one spelling need not be sorted. Returns like `writeColumn` of columns.ts. */
export function listNames(isOrdered: bool): i32 {
  let found = READY;
  while (found === READY) found = isWithin ? listDocs() : beginName(isOrdered);
  return found;
}

function beginName(isOrdered: bool): i32 {
  const found = nextValue(0);
  if (found === ENDED) endEqual(isOrdered);
  if (found !== READY) return found;
  if (isFirst) endEqual(isOrdered);
  spellings++;
  isWithin = true;
  return READY;
}

function listDocs(): i32 {
  while (listed < DOCS_AT_ONCE && nextDoc()) {
    store<u32>(listedAt + ((<usize>listed) << 2), doc);
    listed++;
  }
  if (listed === DOCS_AT_ONCE) return FULL;
  if (missing !== READY) return missing;
  isWithin = false;
  return READY;
}

function endEqual(isOrdered: bool): void {
  const to = total + listed;
  if (to - from > 1 && (spellings > 1 || !isOrdered)) {
    const at = equalAt + ((<usize>equals) << 3);
    store<u32>(at, from);
    store<u32>(at, to, 4);
    equals++;
  }
  from = to;
  spellings = 0;
}
