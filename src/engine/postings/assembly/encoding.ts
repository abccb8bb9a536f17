/** Entry point of the module that encodes lists, from runs or from occurrences of the caller. */

import { cutRooms, take, top } from '../../../kernel/assembly/room';
import { layBlocks } from './blocks';
import { layLists } from './lists';
import { layPacks } from './packs';
import { beginPieces } from './piece';
import { setFormat as setPositions } from './position-codes';

export { cutRooms, top } from '../../../kernel/assembly/room';
export { collectField, enterTerms, laySegments, mergeSegments, openSegments } from './case-terms';
export { add, beginList, endList } from './lists';
export { boundsAt, enterField, lengthsAt } from './packs';
export { flush } from './piece';
export { bound, layRuns, merge, openRuns } from './runs';
export { isUtf8 } from './utf8';

/** Numbers of the format. */
let blockBits: u32 = 0;
let bitmapFavour: u32 = 0;
let packBits: u32 = 0;
let shortListMax: u32 = 0;
let inlinePositionsMax: u32 = 0;
let heldPositions: u32 = 0;

/** Buffers that the caller fills: documents and positions of occurrences, and a term. */
export let docsAt: usize = 0;
export let positionsAt: usize = 0;
export let termAt: usize = 0;
/** The beginning of the memory for runs. */
let runsFrom: usize = 0;

export function setFormat(
  block: u32,
  favour: u32,
  pack: u32,
  shortMax: u32,
  inlineMax: u32,
  group: u32,
  skip: u32,
  skipped: u32,
  held: u32,
): void {
  blockBits = block;
  bitmapFavour = favour;
  packBits = pack;
  shortListMax = shortMax;
  inlinePositionsMax = inlineMax;
  heldPositions = held;
  setPositions(group, pack, skip, skipped);
}

/** Lays out the memory from `start` on, for an index of this many documents. */
export function lay(
  start: usize,
  documents: u32,
  hasPositions: bool,
  k1: f64,
  b: f64,
  pieceBytes: usize,
  atOnce: u32,
  termBytes: u32,
): void {
  cutRooms(start);
  docsAt = take((<usize>atOnce) << 2);
  positionsAt = take((<usize>atOnce) << 2);
  termAt = take(<usize>termBytes + 8);
  beginPieces(pieceBytes);
  layLists(blockBits, shortListMax, inlinePositionsMax, heldPositions, hasPositions);
  layBlocks(blockBits, bitmapFavour, documents);
  layPacks(packBits, k1, b, documents);
  runsFrom = top;
}

/** Frees the memory of other runs. */
export function clearRuns(): void {
  cutRooms(runsFrom);
}
