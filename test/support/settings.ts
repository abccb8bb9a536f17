/**
 * Loads the engine under other thresholds than in production, so that a few items reach every form and algorithm
 * (src/shared/thresholds.ts). A test asks for its modules under a setting:
 *
 *   const { agreesOnSets } = await under<typeof import('./agreement.ts')>(setting, new URL('./agreement.ts', import.meta.url));
 *
 * The module and everything of the checkout that it imports are loaded again with the numbers of the setting and with a checked
 * kernel for them (checked-batch.ts). Ordinary imports of a test have the numbers of production. Do not mix the two.
 */
import { createHash } from 'node:crypto';
import * as production from '../../src/shared/thresholds.ts';
import { type Thresholds, thresholdsByKey } from './thresholds-by-key.ts';

export interface Setting extends Thresholds {
  readonly name: string;
}

/** The least legal value of each threshold; 1 if it is not listed. */
const LEAST = {
  // The kernel reads bitmaps by words of 64 bits.
  blockBits: 6,
  packBits: 0,
  skipBits: 0,
  chunkBytes: 64,
  // A frame costs a call of Brotli.
  itemFrameBytes: 64,
  textFrameBytes: 64,
  inlinePositionsMax: 0,
  // With this number, the words of a few items are frequent.
  pairedPart: 1024,
  gramRows: 8,
  // A list of one document may be in the dictionary, which the kernel does not see.
  bulkMin: 2,
  // At least two runs can be merged. Marks are thinned out by halves.
  runsMerged: 2,
  marksMax: 2,
  // Fits a varint and the longest character.
  runReadBytes: 8,
  fieldPageBytes: 8,
  pageBytes: 8,
  // Opening an environment takes milliseconds.
  reopenedBytes: 2 ** 14,
  cacheBytes: 2 ** 14,
  // With less memory, no case is small enough for it.
  residentBytes: 2 ** 12,
} as const;

/** Upper limits from the format or the memory of the kernel. */
const MOST: Partial<Record<Name, number>> = {
  blockBits: 16,
  packBits: 7,
  skipBits: 6,
  termsPerBucket: 255,
  inlinePositionsMax: 127,
  bulkTermsMax: 8,
  pairedPart: 2 ** 15,
  postingsAtOnce: 256,
  readAhead: 64,
  startsMax: 2 ** 16,
  bulkBytesMax: 2 ** 19,
};

type Name = keyof production.FormatThresholds | keyof production.Tuning;

/** A setting with each threshold chosen by `choose`, within legal bounds. */
function setting(name: string, choose: (threshold: Name, ofProduction: number) => number): Setting {
  const legal = <T extends object>(thresholds: T): T =>
    Object.fromEntries(
      (Object.entries(thresholds) as [Name, number][]).map(([threshold, ofProduction]) => {
        const least = (LEAST as Partial<Record<Name, number>>)[threshold] ?? 1;
        const most = MOST[threshold] ?? Number.POSITIVE_INFINITY;
        return [threshold, Math.min(most, Math.max(least, choose(threshold, ofProduction)))];
      }),
    ) as T;
  const chosen = legal(production.format);
  // Bitmaps are at multiples of four, verified sectors of a chunk are recorded in bits, and rows of bits are whole bytes of a
  // block.
  const chunkBytes = chosen.chunkBytes & ~3;
  const sectorBytes = Math.max(chosen.sectorBytes, Math.ceil(chunkBytes / 31));
  const format = { ...chosen, chunkBytes, sectorBytes, gramRows: chosen.gramRows & ~7 };
  const tuning = legal(production.tuning);
  // The longest list of gaps in a block, and a short list in one, must fit the sparse form.
  const bitmapBytes = 2 ** (format.blockBits - 3);
  const sparse = Math.max(Math.ceil(bitmapBytes / format.bitmapFavour), format.shortListMax);
  return {
    name,
    format: { ...format, version: versionOf(format) },
    tuning: { ...tuning, sparseMax: Math.max(tuning.sparseMax, Math.min(sparse, 2 ** format.blockBits)) },
  };
}

/** Another format has another version, so that a reader refuses it. */
function versionOf(format: production.FormatThresholds): number {
  const { version } = production.format;
  const text = JSON.stringify({ ...format, version });
  if (text === JSON.stringify(production.format)) return version;
  return 1_000_000 + createHash('sha256').update(text).digest().readUIntBE(0, 4);
}

/** Seeded random numbers. */
function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t ^= t + Math.imul(t ^ (t >>> 7), 61 | t);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const EXPONENTS: ReadonlySet<Name> = new Set<Name>(['blockBits', 'packBits', 'skipBits']);

/** Combines thresholds of very different sizes, so that no two of them grow together. */
export function mixed(seed: number): Setting {
  const random = randomFrom(seed);
  const pick = (values: readonly number[]): number => values[Math.floor(random() * values.length)]!;
  return setting(`mixed by ${seed}`, (threshold, ofProduction) => {
    if (EXPONENTS.has(threshold)) return pick([0, 1, 2, 3, 5, 7, 8, ofProduction]);
    if (threshold === 'chunkBytes') return pick([64, 68, 256, 1000, ofProduction]);
    return pick([1, 2, 3, 5, 12, 64, ofProduction]);
  });
}

export const PRODUCTION: Setting = setting('production', (_, ofProduction) => ofProduction);

/** Exponents are chosen so that 2^exponent is about the value. */
const all = (value: number): Setting =>
  setting(`all ${value}`, (threshold) =>
    EXPONENTS.has(threshold) ? Math.floor(Math.log2(value)) : threshold === 'chunkBytes' ? 64 * value : value,
  );

/** Returns the format with the smallest numbers, and the tuning of production except for some thresholds. */
const small = (name: string, others: Partial<production.Tuning>): Setting =>
  setting(name, (threshold, ofProduction) => {
    if (threshold in production.format) return EXPONENTS.has(threshold) ? 1 : 2;
    return (others as Partial<Record<Name, number>>)[threshold] ?? ofProduction;
  });

/** Everything goes to the kernel, which accepts any size, and a few candidates at a time. */
const BULK = small('of bulk', { bulkMin: 2, postingsAtOnce: 5, joinedBytes: 1, readAhead: 2, lookedUpMin: 1 });
/** No phrase goes to the kernel, positions are read in parts, and documents are looked up in bitmaps. */
const PRUNED = small('of pruning', {
  bulkMin: 2 ** 20,
  positionsInParts: 2,
  firstPosition: 3,
  fewPart: 1,
  rarePart: 1,
  scoredFirst: 1,
  scoredAll: 1,
  rankedBits: 2,
  risingFrom: 1,
  rankedTogether: 1,
});

export const SETTINGS: readonly Setting[] = [
  PRODUCTION,
  all(1),
  all(2),
  all(64),
  mixed(1),
  mixed(2),
  mixed(3),
  BULK,
  PRUNED,
];

/** Imports a module under a setting, once. test/runner/module-hooks.mjs implements the loading. */
export function under<Module>(
  { format, tuning, growth = production.growth }: Thresholds,
  module: URL,
): Promise<Module> {
  const key = `${createHash('sha256').update(JSON.stringify({ format, tuning })).digest('hex').slice(0, 12)}.ts`;
  thresholdsByKey.set(key, { format, tuning, growth });
  return import(`${module.href}?under=${key}`);
}
