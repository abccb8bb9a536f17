/**
 * Compares one operator with the set of documents that it should have. Tests each method by its definition in
 * src/query/operators/operator.ts, over sets of both forms and blocks in any order.
 */
import { BLOCK_SIZE, BLOCK_WORDS } from '../../src/engine/postings/doc-block.ts';
import { collectBitmap, collectDocs, countDocs, runToCompletion } from '../../src/query/execute.ts';
import { BlockSet, SPARSE_MAX } from '../../src/query/operators/block-set.ts';
import { NO_BLOCK, type Operator } from '../../src/query/operators/operator.ts';
import { expectSameNumbers } from '../support/same-numbers.ts';

/** An operator, and the documents that it should have: one byte for each document of whole blocks, 1 if it has it. */
export interface Claim {
  /** The description that a failure shows. */
  readonly show: string;
  readonly operator: Operator;
  readonly members: Uint8Array;
}

/** Checks every method. `random` chooses the input sets and the order of blocks. */
export function checkOperator({ show, operator, members }: Claim, random: () => number): void {
  const docs = docsOf(members, 0, members.length);
  if (operator.cost < docs.length) throw new Error(`${show}: the cost ${operator.cost} is no bound on ${docs.length}`);
  if (operator.exactCount !== null) expectCount(operator.exactCount, docs.length, `${show}: exactCount`);
  expectSameNumbers(runToCompletion(collectDocs(operator)), docs, `${show}: collectDocs`);
  const blocks = Array.from({ length: members.length / BLOCK_SIZE }, (_, block) => block);
  checkNextBlock(operator, members, shuffled([...blocks, blocks.length], random), show);
  const again = Math.floor(random() * blocks.length);
  for (const block of shuffled([...blocks, again], random)) {
    const own = members.subarray(block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE);
    checkLoad(operator, block, own, random, show);
    checkUnite(operator, block, own, random, show);
    checkOpen(operator, block, own, random, show);
    checkNarrowing(operator, block, own, random, show);
  }
  expectSameBits(
    runToCompletion(collectBitmap(operator, members.length / 32)),
    wordsOf(members),
    `${show}: collectBitmap`,
  );
  expectCount(runToCompletion(countDocs(operator)), docs.length, `${show}: countDocs`);
}

/** A block without documents may be reported, but one with documents must not be skipped. */
function checkNextBlock(operator: Operator, members: Uint8Array, froms: readonly number[], show: string): void {
  for (const from of froms) {
    const doc = members.indexOf(1, from * BLOCK_SIZE);
    const first = doc < 0 ? NO_BLOCK : Math.floor(doc / BLOCK_SIZE);
    const next = operator.nextBlock(from);
    if (next < from || next > first)
      throw new Error(`${show}: nextBlock(${from}) is ${next}, documents are in ${first}`);
    if (next !== NO_BLOCK && next * BLOCK_SIZE >= members.length) {
      throw new Error(`${show}: nextBlock(${from}) is ${next}, which the index does not have`);
    }
  }
}

function checkLoad(operator: Operator, block: number, own: Uint8Array, random: () => number, show: string): void {
  // The previous contents of the set do not matter.
  const before = someOf(SPARSE_MAX, random);
  const set = random() < 0.5 ? sparseSet(before) : denseSet(before);
  operator.load(block, set);
  checkSet(set, docsOf(own, 0, BLOCK_SIZE), `${show}: load(${block})`);
  set.release();
}

function checkUnite(operator: Operator, block: number, own: Uint8Array, random: () => number, show: string): void {
  const words = new Uint32Array(3 * BLOCK_WORDS);
  for (const low of someOf(BLOCK_SIZE, random)) setBit(words, BLOCK_SIZE + low);
  const expected = words.slice();
  for (const low of docsOf(own, 0, BLOCK_SIZE)) setBit(expected, BLOCK_SIZE + low);
  operator.unite(block, words, BLOCK_WORDS);
  expectSameBits(words, expected, `${show}: unite(${block}), bits from ${BLOCK_SIZE} on`);
}

function checkOpen(operator: Operator, block: number, own: Uint8Array, random: () => number, show: string): void {
  if (operator.loadOpen === undefined) return;
  const closed = new Uint32Array(BLOCK_WORDS);
  for (const low of givenSet(own, random)) setBit(closed, low);
  const given = closed.slice();
  const before = someOf(SPARSE_MAX, random);
  const set = random() < 0.5 ? sparseSet(before) : denseSet(before);
  operator.loadOpen(block, set, closed);
  const isOpen = (low: number): boolean => (closed[low >>> 5]! & (1 << (low & 31))) === 0;
  checkSet(set, docsOf(own, 0, BLOCK_SIZE).filter(isOpen), `${show}: loadOpen(${block})`);
  expectSameBits(closed, given, `${show}: loadOpen(${block}), what is closed`);
  set.release();
}

