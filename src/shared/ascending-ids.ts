/** Merges sorted lists of ids into one, without repeats. Yields between slices, because there may be millions of ids. */
import { STRIDE, type Work } from './slices.ts';

export function* ascending(parts: readonly Uint32Array[]): Work<Uint32Array> {
  const single = parts[0];
  if (parts.length === 1 && single !== undefined && (yield* isAscending(single))) return single;
  const all = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  const sorted = yield* sorting(all);
  let count = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (i % STRIDE === 0) yield;
    if (count === 0 || sorted[i] !== sorted[count - 1]) sorted[count++] = sorted[i]!;
  }
  return sorted.slice(0, count);
}

/** Radix sort, 16 bits a pass. Each pass can be interrupted. */
function* sorting(ids: Uint32Array<ArrayBuffer>): Work<Uint32Array<ArrayBuffer>> {
  if (ids.length <= STRIDE) return ids.sort();
  let from = ids;
  let to = new Uint32Array(ids.length);
  for (const shift of [0, 16]) {
    const next = new Uint32Array(0x10000 + 1);
    for (let i = 0; i < from.length; i++) {
      if (i % STRIDE === 0) yield;
      next[((from[i]! >>> shift) & 0xffff) + 1]!++;
    }
    for (let digit = 1; digit < next.length; digit++) next[digit]! += next[digit - 1]!;
    for (let i = 0; i < from.length; i++) {
      if (i % STRIDE === 0) yield;
      const digit = (from[i]! >>> shift) & 0xffff;
      to[next[digit]!++] = from[i]!;
    }
    [from, to] = [to, from];
  }
  return from;
}

function* isAscending(ids: Uint32Array): Work<boolean> {
  for (let i = 1; i < ids.length; i++) {
    if (i % STRIDE === 0) yield;
    if (ids[i]! <= ids[i - 1]!) return false;
  }
  return true;
}
