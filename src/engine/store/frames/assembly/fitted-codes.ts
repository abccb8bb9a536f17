/** Prefix codes (RFC 7932, section 3) fitted to symbol frequencies: a nearly optimal tree, and its code words. */

/** Symbols with code words, in order, 2 bytes each, and their number. */
export const USED: usize = 36864;
export let used: u32 = 0;
/** Indexed by symbol: the length of its word, a byte each. */
export const LENGTHS: usize = 34816;
/** Symbols with their counts in the upper bits, sorted; and a second array for sorting. */
const ORDER: usize = 40960;
const OTHER_ORDER: usize = 45056;
/** Indexed by digit of a count: the address of the next symbol with it. */
const LOW_STARTS: usize = 49152;
const HIGH_STARTS: usize = 49664;
const DIGIT_BITS: u32 = 7;
const DIGITS: usize = 1 << 7;
/** Nodes of the tree: the count and parent of each, and how many symbols are its children. */
const NODES: usize = 50176;
const ABOVE: usize = 52224;
const BELOW: usize = 53248;
/** Indexed by length: the number of words, and the next word. */
const WORDS_OF: usize = 54272;
const NEXT_WORD: usize = 54528;

/** Fits a code to counts of 4 bytes each, with words of up to `bitsMax`. */
export function fit(counts: usize, alphabet: u32, bitsMax: u32): void {
  sort(counts, alphabet);
  if (used === 1) return;
  grow();
  limit(bitsMax);
  let at = ORDER;
  for (let length = bitsMax; length > 0; length--) {
    for (let left = load<u32>(WORDS_OF + ((<usize>length) << 2)); left > 0; left--) {
      store<u8>(LENGTHS + <usize>load<u16>(at), <u8>length);
      at += 4;
    }
  }
}

/** Sorts used symbols by count. Counts are at most 16,384. */
function sort(counts: usize, alphabet: u32): void {
  let n: usize = 0;
  for (let symbol: u32 = 0; symbol < alphabet; symbol++) {
    const count = load<u32>(counts + ((<usize>symbol) << 2));
    store<u16>(USED + (n << 1), <u16>symbol);
    store<u32>(OTHER_ORDER + (n << 2), (count << 16) | symbol);
    n += <usize>(count > 0);
  }
  used = <u32>n;
  memory.fill(LOW_STARTS, 0, DIGITS << 3);
  for (let at = OTHER_ORDER; at < OTHER_ORDER + (n << 2); at += 4) {
    const count: usize = load<u16>(at, 2);
    raise(LOW_STARTS + ((count & (DIGITS - 1)) << 2));
    raise(HIGH_STARTS + ((count >> DIGIT_BITS) << 2));
  }
  let low: u32 = 0;
  let high: u32 = 0;
  for (let at: usize = 0; at < DIGITS << 2; at += 4) {
    const lows = load<u32>(LOW_STARTS + at);
    const highs = load<u32>(HIGH_STARTS + at);
    store<u32>(LOW_STARTS + at, low);
    store<u32>(HIGH_STARTS + at, high);
    low += lows;
    high += highs;
  }
  distribute(OTHER_ORDER, ORDER, LOW_STARTS, 16);
  distribute(ORDER, OTHER_ORDER, HIGH_STARTS, 16 + DIGIT_BITS);
  memory.copy(ORDER, OTHER_ORDER, n << 2);
}

export function raise(count: usize): void {
  store<u32>(count, load<u32>(count) + 1);
}

function distribute(from: usize, to: usize, starts: usize, shift: u32): void {
  const end = from + ((<usize>used) << 2);
  for (let at = from; at < end; at += 4) {
    const entry = load<u32>(at);
    const start = starts + ((<usize>(entry >> shift) & (DIGITS - 1)) << 2);
    const rank = load<u32>(start);
    store<u32>(start, rank + 1);
    store<u32>(to + ((<usize>rank) << 2), entry);
  }
}

/**
 * Builds a tree over the symbols by repeatedly joining the two with the least counts below a new node. Counts words by length.
 */
