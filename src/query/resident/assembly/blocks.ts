/**
 * Blocks of lists that stay in memory from one query to the next. They are kept as stored, and as a bitmap once that pays off.
 */

import { CANDIDATES, PUT } from './memory';
import {
  BITMAP,
  BITS,
  COUNT,
  DOCS_AT,
  DOCS_END,
  FORM,
  GAPS,
  LOCATED,
  makeBitsOf,
  PACKS,
  RECORD,
  rankDocs,
  setDocsOf,
} from './ranking/lists';
import { BOUNDS } from './ranking/memory';
import { boundOf, locatePacks, packBits } from './ranking/packs';
import { ELSEWHERE } from './terms';

/**
 * Offsets in a block in addition to those of ranking/lists.ts: the number of earlier lookups, and the highest bound of its
 * packs.
 */
const USED: usize = 60;
const BOUND: usize = 64;

/**
 * Positions: the address of their record, POSITIONS_ELSEWHERE if it is not resident, or 0 if unknown; its end; its number of
 * postings, and how many of them precede the block. With POSITIONS_ELSEWHERE, the number is how many single documents are
 * fetched from it before keeping it is considered.
 */
export const POSITIONS: usize = 68;
export const POSITIONS_END: usize = 72;
export const POSTINGS: usize = 76;
export const BEFORE: usize = 80;
export const REACHES: usize = POSITIONS_END;
export const POSITIONS_ELSEWHERE: u32 = 1;

/** Bytes of a block, and of the description of one that is copied in. */
const BLOCK_BYTES: u32 = 88;
const PUT_BYTES: usize = 20;

/** Bytes of a bitmap with the ranks of its words. */
const BITS_BYTES: u32 = 10_240;
/** This many simultaneous lookups justify a bitmap, if they exceed this fraction of the bytes of gaps. */
const LOOKUPS_MIN: u32 = 128;
const GAPS_SHARE: u32 = 8;
/**
 * Up to this many bytes are skipped faster than a bitmap is made. After this many lookups, all but the shortest blocks get a
 * bitmap.
 */
const PASSED_MAX: u32 = 512;
const PASSED_TIMES: u32 = 4;
const PASSED_OFTEN_MAX: u32 = 128;

/** The address for bitmaps, and its limit. */
let room: u32 = 0;
let roomEnd: u32 = 0;

export function setRoom(from: u32, to: u32): void {
  room = from;
  roomEnd = to;
}

/** Returns the beginning of the remaining space. */
export function roomLeft(): u32 {
  return room;
}

/**
 * Adds the documents of `count` blocks, without frequencies. The bytes of all are at `at`. New blocks are placed at `blocks`.
 */
export function keepDocs(table: u32, count: u32, blocks: u32, at: u32): void {
  let own = blocks;
  for (let i: usize = 0; i < <usize>count; i++) {
    const put = PUT + i * PUT_BYTES;
    const entry = table + (load<u32>(put) << 2);
    if (load<u32>(entry) !== ELSEWHERE) continue;
    setDocsOf(own, load<u32>(put, 8), at + load<u32>(put, 4), load<u32>(put, 12), load<u32>(put, 16));
    store<u32>(own, 0, RECORD);
    store<u32>(own, 0, USED);
    store<u32>(own, 0, POSITIONS);
    store<u32>(entry, own);
    own += BLOCK_BYTES;
  }
}

/**
 * Adds the frequencies of those of `count` blocks that are resident without them. The bytes of all are at `at`. The offsets of
 * packs go to `packs`.
 */
export function keepRecords(table: u32, count: u32, at: u32, packs: u32): void {
  let next = packs;
  for (let i: usize = 0; i < <usize>count; i++) {
    const put = PUT + i * PUT_BYTES;
    const own = load<u32>(table + (load<u32>(put) << 2));
    if (own === ELSEWHERE || load<u32>(own, RECORD) !== 0) continue;
    keepRecord(own, at + load<u32>(put, 4), next);
    next += ((load<u32>(own, COUNT) + (1 << packBits) - 1) >> packBits) << 3;
  }
}

function keepRecord(block: u32, at: u32, packs: u32): void {
  store<u32>(block, at, RECORD);
  store<u32>(block, packs, PACKS);
  store<u32>(block, 0, LOCATED);
  locatePacks(block);
  const count = (load<u32>(block, COUNT) + (1 << packBits) - 1) >> packBits;
  let bound: f32 = load<f32>(BOUNDS);
  for (let pack: u32 = 0; pack < count; pack++) bound = max<f32>(bound, boundOf(block, pack));
  store<f32>(block, bound, BOUND);
}

