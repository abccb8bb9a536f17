/** The steps that take changes in memory back, newest first: for a change that is refused, and for one that the disk refuses. */
export class Rollback {
  readonly #steps: (() => void)[] = [];

  /** A place to return to. */
  get mark(): number {
    return this.#steps.length;
  }

  push(step: () => void): void {
    this.#steps.push(step);
  }

  /** Takes back what was pushed since `mark` was read. */
  backTo(mark: number): void {
    while (this.#steps.length > mark) this.#steps.pop()!();
  }

  /** What was changed stays. */
  forget(): void {
    this.#steps.length = 0;
  }
}
