/**
 * Entry point of the module that reads terms of Lucene with their posting lists. Any number of fields are open at a time, each
 * in its own areas.
 */
export {
  AREA_BYTES,
  beginTally,
  counted,
  mapDocuments,
  OUT_DOCS,
  OUT_POSITIONS,
  OUTSIDE,
  openLists,
  positionMax,
  read,
} from './lucene-lists';
export {
  boundTerms,
  docFreqOf,
  nextTerm,
  occurrencesOf,
  openTerms,
  readOccurrences,
  readPostings,
  readTerms,
  restart,
  TERMS_BYTES,
  tallyTerms,
  termBytesOf,
} from './term-tree';
export { MORE_BYTES } from './window';

import { beginList as begin } from './lucene-lists';

/** Begins a list without a dictionary, by the offsets `docs` and `positions`. */
export function beginList(p: usize, docFreq: u32, occurrences: u32, single: u32, docs: f64, positions: f64): void {
  begin(p, docFreq, occurrences, single, <u64>docs, <u64>positions);
}
