/** Finds items that share a whole value of a field with items of a set, in one index, or in others by the texts of values. */
import type { WholeValues } from '../../engine/columns/values/whole-values.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { tuning } from '../../shared/thresholds.ts';

/** Documents and values between two yields. */
const DOCS_PER_SLICE = tuning.columnDocs;
const VALUES_PER_SLICE = tuning.countsAtOnce;
/** Memory of a value besides its text, in bytes. */
const VALUE_BYTES = 64;
/** Fewer values are looked up one by one. For more, all values of the field are scanned. */
const LOOKED_UP_PART = 64;

/** Indexed by value: 1 if one of the documents has it. */
export function* valuesOfDocs(values: WholeValues, docs: Uint32Array): Generator<void, Uint8Array> {
  claimMemory(values.valueCount, 'the values of a field');
  const marked = new Uint8Array(values.valueCount);
  for (let i = 0; i < docs.length; i++) {
    eachValue(values, docs[i]!, marked, true);
    if (i % DOCS_PER_SLICE === DOCS_PER_SLICE - 1) yield;
  }
  return marked;
}

/** Adds the folded texts of the marked values. */
export function* addTexts(values: WholeValues, marked: Uint8Array, texts: Set<string>): Generator<void, void> {
  for (let value = 0; value < marked.length; value++) {
    if (value % VALUES_PER_SLICE === VALUES_PER_SLICE - 1) yield;
    if (marked[value] === 0) continue;
    const text = values.folded(value);
    if (texts.has(text)) continue;
    claimMemory(VALUE_BYTES + 2 * text.length, 'the values of a field');
    texts.add(text);
  }
}

/** Also marks the values with these texts. */
export function* markTexts(values: WholeValues, texts: ReadonlySet<string>, marked: Uint8Array): Generator<void, void> {
  if (texts.size * LOOKED_UP_PART < values.valueCount) {
    for (const text of texts) {
      const value = values.firstFrom(text);
      if (value < values.valueCount && values.folded(value) === text) marked[value] = 1;
      yield;
    }
    return;
  }
  for (let value = 0; value < values.valueCount; value++) {
    if (texts.has(values.folded(value))) marked[value] = 1;
    if (value % VALUES_PER_SLICE === VALUES_PER_SLICE - 1) yield;
  }
}

/** Adds the documents with a marked value to a bitmap. */
export function* addDocsOf(
  values: WholeValues,
  marked: Uint8Array,
  documentCount: number,
  words: Uint32Array,
): Generator<void, void> {
  for (let doc = 0; doc < documentCount; doc++) {
    if (eachValue(values, doc, marked, false)) words[doc >>> 5]! |= 1 << (doc & 31);
    if (doc % DOCS_PER_SLICE === DOCS_PER_SLICE - 1) yield;
  }
}

/** Marks the values of a document, or returns whether one of them is marked. */
function eachValue({ docs, values }: WholeValues, doc: number, marked: Uint8Array, marks: boolean): boolean {
  let from = doc;
  let to = doc + 1;
  if (!docs.isSingle) {
    from = docs.starts[doc]!;
    to = docs.starts[doc + 1]!;
  }
  const shift = docs.isSingle ? 1 : 0;
  for (let at = from; at < to; at++) {
    const spelling = docs.ordinals[at]! - shift;
    if (spelling < 0) continue;
    const value = values === null ? spelling : values[spelling]!;
    if (marks) marked[value] = 1;
    else if (marked[value] === 1) return true;
  }
  return false;
}
