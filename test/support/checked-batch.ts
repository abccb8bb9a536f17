/**
 * A batch of postings that detects use of released memory: its calls must come in the order that PhraseBatch requires, and
 * results are overwritten when they expire. Tests under a setting run it (settings.ts), with the debug build of the code,
 * which checks every address.
 */
import { type CopiedStream, PhraseBatch, POSTINGS_MAX } from '../../src/query/resident/phrase-batch.ts';
import { tuning } from '../../src/shared/thresholds.ts';

const POISON = 0xdead;

type Step = 'free' | 'alive' | 'begun' | 'turned';

export class CheckedBatch extends PhraseBatch {
  #step: Step = 'free';
  #isRoomClaimed = false;
  #ranks = new Uint32Array(0);
  /** Remaining candidates of the current batch. */
  #alive = 0;

  override allAlive(count: number): void {
    expect(count <= tuning.postingsAtOnce && count <= POSTINGS_MAX, 'no more candidates than are looked at together');
    this.#step = 'alive';
    this.#alive = count;
    this.#isRoomClaimed = false;
    super.allAlive(count);
  }

  override rank(ranks: Uint16Array, from: number, count: number, base: number): Uint32Array {
    this.#expectStep('alive', 'begun', 'turned');
    expect(count <= this.#alive, 'ranks are those of candidates that are alive');
    for (let i = 0; i < count; i++) expect(from + this.alive[i]! < ranks.length, 'a candidate has a rank');
    this.#ranks.fill(POISON);
    this.#ranks = super.rank(ranks, from, count, base).slice(0, count);
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

  /** After the last part of the candidates, takes over the number of remaining ones. */
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

  /** Checks that the byte buffer is not used meanwhile, which would overwrite positions. */
  #expectNoRoom(): void {
    expect(!this.#isRoomClaimed, 'positions that were given are read before other bytes are');
  }

  #expectStep(...steps: Step[]): void {
    expect(steps.includes(this.#step), `the kernel is ${this.#step}, and not ${steps.join(' or ')}`);
  }
}

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(`the kernel was used wrongly: ${what}`);
}
