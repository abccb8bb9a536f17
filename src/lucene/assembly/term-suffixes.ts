/** Reads the suffixes of a node of a term dictionary, which may be compressed in one of two ways. */
import {
  byte,
  COMPRESSION,
  damaged,
  EXCEPTION_OF_SUFFIXES,
  LZ4,
  offsetOf,
  seek,
  TOO_MANY,
  take,
  vInt,
  Window,
} from './window';

/** Maximum bytes of compressed suffixes. LZ4 stores no length; incompressible bytes take one more in 255. */
export function compressedMax(w: Window, count: usize): usize {
  return <usize>min(w.fileEnd - offsetOf(w), <u64>(count + (count + 254) / 255 + 16));
}

/** Reads `count` bytes to `to`. After them there must be space for {@link compressedMax}. */
export function readSuffixes(w: Window, compression: u32, to: usize, count: usize): void {
  if (compression === 0) take(w, to, count);
  else if (compression === 1) expandLowerCase(w, to, count);
  else if (compression === 2) {
    const start = offsetOf(w);
    const source = to + count;
    const most = compressedMax(w, count);
    take(w, source, most);
    const used = expandLz4(w, source, source + most, to, to + count);
    seek(w, start + <u64>used);
  } else damaged(w, COMPRESSION, <f64>offsetOf(w), 0);
}

/**
 * Expands suffixes of which three in four bytes are stored. The fourth is in the two upper bits of these. Rare other bytes
 * follow.
 */
function expandLowerCase(w: Window, to: usize, count: usize): void {
  const saved = count >>> 2;
  const kept = count - saved;
  take(w, to, kept);
  for (let i: usize = 0; i < saved; i++) {
    const a = <u32>load<u8>(to + i) & 0xc0;
    const b = <u32>load<u8>(to + saved + i) & 0xc0;
    const c = <u32>load<u8>(to + 2 * saved + i) & 0xc0;
    store<u8>(to + kept + i, (a >>> 2) | (b >>> 4) | (c >>> 6));
  }
  for (let at = to; at < to + count; at++) {
    const one = <u32>load<u8>(at);
    store<u8>(at, ((one & 0x1f) | 0x20 | ((one & 0x20) << 1)) - 1);
  }
  const exceptions = vInt(w);
  if (exceptions > <u32>count) damaged(w, TOO_MANY, <f64>exceptions, <f64>count);
  let at: usize = 0;
  for (let i: u32 = 0; i < exceptions; i++) {
    at += <usize>byte(w);
    if (at >= count) damaged(w, EXCEPTION_OF_SUFFIXES, <f64>offsetOf(w), 0);
    store<u8>(to + at, byte(w));
  }
}

/** The end of the last length. */
let after: usize = 0;

/** Reads the addition to a length of fifteen: bytes up to the first that is not 255. */
function moreOf(at: usize, end: usize): u64 {
  let count: u64 = 0;
  let more: u32 = 255;
  while (more === 255 && at < end) {
    more = load<u8>(at++);
    count += more;
  }
  after = at;
  return count;
}

/** Expands one block, which refers to nothing before it. Returns its length. */
function expandLz4(w: Window, from: usize, end: usize, to: usize, outEnd: usize): usize {
  const fault = <f64>offsetOf(w);
  let at = from;
  let out = to;
  while (out < outEnd) {
    if (at >= end) damaged(w, LZ4, fault, 0);
    const token = <u32>load<u8>(at++);
    let count = <u64>(token >>> 4);
    if (count === 15) {
      count += moreOf(at, end);
      at = after;
    }
    if (count > <u64>(end - at) || count > <u64>(outEnd - out)) damaged(w, LZ4, fault, 1);
    memory.copy(out, at, <usize>count);
    at += <usize>count;
    out += <usize>count;
    if (out === outEnd) break;
    if (at + 2 > end) damaged(w, LZ4, fault, 0);
    const distance = <usize>load<u16>(at);
    at += 2;
    count = (token & 15) + 4;
    if (count === 19) {
      count += moreOf(at, end);
      at = after;
    }
    if (distance === 0 || count > <u64>(outEnd - out)) damaged(w, LZ4, fault, 2);
    if (distance > out - to) damaged(w, LZ4, fault, 3);
    for (const last = out + <usize>count; out < last; out++) store<u8>(out, load<u8>(out - distance));
  }
  return at - from;
}
