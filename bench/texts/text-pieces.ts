/**
 * Cuts texts into pieces with the length distribution of real documents: 10 % below 54 bytes, half below 118, 90 % below 1,716,
 * 99 % below 19,809.
 */
import { Random } from '../random.ts';

/** Bytes at a quantile of the pieces. Between two quantiles, the logarithm is interpolated. */
const QUANTILES: readonly (readonly [share: number, bytes: number])[] = [
  [0, 20],
  [0.1, 54],
  [0.5, 118],
  [0.9, 1716],
  [0.99, 19_809],
  [1, 60_000],
];
/** Texts are taken in stretches of up to this many bytes, in random order. */
const STRETCH_BYTES = 1 << 17;
const PIECE_MIN = 20;

export class TextPieces {
  readonly #random: Random;
  readonly #stretches: Buffer[] = [];
  #order: Buffer[] = [];
  #stretch: Buffer = Buffer.alloc(0);
  #at = 0;
  #pass = 0;
  /** Bytes of all texts that were added. */
  textBytes = 0;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  add(text: string): void {
    const bytes = Buffer.from(text);
    this.textBytes += bytes.length;
    for (let from = 0; from < bytes.length; ) {
      const to = characterStart(bytes, Math.min(bytes.length, from + STRETCH_BYTES));
      this.#stretches.push(bytes.subarray(from, to));
      from = to;
    }
  }

  /** How many times all texts were cut. From the second time on, cuts are at other offsets. */
  get passes(): number {
    return this.#pass;
  }

  /** Returns the next piece. Pieces of a stretch are consecutive, like similar files of a folder. */
  next(): string {
    if (this.#stretches.length === 0) throw new Error('no texts were found');
    for (;;) {
      if (this.#stretch.length - this.#at >= PIECE_MIN) {
        const from = this.#at;
        this.#at = cutOf(this.#stretch, from, from + this.#drawLength());
        const piece = this.#stretch.toString('utf8', from, this.#at).trim();
        if (piece.length >= PIECE_MIN / 2) return piece;
      } else this.#turn();
    }
  }

  #turn(): void {
    if (this.#order.length === 0) {
      this.#order = this.#random.shuffled(this.#stretches);
      this.#pass++;
    }
    this.#stretch = this.#order.pop()!;
    this.#at = this.#pass === 1 ? 0 : characterStart(this.#stretch, this.#random.below(this.#stretch.length >> 3));
  }

  #drawLength(): number {
    const share = this.#random.fraction();
    const above = QUANTILES.findIndex(([upper]) => share < upper);
    const [lower, low] = QUANTILES[above - 1]!;
    const [upper, high] = QUANTILES[above]!;
    return Math.round(low * (high / low) ** ((share - lower) / (upper - lower)));
  }
}

/**
 * Returns the end of a piece `from … wanted`: after a sentence or a line in its last quarter, or else after a word, or else
 * anywhere.
 */
function cutOf(bytes: Buffer, from: number, wanted: number): number {
  if (wanted >= bytes.length) return bytes.length;
  let word = 0;
  for (let at = wanted; at > wanted - ((wanted - from) >> 2); at--) {
    const byte = bytes[at - 1]!;
    if (byte > 32) continue;
    const before = bytes[at - 2]!;
    if (byte === 10 || before === 46 || before === 33 || before === 63) return at;
    if (word === 0) word = at;
  }
  return word > 0 ? word : characterStart(bytes, wanted);
}

/** Returns the first byte of the character at `at`. */
function characterStart(bytes: Buffer, at: number): number {
  while (at < bytes.length && at > 0 && (bytes[at]! & 0xc0) === 0x80) at--;
  return at;
}
