/**
 * A kernel that detects use of released memory: the parts of its memory are claimed and released in the order that Kernel
 * requires, and results are overwritten when they expire. Uses the debug build of the code, which checks every address. Tests
 * under a setting run it (settings.ts).
 */
import { type CopiedStream, FEW_MAX, Kernel, POSTINGS_MAX } from '../../src/kernel/kernel.ts';
import { format, tuning } from '../../src/shared/thresholds.ts';

const BLOCK_SIZE = 2 ** format.blockBits;
const POISON = 0xdead;

type Step = 'free' | 'meeting' | 'collected' | 'alive' | 'begun' | 'turned';

export class CheckedKernel extends Kernel {
  #step: Step = 'free';
  #isRoomClaimed = false;
  #candidates = new Uint16Array(0);
  #ranks = new Uint32Array(0);
  /** Lists so far, and remaining candidates, of the current batch. */
  #lists = new Set<number>();
  #alive = 0;

  override countBits(words: Uint32Array): number {
    this.#expectNoRoom();
    expect(words.length === BLOCK_SIZE / 32, 'the words are those of a block');
    return super.countBits(words);
  }

  override listBits(words: Uint32Array, base: number, out: Uint32Array | Uint16Array, at: number): number {
    this.#expectNoRoom();
    expect(words.length === BLOCK_SIZE / 32, 'the words are those of a block');
    return super.listBits(words, base, out, at);
  }

  override beginBlock(): Uint8Array {
    this.#expectNoRoom();
    return super.beginBlock().fill(0xa5, 0, BLOCK_SIZE / 8 + 32);
  }

  override rankLows(
    form: number,
    length: number,
    docs: Uint32Array | Uint16Array,
    count: number,
    out: Int32Array,
  ): number {
    expectAscending(docs, count);
    return super.rankLows(form, length, docs, count, out);
  }

  override keepLows(form: number, length: number, docs: Uint16Array, count: number, wanted: 0 | 1): number {
    expectAscending(docs, count);
    return super.keepLows(form, length, docs, count, wanted);
  }

  override beginMatch(docs: Uint32Array, count: number): void {
    this.#expectStep('free');
    expect(count > 0, 'a match begins with documents');
    expectAscending(docs, count);
    this.#step = 'meeting';
    this.#lists.clear();
    super.beginMatch(docs, count);
  }

  override beginFew(docs: Uint32Array, count: number): void {
    this.#expectStep('free');
    expect(count > 0 && count <= FEW_MAX, 'a match of few documents begins with few');
    expectAscending(docs, count);
    this.#step = 'meeting';
    this.#lists.clear();
    super.beginFew(docs, count);
  }

