/**
 * Finds an item id in an ascending array. Ids of a case usually have small, even gaps. So the search starts at the
 * interpolated index and doubles its steps from there. It reads a few neighbouring elements instead of twenty that are
 * far apart.
 */
export function rankOfId(id: number, ids: Uint32Array): number {
  const last = ids.length - 1;
  if (last < 0 || id <= ids[0]!) return 0;
  if (id > ids[last]!) return ids.length;
  // Invariant: ids[low] < id <= ids[high].
  const guess = Math.floor(((id - ids[0]!) / (ids[last]! - ids[0]!)) * last);
  let low = guess;
  let high = guess;
  if (ids[guess]! < id) {
    for (let step = 1; ids[high]! < id; step *= 2) {
      low = high;
      high = Math.min(last, high + step);
    }
  } else {
    for (let step = 1; ids[low]! >= id; step *= 2) {
      high = low;
      low = Math.max(0, low - step);
    }
  }
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (ids[middle]! < id) low = middle;
    else high = middle;
  }
  return high;
}
