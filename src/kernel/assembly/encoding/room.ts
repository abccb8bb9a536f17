/** The memory of the encoder: rooms that stay, one after the other, and behind them the current list with what is made of it. */

/** The rooms end here. */
export let top: usize = 0;

/** Forgets all rooms from there on. */
export function cutRooms(at: usize): void {
  top = (at + 15) & ~15;
}

/** Room for so many bytes, aligned; not while there is a list. */
export function take(bytes: usize): usize {
  const at = top;
  top = (at + bytes + 15) & ~15;
  reach(top);
  return at;
}

/** Lets the memory reach `end`. It grows by half at least: each growth counts as new memory for the collector of garbage. */
export function reach(end: usize): void {
  const pages = <i32>((end + 0xffff) >>> 16) - memory.size();
  if (pages > 0 && memory.grow(max(pages, memory.size() >> 1)) < 0 && memory.grow(pages) < 0) unreachable();
}

/** Copies from front to back, eight bytes at a time where they are few: up to seven more are written. */
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
