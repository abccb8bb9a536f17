/** Executes a plan: drives an operator over all blocks to count or collect its documents. */
import { BLOCK_SIZE, BLOCK_WORDS } from '../engine/postings/doc-block.ts';
import { lengthenedInQuery } from '../shared/longer-arrays.ts';
import { claimMemory } from '../shared/query-memory.ts';
import { BlockSet } from './operators/block-set.ts';
import { FoundDocs } from './operators/found-docs.ts';
import { counterOf, listed, marked, selectedOf } from './operators/list-selection.ts';
import { NO_BLOCK, type Operator } from './operators/operator.ts';
import { ALONE, BITMAPS } from './resident/resident-selection.ts';

/**
 * Drives an operator over all blocks. Each of these functions is a generator that yields after a block, so that a caller can
 * run other work, or stop. A caller without this need uses `runToCompletion`.
 */
export function* countDocs(operator: Operator): Generator<void, number> {
  if (operator.exactCount !== null) return operator.exactCount;
  const counter = counterOf(operator);
  if (counter !== null) return yield* counter;
  const set = BlockSet.take();
  let count = 0;
  for (let block = operator.nextBlock(0); block !== NO_BLOCK; block = operator.nextBlock(block + 1)) {
    operator.load(block, set);
    count += set.count();
    yield;
  }
  set.release();
  return count;
}

/** Returns whether there is any document. */
export function* hasDocs(operator: Operator): Generator<void, boolean> {
  if (operator.isNothing) return false;
  if (operator.exactCount !== null) return operator.exactCount > 0;
  const set = BlockSet.take();
  let isFound = false;
  for (let block = operator.nextBlock(0); block !== NO_BLOCK && !isFound; block = operator.nextBlock(block + 1)) {
    operator.load(block, set);
    isFound = !set.isEmpty();
    yield;
  }
  set.release();
  return isFound;
}

/** Returns all documents in ascending order. */
export function* collectDocs(operator: Operator): Generator<void, Uint32Array> {
  const selected = selectedOf(operator, ALONE);
  if (selected !== null) return yield* listed(selected);
  const set = BlockSet.take();
  let docs = new Uint32Array(0);
  let count = 0;
  for (let block = operator.nextBlock(0); block !== NO_BLOCK; block = operator.nextBlock(block + 1)) {
    operator.load(block, set);
    const needed = count + set.count();
    if (needed > docs.length) {
      docs = lengthenedInQuery(docs, Math.max(docs.length * 2, needed), 'the list of hits');
    }
    count = set.collect(block * BLOCK_SIZE, docs, count);
    yield;
  }
  set.release();
  return docs.subarray(0, count);
}

/** Returns all documents as a bitmap over the whole index of `bitmapWords` words. */
export function* collectBitmap(operator: Operator, bitmapWords: number): Generator<void, Uint32Array> {
  claimMemory(4 * bitmapWords, 'the set of hits');
  const words = new Uint32Array(bitmapWords);
  const selected = selectedOf(operator, BITMAPS);
  if (selected !== null) {
    yield* marked(selected, words);
    return words;
  }
  const set = BlockSet.take();
  for (let block = operator.nextBlock(0); block !== NO_BLOCK; block = operator.nextBlock(block + 1)) {
    operator.load(block, set);
    if (set.isSparse) set.uniteInto(words, block * BLOCK_WORDS);
    else words.set(set.words, block * BLOCK_WORDS);
    yield;
  }
  set.release();
  return words;
}

/** Returns all documents in the smaller form. */
export function* collectFound(operator: Operator, bitmapWords: number): Generator<void, FoundDocs> {
  if (operator.cost <= bitmapWords) {
    const docs = yield* collectDocs(operator);
    return FoundDocs.ofDocs(docs.buffer.byteLength === docs.byteLength ? docs : docs.slice());
  }
  const made = operator.madeBitmap?.() ?? null;
  if (made !== null) return yield* smallerForm(FoundDocs.ofWords(made.words, made.count), bitmapWords);
  const words = yield* collectBitmap(operator, bitmapWords);
  return yield* smallerForm(yield* FoundDocs.counted(words), bitmapWords);
}

function* smallerForm(found: FoundDocs, bitmapWords: number): Generator<void, FoundDocs> {
  return found.count > bitmapWords ? found : FoundDocs.ofDocs(yield* found.list());
}

/** Runs a generator without a pause. */
export function runToCompletion<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
