/** Tables for upper bounds of scores: norms of documents as one-byte codes, and the bounds of impacts. */
import type { Norms } from '../../engine/postings/document-lengths.ts';

/** Codes are the first bits of 32-bit floats from 0.25 on, with five bits of mantissa. Neighbouring codes are 3 % apart. */
const CODE_SHIFT = 18;
const CODE_BASE = 0x3e80_0000 >>> CODE_SHIFT;

/** Writes the least norm of each code as 32-bit floats at `at`. */
export function writeLeastNorms(buffer: ArrayBuffer, at: number): void {
  const norms = new Uint32Array(buffer, at, 256);
  for (let i = 1; i < 256; i++) norms[i] = (CODE_BASE + i) << CODE_SHIFT;
}

/** Writes the bound of each impact of a pack directory as 32-bit floats at `at`, rounded up. */
export function writeBounds(bounds: Float64Array, buffer: ArrayBuffer, at: number): void {
  const out = new Float32Array(buffer, at, bounds.length);
  for (let i = 0; i < bounds.length; i++) out[i] = bounds[i]! * (1 + 1e-7);
}

export function writeCodes({ numbers, values }: Norms, bytes: Uint8Array, at: number): void {
  const codes = Uint8Array.from(values, codeOf);
  for (let i = 0; i < numbers.length; i++) bytes[at + i] = codes[numbers[i]!]!;
}

function codeOf(norm: number): number {
  float[0] = norm;
  return Math.max(0, Math.min(255, (bits[0]! >>> CODE_SHIFT) - CODE_BASE));
}

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);