  override narrowToDocs(list: number, docs: Uint32Array, from: number, to: number): number {
    expect(list === this.#lists.size, 'lists come in order');
    this.#expectList(list);
    return super.narrowToDocs(list, docs, from, to);
  }

  override narrowToBlock(list: number, form: number, length: number): number {
    expect(list === this.#lists.size, 'lists come in order');
    this.#expectList(list);
    return super.narrowToBlock(list, form, length);
  }

  override endMatch(): void {
    expect(this.#step !== 'free', 'a match that ends has begun');
    this.#step = 'free';
    this.#isRoomClaimed = false;
    this.#candidates.fill(POISON);
    this.#ranks.fill(POISON);
    super.endMatch();
  }

  override meetDocs(list: number, docs: Uint32Array, from: number, to: number): number {
    this.#expectList(list);
    return super.meetDocs(list, docs, from, to);
  }

  override meetBlock(list: number, form: number, bytes: Uint8Array, start: number, end: number): number {
    this.#expectList(list);
    return super.meetBlock(list, form, bytes, start, end);
  }

  override collect(): Uint16Array {
    this.#expectStep('meeting');
    this.#step = 'collected';
    this.#candidates = super.collect().slice();
    return this.#candidates;
  }

  override allAlive(count: number): void {
    this.#expectStep('collected', 'alive', 'begun', 'turned');
    expect(count <= tuning.postingsAtOnce && count <= POSTINGS_MAX, 'no more candidates than are looked at together');
    this.#step = 'alive';
    this.#alive = count;
    this.#isRoomClaimed = false;
    super.allAlive(count);
  }

  override ranks(list: number, from: number, count: number, base: number): Uint32Array {
    this.#expectStep('alive', 'begun', 'turned');
    expect(this.#lists.has(list), 'ranks are asked of a list that was met');
    expect(count <= this.#alive, 'ranks are asked of candidates that are alive');
    for (let i = 0; i < count; i++) expect(from + this.alive[i]! < this.#candidates.length, 'a candidate is one');
    this.#ranks.fill(POISON);
    this.#ranks = super.ranks(list, from, count, base).slice(0, count);
    return this.#ranks;
  }

  override beginPositions(): Uint8Array {
    this.#expectStep('alive', 'begun', 'turned');
    this.#isRoomClaimed = true;
    return super.beginPositions();
  }

  override setGroup(i: number, at: number, length: number): void {
    expect(this.#isRoomClaimed, 'a group lies in the room for positions');
    expect(i < this.#alive && at >= 0 && at + length <= super.beginPositions().length, 'a group lies within the room');
    super.setGroup(i, at, length);
  }

  override beginPhrase(count: number, order: number, shift: number, offset: number): number {
    this.#expectStep('alive');
    this.#useRoom();
    expect(count === this.#alive, 'a phrase begins with all candidates');
    this.#step = 'begun';
    this.#alive = super.beginPhrase(count, order, shift, offset);
    return this.#alive;
  }

  override turnToTerm(order: number, shift: number): void {
    this.#expectStep('begun', 'turned');
    this.#step = 'turned';
    super.turnToTerm(order, shift);
  }

  override narrowStarts(from: number, to: number, offset: number): number {
    return this.#narrowed(to, super.narrowStarts(from, to, offset));
  }

  override keepNear(from: number, to: number, distance: number, slop: number): number {
    return this.#narrowed(to, super.keepNear(from, to, distance, slop));
  }

  /** The last part of the candidates gives the number of remaining ones. */
  #narrowed(to: number, left: number): number {
    this.#expectStep('turned');
    this.#useRoom();
    expect(to <= this.#alive && left <= to, 'no candidate comes back');
    if (to === this.#alive) this.#alive = left;
    return left;
  }

  override sumPacks(
    count: number,
    stream: CopiedStream,
    offset: number,
    length: number,
    listed: number,
    shift: number,
  ): number {
    this.#expectNoRoom();
    expect(count === this.#ranks.length, 'frequencies are those of the ranks asked for last');
    return super.sumPacks(count, stream, offset, length, listed, shift);
  }

  #useRoom(): void {
    expect(this.#isRoomClaimed, 'positions are read after they were given');
    this.#isRoomClaimed = false;
  }

  /** Using the byte buffer in between would overwrite positions. */
  #expectNoRoom(): void {
    expect(!this.#isRoomClaimed, 'positions that were given are read before other bytes are');
  }

  #expectList(list: number): void {
    this.#expectStep('meeting');
    expect(list >= 0 && list < tuning.bulkTermsMax && !this.#lists.has(list), 'a list is met once');
    this.#lists.add(list);
  }

  #expectStep(...steps: Step[]): void {
    expect(steps.includes(this.#step), `the kernel is ${this.#step}, and not ${steps.join(' or ')}`);
  }
}

function expectAscending(docs: Uint32Array | Uint16Array, count: number): void {
  expect(count <= BLOCK_SIZE, 'there are no more documents than in a block');
  for (let i = 1; i < count; i++) {
    expect(docs[i]! > docs[i - 1]! && docs[i]! < docs[0]! + BLOCK_SIZE, 'documents ascend within a block');
  }
}

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(`the kernel was used wrongly: ${what}`);
}
