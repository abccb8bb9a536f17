/** Ways to damage a copy of an index generation, each chosen only by random numbers. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = 4096;

const DAMAGES = {
  'flip a bit': (bytes, random) => flip(bytes, random.below(bytes.length), 1 << random.below(8)),
  'change a byte': (bytes, random) => flip(bytes, random.below(bytes.length), 1 + random.below(255)),
  'change a page header': (bytes, random) => {
    const page = random.below(Math.ceil(bytes.length / PAGE)) * PAGE;
    return flip(bytes, Math.min(bytes.length - 1, page + random.below(64)), 1 + random.below(255));
  },
  'change a meta page': (bytes, random) =>
    flip(bytes, random.below(Math.min(bytes.length, 2 * PAGE)), 1 + random.below(255)),
  'zero a range': (bytes, random) => {
    const from = random.below(bytes.length);
    return Buffer.from(bytes).fill(0, from, Math.min(bytes.length, from + 1 + random.below(10_000)));
  },
  'zero a page': (bytes, random) => {
    const page = random.below(Math.ceil(bytes.length / PAGE)) * PAGE;
    return Buffer.from(bytes).fill(0, page, Math.min(bytes.length, page + PAGE));
  },
  'fill a range with noise': (bytes, random) => {
    const out = Buffer.from(bytes);
    const from = random.below(bytes.length);
    const to = Math.min(bytes.length, from + 1 + random.below(5000));
    for (let i = from; i < to; i++) out[i] = random.below(256);
    return out;
  },
  'cut the end': (bytes, random) => bytes.subarray(0, random.below(bytes.length)),
  'cut at a page': (bytes, random) => bytes.subarray(0, random.below(Math.ceil(bytes.length / PAGE)) * PAGE),
  'append noise': (bytes, random) => Buffer.concat([bytes, Buffer.alloc(1 + random.below(9000), random.below(256))]),
  'swap two pages': (bytes, random) => swapped(bytes, random, PAGE, 0),
  // A chunk has two pages of values, and checksums in the second.
  'swap two pairs of pages': (bytes, random) => swapped(bytes, random, 2 * PAGE, 0),
  'swap the second of two pairs of pages': (bytes, random) => swapped(bytes, random, PAGE, PAGE),
  'remove it': () => null,
};

/**
 * Exchanges `length` bytes at offset `behind` of two pages. Chunks have two pages each, in long rows. If that matters, the
 * numbers of both pages are even, or both are odd.
 */
function swapped(bytes, random, length, behind) {
  const out = Buffer.from(bytes);
  const pages = Math.floor(bytes.length / PAGE) - 2;
  if (pages < 1) return out;
  const first = random.below(pages);
  const step = length + behind > PAGE ? 2 : 1;
  const second = step === 1 ? random.below(pages) : (first % 2) + 2 * random.below(Math.ceil(pages / 2));
  const [a, b] = [first, second].map((page) => page * PAGE + behind);
  bytes.copy(out, a, b, b + length);
  bytes.copy(out, b, a, a + length);
  return out;
}

/**
 * Damages one file of a generation in place and returns a description. `mustBeFound` is false for the lock file, which contains
 * nothing of the index and which LMDB creates again.
 */
export function damage(directory, random) {
  const kind = random.next();
  const file = kind < 0.8 ? 'data.mdb' : kind < 0.93 ? 'data.sums' : 'lock.mdb';
  const path = join(directory, file);
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(8192 + random.below(100), 1);
  for (;;) {
    const what = random.pick(Object.keys(DAMAGES));
    if (what === 'remove it' && random.next() < 0.8) continue;
    const hurt = DAMAGES[what](bytes, random);
    if (hurt !== null && Buffer.compare(hurt, bytes) === 0) continue;
    if (hurt === null) rmSync(path, { force: true });
    else writeFileSync(path, hurt);
    return { file, what, mustBeFound: file !== 'lock.mdb' };
  }
}

function flip(bytes, at, mask) {
  const out = Buffer.from(bytes);
  out[at] ^= mask;
  return out;
}
