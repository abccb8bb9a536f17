/**
 * Finds the same match as {@link firstMatch}, with a lazy deterministic automaton. A state is the ordered list of active
 * branches. For each branch of the next state, a transition has the branch of this state that it continues, so that only starts
 * of matches are copied.
 */
import { doubledTable, UNKNOWN } from '../transition-table.ts';
import { firstMatch, type MatchExtent } from './first-match.ts';
import { isFirstHalf, isSecondHalf, pairAt } from './surrogates.ts';
import { END, type TextProgram } from './text-program.ts';

/** Maximum number of branches in a state. If there are more, branches are followed one by one. */
const BRANCHES_MAX = 64;
/** Maximum table entries, including branches. Full tables are cleared. */
const ENTRIES_MAX = 1 << 18;
/** The branch that begins at the current place. */
const NEW = -1;
const NONE = -1;

interface State {
  /** The next step of each branch, the preferred one first. */
  readonly steps: readonly number[];
  /** The kind of the last character. */
  readonly before: number;
  /** Whether a match was found. Then no further branch begins. */
  readonly isFound: boolean;
}

interface Transition {
  readonly next: number;
  /** The branch that ended in a match before the character, or NONE. */
  readonly ended: number;
  /** For each branch of the next state, the branch of this state that it continues, or NEW. */
  readonly origins: readonly number[];
}

export class MatchFinder {
  readonly #program: TextProgram;
  readonly #width: number;
  #table: Int32Array;
  #states: State[] = [];
  #transitions: Transition[] = [];
  readonly #byKey = new Map<string, number>();
  /** Indexed by the kind of the character before the text. */
  readonly #beginnings = new Int32Array(END + 1).fill(UNKNOWN);
  #entries = 0;
  #starts = new Int32Array(BRANCHES_MAX);
  #others = new Int32Array(BRANCHES_MAX);

  constructor(program: TextProgram) {
    this.#program = program;
    this.#width = program.classes.count;
    this.#table = new Int32Array(16 * this.#width).fill(UNKNOWN);
  }

  /** Like {@link firstMatch}, from the beginning of `text`. */
  find(text: string, before: number, isWhole: boolean): MatchExtent | 'more' | null {
    const { classes } = this.#program;
    let state = this.#begin(before);
    let start = NONE;
    let end = NONE;
    for (let at = 0; at < text.length; ) {
      const unit = text.charCodeAt(at);
      const isHalf = isFirstHalf(text, at);
      // The other half of a surrogate pair may follow.
      if (isHalf && !isWhole && at + 1 === text.length) return 'more';
      const isPair = isHalf && isSecondHalf(text, at + 1);
      const codePointClass = classes.classOf(isPair ? pairAt(text, at) : unit);
      const number = this.#table[state * this.#width + codePointClass]!;
      const transition = number === UNKNOWN ? this.#explore(state, codePointClass) : this.#transitions[number]!;
      if (transition === null) return firstMatch(this.#program, text, 0, before, isWhole);
      const { ended, origins } = transition;
      if (ended !== NONE) {
        start = this.#starts[ended]!;
        end = at;
      }
      if (origins.length === 0 && end !== NONE) return { start, end };
      this.#follow(origins, at);
      state = transition.next;
      at += isPair ? 2 : 1;
    }
    if (!isWhole) return 'more';
    const ended = this.#closure(this.#states[state]!, END, () => undefined);
    if (ended !== NONE) return { start: this.#starts[ended]!, end: text.length };
    return end === NONE ? null : { start, end };
  }

  #follow(origins: readonly number[], at: number): void {
    const [starts, next] = [this.#starts, this.#others];
    for (let i = 0; i < origins.length; i++) {
      const origin = origins[i]!;
      next[i] = origin === NEW ? at : starts[origin]!;
    }
    this.#starts = next;
    this.#others = starts;
  }

  #begin(before: number): number {
    const known = this.#beginnings[before]!;
    if (known !== UNKNOWN) return known;
    const number = this.#stateOf({ steps: [], before, isFound: false });
    this.#beginnings[before] = number;
    return number;
  }

  /** `take` receives the reading steps with their branch. Returns the branch that ends in a match. */
  #closure({ steps, before, isFound }: State, behind: number, take: (step: number, branch: number) => void): number {
    const program = this.#program;
    program.beginClosure();
    for (const [branch, step] of steps.entries()) {
      if (program.reach(step, before, behind, (reading) => take(reading, branch))) return branch;
    }
    if (!isFound) program.reach(program.start, before, behind, (reading) => take(reading, NEW));
    return NONE;
  }

  /** Returns null if there are too many branches. */
  #explore(number: number, codePointClass: number): Transition | null {
    const program = this.#program;
    const state = this.#states[number]!;
    const before = program.kinds[codePointClass]!;
    const steps: number[] = [];
    const origins: number[] = [];
    const seen = new Set<number>();
    const ended = this.#closure(state, before, (step, branch) => {
      const next = program.after(step, codePointClass);
      if (next < 0 || seen.has(next)) return;
      seen.add(next);
      steps.push(next);
      origins.push(branch);
    });
    if (steps.length > BRANCHES_MAX) return null;
    const isFull = this.#entries + this.#width + 2 * steps.length > ENTRIES_MAX;
    if (isFull) this.#forget();
    const next = this.#stateOf({ steps, before, isFound: state.isFound || ended !== NONE });
    const transition = { next, ended, origins };
    if (!isFull) {
      this.#entries += 1 + origins.length;
      this.#table[number * this.#width + codePointClass] = this.#transitions.push(transition) - 1;
    }
    return transition;
  }

  #forget(): void {
    this.#states = [];
    this.#transitions = [];
    this.#byKey.clear();
    this.#beginnings.fill(UNKNOWN);
    this.#table.fill(UNKNOWN);
    this.#entries = 0;
  }

  #stateOf(state: State): number {
    const key = `${state.before} ${state.isFound} ${state.steps.join()}`;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const number = this.#states.push(state) - 1;
    if (this.#states.length * this.#width > this.#table.length) this.#table = doubledTable(this.#table);
    this.#entries += this.#width + state.steps.length;
    this.#byKey.set(key, number);
    return number;
  }
}
