/** Plans phrases that contain patterns, such as `"invoice 20*"`. */
import type { FieldHeader } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { BLOCK_SIZE, BLOCK_WORDS } from '../../engine/postings/doc-block.ts';
import { ListUnion } from '../../engine/postings/list-union.ts';
import { claimMemory, type StepMeter } from '../../shared/query-memory.ts';
import { tuning } from '../../shared/thresholds.ts';
import { BlockSet } from '../operators/block-set.ts';
import { Conjunction } from '../operators/conjunction.ts';
import { DeferredDocs } from '../operators/deferred-docs.ts';
import { DocBitmap } from '../operators/doc-bitmap.ts';
import { NO_BLOCK, type Operator } from '../operators/operator.ts';
import type { PhraseElement, PhraseGatherer } from './phrase-gatherer.ts';

/** Number of candidates whose positions are gathered together. */
const CANDIDATES = tuning.patternCandidates;

/**
 * A phrase with patterns that expand to many terms. Its documents are found before the query runs, so that each term is
 * opened once for many candidates, not once per block.
 */
export function* planPatternPhrase(
  index: IndexReader,
  field: FieldHeader,
  elements: readonly PhraseElement[],
  gatherer: PhraseGatherer,
  singles: readonly Operator[],
  detail: string,
  meter: StepMeter,
): Generator<void, DeferredDocs> {
  const needed: Operator[] = [...singles];
  for (const element of new Set(elements)) {
    if (element.kind !== 'terms') continue;
    claimMemory(4 * index.bitmapWords, 'the documents of a pattern in a phrase');
    const union = new ListUnion(index.postings, new Uint32Array(index.bitmapWords));
    for (const [n, info] of element.infos.entries()) {
      union.addTerm(info);
      if (n % 4096 === 4095) yield;
    }
    needed.push(new DocBitmap(union.words, 'terms', `${field.name} (${element.infos.length} terms)`));
  }
  const candidates = new Conjunction(needed);
  claimMemory(4 * index.bitmapWords, 'the documents of a phrase');
  const steps = gatherer.readsIn(candidates.cost);
  const name = 'phrase of patterns';
  return new DeferredDocs(name, detail, {
    steps,
    most: candidates.cost,
    *find() {
      meter.take(steps);
      return new DocBitmap(yield* found(index, gatherer, candidates), name, detail);
    },
  });
}

function* found(index: IndexReader, gatherer: PhraseGatherer, candidates: Operator): Generator<void, Uint32Array> {
  const words = new Uint32Array(index.bitmapWords);
  const set = BlockSet.take();
  const docs = new Uint32Array(BLOCK_SIZE);
  for (let block = candidates.nextBlock(0); block !== NO_BLOCK; block = candidates.nextBlock(block + 1)) {
    candidates.load(block, set);
    const count = set.collect(block * BLOCK_WORDS * 32, docs, 0);
    for (let from = 0; from < count; from += CANDIDATES) {
      const slice = docs.subarray(from, Math.min(count, from + CANDIDATES));
      yield* gatherer.eachGathered(slice, slice.length, false, (i) => {
        const doc = slice[i]!;
        words[doc >>> 5]! |= 1 << (doc & 31);
      });
      yield;
    }
  }
  set.release();
  return words;
}
