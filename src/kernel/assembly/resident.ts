/** Intersects lists of which the blocks stay in memory from one query to the next. ../resident-kernel.ts says what each function is for. */
import { BOUNDS, NORMS } from './ranking/memory';
import { COMMON, COMMON_RANKS, OFFERED, RESIDENT } from './resident-memory';

export { setPackBits } from './ranking/packs';
export { keepDocs, keepRecord, roomLeft, setRoom } from './resident-blocks';
export {
  block,
  counted,
  lacking,
  listed,
  run,
  setBlockBits,
  setLeast,
  setListing,
  setTerm,
} from './resident-conjunction';
export { BOUNDS, COMMON, COMMON_RANKS, NORMS, OFFERED, RESIDENT };
