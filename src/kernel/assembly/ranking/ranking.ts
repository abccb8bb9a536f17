/**
 * Finds the candidates for the best documents of a block: a module of its own, which has the codes of norms in its memory. Scores are
 * 32-bit floats that bound the exact ones from above. ../../ranking-kernel.ts says what each function is for.
 */
export { bar, gatherBest } from './best';
export { makeBits, setDocs, setRecord, setTerm } from './lists';
export * from './memory';
export { boundOfPacks, setPackBits } from './packs';
export { clearScores, keepBest, keepWith, lookUp, next, readSlots, scoreOfBest, takeSlots } from './slots';
export { addTerm, beginBlock, gatherSums, gatherTerm, keepAllowed, markCandidates } from './sums';
