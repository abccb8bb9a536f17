/** Adds up frequencies of packs. src/engine/postings/frequencies.ts describes the format. */
import { PACK_BITS } from '../constants';
import { frequencyBehind, sumInPack } from '../ranking/packs';
import { BYTES, BYTES_END, COUNTS, ORDINALS, PACKS, SKIPS } from './memory';

const PACK: u32 = 1 << PACK_BITS;

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

/** Requires the bytes of the record from offset `start` on. A group of postings is within a pack. */
export function sumFrequencies(postings: u32, start: u32, listed: u32, shift: u32): u32 {
  const group: u32 = -1 << shift;
  let most: u32 = 0;
  let before: u32 = -1;
  let skipped: u32 = 0;
  for (let i: u32 = 0; i < postings; i++) {
    const ordinal = load<u32>(ORDINALS + (i << 2));
    const pack = <usize>(load<u32>(PACKS + (i << 2)) - start) + BYTES;
    assert(pack < BYTES_END);
    const first = ordinal & ~(PACK - 1);
    const isNext: bool = i > 0 && (before & group) === (ordinal & group);
    const from = isNext ? before + 1 : ordinal & group;
    if (!isNext) skipped = 0;
    skipped += sumInPack(pack, min<u32>(listed - first, PACK), from - first, ordinal - first);
    store<u32>(SKIPS + (i << 2), skipped);
    store<u32>(COUNTS + (i << 2), frequencyBehind);
    most = max<u32>(most, frequencyBehind);
    skipped += frequencyBehind;
    before = ordinal;
  }
  return most;
}
