/**
 * Finds matches in a text in one pass, with a lazy deterministic automaton. Its states are built on first use and dropped if
 * there are too many. A state is a set of possible continuations and the kind of the last character.
 */
import { doubledTable, UNKNOWN } from '../transition-table.ts';
import { END, LINE_FEED, OTHER, START, type TextProgram, WORD } from './text-program.ts';

/** Maximum number of table entries. A full table is cleared. */
const TABLE_ENTRIES_MAX = 1 << 20;
/** Flag on a state: a match ends before the character just read. */
export const MATCHED = 1 << 30;

/** The kinds of last character that the first states stand for, in order. In these states no match is in progress. */
const IDLE_KINDS = [OTHER, WORD, LINE_FEED] as const;

interface State {
  /** The next steps, ascending, without the start of the expression. */
  readonly steps: readonly number[];
  readonly before: number;
}

export class TextAutomaton {
  readonly program: TextProgram;
  /** Width of a row: an entry for each class, and one for the end of the text. */
  readonly #width: number;
  #table: Int32Array;
  #states: State[] = [];
  readonly #byKey = new Map<string, number>();
  /** Indexed by the kind of the last character. */
  readonly #beginnings = new Int32Array(END + 1).fill(UNKNOWN);
  /** Incremented when the table is cleared, because that renumbers states. */
  generation = 0;

  constructor(program: TextProgram) {
    this.program = program;
    this.#width = program.classes.count + 1;
    this.#table = new Int32Array(64 * this.#width).fill(UNKNOWN);
    this.#makeIdle();
  }

  /** Number of states without a match in progress. They come first. */
  get idleCount(): number {
    return IDLE_KINDS.length;
  }

  /** Indexed by class: the next state if no match is in progress. */
  get idleStates(): Uint32Array {
    return Uint32Array.from(this.program.kinds, (kind) => this.begin(kind));
  }

  #makeIdle(): void {
    for (const kind of IDLE_KINDS) this.begin(kind);
  }

  /** Returns the state at the beginning of a text, or after a match that ended with a character of this kind. */
  begin(before: number = START): number {
    const known = this.#beginnings[before]!;
    if (known !== UNKNOWN) return known;
    const state = this.#stateOf({ steps: [], before });
    this.#beginnings[before] = state;
    return state;
  }

  /** Whether no match is in progress. */
  isIdle(state: number): boolean {
    return this.#states[state]!.steps.length === 0;
  }

  /** Returns the kind of the last character. */
  before(state: number): number {
    return this.#states[state]!.before;
  }

  /**
   * Returns the next state, with {@link MATCHED} set if a match ends before the character. A state is valid until the next
   * call.
   */
  step(state: number, codePointClass: number): number {
    const next = this.#table[state * this.#width + codePointClass]!;
    return next === UNKNOWN ? this.#explore(state, codePointClass) : next;
  }

  /** Whether a match ends at the end of the text. */
  endsMatched(state: number): boolean {
    return this.#closure(this.#states[state]!, END).isMatched;
  }

  #closure({ steps, before }: State, behind: number): { readonly reading: number[]; readonly isMatched: boolean } {
    const { program } = this;
    const reading: number[] = [];
    const take = (step: number): void => {
      reading.push(step);
    };
    let isMatched = false;
    program.beginClosure();
    for (const step of steps) isMatched = program.reach(step, before, behind, take) || isMatched;
    isMatched = program.reach(program.start, before, behind, take) || isMatched;
    return { reading, isMatched };
  }

  #explore(state: number, codePointClass: number): number {
    const { program } = this;
    const kind = program.kinds[codePointClass]!;
    const { reading, isMatched } = this.#closure(this.#states[state]!, kind);
    const steps = new Set<number>();
    for (const step of reading) {
      const next = program.after(step, codePointClass);
      if (next >= 0) steps.add(next);
    }
    const isFull = (this.#states.length + 1) * this.#width > TABLE_ENTRIES_MAX;
    if (isFull) this.#forget();
    const next = this.#stateOf({ steps: [...steps].sort((a, b) => a - b), before: kind }) | (isMatched ? MATCHED : 0);
    if (!isFull) this.#table[state * this.#width + codePointClass] = next;
    return next;
  }

  #forget(): void {
    this.#states = [];
    this.#byKey.clear();
    this.#beginnings.fill(UNKNOWN);
    this.#table.fill(UNKNOWN);
    this.generation++;
    this.#makeIdle();
  }

  #stateOf(state: State): number {
    const key = `${state.before} ${state.steps.join()}`;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const number = this.#states.push(state) - 1;
    if (this.#states.length * this.#width > this.#table.length) this.#table = doubledTable(this.#table);
    this.#byKey.set(key, number);
    return number;
  }
}
