/** Estimates the size of a plain value up to a limit. Small values are handled at once, others in pieces. */
import { LazyArray, LazyObject, WrittenJson } from './json-pieces.ts';

/** Weight of a number, an array or an object. A character of a text weighs 1. */
const NODE_WEIGHT = 8;
/** Bytes of a typed array are only copied. */
const BYTES_OF_WEIGHT = 32;

/** Characters of all texts, and a little for each part of the value. Stops counting above `limit`. Lazy values count as heavy. */
export function weightOf(value: unknown, limit: number): number {
  if (typeof value === 'string') return NODE_WEIGHT + value.length;
  if (typeof value !== 'object' || value === null) return NODE_WEIGHT;
  if (ArrayBuffer.isView(value)) return NODE_WEIGHT + value.byteLength / BYTES_OF_WEIGHT;
  if (value instanceof LazyArray || value instanceof LazyObject || value instanceof WrittenJson)
    return Number.POSITIVE_INFINITY;
  let weight = NODE_WEIGHT;
  if (value instanceof Map) {
    for (const [name, member] of value) {
      if (weight > limit) break;
      weight += weightOf(name, limit - weight) + weightOf(member, limit - weight);
    }
    return weight;
  }
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && weight <= limit; i++) weight += weightOf(value[i], limit - weight);
  } else {
    for (const name in value) {
      if (weight > limit) break;
      weight += name.length + weightOf((value as Record<string, unknown>)[name], limit - weight);
    }
  }
  return weight;
}
