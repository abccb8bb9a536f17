/**
 * The natural order of a column's values. Values with equal text up to their first digit are already neighbours in the
 * plain order. So only groups of such values are sorted: by the number, then by the rest of the text, recursively.
 */
import type { WholeValues } from '../../engine/columns/values/whole-values.ts';
import { compareNaturally, endOfDigits, isDigit } from '../../search/natural-order.ts';
import { claimMemory, heldMemory, releaseMemoryTo } from '../../shared/query-memory.ts';
import { tuning } from '../../shared/thresholds.ts';

type Texts = Pick<WholeValues, 'valueCount' | 'folded'>;

export class NaturalValues {
  /** The value of each rank, and the rank of each value. */
  readonly values: Uint32Array;
  readonly ranks: Uint32Array;

  constructor(values: Uint32Array, ranks: Uint32Array) {
    this.values = values;
    this.ranks = ranks;
  }

  get bytes(): number {
    return this.values.byteLength + this.ranks.byteLength;
  }
}

const WHAT = 'the natural order of values';
/** Memory of a text besides its units, in bytes. */
const TEXT_BYTES = 40;
/** Numbers of up to this many digits are exact as floats. Longer numbers are not told apart by length. */
const EXACT_DIGITS = 15;
const LENGTH_MAX = EXACT_DIGITS + 1;

/** Throws AppError QUERY_INVALID if the values that are sorted together exceed the memory of a query. */
export function* loadNaturalValues(column: Texts): Generator<void, NaturalValues> {
  const { valueCount } = column;
  const held = heldMemory();
  claimMemory(4 * valueCount, WHAT);
  const order = new Uint32Array(valueCount);
  for (let value = 0; value < valueCount; value++) order[value] = value;
  yield* sortFrom(column, order, 0);
  claimMemory(4 * valueCount, WHAT);
  const ranks = new Uint32Array(valueCount);
  for (let rank = 0; rank < valueCount; rank++) {
    ranks[order[rank]!] = rank;
    if (rank % tuning.columnDocs === 0) yield;
  }
  releaseMemoryTo(held);
  return new NaturalValues(order, ranks);
}

/** Sorts values, in plain order, whose texts are equal before `start`. */
function* sortFrom(column: Texts, values: Uint32Array, start: number): Generator<void, void> {
  const held = heldMemory();
  claimMemory(9 * values.length, WHAT);
  const numbers = new Float64Array(values.length);
  const lengths = new Uint8Array(values.length);
  let from = 0;
  let prefix: string | null = null;
  function* sortGroup(to: number): Generator<void, void> {
    if (prefix === null || to - from < 2) return;
    const at = start + prefix.length;
    yield* sortNumbered(column, values.subarray(from, to), numbers.subarray(from, to), lengths.subarray(from, to), at);
  }
  for (let i = 0; i < values.length; i++) {
    if (i % tuning.naturalValues === 0) yield;
    const text = column.folded(values[i]!);
    const at = firstDigit(text, start);
    const own = at === text.length ? null : text.slice(start, at);
    if (own === null || own !== prefix) {
      yield* sortGroup(i);
      from = i;
      prefix = own;
    }
    const end = endOfDigits(text, at);
    numbers[i] = Math.min(Number.MAX_VALUE, Number(text.slice(at, end)));
    lengths[i] = Math.min(LENGTH_MAX, end - at);
  }
  yield* sortGroup(values.length);
  releaseMemoryTo(held);
}

function firstDigit(text: string, start: number): number {
  let at = start;
  while (at < text.length && !isDigit(text.charCodeAt(at))) at++;
  return at;
}

/** Sorts values whose texts are equal before a number that begins at `at`. */
function* sortNumbered(
  column: Texts,
  values: Uint32Array,
  numbers: Float64Array,
  lengths: Uint8Array,
  at: number,
): Generator<void, void> {
  const held = heldMemory();
  claimMemory(4 * values.length, WHAT);
  const rows = new Uint32Array(values.length);
  let isSorted = true;
  for (let row = 0; row < rows.length; row++) {
    rows[row] = row;
    if (row > 0 && numbers[row - 1]! > numbers[row]!) isSorted = false;
  }
  if (!isSorted) {
    const unsorted = heldMemory();
    const room = yield* sortInSteps(rows, (a, b) => numbers[a]! - numbers[b]! || a - b);
    for (let row = 0; row < rows.length; row++) room[row] = values[rows[row]!]!;
    values.set(room);
    releaseMemoryTo(unsorted);
  }
  for (let from = 0, to = 0; from < rows.length; from = to) {
    const first = rows[from]!;
    let isSpelledAlike = lengths[first]! <= EXACT_DIGITS;
    for (to = from + 1; to < rows.length && numbers[rows[to]!] === numbers[first]; to++) {
      if (lengths[rows[to]!] !== lengths[first]) isSpelledAlike = false;
    }
    if (to === from + 1) continue;
    const equal = values.subarray(from, to);
    yield* isSpelledAlike ? sortFrom(column, equal, at + lengths[first]!) : sortTexts(column, equal);
  }
  releaseMemoryTo(held);
}

function* sortTexts(column: Texts, values: Uint32Array): Generator<void, void> {
  const held = heldMemory();
  const texts: string[] = [];
  for (const value of values) {
    const text = column.folded(value);
    claimMemory(2 * text.length + TEXT_BYTES, WHAT);
    if (texts.push(text) % tuning.naturalValues === 0) yield;
  }
  const order = new Uint32Array(texts.length).map((_, i) => i);
  yield* sortInSteps(order, (a, b) => compareNaturally(texts[a]!, texts[b]!));
  const sorted = order.map((i) => values[i]!);
  values.set(sorted);
  releaseMemoryTo(held);
}

type Compare = (a: number, b: number) => number;

/** Sorts pieces, then merges them in pairs. Returns an array of the same length that is now unused. */
function* sortInSteps(elements: Uint32Array, compare: Compare): Generator<void, Uint32Array> {
  const { length } = elements;
  const piece = Math.max(2, tuning.naturalValues);
  for (let from = 0; from < length; from += piece) {
    elements.subarray(from, from + piece).sort(compare);
    yield;
  }
  claimMemory(4 * length, WHAT);
  let source = elements;
  let target: Uint32Array = new Uint32Array(length);
  for (let width = piece; width < length; width *= 2) {
    for (let from = 0; from < length; from += 2 * width) {
      yield* merge(source, target, from, Math.min(length, from + width), Math.min(length, from + 2 * width), compare);
    }
    [source, target] = [target, source];
  }
  if (source === elements) return target;
  elements.set(source);
  return source;
}

/** Merges `[from, middle)` and `[middle, to)`. */
function* merge(
  source: Uint32Array,
  target: Uint32Array,
  from: number,
  middle: number,
  to: number,
  compare: Compare,
): Generator<void, void> {
  let [left, right] = [from, middle];
  for (let at = from; at < to; at++) {
    const isLeft = left < middle && (right === to || compare(source[left]!, source[right]!) <= 0);
    target[at] = isLeft ? source[left++]! : source[right++]!;
    if (at % tuning.naturalValues === 0) yield;
  }
}
