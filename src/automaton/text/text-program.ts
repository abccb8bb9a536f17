/**
 * An expression compiled to a nondeterministic automaton with ordered branches. The first branch that leads to a match is
 * preferred, as in Perl and Python.
 */
import { CodePointClasses } from '../code-point-classes.ts';
import type { CodePointSet } from '../code-point-set.ts';
import { PATTERN_STATES_MAX, tooComplex } from '../limits.ts';
import type { Edge, ExpressionNode } from './expression-node.ts';
import { wordSet } from './expression-parser.ts';

/** Kinds of characters before or after a position. */
export const START = 0;
export const WORD = 1;
export const LINE_FEED = 2;
export const OTHER = 3;
export const END = 4;

const SET = 0;
const SPLIT = 1;
const EDGE = 2;
const MATCH = 3;

type Step =
  | { readonly kind: typeof SET; readonly set: number; next: number }
  | { readonly kind: typeof SPLIT; first: number; second: number }
  | { readonly kind: typeof EDGE; readonly edge: Edge; next: number }
  | { readonly kind: typeof MATCH };

export class TextProgram {
  readonly #steps: Step[] = [];
  readonly #sets: CodePointSet[] = [];
  readonly #setIds = new Map<string, number>();
  readonly start: number;
  readonly classes: CodePointClasses;
  /** Indexed by class: WORD, LINE_FEED or OTHER. */
  readonly kinds: Uint8Array;
  /** Indexed by step: the last round that reached it. */
  readonly #reached: Uint32Array;
  #round = 0;
  readonly #stack: number[] = [];

  /** Throws AppError QUERY_INVALID if the expression exceeds the limit. */
  constructor(node: ExpressionNode) {
    const match = this.#add({ kind: MATCH });
    this.start = this.#compile(node, match);
    // The character kinds are computed only if there is an assertion, because words have many ranges.
    const kinds = this.#steps.some(({ kind }) => kind === EDGE)
      ? [this.#setId(wordSet()), this.#setId([0x0a, 0x0a])]
      : [];
    const [word = -1, lineFeed = -1] = kinds;
    this.classes = new CodePointClasses(this.#sets);
    const isOf = (set: number, one: number): boolean => set >= 0 && this.classes.setHasClass(set, one);
    this.kinds = Uint8Array.from({ length: this.classes.count }, (_, one) =>
      isOf(word, one) ? WORD : isOf(lineFeed, one) ? LINE_FEED : OTHER,
    );
    this.#reached = new Uint32Array(this.#steps.length);
  }

  #add(step: Step): number {
    if (this.#steps.length >= PATTERN_STATES_MAX)
      throw tooComplex('too many positions once repetitions are expanded', PATTERN_STATES_MAX);
    return this.#steps.push(step) - 1;
  }

  #setId(set: CodePointSet): number {
    const key = set.join();
    let id = this.#setIds.get(key);
    if (id === undefined) {
      id = this.#sets.push(set) - 1;
      this.#setIds.set(key, id);
    }
    return id;
  }

  /** Compiles a node that continues with `next`. Returns its first step. */
  #compile(node: ExpressionNode, next: number): number {
    switch (node.kind) {
      case 'set':
        return this.#add({ kind: SET, set: this.#setId(node.set), next });
      case 'edge':
        return this.#add({ kind: EDGE, edge: node.edge, next });
      case 'sequence':
        return node.parts.reduceRight((behind, part) => this.#compile(part, behind), next);
      case 'choice':
        return node.options
          .map((option) => this.#compile(option, next))
          .reduceRight((second, first) => this.#add({ kind: SPLIT, first, second }));
      case 'repeat':
        return this.#repeat(node, next);
    }
  }

  #repeat({ part, min, max, isLazy }: ExpressionNode & { kind: 'repeat' }, next: number): number {
    let behind = next;
    if (max === Number.POSITIVE_INFINITY) {
      const loop = this.#add({ kind: SPLIT, first: next, second: next });
      const split = this.#steps[loop] as Step & { kind: typeof SPLIT };
      const body = this.#compile(part, loop);
      if (isLazy) split.second = body;
      else split.first = body;
      behind = loop;
    } else {
      for (let more = min; more < max; more++) {
        const body = this.#compile(part, behind);
        behind = this.#add(
          isLazy ? { kind: SPLIT, first: next, second: body } : { kind: SPLIT, first: body, second: next },
        );
      }
    }
    for (let times = 0; times < min; times++) behind = this.#compile(part, behind);
    return behind;
  }

  /** Begins a closure. {@link reach} adds each step to it once. */
  beginClosure(): void {
    this.#round++;
  }

  /**
   * Follows non-reading steps, in order, between characters of the kinds `before` and `behind`. `take` receives the reading
   * steps. Returns true as soon as the end of the expression is reached, because later branches have lower priority and do not
   * count.
   */
  reach(step: number, before: number, behind: number, take: (step: number) => void): boolean {
    const stack = this.#stack;
    stack.length = 0;
    stack.push(step);
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      if (this.#reached[at] === this.#round) continue;
      this.#reached[at] = this.#round;
      const found = this.#steps[at]!;
      if (found.kind === SET) take(at);
      else if (found.kind === MATCH) return true;
      else if (found.kind === SPLIT) stack.push(found.second, found.first);
      else if (isEdge(found.edge, before, behind)) stack.push(found.next);
    }
    return false;
  }

  /** Returns the step after a reading step, or -1 if that step does not read this class. */
  after(step: number, codePointClass: number): number {
    const found = this.#steps[step] as Step & { kind: typeof SET };
    return this.classes.setHasClass(found.set, codePointClass) ? found.next : -1;
  }
}

function isEdge(edge: Edge, before: number, behind: number): boolean {
  switch (edge) {
    case 'word':
      return (before === WORD) !== (behind === WORD);
    case 'noWord':
      return (before === WORD) === (behind === WORD);
    case 'textStart':
      return before === START;
    case 'textEnd':
      return behind === END;
    case 'lineStart':
      return before === START || before === LINE_FEED;
    case 'lineEnd':
      return behind === END || behind === LINE_FEED;
  }
}
