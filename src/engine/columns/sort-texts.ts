/**
 * Sorts texts by their bytes: multikey quicksort, which reads what texts share once and not at every comparison. Three bytes are compared at a
 * time; they are kept beside the order, so that the texts themselves, which lie anywhere, are seldom looked at.
 */

/** Texts below this number are sorted by insertion. */
const FEW = 12;
/** Bytes of a key, above how many there are from there on: up to one more. */
const KEY_BYTES = 3;
const COUNT_BITS = 3;
const COUNT_MASK = (1 << COUNT_BITS) - 1;

/** UTF-8 of text t: `bytes[starts[t] … starts[t + 1])`. */
export interface Texts {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
}

/** Sorts the numbers of texts in `order`. */
export function sortTexts(texts: Texts, order: Uint32Array): void {
  const keys = new Int32Array(order.length);
  fillKeys(texts, order, keys, 0, order.length, 0);
  // Ranges that are still to be sorted: from, to, and the bytes that all texts of the range share; of the next ones there are keys.
  const ranges = [0, order.length, 0];
  while (ranges.length > 0) {
    const depth = ranges.pop()!;
    const end = ranges.pop()!;
    const start = ranges.pop()!;
    if (end - start <= FEW) insertionSort(texts, order, start, end, depth);
    else partition(texts, order, keys, start, end, depth, ranges);
  }
}

/** The next bytes of each text: one that ends comes before one that goes on with zeros. */
function fillKeys(
  { bytes, starts }: Texts,
  order: Uint32Array,
  keys: Int32Array,
  from: number,
  to: number,
  depth: number,
): void {
  for (let i = from; i < to; i++) {
    const text = order[i]!;
    const at = starts[text]! + depth;
    const count = starts[text + 1]! - at;
    let key = 0;
    if (count > 0) key = bytes[at]! << 16;
    if (count > 1) key |= bytes[at + 1]! << 8;
    if (count > 2) key |= bytes[at + 2]!;
    keys[i] = (key << COUNT_BITS) | Math.min(count, KEY_BYTES + 1);
  }
}

/** Texts with a smaller key than the middle one, with the same, with a greater one. */
function partition(
  texts: Texts,
  order: Uint32Array,
  keys: Int32Array,
  from: number,
  to: number,
  depth: number,
  ranges: number[],
): void {
  const pivot = medianOf(keys[from]!, keys[(from + to) >>> 1]!, keys[to - 1]!);
  divide(order, keys, from, to, pivot);
  const { less, greater } = divided;
  if (less - from > 1) ranges.push(from, less, depth);
  // Texts that end there are all the same.
  if (greater - less > 1 && (pivot & COUNT_MASK) > KEY_BYTES) {
    if (greater - less > FEW) fillKeys(texts, order, keys, less, greater, depth + KEY_BYTES);
    ranges.push(less, greater, depth + KEY_BYTES);
  }
  if (to - greater > 1) ranges.push(greater, to, depth);
}

/** Where `divide` ended: texts with the key are from `less` to `greater`. Reused: there are thousands of calls. */
const divided = { less: 0, greater: 0 };

/** A function of its own: V8 enters a long loop in the middle, and what comes behind it in the same function would be left each time. */
function divide(order: Uint32Array, keys: Int32Array, from: number, to: number, pivot: number): void {
  let less = from;
  let greater = to;
  for (let i = from; i < greater; ) {
    const key = keys[i]!;
    if (key < pivot) swap(order, keys, less++, i++);
    else if (key > pivot) swap(order, keys, i, --greater);
    else i++;
  }
  divided.less = less;
  divided.greater = greater;
}

function medianOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

function insertionSort(texts: Texts, order: Uint32Array, from: number, to: number, depth: number): void {
  for (let i = from + 1; i < to; i++) {
    const text = order[i]!;
    let at = i;
    for (; at > from && compareFrom(texts, order[at - 1]!, text, depth) > 0; at--) order[at] = order[at - 1]!;
    order[at] = text;
  }
}

function compareFrom({ bytes, starts }: Texts, a: number, b: number, depth: number): number {
  const endA = starts[a + 1]!;
  const endB = starts[b + 1]!;
  let atA = starts[a]! + depth;
  let atB = starts[b]! + depth;
  for (; atA < endA && atB < endB; atA++, atB++) {
    const difference = bytes[atA]! - bytes[atB]!;
    if (difference !== 0) return difference;
  }
  return endA - atA - (endB - atB);
}

function swap(order: Uint32Array, keys: Int32Array, a: number, b: number): void {
  const text = order[a]!;
  order[a] = order[b]!;
  order[b] = text;
  const key = keys[a]!;
  keys[a] = keys[b]!;
  keys[b] = key;
}
