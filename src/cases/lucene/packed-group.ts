/**
 * Decodes 128 numbers of a posting list (PFOR): all with the same number of bits, save for a few exceptions whose upper
 * bits follow.
 *
 * The words of eight bytes, little-endian, have lanes of 8, 16 or 32 bits, the first lane on top. Lane e has the e-th part
 * of the numbers: the first in the top bits of its primitives (one a word), the next in the bits below, and so on; what is
 * left at the bottom of the primitives has the last numbers, spelt out across them.
 */
import type { DataInput } from './data-input.ts';

export const GROUP = 128;

/** Decodes the next group into `values[0 … 128)`. */
export function readPackedGroup(input: DataInput, values: Uint32Array): void {
  const token = input.byte();
  const bits = token & 31;
  if (bits === 0) {
    const value = input.vLong();
    if (value > 0xffff_ffff) throw input.damaged(`has a number over 32 bits before byte ${input.offset}`);
    values.fill(value, 0, GROUP);
  } else {
    input.need(bits * 16);
    const { bytes, at } = input;
    input.at = at + bits * 16;
    if (bits <= 8) unpackBytes(bytes, at, bits, values);
    else if (bits <= 16) unpackShorts(bytes, at, bits, values);
    else unpackInts(bytes, at, bits, values);
  }
  for (let exceptions = token >>> 5; exceptions > 0; exceptions--) {
    const index = input.byte();
    const high = input.byte();
    if (index >= GROUP) throw input.damaged(`has an exception behind its group before byte ${input.offset}`);
    values[index]! |= high << bits;
  }
}

/** Up to 8 bits: eight lanes of 16 numbers. */
function unpackBytes(bytes: Uint8Array, start: number, bits: number, values: Uint32Array): void {
  const end = start + bits * 16;
  const mask = (1 << bits) - 1;
  const rest = 8 % bits;
  const restMask = (1 << rest) - 1;
  let out = 0;
  for (let lane = 7; lane >= 0; lane--) {
    for (let shift = 8 - bits; shift >= 0; shift -= bits) {
      for (let at = start + lane; at < end; at += 8) values[out++] = (bytes[at]! >>> shift) & mask;
    }
    if (rest === 0) continue;
    let held = 0;
    let heldBits = 0;
    for (let at = start + lane; at < end; at += 8) {
      held = (held << rest) | (bytes[at]! & restMask);
      heldBits += rest;
      if (heldBits >= bits) {
        heldBits -= bits;
        values[out++] = (held >>> heldBits) & mask;
      }
    }
  }
}

/** 9 to 16 bits: four lanes of 32 numbers. */
function unpackShorts(bytes: Uint8Array, start: number, bits: number, values: Uint32Array): void {
  const end = start + bits * 16;
  const mask = (1 << bits) - 1;
  const rest = 16 - bits;
  const restMask = (1 << rest) - 1;
  let out = 0;
  for (let lane = 6; lane >= 0; lane -= 2) {
    for (let at = start + lane; at < end; at += 8)
      values[out++] = ((bytes[at]! | (bytes[at + 1]! << 8)) >>> rest) & mask;
    if (rest === 0) continue;
    let held = 0;
    let heldBits = 0;
    for (let at = start + lane; at < end; at += 8) {
      held = (held << rest) | ((bytes[at]! | (bytes[at + 1]! << 8)) & restMask);
      heldBits += rest;
      if (heldBits >= bits) {
        heldBits -= bits;
        values[out++] = (held >>> heldBits) & mask;
      }
    }
  }
}

/** 17 to 31 bits: two lanes of 64 numbers. */
function unpackInts(bytes: Uint8Array, start: number, bits: number, values: Uint32Array): void {
  const end = start + bits * 16;
  const mask = 2 ** bits - 1;
  const rest = 32 - bits;
  const restMask = (1 << rest) - 1;
  let out = 0;
  for (let lane = 4; lane >= 0; lane -= 4) {
    for (let at = start + lane; at < end; at += 8) values[out++] = (int32(bytes, at) >>> rest) & mask;
    let held = 0;
    let heldBits = 0;
    for (let at = start + lane; at < end; at += 8) {
      held = (held << rest) | (int32(bytes, at) & restMask);
      heldBits += rest;
      if (heldBits >= bits) {
        heldBits -= bits;
        values[out++] = (held >>> heldBits) & mask;
      }
    }
  }
}

function int32(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
}
