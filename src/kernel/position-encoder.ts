/**
 * Encodes the positions of posting lists, compiled to WebAssembly from assembly/indexing/position-codes.ts, and the memory that it works in: a list
 * is copied there, and what it becomes is read there. The format is described in ../codec/positions-format.ts.
 */
import { format } from '../shared/thresholds.ts';
import { code } from './position-codes-code.ts';
import { type GrowingMemory, growTo, LAYOUT_START, startCode } from './wasm-memory.ts';

interface Code {
  readonly memory: GrowingMemory;
  readonly bytesMax: { readonly value: bigint };
  setFormat(groupPositions: number, packBits: number, skipBits: number, skippedMin: number): void;
  measure(starts: number, numbers: number, count: number): void;
  putGroups(ends: number, to: number): number;
  putHead(ends: number, bytes: number, head: number): number;
}

/** Fewer numbers are copied one by one. */
const FEW = 24;
/** Bytes of a group in the head at most. */
const END_BYTES = 5;
/** Of a list of so few numbers nobody asks how many bytes they may need: an answer takes longer than most of these lists. */
const ASKED_MIN = 1024;
/** Bytes of a number at most, with its share of the padding and of the skips: no code has more than 63 bits. */
const NUMBER_BYTES = 10;
const MORE_BYTES = 16;

/** One in each thread. What it gives is valid until the next list: `bytes[headStart … headEnd)`, then `bytes[groupsStart … groupsEnd)`. */
class PositionEncoder {
  bytes = new Uint8Array(0);
  headStart = 0;
  headEnd = 0;
  groupsStart = 0;
  groupsEnd = 0;
  readonly #code: Code;
  #words = new Uint32Array(0);

  constructor() {
    this.#code = startCode<Code>(code);
    this.#code.setFormat(format.groupPositions, format.packBits, format.skipBits, format.skippedMin);
    this.#renew();
  }

  /** Positions of `count` postings: posting i has `positions[starts[from + i] … starts[from + i + 1])`, ascending and distinct. */
  encode(starts: Uint32Array, from: number, positions: Uint32Array, count: number): void {
    const { bytesMax, measure, putGroups, putHead } = this.#code;
    const first = starts[from]!;
    const total = starts[from + count]! - first;
    const startsAt = LAYOUT_START;
    const numbersAt = startsAt + 4 * (count + 1);
    const endsAt = numbersAt + 4 * total;
    this.#reach(endsAt);
    copyWords(starts, from, count + 1, this.#words, startsAt >>> 2);
    copyWords(positions, first, total, this.#words, numbersAt >>> 2);
    measure(startsAt, numbersAt, count);
    // A group has at least one posting.
    this.headStart = endsAt + 4 * count;
    this.groupsStart = this.headStart + 1 + END_BYTES * count;
    this.#reach(this.groupsStart + (total < ASKED_MIN ? NUMBER_BYTES * total + MORE_BYTES : Number(bytesMax.value)));
    this.groupsEnd = putGroups(endsAt, this.groupsStart);
    this.headEnd = putHead(endsAt, this.groupsEnd - this.groupsStart, this.headStart);
  }

  #reach(end: number): void {
    if (end <= this.bytes.length) return;
    growTo(this.#code.memory, end);
    this.#renew();
  }

  #renew(): void {
    const { buffer } = this.#code.memory;
    this.bytes = new Uint8Array(buffer);
    this.#words = new Uint32Array(buffer);
  }
}

function copyWords(words: Uint32Array, from: number, count: number, to: Uint32Array, at: number): void {
  if (count < FEW) for (let i = 0; i < count; i++) to[at + i] = words[from + i]!;
  else to.set(words.subarray(from, from + count), at);
}

export const positionEncoder = new PositionEncoder();
