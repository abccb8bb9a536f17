/**
 * The steps of a change in memory, each with its reverse. A change is computed by running its steps, then rolled back, so that
 * nobody sees it before it is on disk. Afterwards the steps run again.
 */
interface Step {
  readonly run: () => void;
  readonly reverse: () => void;
}

export class Steps {
  #steps: Step[] = [];

  /** A point to return to. */
  get mark(): number {
    return this.#steps.length;
  }

  /** Runs a step, and records it. */
  run(run: () => void, reverse: () => void): void {
    run();
    this.#steps.push({ run, reverse });
  }

  /** Reverses the steps since `mark` was read, newest first. */
  backTo(mark: number): void {
    while (this.#steps.length > mark) this.#steps.pop()!.reverse();
  }

  /** Forgets the steps without reversing them. */
  forget(): void {
    this.#steps = [];
  }

  /** Reverses everything. Returns a function that runs it again. */
  rollback(): () => void {
    const steps = this.#steps;
    for (let i = steps.length - 1; i >= 0; i--) steps[i]!.reverse();
    this.#steps = [];
    return () => {
      for (const { run } of steps) run();
    };
  }
}
