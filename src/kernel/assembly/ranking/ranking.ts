/**
 * Finds the candidates for the top documents of a block: a separate module, with the codes of norms in its memory. Scores are
 * 32-bit floats, upper bounds of the exact ones. ../../ranking-kernel.ts says what each function is for.
 */
export { bar, gatherBest } from './best';
export { makeBits, setDocs, setRecord, setTerm } from './lists';
export * from './memory';
export { boundOfPacks, setPackBits } from './packs';
export { clearScores, keepBest, keepWith, lookUp, next, readSlots, scoreOfBest, takeSlots } from './slots';
export { addTerm, beginBlock, gatherSums, gatherTerm, keepAllowed, markCandidates } from './sums';
