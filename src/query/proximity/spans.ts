/**
 * Occurrences in one value: the beginning and end of each, as positions of words. Ascending by beginning, then by end, without
 * repeats.
 */
import { AppError } from '../../shared/errors.ts';
import { claimMemory } from '../../shared/query-memory.ts';

export interface Spans {
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly length: number;
}

export const NO_SPANS: Spans = { starts: new Uint32Array(0), ends: new Uint32Array(0), length: 0 };

/** Maximum number of occurrences of nested NEAR in one value. Frequent words far apart make many pairs. */
export const SPANS_MAX = 1 << 20;

const SPAN_BYTES = 8;

/** Collects occurrences in ascending order. */
export class SpanCollector {
  #starts = new Uint32Array(64);
  #ends = new Uint32Array(64);
  #length = 0;

  /** Skips an occurrence that equals the last one. */
  add(start: number, end: number): void {
    const n = this.#length;
    if (n > 0 && this.#starts[n - 1] === start && this.#ends[n - 1] === end) return;
    if (n === this.#starts.length) this.#lengthen();
    this.#starts[n] = start;
    this.#ends[n] = end;
    this.#length = n + 1;
  }

  spans(): Spans {
    return { starts: this.#starts, ends: this.#ends, length: this.#length };
  }

  #lengthen(): void {
    if (this.#length >= SPANS_MAX) throw tooManySpans();
    claimMemory(SPAN_BYTES * this.#length, 'the occurrences near each other');
    const [starts, ends] = [new Uint32Array(2 * this.#length), new Uint32Array(2 * this.#length)];
    starts.set(this.#starts);
    ends.set(this.#ends);
    this.#starts = starts;
    this.#ends = ends;
  }
}

export function tooManySpans(): AppError {
  return new AppError(
    'QUERY_INVALID',
    `within groups, NEAR has more than ${SPANS_MAX} occurrences in one value: use a smaller distance or rarer words`,
  );
}

/** Returns the union of several lists, merged in pairs, so that many lists take few passes. */
export function united(lists: readonly Spans[]): Spans {
  let left = lists.filter(({ length }) => length > 0);
  while (left.length > 1) {
    const merged: Spans[] = [];
    for (let i = 0; i < left.length; i += 2) {
      merged.push(i + 1 < left.length ? mergedSpans(left[i]!, left[i + 1]!) : left[i]!);
    }
    left = merged;
  }
  return left[0] ?? NO_SPANS;
}

function mergedSpans(a: Spans, b: Spans): Spans {
  const merged = new SpanCollector();
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (j === b.length || (i < a.length && isBefore(a, i, b, j))) {
      merged.add(a.starts[i]!, a.ends[i]!);
      i++;
    } else {
      merged.add(b.starts[j]!, b.ends[j]!);
      j++;
    }
  }
  return merged.spans();
}

function isBefore(a: Spans, i: number, b: Spans, j: number): boolean {
  return a.starts[i]! < b.starts[j]! || (a.starts[i] === b.starts[j] && a.ends[i]! < b.ends[j]!);
}

/** Returns the spans that contain no other span. */
export function shortest({ starts, ends, length }: Spans): Spans {
  const kept: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (let i = length - 1; i >= 0; i--) {
    // Of spans with equal beginnings, the first is the shortest.
    if (i > 0 && starts[i - 1] === starts[i]) continue;
    if (ends[i]! >= least) continue;
    least = ends[i]!;
    kept.push(i);
  }
  kept.reverse();
  return {
    starts: Uint32Array.from(kept, (i) => starts[i]!),
    ends: Uint32Array.from(kept, (i) => ends[i]!),
    length: kept.length,
  };
}
