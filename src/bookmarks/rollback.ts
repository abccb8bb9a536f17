/** The steps that undo changes in memory, newest first: for a refused change, and for one that the disk rejects. */
export class Rollback {
  readonly #steps: (() => void)[] = [];

  /** A point to return to. */
  get mark(): number {
    return this.#steps.length;
  }

  push(step: () => void): void {
    this.#steps.push(step);
  }

  /** Undoes what was pushed since `mark` was read. */
  backTo(mark: number): void {
    while (this.#steps.length > mark) this.#steps.pop()!();
  }

  /** Keeps the changes. */
  forget(): void {
    this.#steps.length = 0;
  }
}
