/** Compares texts eight bytes at a time. Up to seven bytes read past each text are ignored. */

/** Returns the length of the common prefix, at most `most`. */
export function sharedBytes(one: usize, other: usize, most: usize): usize {
  for (let at: usize = 0; at < most; at += 8) {
    const different = load<u64>(one + at) ^ load<u64>(other + at);
    if (different !== 0) return min(most, at + (<usize>ctz(different) >> 3));
  }
  return most;
}

/** Whether texts of equal length are equal. */
export function areAlike(one: usize, other: usize, bytes: usize): bool {
  return sharedBytes(one, other, bytes) === bytes;
}
