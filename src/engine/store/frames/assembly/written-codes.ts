/** Writes prefix codes into a frame (RFC 7932, section 3): the lengths of their words, which have their own code. */
import { fit, LENGTHS, makeWords, raise, USED, used } from './fitted-codes';
import { put } from './frame-bits';

/** The encoded lengths: 2 bytes each, a symbol with its extra bits from bit 8. Also a code for these. */
const STEPS: usize = 54784;
let steps: usize = 0;
const STEP_COUNTS: usize = 57344;
const STEP_WORDS: usize = 57472;

/** The head of a code of one symbol, and the bits of a symbol, which is a literal. */
const ONE_SYMBOL: u64 = 1;
const SYMBOL_BITS: u64 = 8;
const REPEAT: u32 = 16;
const ZEROS: u32 = 17;
const STEP_SYMBOLS: u32 = 18;
const STEP_BITS_MAX: u32 = 5;
/** The order in which lengths of the code of lengths are written, and their encoding. */
const STEP_ORDER = memory.data<u8>([1, 2, 3, 4, 0, 5, 17, 6, 16, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
const STEP_LENGTH_WORDS = memory.data<u8>([0, 7, 3, 2, 1, 15]);
const STEP_LENGTH_BITS = memory.data<u8>([2, 4, 3, 2, 2, 4]);

/**
 * Writes the last code that was made. A single symbol is named, and its word has no bits. For more symbols it writes the
 * lengths of their words, by their own code.
 */
export function putCode(): void {
  if (used === 1) {
    put(ONE_SYMBOL | ((<u64>load<u16>(USED)) << 4), 4 + SYMBOL_BITS);
    return;
  }
  steps = 0;
  memory.fill(STEP_COUNTS, 0, 4 * <usize>STEP_SYMBOLS);
  let next: u32 = 0;
  for (let n: usize = 0; n < <usize>used; ) {
    const symbol: u32 = load<u16>(USED + (n << 1));
    const length: u32 = load<u8>(LENGTHS + <usize>symbol);
    stepOver(symbol - next, ZEROS, 3, 0);
    step(length, 0);
    next = symbol + 1;
    n++;
    let same: u32 = 0;
    while (
      n < <usize>used &&
      <u32>load<u16>(USED + (n << 1)) === next &&
      <u32>load<u8>(LENGTHS + <usize>next) === length
    ) {
      same++;
      next++;
      n++;
    }
    stepOver(same, REPEAT, 2, length);
  }
  putSteps();
}

/** Encodes `count` equal lengths: by a repeat symbol with `bits` extra bits, or one by one. */
function stepOver(count: u32, repeat: u32, bits: u32, length: u32): void {
  if (count >= 3) repeatStep(repeat, bits, count - 3);
  else for (let n: u32 = 0; n < count; n++) step(length, 0);
}

/** A repeat symbol after another one multiplies the previous count. */
function repeatStep(symbol: u32, bits: u32, more: u32): void {
  if (more >> bits > 0) repeatStep(symbol, bits, (more >> bits) - 1);
  step(symbol, more & ((1 << bits) - 1));
}

function step(symbol: u32, bits: u32): void {
  store<u16>(STEPS + (steps << 1), <u16>(symbol | (bits << 8)));
  steps++;
  raise(STEP_COUNTS + ((<usize>symbol) << 2));
}

function putSteps(): void {
  // A code needs at least two words.
  if (load<u32>(STEP_COUNTS + 4 * <usize>(load<u16>(STEPS) & 0xff)) === <u32>steps) raise(STEP_COUNTS);
  fit(STEP_COUNTS, STEP_SYMBOLS, STEP_BITS_MAX);
  memory.fill(STEP_WORDS, 0, 8 * <usize>STEP_SYMBOLS);
  makeWords(STEP_WORDS);
  let space: u32 = 1 << STEP_BITS_MAX;
  put(0, 2);
  for (let n: usize = 0; space > 0; n++) {
    const length = load<u32>(STEP_WORDS + ((<usize>load<u8>(STEP_ORDER + n)) << 3)) & 63;
    put(load<u8>(STEP_LENGTH_WORDS + <usize>length), load<u8>(STEP_LENGTH_BITS + <usize>length));
    if (length > 0) space -= ((<u32>1) << STEP_BITS_MAX) >> length;
  }
  for (let n: usize = 0; n < steps; n++) {
    const entry: u32 = load<u16>(STEPS + (n << 1));
    const symbol = entry & 0xff;
    const word = load<u32>(STEP_WORDS + ((<usize>symbol) << 3));
    const length = word & 63;
    put((word >> 6) | ((entry >> 8) << length), length + <u32>max(0, <i32>symbol - 14));
  }
}
