/**
 * The steps of a change in memory, each with its reverse. A change is computed by running its steps, which are then taken
 * back, so that nobody sees it before it is on disk; after that they are run again.
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

  /** Runs a step, and keeps it. */
  run(run: () => void, reverse: () => void): void {
    run();
    this.#steps.push({ run, reverse });
  }

  /** Reverses what was run since `mark` was read, newest first. */
  backTo(mark: number): void {
    while (this.#steps.length > mark) this.#steps.pop()!.reverse();
  }

  /** Keeps what was run. */
  forget(): void {
    this.#steps = [];
  }

  /** Reverses everything, and returns what runs it again. */
  takeBack(): () => void {
    const steps = this.#steps;
    for (let i = steps.length - 1; i >= 0; i--) steps[i]!.reverse();
    this.#steps = [];
    return () => {
      for (const { run } of steps) run();
    };
  }
}
