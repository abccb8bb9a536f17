/**
 * Encodes the positions of one list, or of one block of it: call `measure`, then `putGroups`, then `putHead`. For postings that
 * follow in the order of a measured list, each in a group of its own, call `measurePosting`, then `putPosting`.
 * ../positions-format.ts describes the format.
 */

/** Numbers of the format. */
let groupPositions: u32 = 0;
let shiftMax: u32 = 0;
let skipBits: u32 = 0;
let skippedMin: u32 = 0;
/** Higher orders are only chosen for numbers that need them. */
const ORDER_MAX: u32 = 24;

/** The list: the start of the positions of each posting, all numbers, and their measurements. */
let startsAt: usize = 0;
let numbersAt: usize = 0;
let postings: u32 = 0;
let order: u32 = 0;
let shift: u32 = 0;
/** Groups of the list, and their maximum bytes. */
export let groups: u32 = 0;
export let bytesMax: u64 = 0;

/** Bits of an incomplete word, up to 31, and the address of the next word. */
let pending: u64 = 0;
let held: u32 = 0;
let at: usize = 0;

export function setFormat(positions: u32, packBits: u32, skip: u32, skipped: u32): void {
  groupPositions = positions;
  shiftMax = packBits;
  skipBits = skip;
  skippedMin = skipped;
}

function startOf(posting: u32): u32 {
  return load<u32>(startsAt + ((<usize>posting) << 2));
}

/** Returns the first number of a posting. Numbers replace positions in place. */
function numberOf(posting: u32): usize {
  return numbersAt + ((<usize>(startOf(posting) - startOf(0))) << 2);
}

function skipsOf(count: u32): u32 {
  return count < skippedMin ? 0 : (count - 1) >> skipBits;
}

/** Whether half of the positions are in postings long enough for skips, so that each posting gets its own group. */
function hasSkips(): bool {
  let few: u64 = 0;
  let many: u64 = 0;
  let start = startOf(0);
  for (let posting: u32 = 1; posting <= postings; posting++) {
    const next = startOf(posting);
    if (next - start < skippedMin) few += next - start;
    else many += next - start;
    start = next;
  }
  return many > 0 && many >= few;
}

/**
 * Turns the positions of `count` postings into gaps. Chooses the order with the fewest bits among the three nearest to the
 * logarithm of the mean. Divides the postings into groups, one posting each if they are `single`. Positions of a posting must
 * be ascending and distinct.
 */
export function measure(starts: usize, numbers: usize, count: u32, single: bool): void {
  startsAt = starts;
  numbersAt = numbers;
  postings = count;
  const total = startOf(count) - startOf(0);
  let sum: u64 = 0;
  for (let posting: u32 = 1; posting <= count; posting++) sum += <u64>load<u32>(numberOf(posting) - 4) + 1;
  const mean = min<f64>(2147483647, <f64>sum / <f64>total);
  const guess = max<u32>(1, 31 - clz<u32>(<u32>mean));
  // Leading zeros of a number plus those of its prefix. The more there are, the shorter the code.
  let low: u64 = 0;
  let middle: u64 = 0;
  let high: u64 = 0;
  let to = numbers;
  for (let posting: u32 = 1; posting <= count; posting++) {
    const end = numberOf(posting);
    for (let next: u32 = 0; to < end; to += 4) {
      const position = load<u32>(to);
      const gap = position - next;
      store<u32>(to, gap);
      next = position + 1;
      low += clz<u32>((gap >> (guess - 1)) + 1);
      middle += clz<u32>((gap >> guess) + 1);
      high += clz<u32>((gap >> (guess + 1)) + 1);
    }
  }
  // Returns the bits of an order: 63 plus the order for each number, minus twice the zeros.
  order = guess;
  let best = <u64>total * (63 + guess) - 2 * middle;
  if (guess <= ORDER_MAX + 1) {
    const lower = <u64>total * (62 + guess) - 2 * low;
    if (guess > ORDER_MAX || lower <= best) {
      order = guess - 1;
      best = lower;
    }
    const higher = <u64>total * (64 + guess) - 2 * high;
    if (guess < ORDER_MAX && higher < best) {
      order = guess + 1;
      best = higher;
    }
  }
  shift = 0;
  if (!single && !hasSkips()) {
    for (let own: u64 = 2 * <u64>total; shift < shiftMax && own <= <u64>groupPositions * count; own *= 2) shift++;
  }
  groups = (count + (1 << shift) - 1) >> shift;
  bytesMax = (best >> 3) + 1 + <u64>groups + 8 * (<u64>total >> skipBits) + 8;
}

