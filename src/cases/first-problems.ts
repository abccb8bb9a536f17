/** Reports problems of one file or folder: the first of each kind one by one, then the number of the others. */
import type { CaseProblem, ReadObserver } from './case-reader.ts';

/** Maximum number of problems of one kind that are reported one by one. */
export const FIRST_PROBLEMS_MAX = 20;

export class FirstProblems {
  readonly #file: string;
  readonly #observer: ReadObserver;
  readonly #counts = new Map<CaseProblem['kind'], number>();

  constructor(file: string, observer: ReadObserver) {
    this.#file = file;
    this.#observer = observer;
  }

  report(kind: CaseProblem['kind'], line: number | null, id: number | null, reason: string): void {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (count <= FIRST_PROBLEMS_MAX) this.#observer.problem({ file: this.#file, line, id, kind, reason });
  }

  /** Reports how many others there were. */
  finish(): void {
    for (const [kind, count] of this.#counts) {
      if (count <= FIRST_PROBLEMS_MAX) continue;
      const reason = `${count - FIRST_PROBLEMS_MAX} more of this kind`;
      this.#observer.problem({ file: this.#file, line: null, id: null, kind, reason });
    }
  }
}
