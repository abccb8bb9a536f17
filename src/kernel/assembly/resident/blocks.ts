/** Blocks of lists that stay in memory from one query to the next: as they are stored, and with a bitmap once that pays off. */
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
} from '../ranking/lists';
import { BOUNDS } from '../ranking/memory';
import { boundOf, locatePacks, packBits } from '../ranking/packs';
import { CANDIDATES, PUT } from './memory';
import { ELSEWHERE } from './terms';

/** Offsets in a block beside those of ranking/lists.ts: how often it was looked into before, and the highest bound of its packs. */
const USED: usize = 60;
const BOUND: usize = 64;

/**
 * Positions: where their record is, POSITIONS_ELSEWHERE where it is not here, or 0 until that is known; where it ends; how many postings it
 * has, and how many of them come before the block. POSITIONS_ELSEWHERE: how many documents are reached for before it is worth keeping.
 */
export const POSITIONS: usize = 68;
export const POSITIONS_END: usize = 72;
export const POSTINGS: usize = 76;
export const BEFORE: usize = 80;
export const REACHES: usize = POSITIONS_END;
export const POSITIONS_ELSEWHERE: u32 = 1;

/** Bytes of a block, and of the description of one that is put here. */
const BLOCK_BYTES: u32 = 88;
const PUT_BYTES: usize = 20;

/** Bytes of a bitmap with the ranks of its words. */
const BITS_BYTES: u32 = 10_240;
/** So many lookups at once are worth a bitmap, if they are more than this part of the bytes of gaps. */
const LOOKUPS_MIN: u32 = 128;
const GAPS_SHARE: u32 = 8;
/** Fewer bytes are passed over faster than a bitmap is made. Where that was done so often, one is made of all but the shortest. */
const PASSED_MAX: u32 = 512;
const PASSED_TIMES: u32 = 4;
const PASSED_OFTEN_MAX: u32 = 128;

/** Where bitmaps go, and how far they may. */
let room: u32 = 0;
let roomEnd: u32 = 0;

export function setRoom(from: u32, to: u32): void {
  room = from;
  roomEnd = to;
}

/** Where the room that is left begins. */
export function roomLeft(): u32 {
  return room;
}

/** Documents of `count` blocks, without frequencies: the bytes of all are at `at`, and blocks that are not here yet come to `blocks`. */
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

/** The frequencies of those of `count` blocks that are here without: the bytes of all are at `at`; the offsets of packs go to `packs`. */
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
 * The positions of those of `count` blocks that are here with frequencies and without positions: the bytes of all are at `at`. PUT has the
 * postings of a record as its count, and as its form how many of these come before the block.
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

/** The positions of a block are not here, and `reaches` documents are reached for before that is asked again. */
export function leavePositions(block: u32, reaches: u32): void {
  store<u32>(block, POSITIONS_ELSEWHERE, POSITIONS);
  store<u32>(block, reaches, REACHES);
}

export function boundOfBlock(block: usize): f32 {
  return load<f32>(block, BOUND);
}

/** Ranks the first `count` candidates. The first times the block is looked into as it is stored, unless they are many. */
export function rankCandidates(block: usize, count: u32): void {
  if (load<u32>(block, FORM) <= BITMAP) makeBitsFor(block, count);
  rankDocs(block, CANDIDATES, count);
}

/** Makes a bitmap of gaps that were used before, and are too many to be passed over. */
export function makeUsedBits(block: usize): void {
  if (load<u32>(block, FORM) === GAPS) makeBitsFor(block, 0);
}

function makeBitsFor(block: usize, count: u32): void {
  if (load<u32>(block, BITS) !== 0 || roomEnd - room < BITS_BYTES) return;
  const length = load<u32>(block, DOCS_END) - load<u32>(block, DOCS_AT);
  const areMany: bool = count >= LOOKUPS_MIN && (load<u32>(block, FORM) !== GAPS || count * GAPS_SHARE >= length);
  const used = load<u32>(block, USED);
  const isUsed: bool = used >= PASSED_TIMES ? length > PASSED_OFTEN_MAX : used > 0 && length > PASSED_MAX;
  if (areMany || isUsed) {
    makeBitsOf(block, room);
    room += BITS_BYTES;
  }
  store<u32>(block, used + 1, USED);
}

/** How many documents all of `count` blocks have, stored as bitmaps; the addresses of the blocks are every eight bytes. */
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
