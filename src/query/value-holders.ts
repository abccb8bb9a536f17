/**
 * Finds the items of one index that have one of many given values of a field. Looks up values one by one, or scans all
 * values of the field.
 */
import { foldWhole } from '../analysis/whole-value.ts';
import type { WholeValues } from '../engine/columns/values/whole-values.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import { TREE_NODE } from '../schema/item-kinds.ts';
import type { Holders, HoldersRequest } from '../search/related/value-holders.ts';
import { tuning } from '../shared/thresholds.ts';
import { refusalOf, wholeValues } from './columns/field-columns.ts';
import { addDocsOf, valuesOfDocs } from './families/equal-values.ts';
import { FoundDocs } from './operators/found-docs.ts';

const VALUES_PER_SLICE = tuning.countsAtOnce;
/** If the values are fewer than this fraction of the field's values, they are looked up one by one. */
const LOOKED_UP_PART = 64;

export function* valueHolders(index: IndexReader, request: HoldersRequest): Generator<void, Holders> {
  const wanted = yield* numbersByText(request);
  const found = new Uint8Array(request.ends.length);
  const words = new Uint32Array(index.bitmapWords);
  for (const field of request.fields) {
    if (!index.fields.has(field) && !index.valueColumns.has(field)) continue;
    if (refusalOf(index, field) !== null) continue;
    const values = yield* wholeValues(index, field);
    if (values === null) continue;
    const own = yield* wantedOf(values, wanted);
    const marked = new Uint8Array(values.valueCount);
    for (const value of own) marked[value] = 1;
    yield* addDocsOf(values, marked, index.documentCount, words);
    index.struck.clearIn(words);
    const held = index.struck.count === 0 ? marked : yield* valuesOfDocs(values, yield* listOf(words));
    for (const value of own) if (held[value] === 1) markNumbers(values.folded(value), wanted, found);
  }
  return { ids: yield* idsOf(index, words), found };
}

/**
 * The wanted texts with their numbers. Equal texts are chained: each text leads to its last number, and each number to
 * the previous one.
 */
interface Wanted {
  readonly last: ReadonlyMap<string, number>;
  readonly before: Int32Array;
}

function* numbersByText({ bytes, ends }: HoldersRequest): Generator<void, Wanted> {
  const last = new Map<string, number>();
  const before = new Int32Array(ends.length).fill(-1);
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let number = 0; number < ends.length; number++) {
    if (number % VALUES_PER_SLICE === VALUES_PER_SLICE - 1) yield;
    const text = foldWhole(all.toString('utf8', number === 0 ? 0 : ends[number - 1]!, ends[number]!));
    if (text === '') continue;
    before[number] = last.get(text) ?? -1;
    last.set(text, number);
  }
  return { last, before };
}

/** Returns the values of a field whose texts are wanted. */
function* wantedOf(values: WholeValues, { last }: Wanted): Generator<void, readonly number[]> {
  const wanted: number[] = [];
  let steps = 0;
  if (last.size * LOOKED_UP_PART < values.valueCount) {
    for (const text of last.keys()) {
      const value = values.firstFrom(text);
      if (value < values.valueCount && values.folded(value) === text) wanted.push(value);
      if (++steps % (VALUES_PER_SLICE / LOOKED_UP_PART) < 1) yield;
    }
    return wanted;
  }
  for (let value = 0; value < values.valueCount; value++) {
    if (last.has(values.folded(value))) wanted.push(value);
    if (++steps % VALUES_PER_SLICE === 0) yield;
  }
  return wanted;
}

function markNumbers(text: string, { last, before }: Wanted, found: Uint8Array): void {
  for (let number = last.get(text)!; number >= 0; number = before[number]!) found[number] = 1;
}

function* idsOf(index: IndexReader, words: Uint32Array): Generator<void, Uint32Array> {
  const docs = yield* listOf(words);
  const items = docs.filter((doc) => (index.tree.kindOf(doc) & TREE_NODE) === 0);
  return items.map((doc) => index.ids[doc]!);
}

function* listOf(words: Uint32Array): Generator<void, Uint32Array> {
  return yield* (yield* FoundDocs.counted(words)).list();
}
