/** Keeps one item for each value of a field: the first by source, then by id. Keeps all items without the field. */
import { setBit } from '../../codec/bits.ts';
import type { WholeValues } from '../../engine/columns/values/whole-values.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { tuning } from '../../shared/thresholds.ts';
import { wholeValues } from './field-columns.ts';

/**
 * `before`: folded values of items of previous sources. `leastIds`: the least id of each value over all parts of the current
 * source. Null unless ids of different parts interleave.
 */
export interface SeenValues {
  readonly before: Set<string>;
  readonly leastIds: Map<string, number> | null;
}

/** Memory of a stored value besides its text, in bytes. */
const VALUE_BYTES = 64;
/** Memory of a document that is the first with its value, if there are few documents. */
const FEW_BYTES = 40;

/** Returns as a bitmap which of some ascending documents to keep. */
export function* collapsedDocs(
  index: IndexReader,
  docs: Uint32Array,
  field: string,
  seen: SeenValues | null,
): Generator<void, Uint32Array> {
  const values = yield* wholeValues(index, field);
  const ids = index.ids;
  claimMemory(4 * index.bitmapWords, 'the items that stay');
  const kept = new Uint32Array(index.bitmapWords);
  if (values === null) {
    for (const doc of docs) setBit(kept, doc);
    return kept;
  }
  if (docs.length < values.valueCount / tuning.valuesPerDoc) {
    for (const [value, doc] of yield* firstOfFew(values, docs, ids, kept)) {
      if (isFirst(values, value, ids[doc]!, seen)) setBit(kept, doc);
    }
    return kept;
  }
  claimMemory(4 * values.valueCount, 'the values of a field');
  const firstIds = new Uint32Array(values.valueCount);
  for (let i = 0; i < docs.length; i++) {
    const value = leastValue(values, docs[i]!);
    const id = ids[docs[i]!]!;
    if (value < 0) setBit(kept, docs[i]!);
    else if (firstIds[value] === 0 || id + 1 < firstIds[value]!) firstIds[value] = id + 1;
    if (i % tuning.columnDocs === 0) yield;
  }
  for (let value = 0; value < firstIds.length; value++) {
    if (value % tuning.countsAtOnce === 0) yield;
    if (firstIds[value] === 0 || !isFirst(values, value, firstIds[value]! - 1, seen)) continue;
    setBit(kept, index.docOf(firstIds[value]! - 1));
  }
  return kept;
}

/**
 * Finds for each value the document with the least id. For few documents, this is faster than numbering all values of the
 * field.
 */
function* firstOfFew(
  values: WholeValues,
  docs: Uint32Array,
  ids: Uint32Array,
  kept: Uint32Array,
): Generator<void, ReadonlyMap<number, number>> {
  claimMemory(FEW_BYTES * docs.length, 'the values of a field');
  const firsts = new Map<number, number>();
  for (let i = 0; i < docs.length; i++) {
    if (i % tuning.columnDocs === 0) yield;
    const doc = docs[i]!;
    const value = leastValue(values, doc);
    if (value < 0) {
      setBit(kept, doc);
      continue;
    }
    const first = firsts.get(value);
    if (first === undefined || ids[doc]! < ids[first]!) firsts.set(value, doc);
  }
  return firsts;
}

/** Returns the first whole value of a document; negative if it has none. */
export function leastValue({ docs, values }: WholeValues, doc: number): number {
  let spelling: number;
  if (docs.isSingle) spelling = docs.ordinals[doc]! - 1;
  else spelling = docs.starts[doc] === docs.starts[doc + 1] ? -1 : docs.ordinals[docs.starts[doc]!]!;
  return spelling < 0 || values === null ? spelling : values[spelling]!;
}

/** Adds the ids of some documents to the least ids of their values. */
export function* addLeastIds(
  index: IndexReader,
  docs: Uint32Array,
  field: string,
  leastIds: Map<string, number>,
): Generator<void, void> {
  const values = yield* wholeValues(index, field);
  if (values === null) return;
  for (let i = 0; i < docs.length; i++) {
    if (i % tuning.columnDocs === 0) yield;
    const value = leastValue(values, docs[i]!);
    if (value < 0) continue;
    const folded = values.folded(value);
    const [id, known] = [index.ids[docs[i]!]!, leastIds.get(folded)];
    if (known === undefined) claimMemory(VALUE_BYTES + 2 * folded.length, 'the values of a field');
    if (known === undefined || id < known) leastIds.set(folded, id);
  }
}

/**
 * Whether an item is the first of all with its value. If so, marks the value as seen. The item has the least id with
 * the value in its index.
 */
function isFirst(values: WholeValues, value: number, id: number, seen: SeenValues | null): boolean {
  if (seen === null) return true;
  const folded = values.folded(value);
  if (seen.before.has(folded) || (seen.leastIds?.get(folded) ?? id) !== id) return false;
  claimMemory(VALUE_BYTES + 2 * folded.length, 'the values of a field');
  seen.before.add(folded);
  return true;
}
