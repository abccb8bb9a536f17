/**
 * Intersects, unites and ranks lists whose blocks stay in memory from one query to the next. ../resident-kernel.ts and
 * ../ranked-block.ts document each function.
 */

import {
  ALIVE,
  BYTES,
  COUNTS,
  ENDS,
  FROMS,
  ORDINALS,
  PACKS,
  RESIDENT,
  SCRATCH,
  SKIPS,
  STARTS,
  TOS,
} from './batch/memory';
import { COMMON, COMMON_RANKS, OFFERED, PUT, REACHED } from './memory';
import { ALLOWED, BOUNDS, CANDIDATES, FREQUENCIES, LOWS, NORMS, RANKS, SLOTS } from './ranking/memory';

export { locateBatch, sumFrequencies } from './batch/frequencies';
export { beginPhrase, keepNear, narrowStarts, turnToTerm } from './batch/positions';
export { countBits, listBits } from './bits';
export { keepBits, keepDocs, keepPositions, keepRecords, leavePositions, roomLeft, setRoom } from './blocks';
export { intersectLists } from './conjunction';
export { keepLows, rankLows } from './lookups';
export { setLeast } from './narrowing';
export { compared, nearLists, setClause } from './near';
export { decoded, setElement, setPhrase, setSkips } from './phrases';
export { rankLists, setBounds } from './ranked';
export { bar, gatherBest } from './ranking/best';
export { enterTerm } from './ranking/lists';
export { boundOfPacks, setPackBits } from './ranking/packs';
export { clearScores, keepBest, lookUp, next, readSlots, scoreOfBest, takeSlots } from './ranking/slots';
export { addTerm, beginBlock, gatherSums, gatherTerm, keepAllowed, markCandidates } from './ranking/sums';
export { counted, listed, setForm } from './results';
export { setNear, setSide } from './spans';
export { block, lacking, setBlockBits, setTerm, through } from './terms';
export { uniteLists } from './union';
export {
  ALIVE,
  ALLOWED,
  BOUNDS,
  BYTES,
  CANDIDATES,
  COMMON,
  COMMON_RANKS,
  COUNTS,
  ENDS,
  FREQUENCIES,
  FROMS,
  LOWS,
  NORMS,
  OFFERED,
  ORDINALS,
  PACKS,
  PUT,
  RANKS,
  REACHED,
  RESIDENT,
  SCRATCH,
  SKIPS,
  SLOTS,
  STARTS,
  TOS,
};
