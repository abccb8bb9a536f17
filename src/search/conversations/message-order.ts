/**
 * Sorts the messages of a conversation by time; ties by id, as the case lists them. A message without a time comes directly
 * after the message with the next lower id.
 */

export interface MessageOrder {
  readonly ids: Uint32Array;
  /** By index: milliseconds since 1970; NaN: unknown. */
  readonly times: Float64Array;
}

/** Messages between two yields. */
const PER_SLICE = 1 << 15;

/** `ids` in any order, without repeats, with their `times`. */
export function* messageOrder(ids: Uint32Array, times: Float64Array): Generator<void, MessageOrder> {
  const byId = Uint32Array.from(ids, (_, i) => i);
  yield* sorted(byId, (a, b) => ids[a]! - ids[b]!);
  const placed = new Float64Array(ids.length);
  let last = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < byId.length; i++) {
    const at = byId[i]!;
    const time = times[at]!;
    if (!Number.isNaN(time)) last = time;
    placed[at] = last;
    if (i % PER_SLICE === PER_SLICE - 1) yield;
  }
  // After their neighbours by id; the sort is stable.
  yield* sorted(byId, (a, b) => placed[a]! - placed[b]! || ids[a]! - ids[b]!);
  return { ids: byId.map((at) => ids[at]!), times: Float64Array.from(byId, (at) => times[at]!) };
}

/** Sorts runs of bounded length, then merges them. */
function* sorted(order: Uint32Array, compare: (a: number, b: number) => number): Generator<void> {
  for (let from = 0; from < order.length; from += PER_SLICE) {
    order.subarray(from, from + PER_SLICE).sort(compare);
    yield;
  }
  let source: Uint32Array = order;
  let target: Uint32Array = new Uint32Array(order.length);
  for (let width = PER_SLICE; width < order.length; width *= 2) {
    for (let from = 0; from < order.length; from += 2 * width) {
      const middle = Math.min(from + width, order.length);
      const end = Math.min(from + 2 * width, order.length);
      let a = from;
      let b = middle;
      for (let at = from; at < end; at++) {
        const isFirst = a < middle && (b >= end || compare(source[a]!, source[b]!) <= 0);
        target[at] = isFirst ? source[a++]! : source[b++]!;
        if (at % PER_SLICE === PER_SLICE - 1) yield;
      }
    }
    [source, target] = [target, source];
  }
  if (source !== order) order.set(source);
}

/** The first index with a time at or after a moment; the number of messages if there is none. */
export function firstSince({ times }: MessageOrder, moment: number): number {
  for (let at = 0; at < times.length; at++) if (times[at]! >= moment) return at;
  return times.length;
}
