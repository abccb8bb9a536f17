/**
 * Entry point of the module that intersects and unites lists whose blocks stay in memory from one query to the next.
 * ../../resident-kernel.ts documents each function.
 */
import { fillSelect } from '../position-bits';
import { BOUNDS, NORMS } from '../ranking/memory';
import { COMMON, COMMON_RANKS, OFFERED, PUT, REACHED, RESIDENT, SELECT } from './memory';

export { setPackBits } from '../ranking/packs';
export { keepDocs, keepPositions, keepRecords, leavePositions, roomLeft, setRoom } from './blocks';
export { intersectLists, setLeast } from './conjunction';
export { compared, nearLists, setClause } from './near';
export { decoded, setElement, setPhrase, setSkips } from './phrases';
export { rankLists, setBounds } from './ranked';
export { counted, listed, setForm } from './results';
export { setNear, setSide } from './spans';
export { block, lacking, setBlockBits, setTerm, through } from './terms';
export { uniteLists } from './union';
export { BOUNDS, COMMON, COMMON_RANKS, NORMS, OFFERED, PUT, REACHED, RESIDENT };

fillSelect(SELECT);