/**
 * Adds the positions of those of `count` blocks that are resident with frequencies and without positions. The bytes of all are
 * at `at`. In PUT, the count is the postings of a record, and the form is how many of these precede the block.
 */
export function keepPositions(table: u32, count: u32, at: u32): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    const put = PUT + i * PUT_BYTES;
    const own = load<u32>(table + (load<u32>(put) << 2));
    if (own === ELSEWHERE || load<u32>(own, RECORD) === 0 || load<u32>(own, POSITIONS) > POSITIONS_ELSEWHERE) continue;
    const record = at + load<u32>(put, 4);
    store<u32>(own, record, POSITIONS);
    store<u32>(own, record + load<u32>(put, 12), POSITIONS_END);
    store<u32>(own, load<u32>(put, 16), POSTINGS);
    store<u32>(own, load<u32>(put, 8), BEFORE);
  }
}

/**
 * Records that the positions of a block are not resident. The caller is asked again after `reaches` single documents were
 * fetched from it.
 */
export function leavePositions(block: u32, reaches: u32): void {
  store<u32>(block, POSITIONS_ELSEWHERE, POSITIONS);
  store<u32>(block, reaches, REACHES);
}

export function boundOfBlock(block: usize): f32 {
  return load<f32>(block, BOUND);
}

/** Ranks the first `count` candidates. The first few times it uses the stored form, unless there are many candidates. */
export function rankCandidates(block: usize, count: u32): void {
  if (load<u32>(block, FORM) <= BITMAP) makeBitsFor(block, count);
  rankDocs(block, CANDIDATES, count);
}

/** Makes a bitmap of gaps that were used before and are too long to skip. */
export function makeUsedBits(block: usize): void {
  if (load<u32>(block, FORM) === GAPS) makeBitsFor(block, 0);
}

/** Makes a bitmap of a block of gaps or bitmaps, unless it has one or there is no space. */
export function keepBits(block: usize): void {
  if (load<u32>(block, BITS) !== 0 || roomEnd - room < BITS_BYTES) return;
  makeBitsOf(block, room);
  room += BITS_BYTES;
}

/** Makes a bitmap if so many lookups at once, or those before, justify it. */
export function makeBitsFor(block: usize, count: u32): void {
  if (load<u32>(block, BITS) !== 0 || roomEnd - room < BITS_BYTES) return;
  const length = load<u32>(block, DOCS_END) - load<u32>(block, DOCS_AT);
  const areMany: bool = count >= LOOKUPS_MIN && (load<u32>(block, FORM) !== GAPS || count * GAPS_SHARE >= length);
  const used = load<u32>(block, USED);
  const isUsed: bool = used >= PASSED_TIMES ? length > PASSED_OFTEN_MAX : used > 0 && length > PASSED_MAX;
  if (areMany || isUsed) keepBits(block);
  store<u32>(block, used + 1, USED);
}

/** Counts the common documents of `count` blocks stored as bitmaps, whose addresses are eight bytes apart. */
export function countCommon(blocks: usize, count: usize): u32 {
  let end: u32 = -1;
  for (let i: usize = 0; i < count; i++) {
    const block: usize = load<u32>(blocks + (i << 3));
    end = min<u32>(end, load<u32>(block, DOCS_END) - load<u32>(block, DOCS_AT));
  }
  const first: usize = load<u32>(load<u32>(blocks), DOCS_AT);
  const second: usize = load<u32>(load<u32>(blocks, 8), DOCS_AT);
  let sums = i64x2.splat(0);
  let word: u32 = 0;
  for (; word + 16 <= end; word += 16) {
    let common = v128.and(v128.load(first + word), v128.load(second + word));
    for (let i: usize = 2; i < count; i++) {
      common = v128.and(common, v128.load(<usize>load<u32>(<usize>load<u32>(blocks + (i << 3)), DOCS_AT) + word));
    }
    const pairs = i16x8.extadd_pairwise_i8x16_u(i8x16.popcnt(common));
    const fours = i32x4.extadd_pairwise_i16x8_u(pairs);
    sums = i64x2.add(sums, i64x2.add(i64x2.extend_low_i32x4_u(fours), i64x2.extend_high_i32x4_u(fours)));
  }
  let found = <u32>(i64x2.extract_lane(sums, 0) + i64x2.extract_lane(sums, 1));
  for (; word < end; word += 4) {
    let common = load<u32>(first + word) & load<u32>(second + word);
    for (let i: usize = 2; i < count; i++)
      common &= load<u32>(<usize>load<u32>(<usize>load<u32>(blocks + (i << 3)), DOCS_AT) + word);
    found += popcnt<u32>(common);
  }
  return found;
}