function checkNarrowing(operator: Operator, block: number, own: Uint8Array, random: () => number, show: string): void {
  const given = givenSet(own, random);
  const makes = given.length <= SPARSE_MAX ? [sparseSet, denseSet] : [denseSet];
  for (const make of makes) {
    const of = `a ${make === sparseSet ? 'sparse' : 'dense'} set of ${given.length}`;
    const retained = make(given);
    operator.retain(block, retained);
    checkSet(
      retained,
      given.filter((low) => own[low] === 1),
      `${show}: retain(${block}) of ${of}`,
    );
    retained.release();
    const removed = make(given);
    operator.remove(block, removed);
    checkSet(
      removed,
      given.filter((low) => own[low] === 0),
      `${show}: remove(${block}) of ${of}`,
    );
    removed.release();
  }
}

/** Returns few documents, the operator's own, some of these with others, or all. It seldom returns none. */
function givenSet(own: Uint8Array, random: () => number): Uint32Array {
  const draw = random();
  if (draw < 0.3) return someOf(SPARSE_MAX, random);
  if (draw < 0.5) return docsOf(own, 0, BLOCK_SIZE);
  if (draw < 0.6) return Uint32Array.from({ length: BLOCK_SIZE }, (_, low) => low);
  const part = random();
  const mixed = own.map((isOwn) => (isOwn === 1 && random() < part ? 1 : 0));
  for (const low of someOf(BLOCK_SIZE, random)) mixed[low] = 1;
  return docsOf(mixed, 0, BLOCK_SIZE);
}

function checkSet(set: BlockSet, expected: Uint32Array, show: string): void {
  if (set.isEmpty() !== (expected.length === 0)) throw new Error(`${show}: isEmpty is ${set.isEmpty()}`);
  expectCount(set.count(), expected.length, `${show}: count`);
  const out = new Uint32Array(BLOCK_SIZE);
  expectSameNumbers(out.subarray(0, set.collect(0, out, 0)), expected, show);
}

function expectCount(found: number, expected: number, of: string): void {
  if (found !== expected) throw new Error(`${of}: ${found}, expected ${expected}`);
}

function expectSameBits(found: Uint32Array, expected: Uint32Array, of: string): void {
  if (found.length === expected.length && found.every((word, i) => word === expected[i])) return;
  expectSameNumbers(bitsOf(found), bitsOf(expected), of);
}

function sparseSet(lows: Uint32Array): BlockSet {
  const set = BlockSet.take();
  set.docs.set(lows);
  set.length = lows.length;
  return set;
}

function denseSet(lows: Uint32Array): BlockSet {
  const set = BlockSet.take();
  const words = set.beginDense();
  for (const low of lows) setBit(words, low);
  return set;
}

function setBit(words: Uint32Array, bit: number): void {
  words[bit >>> 5]! |= 1 << (bit & 31);
}

/** Returns ascending numbers below the size of a block, at most `most` and at most 200. */
function someOf(most: number, random: () => number): Uint32Array {
  const count = Math.floor(random() * Math.min(most, 200, BLOCK_SIZE));
  const lows = new Set(Array.from({ length: count }, () => Math.floor(random() * BLOCK_SIZE)));
  return Uint32Array.from(lows).sort();
}

function docsOf(members: Uint8Array, from: number, to: number): Uint32Array {
  const docs = new Uint32Array(to - from);
  let count = 0;
  for (let doc = members.indexOf(1, from); doc >= 0 && doc < to; doc = members.indexOf(1, doc + 1)) docs[count++] = doc;
  return docs.subarray(0, count);
}

function wordsOf(members: Uint8Array): Uint32Array {
  const words = new Uint32Array(members.length / 32);
  for (const doc of docsOf(members, 0, members.length)) setBit(words, doc);
  return words;
}

function bitsOf(words: Uint32Array): number[] {
  const bits: number[] = [];
  for (const [i, word] of words.entries()) {
    for (let bit = 0; bit < 32; bit++) if ((word & (1 << bit)) !== 0) bits.push(i * 32 + bit);
  }
  return bits;
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  const keyed = values.map((value) => ({ value, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value);
}
