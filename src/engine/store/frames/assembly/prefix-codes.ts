/** Prefix codes of a compressed frame (RFC 7932, section 3). Reads them, and makes tables that are indexed by the next bits. */

/** Indexed by symbol: the length of its code word. Symbols by length. The start of each length. Constants precede these. */
const LENGTHS: usize = 2048;
const SORTED: usize = 3072;
const COUNTS: usize = 4608;

/** Maximum length of a word, and the symbols of the largest alphabet. */
export const CODE_BITS_MAX: u32 = 15;
/** The previous length assumed at the start. */
const LENGTH_FIRST: u32 = 8;
/** Symbols that repeat a length: the previous length, or zero. */
const REPEAT_LAST: u32 = 16;
/** Size of the alphabet of lengths. */
const LENGTH_SYMBOLS: u32 = 18;
const LENGTH_BITS_MAX: u32 = 5;
/** The order in which lengths are stored, 5 bits each. */
const LENGTH_ORDER = memory.data<u8>([1, 2, 3, 4, 0, 5, 17, 6, 16, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
/** Indexed by the next four bits: the length of a length, and how many of these bits encode it. */
const LENGTH_OF_BITS = memory.data<u8>([0, 4, 3, 2, 0, 4, 3, 1, 0, 4, 3, 2, 0, 4, 3, 5]);
const BITS_OF_LENGTH = memory.data<u8>([2, 2, 2, 3, 2, 2, 2, 4, 2, 2, 2, 3, 2, 2, 2, 4]);
/** Indexed by symbol of the alphabet of lengths: the length of its word. */
const OWN_LENGTHS = memory.data<u8>([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
/** Indexed by the next five bits: a symbol of that alphabet, and how many of these bits encode it. */
const OWN_TABLE = memory.data(64);

/** The next bits, the first one lowest; how many of them are valid; and the address of the following bytes. */
export let hold: u64 = 0;
export let held: u32 = 0;
export let at: usize = 0;
/** For the last code: the length of its longest code word, and its symbols. */
export let longest: u32 = 0;
export let symbols: u32 = 0;

export function setBits(bits: u64, count: u32, from: usize): void {
  hold = bits;
  held = count;
  at = from;
}

/** Takes up to 24 bits. */
export function take(count: u32): u32 {
  if (held < 32) refill();
  const value = <u32>(hold & (((<u64>1) << count) - 1));
  hold >>= count;
  held -= count;
  return value;
}

/** Makes at least 56 bits available. */
function refill(): void {
  hold |= load<u64>(at) << held;
  at += (63 - held) >> 3;
  held |= 56;
}

/** Returns the `n`-th symbol by length of code word, and that length. */
export function sortedSymbol(n: u32): u32 {
  return load<u16>(SORTED + ((<usize>n) << 1));
}

export function lengthOf(symbol: u32): u32 {
  return load<u8>(LENGTHS + <usize>symbol);
}

/** Returns the next code word after one of `length` bits, the first bit lowest. */
export function nextWord(word: u32, length: u32): u32 {
  let step: u32 = (<u32>1) << (length - 1);
  while ((word & step) !== 0) step >>= 1;
  return step === 0 ? 0 : (word & (step - 1)) + step;
}

/** Reads a code of an alphabet. Returns false if it is invalid. */
export function readCode(alphabet: u32): bool {
  memory.fill(LENGTHS, 0, <usize>alphabet);
  const skipped = take(2);
  if (!(skipped === 1 ? readSimple(alphabet) : readLengths(alphabet, skipped))) return false;
  sort(alphabet);
  return true;
}

/** Reads a code of one to four symbols, which are listed. */
function readSimple(alphabet: u32): bool {
  const count = take(2) + 1;
  const width = 32 - clz<u32>(alphabet - 1);
  let first: u32 = 0;
  for (let n: u32 = 0; n < count; n++) {
    const symbol = take(width);
    if (symbol >= alphabet || lengthOf(symbol) !== 0) return false;
    if (n === 0) first = symbol;
    store<u8>(LENGTHS + <usize>symbol, count === 2 || (n === 0 && count !== 4) ? 1 : 2);
    if (count === 4) store<u32>(COUNTS + ((<usize>n) << 2), symbol);
  }
  if (count === 4 && take(1) === 1) {
    store<u8>(LENGTHS + <usize>first, 1);
    store<u8>(LENGTHS + <usize>load<u32>(COUNTS + 8), 3);
    store<u8>(LENGTHS + <usize>load<u32>(COUNTS + 12), 3);
  }
  return true;
}

/** Reads the lengths of code words, which are themselves encoded. */
function readLengths(alphabet: u32, skipped: u32): bool {
  if (!readOwnCode(skipped)) return false;
  let space: i32 = 1 << CODE_BITS_MAX;
  let last = LENGTH_FIRST;
  let repeated: u32 = 0;
  let repeat: u32 = 0;
  let symbol: u32 = 0;
  while (symbol < alphabet && space > 0) {
    if (held < 16) refill();
    const entry = load<u16>(OWN_TABLE + ((<usize>(hold & 31)) << 1));
    const bits = entry & 15;
    hold >>= bits;
    held -= bits;
    const length: u32 = entry >> 4;
    if (length < REPEAT_LAST) {
      repeat = 0;
      store<u8>(LENGTHS + <usize>symbol, <u8>length);
      symbol++;
      if (length !== 0) {
        last = length;
        space -= (1 << CODE_BITS_MAX) >> length;
      }
      continue;
    }
    const extra = length - (REPEAT_LAST - 2);
    const again: u32 = length === REPEAT_LAST ? last : 0;
    if (repeated !== again) repeat = 0;
    repeated = again;
    const before = repeat;
    if (repeat > 0) repeat = (repeat - 2) << extra;
    repeat += <u32>(hold & ((1 << extra) - 1)) + 3;
    hold >>= extra;
    held -= extra;
    const more = repeat - before;
    if (more > alphabet - symbol) return false;
    if (again !== 0) {
      memory.fill(LENGTHS + <usize>symbol, <u8>again, <usize>more);
      space -= <i32>(more << (CODE_BITS_MAX - again));
    }
    symbol += more;
  }
  return space === 0;
}

/** Reads the code of the lengths. */
function readOwnCode(skipped: u32): bool {
  memory.fill(OWN_LENGTHS, 0, <usize>LENGTH_SYMBOLS);
  let space: i32 = 1 << LENGTH_BITS_MAX;
  let codes: u32 = 0;
  let only: u32 = 0;
  for (let n = skipped; n < LENGTH_SYMBOLS && space > 0; n++) {
    if (held < 16) refill();
    const next = <usize>(hold & 15);
    const bits: u32 = load<u8>(BITS_OF_LENGTH + next);
    hold >>= bits;
    held -= bits;
    const length: u32 = load<u8>(LENGTH_OF_BITS + next);
    if (length === 0) continue;
    only = load<u8>(LENGTH_ORDER + <usize>n);
    store<u8>(OWN_LENGTHS + <usize>only, <u8>length);
    space -= (1 << LENGTH_BITS_MAX) >> length;
    codes++;
  }
  if (codes === 1) {
    for (let i: usize = 0; i < 32; i++) store<u16>(OWN_TABLE + (i << 1), <u16>(only << 4));
    return true;
  }
  if (space !== 0) return false;
  let word: u32 = 0;
  for (let length: u32 = 1; length <= LENGTH_BITS_MAX; length++) {
    for (let symbol: u32 = 0; symbol < LENGTH_SYMBOLS; symbol++) {
      if (load<u8>(OWN_LENGTHS + <usize>symbol) !== length) continue;
      for (let i = word; i < 32; i += (<u32>1) << length) {
        store<u16>(OWN_TABLE + ((<usize>i) << 1), <u16>((symbol << 4) | length));
      }
      word = nextWord(word, length);
    }
  }
  return true;
}

/**
 * Returns the first symbol at or after `from` with a code word, or at least `alphabet`. Most have none, so eight are skipped at
 * once.
 */
function nextSymbol(from: u32, alphabet: u32): u32 {
  let symbol = from;
  while (symbol < alphabet) {
    const lengths = load<u64>(LENGTHS + <usize>symbol);
    if (lengths !== 0) return symbol + (<u32>ctz<u64>(lengths) >> 3);
    symbol += 8;
  }
  return symbol;
}

/** Sorts the symbols with code words by length. */
function sort(alphabet: u32): void {
  memory.fill(COUNTS, 0, 4 * <usize>(CODE_BITS_MAX + 2));
  for (let symbol = nextSymbol(0, alphabet); symbol < alphabet; symbol = nextSymbol(symbol + 1, alphabet)) {
    const count = COUNTS + 4 + ((<usize>lengthOf(symbol)) << 2);
    store<u32>(count, load<u32>(count) + 1);
  }
  let sum: u32 = 0;
  longest = 0;
  for (let length: u32 = 1; length <= CODE_BITS_MAX; length++) {
    const count = COUNTS + 4 + ((<usize>length) << 2);
    const own = load<u32>(count);
    if (own > 0) longest = length;
    store<u32>(count, sum);
    sum += own;
  }
  symbols = sum;
  for (let symbol = nextSymbol(0, alphabet); symbol < alphabet; symbol = nextSymbol(symbol + 1, alphabet)) {
    const count = COUNTS + 4 + ((<usize>lengthOf(symbol)) << 2);
    const to = load<u32>(count);
    store<u32>(count, to + 1);
    store<u16>(SORTED + ((<usize>to) << 1), <u16>symbol);
  }
}
