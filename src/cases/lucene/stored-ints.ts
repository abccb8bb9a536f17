/** Reads the numbers of a chunk of stored fields, one for each document: the number of fields, or of bytes. */
import type { DataInput } from './data-input.ts';

const GROUP = 128;

/** A chunk of one document has only that document's number. */
export function readStoredInts(input: DataInput, count: number): Int32Array {
  const values = new Int32Array(count);
  if (count === 1) {
    values[0] = input.vInt();
    return values;
  }
  const bits = input.byte();
  if (bits === 0) return values.fill(input.vInt());
  if (bits !== 8 && bits !== 16 && bits !== 32)
    throw input.damaged(`has numbers of ${bits} bits before byte ${input.offset}`);
  const bytesEach = bits >>> 3;
  input.need(count * bytesEach);
  const { bytes } = input;
  let { at } = input;
  let i = 0;
  for (; i + GROUP <= count; i += GROUP) {
    // Each word is eight little-endian bytes, with the first lane in its highest bits. Lane e of word w is value e * words + w.
    const lanes = 8 / bytesEach;
    const words = GROUP / lanes;
    for (let word = 0; word < words; word++, at += 8) {
      for (let lane = 0; lane < lanes; lane++) {
        values[i + lane * words + word] = littleEndian(bytes, at + 8 - (lane + 1) * bytesEach, bytesEach);
      }
    }
  }
  for (; i < count; i++, at += bytesEach) values[i] = littleEndian(bytes, at, bytesEach);
  input.at = at;
  return values;
}

function littleEndian(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let i = count - 1; i >= 0; i--) value = (value << 8) | bytes[at + i]!;
  return value;
}
