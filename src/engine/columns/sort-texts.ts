/** Sorts texts by their bytes: multikey quicksort, which reads what texts share once and not at every comparison. */

/** Texts below this number are sorted by insertion. */
const FEW = 12;

/** UTF-8 of text t: `bytes[starts[t] … starts[t + 1])`. */
export interface Texts {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
}

/** Sorts the numbers of texts in `order[from … to)`. */
export function sortTexts(texts: Texts, order: Uint32Array, from: number, to: number): void {
  // Ranges that are still to be sorted: from, to, and the bytes that all texts of the range share.
  const ranges = [from, to, 0];
  while (ranges.length > 0) {
    const depth = ranges.pop()!;
    const end = ranges.pop()!;
    const start = ranges.pop()!;
    if (end - start <= FEW) insertionSort(texts, order, start, end, depth);
    else partition(texts, order, start, end, depth, ranges);
  }
}

/** Texts with a smaller byte than the middle one, with the same, with a greater one. */
function partition(texts: Texts, order: Uint32Array, from: number, to: number, depth: number, ranges: number[]): void {
  const pivot = medianByte(texts, order, from, to, depth);
  divide(texts, order, from, to, depth, pivot);
  const { less, greater } = divided;
  if (less - from > 1) ranges.push(from, less, depth);
  if (greater - less > 1 && pivot >= 0) ranges.push(less, greater, depth + 1);
  if (to - greater > 1) ranges.push(greater, to, depth);
}

/** Where `divide` ended: texts with the byte are from `less` to `greater`. Reused: there are thousands of calls. */
const divided = { less: 0, greater: 0 };

/** A function of its own: V8 enters a long loop in the middle, and what comes behind it in the same function would be left each time. */
function divide(texts: Texts, order: Uint32Array, from: number, to: number, depth: number, pivot: number): void {
  let less = from;
  let greater = to;
  for (let i = from; i < greater; ) {
    const byte = byteAt(texts, order[i]!, depth);
    if (byte < pivot) swap(order, less++, i++);
    else if (byte > pivot) swap(order, i, --greater);
    else i++;
  }
  divided.less = less;
  divided.greater = greater;
}

function medianByte(texts: Texts, order: Uint32Array, from: number, to: number, depth: number): number {
  const a = byteAt(texts, order[from]!, depth);
  const b = byteAt(texts, order[(from + to) >>> 1]!, depth);
  const c = byteAt(texts, order[to - 1]!, depth);
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

/** -1 behind the end. */
function byteAt({ bytes, starts }: Texts, text: number, depth: number): number {
  const at = starts[text]! + depth;
  return at < starts[text + 1]! ? bytes[at]! : -1;
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

function swap(order: Uint32Array, a: number, b: number): void {
  const kept = order[a]!;
  order[a] = order[b]!;
  order[b] = kept;
}
