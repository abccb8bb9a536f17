/** Adds up frequencies of runs. The format is described in ../../codec/frequencies.ts. */
import { RUN_BITS } from './constants';
import { BYTES, BYTES_END, COUNTS, PLACES, RUNS, SKIPS, SUMS } from './memory';

const RUN: u32 = 1 << RUN_BITS;

/** The current run, summed up to posting `summedTo`, and where the next exception is. */
let run: u32 = 0;
let summedTo: u32 = 0;
let exceptionsLeft: u32 = 0;
let exceptionAt: u32 = 0;

/** Moves to a run of `count` frequencies, to be summed from posting `from` on. */
function turnToRun(at: u32, count: u32, from: u32): void {
  assert(<usize>at >= BYTES && <usize>at < BYTES_END && from < RUN && count <= RUN);
  run = at;
  summedTo = from;
  store<u32>(SUMS + (from << 2), 0);
  const width = <u32>load<u8>(at);
  exceptionsLeft = load<u8>(at, 1);
  exceptionAt = at + 2 + ((count * width + 7) >> 3);
  while (exceptionsLeft > 0 && <u32>load<u8>(exceptionAt) < from) passException();
}

/** The frequency, minus one, of the current exception; moves to the next. */
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

/** Adds up the frequencies of the current run up to posting `to`. */
function sumTo(to: u32): void {
  assert(to <= RUN);
  const width = <u32>load<u8>(run);
  const mask: u32 = (1 << width) - 1;
  let bit = ((run + 2) << 3) + summedTo * width;
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

export function sumFrequencies(postings: u32, listed: u32, shift: u32): u32 {
  let most: u32 = 0;
  run = 0;
  for (let i: u32 = 0; i < postings; i++) {
    const place = load<u32>(PLACES + (i << 2));
    const at = load<u32>(RUNS + (i << 2));
    const inRun = place & (RUN - 1);
    const first = inRun & (-1 << shift);
    if (at !== run) turnToRun(at, min<u32>(listed - (place & ~(RUN - 1)), RUN), first);
    if (inRun >= summedTo) sumTo(inRun + 1);
    const before = load<u32>(SUMS + (inRun << 2));
    const count = load<u32>(SUMS + (inRun << 2) + 4) - before;
    store<u32>(SKIPS + (i << 2), before - load<u32>(SUMS + (first << 2)));
    store<u32>(COUNTS + (i << 2), count);
    most = max<u32>(most, count);
  }
  return most;
}
