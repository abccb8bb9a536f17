/** The memory of the encoder: permanent blocks, one after the other, and after them the current list with its encoded form. */

/** The end of the permanent blocks. */
export let top: usize = 0;

/** Frees all blocks from an address on. */
export function cutRooms(at: usize): void {
  top = (at + 15) & ~15;
}

/** Allocates an aligned block. Must not be called within a list. */
export function take(bytes: usize): usize {
  const at = top;
  top = (at + bytes + 15) & ~15;
  reach(top);
  return at;
}

/** Grows the memory to `end`, by at least half, because the garbage collector counts each growth as new memory. */
export function reach(end: usize): void {
  const pages = <i32>((end + 0xffff) >>> 16) - memory.size();
  if (pages > 0 && memory.grow(max(pages, memory.size() >> 1)) < 0 && memory.grow(pages) < 0) unreachable();
}

/** Copies from front to back, eight bytes at a time if there are few. May write up to seven bytes more. */
export function copy(to: usize, from: usize, bytes: usize): void {
  if (bytes > 128) memory.copy(to, from, bytes);
  else for (let at: usize = 0; at < bytes; at += 8) store<u64>(to + at, load<u64>(from + at));
}

export function putVarint(at: usize, value: u64): usize {
  let to = at;
  let rest = value;
  for (; rest > 127; rest >>>= 7) store<u8>(to++, <u8>rest | 128);
  store<u8>(to, <u8>rest);
  return to + 1;
}
