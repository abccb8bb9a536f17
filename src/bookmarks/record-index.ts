/** Records examined between two pauses. */
export const RECORDS_A_TURN = 16_384;

/** Time and set of each log record: 12 bytes a record. */
export class RecordIndex {
  #times = new Float64Array(1024);
  #sets = new Uint32Array(1024);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  push(time: number, set: number): void {
    if (this.#count === this.#times.length) this.#grow();
    this.#times[this.#count] = time;
    this.#sets[this.#count] = set;
    this.#count++;
  }

  cutTo(count: number): void {
    this.#count = Math.min(this.#count, count);
  }

  /** The set of the record with this sequence number, from 1 to `count`. */
  setOf(sequence: number): number {
    return this.#sets[sequence - 1]!;
  }

  /** The time of the record, in milliseconds since 1970. */
  timeOf(sequence: number): number {
    return this.#times[sequence - 1]!;
  }

  /** The last record written at or before `time`, 0 if there is none. Times may descend if the clock was set back. */
  lastAt(time: number): number {
    let sequence = this.#count;
    while (sequence > 0 && !(this.#times[sequence - 1]! <= time)) sequence--;
    return sequence;
  }

  /** As `ChangeLog.timesOf`. */
  *timesOf(
    last: number,
    sets: { has(set: number): boolean },
  ): Generator<{ readonly sequence: number; readonly set: number; readonly time: number } | null> {
    for (let sequence = Math.min(last, this.#count); sequence > 0; sequence--) {
      if (sequence % RECORDS_A_TURN === 0) yield null;
      const set = this.setOf(sequence);
      if (sets.has(set)) yield { sequence, set, time: this.timeOf(sequence) };
    }
  }

  #grow(): void {
    const times = new Float64Array(this.#count * 2);
    const sets = new Uint32Array(this.#count * 2);
    times.set(this.#times);
    sets.set(this.#sets);
    this.#times = times;
    this.#sets = sets;
  }
}
