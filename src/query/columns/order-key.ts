/**
 * One sort key. Maps documents to ranks, so that a lower rank comes first in either direction, and maps ranks back to
 * values. Documents without a value have the last rank in both directions.
 */
import type { DocValues } from '../../engine/columns/doc-values.ts';
import { type DocWalk, PointWalk } from '../../engine/columns/doc-walk.ts';
import type { NumberValues } from '../../engine/columns/number-values.ts';
import type { WholeValues } from '../../engine/columns/values/whole-values.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { SortKey, SortValue } from '../../search/search-request.ts';
import { firstFrom } from '../../shared/sorting/binary-search.ts';
import { columnTypeOf, naturalValues, numberColumns, numberValues, wholeValues } from './field-columns.ts';
import { NaturalKey } from './natural-key.ts';

export interface OrderKey {
  /** All ranks are below this number, except that of documents without a value, which equals it. */
  readonly missing: number;
  /** Writes the ranks of `docs[from … to)` to the same elements of `out`. */
  rank(docs: Uint32Array, from: number, to: number, out: Uint32Array): void;
  valueOf(rank: number): SortValue;
  /** Returns the documents with a value, in order of rank; null if the index does not have them in that order. */
  walk(): DocWalk | null;
  /** Returns the rank of a value. A value between two ranks gets the upper one minus 0.5. */
  positionOf(value: SortValue): number;
}

export function* orderKeyOf(index: IndexReader, { field, direction, isNatural }: SortKey): Generator<void, OrderKey> {
  const type = columnTypeOf(index, field);
  if (type === null) return new NoKey();
  if (type === 'text') {
    const values = yield* wholeValues(index, field);
    if (values === null) return new NoKey();
    if (isNatural) return new NaturalKey(values, yield* naturalValues(index, field, values), direction === 'desc');
    return new WholeKey(values, direction === 'desc');
  }
  const values = yield* numberValues(index, field);
  if (values === null) return new NoKey();
  const [column, ...others] = numberColumns(index, field);
  const isDescending = direction === 'desc';
  const walk = (): DocWalk | null => (others.length > 0 ? null : new PointWalk(index.columns, column!, isDescending));
  return new NumberKey(values, type === 'date', isDescending, walk);
}

/** Returns the type rank of a value: numbers, then moments, then texts, then null. */
function kindOf(value: SortValue): number {
  if (value === null) return KINDS.nothing;
  if (typeof value === 'number') return KINDS.number;
  return typeof value === 'string' ? KINDS.text : KINDS.moment;
}

const KINDS = { number: 0, moment: 1, text: 2, nothing: 3 } as const;

/** The key for a source without the field. */
class NoKey implements OrderKey {
  readonly missing = 0;

  rank(_docs: Uint32Array, from: number, to: number, out: Uint32Array): void {
    out.fill(0, from, to);
  }

  valueOf(): SortValue {
    return null;
  }

  walk(): null {
    return null;
  }

  positionOf(value: SortValue): number {
    return value === null ? 0 : -1;
  }
}

/** Ranks by ordinals in one direction. If a document has several values, the first counts. */
function rankOrdinals(
  values: DocValues,
  count: number,
  isDescending: boolean,
  docs: Uint32Array,
  from: number,
  to: number,
  out: Uint32Array,
): void {
  const { ordinals } = values;
  const last = count - 1;
  if (values.isSingle) {
    for (let i = from; i < to; i++) {
      const ordinal = ordinals[docs[i]!]! - 1;
      out[i] = ordinal < 0 ? count : isDescending ? last - ordinal : ordinal;
    }
    return;
  }
  const { starts } = values;
  for (let i = from; i < to; i++) {
    const start = starts[docs[i]!]!;
    const end = starts[docs[i]! + 1]!;
    if (start === end) out[i] = count;
    else out[i] = isDescending ? last - ordinals[end - 1]! : ordinals[start]!;
  }
}

class NumberKey implements OrderKey {
  readonly #values: NumberValues;
  readonly #isDate: boolean;
  readonly #isDescending: boolean;

  readonly walk: () => DocWalk | null;

  constructor(values: NumberValues, isDate: boolean, isDescending: boolean, walk: () => DocWalk | null) {
    this.walk = walk;
    this.#values = values;
    this.#isDate = isDate;
    this.#isDescending = isDescending;
  }

  get missing(): number {
    return this.#values.numbers.length;
  }

  rank(docs: Uint32Array, from: number, to: number, out: Uint32Array): void {
    rankOrdinals(this.#values.docs, this.missing, this.#isDescending, docs, from, to, out);
  }

  valueOf(rank: number): SortValue {
    if (rank === this.missing) return null;
    const number = this.#values.numbers[this.#isDescending ? this.missing - 1 - rank : rank]!;
    return this.#isDate ? { moment: number } : number;
  }

  positionOf(value: SortValue): number {
    const own = this.#isDate ? KINDS.moment : KINDS.number;
    const kind = kindOf(value);
    if (kind === KINDS.nothing) return this.missing;
    if (kind !== own) return kind < own ? -1 : this.missing - 0.5;
    const number = typeof value === 'object' && value !== null ? value.moment : Number(value);
    const { numbers } = this.#values;
    const low = firstFrom(numbers, number);
    const ordinal = low < numbers.length && numbers[low] === number ? low : low - 0.5;
    return this.#isDescending ? this.missing - 1 - ordinal : ordinal;
  }
}

class WholeKey implements OrderKey {
  readonly #values: WholeValues;
  readonly #isDescending: boolean;

  constructor(values: WholeValues, isDescending: boolean) {
    this.#values = values;
    this.#isDescending = isDescending;
  }

  get missing(): number {
    return this.#values.valueCount;
  }

  rank(docs: Uint32Array, from: number, to: number, out: Uint32Array): void {
    const { docs: ordinals, spellingCount, valueCount, values } = this.#values;
    if (values === null) {
      rankOrdinals(ordinals, spellingCount, this.#isDescending, docs, from, to, out);
      return;
    }
    rankOrdinals(ordinals, spellingCount, this.#isDescending, docs, from, to, out);
    for (let i = from; i < to; i++) {
      const spelling = out[i]!;
      if (spelling === spellingCount) out[i] = valueCount;
      else if (this.#isDescending) out[i] = valueCount - 1 - values[spellingCount - 1 - spelling]!;
      else out[i] = values[spelling]!;
    }
  }

  walk(): DocWalk {
    return this.#values.walk(this.#isDescending);
  }

  valueOf(rank: number): SortValue {
    if (rank === this.missing) return null;
    return this.#values.folded(this.#isDescending ? this.missing - 1 - rank : rank);
  }

  positionOf(value: SortValue): number {
    if (value === null) return this.missing;
    if (typeof value !== 'string') return -1;
    const first = this.#values.firstFrom(value);
    const ordinal = first < this.missing && this.#values.folded(first) === value ? first : first - 0.5;
    return this.#isDescending ? this.missing - 1 - ordinal : ordinal;
  }
}
