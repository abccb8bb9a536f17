/**
 * Sorts the messages of a conversation by time; ties by id, as the case lists them. A message without a time comes directly
 * after the message with the next lower id.
 */
import { sortedInSlices } from '../../shared/sorting/sorted-in-slices.ts';

export interface MessageOrder {
  readonly ids: Uint32Array;
  /** Indexed by position: milliseconds since 1970, or NaN if unknown. */
  readonly times: Float64Array;
}

/** Messages between two yields. */
const PER_SLICE = 1 << 15;

/** `ids` in any order, without repeats, with their `times`. */
export function* messageOrder(ids: Uint32Array, times: Float64Array): Generator<void, MessageOrder> {
  const numbers = Uint32Array.from(ids, (_, i) => i);
  const byId = yield* sortedInSlices(numbers, (a, b) => ids[a]! - ids[b]!, PER_SLICE);
  const placed = new Float64Array(ids.length);
  let last = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < byId.length; i++) {
    const at = byId[i]!;
    const time = times[at]!;
    if (!Number.isNaN(time)) last = time;
    placed[at] = last;
    if (i % PER_SLICE === PER_SLICE - 1) yield;
  }
  // A message without a time gets the time of its neighbour.
  const order = yield* sortedInSlices(byId, (a, b) => placed[a]! - placed[b]! || ids[a]! - ids[b]!, PER_SLICE);
  return { ids: order.map((at) => ids[at]!), times: Float64Array.from(order, (at) => times[at]!) };
}

/** Returns the first index with a time at or after a moment, or the number of messages if there is none. */
export function firstSince({ times }: MessageOrder, moment: number): number {
  for (let at = 0; at < times.length; at++) if (times[at]! >= moment) return at;
  return times.length;
}
