/** Where each record of the log lies in the journal, when it was written and which set it changed: 20 bytes a record. */
export class RecordIndex {
  #offsets = new Float64Array(1024);
  #times = new Float64Array(1024);
  #sets = new Uint32Array(1024);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  push(offset: number, time: number, set: number): void {
    if (this.#count === this.#offsets.length) this.#grow();
    this.#offsets[this.#count] = offset;
    this.#times[this.#count] = time;
    this.#sets[this.#count] = set;
    this.#count++;
  }

  cutTo(count: number): void {
    this.#count = Math.min(this.#count, count);
  }

  /** Of the record with this sequence number, from 1 to `count`. */
  offsetOf(sequence: number): number {
    return this.#offsets[sequence - 1]!;
  }

  setOf(sequence: number): number {
    return this.#sets[sequence - 1]!;
  }

  /** The last record that was written at `time` or before, 0 where there is none. A clock may have gone back between. */
  lastAt(time: number): number {
    let sequence = this.#count;
    while (sequence > 0 && !(this.#times[sequence - 1]! <= time)) sequence--;
    return sequence;
  }

  #grow(): void {
    const offsets = new Float64Array(this.#count * 2);
    const times = new Float64Array(this.#count * 2);
    const sets = new Uint32Array(this.#count * 2);
    offsets.set(this.#offsets);
    times.set(this.#times);
    sets.set(this.#sets);
    this.#offsets = offsets;
    this.#times = times;
    this.#sets = sets;
  }
}
