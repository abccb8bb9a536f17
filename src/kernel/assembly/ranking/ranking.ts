/**
 * Entry point of the module that finds the candidates for the top documents of a block. The codes of norms are in its memory.
 * Scores are 32-bit floats, upper bounds of the exact scores. ../../ranking-kernel.ts documents each function.
 */
export { bar, gatherBest } from './best';
export { makeBits, setDocs, setRecord, setTerm } from './lists';
export * from './memory';
export { boundOfPacks, setPackBits } from './packs';
export { clearScores, keepBest, keepWith, lookUp, next, readSlots, scoreOfBest, takeSlots } from './slots';
export { addTerm, beginBlock, gatherSums, gatherTerm, keepAllowed, markCandidates } from './sums';