function grow(): void {
  const last = <usize>used - 1;
  let symbol = ORDER;
  // A sentinel at the end, which is never less.
  store<u32>(ORDER + ((<usize>used) << 2), u32.MAX_VALUE);
  store<u32>(NODES, u32.MAX_VALUE);
  let node: usize = 0;
  for (let made: usize = 0; made < last; made++) {
    let count: u32 = 0;
    let below: usize = 0;
    for (let n = 0; n < 2; n++) {
      const own: u32 = load<u16>(symbol, 2);
      const other = load<u32>(NODES + (node << 2));
      const isSymbol = <usize>(own <= other);
      store<u16>(ABOVE + (node << 1), <u16>made);
      count += min(own, other);
      symbol += isSymbol << 2;
      node += 1 - isSymbol;
      below += isSymbol;
    }
    store<u32>(NODES + (made << 2), count);
    store<u32>(NODES + (made << 2), u32.MAX_VALUE, 4);
    store<u8>(BELOW + made, <u8>below);
  }
  memory.fill(WORDS_OF, 0, 128);
  // From here on, a node holds its depth.
  store<u32>(NODES + ((last - 1) << 2), 0);
  store<u32>(WORDS_OF + 4, load<u8>(BELOW + last - 1));
  for (let n = last - 1; n > 0; ) {
    n--;
    const depth = load<u32>(NODES + ((<usize>load<u16>(ABOVE + (n << 1))) << 2)) + 1;
    store<u32>(NODES + (n << 2), depth);
    const words = WORDS_OF + 4 + ((<usize>depth) << 2);
    store<u32>(words, load<u32>(words) + load<u8>(BELOW + n));
  }
}

/**
 * Of two words that are too long, one moves up to their parent. The other becomes the sibling of the longest word that can
 * still grow.
 */
function limit(bitsMax: u32): void {
  for (let length: usize = 31; length > <usize>bitsMax; length--) {
    const words = WORDS_OF + (length << 2);
    while (load<u32>(words) > 0) {
      store<u32>(words, load<u32>(words) - 2);
      raise(words - 4);
      let other = WORDS_OF + ((<usize>bitsMax - 1) << 2);
      while (load<u32>(other) === 0) other -= 4;
      store<u32>(other, load<u32>(other) - 1);
      store<u32>(other + 4, load<u32>(other + 4) + 2);
    }
  }
}

/** Indexed by symbol, 8 bytes each: the length of its word (6 bits), and its bits, the first one lowest. */
export function makeWords(words: usize): void {
  if (used === 1) {
    store<u64>(words + ((<usize>load<u16>(USED)) << 3), 0);
    return;
  }
  let next: u32 = 0;
  for (let length: usize = 1; length < 16; length++) {
    store<u32>(NEXT_WORD + (length << 2), next);
    next = (next + load<u32>(WORDS_OF + (length << 2))) << 1;
  }
  for (let n: usize = 0; n < <usize>used; n++) {
    const symbol = <usize>load<u16>(USED + (n << 1));
    const length: u32 = load<u8>(LENGTHS + symbol);
    const own = NEXT_WORD + ((<usize>length) << 2);
    const word = load<u32>(own);
    store<u32>(own, word + 1);
    store<u64>(words + (symbol << 3), <u64>((reversed(word, length) << 6) | length));
  }
}

function reversed(word: u32, length: u32): u32 {
  let bits = ((word & 0x5555) << 1) | ((word >> 1) & 0x5555);
  bits = ((bits & 0x3333) << 2) | ((bits >> 2) & 0x3333);
  bits = ((bits & 0x0f0f) << 4) | ((bits >> 4) & 0x0f0f);
  bits = ((bits & 0xff) << 8) | (bits >> 8);
  return bits >> (16 - length);
}

/** Makes a code from its lengths; 0: the symbol has no word. */
export function setLengths(alphabet: u32): void {
  memory.fill(WORDS_OF, 0, 128);
  used = 0;
  for (let symbol: u32 = 0; symbol < alphabet; symbol++) {
    const length: usize = load<u8>(LENGTHS + <usize>symbol);
    if (length === 0) continue;
    raise(WORDS_OF + (length << 2));
    store<u16>(USED + ((<usize>used) << 1), <u16>symbol);
    used++;
  }
}