/** Turns the positions of a posting into gaps. Returns the maximum bytes of its group. */
export function measurePosting(from: usize, to: usize): usize {
  let bits: u64 = 0;
  let next: u32 = 0;
  for (let number = from; number < to; number += 4) {
    const position = load<u32>(number);
    const gap = position - next;
    store<u32>(number, gap);
    next = position + 1;
    bits += 2 * zerosOf(gap) + 1 + order;
  }
  return <usize>(bits >> 3) + (((to - from) >>> (skipBits + 2)) << 3) + 16;
}

/** Writes the group of a posting to `out`. Returns its end. */
export function putPosting(from: usize, to: usize, out: usize): usize {
  at = out;
  pending = 0;
  held = 0;
  putSkips(from, to);
  putGroup(from, to);
  return at;
}

/** Adds the low `count` bits of `value`, 32 at most, most significant first. */
function put(value: u64, count: u32): void {
  pending = (pending << count) | value;
  held += count;
  if (held < 32) return;
  held -= 32;
  store<u32>(at, bswap<u32>(<u32>(pending >> held)));
  at += 4;
  pending &= ((<u64>1) << held) - 1;
}

/** Writes the remaining bytes, which end a group. */
function endGroup(): void {
  while (held > 0) {
    held -= 8;
    store<u8>(at++, <u8>(pending >> held));
  }
  pending = 0;
}

/** Returns the number of zeros before the one that ends a prefix. The suffix has `zeros + k` bits. */
function zerosOf(gap: u32): u32 {
  return 31 - clz<u32>((gap >> order) + 1);
}

/** Writes the skips of the only posting of a group. */
function putSkips(from: usize, to: usize): void {
  const skips = skipsOf(<u32>((to - from) >> 2));
  let position: u32 = 0xffffffff;
  let prefixBits: u32 = 0;
  let number = from;
  for (let skip: u32 = 1; skip <= skips; skip++) {
    for (const next = from + ((<usize>skip) << (skipBits + 2)); number < next; number += 4) {
      const gap = load<u32>(number);
      position += gap + 1;
      prefixBits += zerosOf(gap) + 1;
    }
    put(position, 32);
    put(prefixBits, 32);
  }
}

/**
 * Writes the prefixes of the numbers and, after padding, their suffixes from last to first. A suffix is the quotient plus one,
 * without its highest bit, and the k low bits. These are the low bits of `gap + 2^k`.
 */
function putGroup(from: usize, to: usize): void {
  let bits: u32 = 0;
  for (let number = from; number < to; number += 4) {
    const count = zerosOf(load<u32>(number)) + 1;
    bits += 2 * count - 1 + order;
    put(1, count);
  }
  put(0, (8 - (bits & 7)) & 7);
  const unit: u32 = 1 << order;
  for (let number = to - 4; number >= from; number -= 4) {
    const gap = load<u32>(number);
    const count = zerosOf(gap) + order;
    put(<u64>(gap + unit) & (((<u64>1) << count) - 1), count);
  }
  endGroup();
}

/** Writes the groups of the measured list to `to`, and their ends to `ends`. Returns the end. */
export function putGroups(ends: usize, to: usize): usize {
  at = to;
  pending = 0;
  held = 0;
  for (let group: u32 = 0; group < groups; group++) {
    const from = numberOf(group << shift);
    const end = numberOf(min(postings, (group + 1) << shift));
    if (shift === 0) putSkips(from, end);
    putGroup(from, end);
    store<u32>(ends + ((<usize>group) << 2), <u32>(at - to));
  }
  return at;
}

/** Begins a head of `count` groups of one posting each, in the order of the measured list. */
export function takeGroups(count: u32): void {
  groups = count;
  shift = 0;
}

/** Returns the bytes of one group's end in the head, if the groups have this many bytes. */
function widthOf(bytes: u32): u32 {
  let width: u32 = 1;
  for (let limit: u64 = 256; 1 + <u64>(groups - 1) * width + bytes >= limit; limit *= 256) width++;
  return width;
}

/** Returns the length of the head for groups of `bytes` bytes. */
export function headBytes(bytes: u32): usize {
  return groups < 2 ? 1 : 1 + <usize>(groups - 1) * widthOf(bytes);
}

/** Writes the head for groups of `bytes` bytes to `head`. Their ends are counted from `start`. Returns the end of the head. */
export function putHead(ends: usize, start: u32, bytes: u32, head: usize): usize {
  store<u8>(head++, <u8>(order | (shift << 5)));
  if (groups < 2) return head;
  const width = widthOf(bytes);
  for (let group: u32 = 0; group < groups - 1; group++) {
    let rest = load<u32>(ends + ((<usize>group) << 2)) - start;
    for (let i: u32 = 0; i < width; i++) {
      store<u8>(head++, <u8>rest);
      rest = i < 3 ? rest >> 8 : 0;
    }
  }
  return head;
}
