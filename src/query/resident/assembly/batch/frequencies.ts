/** Adds up frequencies of packs. src/engine/postings/frequencies.ts describes the format. */
import { PACK_BITS } from '../constants';
import { BYTES, BYTES_END, COUNTS, ORDINALS, PACKS, SKIPS, SUMS } from './memory';

const PACK: u32 = 1 << PACK_BITS;

/** The current pack, summed up to posting `summedTo`, and the address of its next exception. */
let pack: u32 = 0;
let summedTo: u32 = 0;
let exceptionsLeft: u32 = 0;
let exceptionAt: u32 = 0;

/** Moves to a pack of `count` frequencies. Summing begins at posting `from`. */
function turnToPack(at: u32, count: u32, from: u32): void {
  assert(<usize>at >= BYTES && <usize>at < BYTES_END && from < PACK && count <= PACK);
  pack = at;
  summedTo = from;
  store<u32>(SUMS + (from << 2), 0);
  const width = <u32>load<u8>(at);
  exceptionsLeft = load<u8>(at, 1);
  exceptionAt = at + 2 + ((count * width + 7) >> 3);
  while (exceptionsLeft > 0 && <u32>load<u8>(exceptionAt) < from) passException();
}

/** Returns the frequency, minus one, of the current exception, and moves to the next. */
function passException(): u32 {
  let at: usize = exceptionAt + 1;
  let byte = <u32>load<u8>(at++);
  let value = byte & 127;
  for (let shift: u32 = 7; byte > 127; shift += 7) {
    byte = load<u8>(at++);
    value |= (byte & 127) << shift;
  }
  assert(at <= BYTES_END);
  exceptionAt = <u32>at;
  exceptionsLeft--;
  return value;
}

/** Adds up the frequencies of the current pack up to posting `to`. */
function sumTo(to: u32): void {
  assert(to <= PACK);
  const width = <u32>load<u8>(pack);
  const mask: u32 = (1 << width) - 1;
  let bit = ((pack + 2) << 3) + summedTo * width;
  let sum = load<u32>(SUMS + (summedTo << 2));
  let exception = exceptionsLeft > 0 ? <u32>load<u8>(exceptionAt) : -1;
  for (let i = summedTo; i < to; i++, bit += width) {
    let value = (load<u32>(bit >> 3) >> (bit & 7)) & mask;
    if (i === exception) {
      value = passException();
      exception = exceptionsLeft > 0 ? <u32>load<u8>(exceptionAt) : -1;
    }
    sum += value + 1;
    store<u32>(SUMS + (i << 2) + 4, sum);
  }
  summedTo = to;
}

/**
 * Finds the packs of the ascending ordinals in the directory of `packs` packs. Writes their offsets in the record to PACKS.
 * Returns the end of the last pack.
 */
export function locateBatch(postings: u32, packs: u32): u32 {
  let at: usize = BYTES;
  let offset: u32 = 0;
  let end: u32 = 0;
  let i: u32 = 0;
  for (let number: u32 = 0; number < packs; number++) {
    at++; // the impact
    let byte = <u32>load<u8>(at++);
    let length = byte & 127;
    for (let shift: u32 = 7; byte > 127; shift += 7) {
      byte = load<u8>(at++);
      length |= (byte & 127) << shift;
    }
    for (; i < postings && load<u32>(ORDINALS + (i << 2)) >> PACK_BITS === number; i++) {
      store<u32>(PACKS + (i << 2), offset);
      end = offset + length;
    }
    offset += length;
  }
  assert(i === postings && at <= BYTES_END);
  const directory = <u32>(at - BYTES);
  for (i = 0; i < postings; i++) store<u32>(PACKS + (i << 2), load<u32>(PACKS + (i << 2)) + directory);
  return end + directory;
}

/** Requires the bytes of the record from offset `start` on. */
export function sumFrequencies(postings: u32, start: u32, listed: u32, shift: u32): u32 {
  let most: u32 = 0;
  pack = 0;
  for (let i: u32 = 0; i < postings; i++) {
    const ordinal = load<u32>(ORDINALS + (i << 2));
    const at = load<u32>(PACKS + (i << 2)) - start + <u32>BYTES;
    const inPack = ordinal & (PACK - 1);
    const first = inPack & (-1 << shift);
    if (at !== pack) turnToPack(at, min<u32>(listed - (ordinal & ~(PACK - 1)), PACK), first);
    if (inPack >= summedTo) sumTo(inPack + 1);
    const before = load<u32>(SUMS + (inPack << 2));
    const count = load<u32>(SUMS + (inPack << 2) + 4) - before;
    store<u32>(SKIPS + (i << 2), before - load<u32>(SUMS + (first << 2)));
    store<u32>(COUNTS + (i << 2), count);
    most = max<u32>(most, count);
  }
  return most;
}
