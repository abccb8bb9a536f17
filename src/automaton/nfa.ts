/**
 * A nondeterministic automaton, the common form of all patterns before {@link Dfa} makes it deterministic: states with edges on
 * sets of code points, and epsilon edges that read nothing.
 */
import type { CodePointSet } from './code-point-set.ts';
import { CLASS_RANGES_MAX, PATTERN_STATES_MAX, tooComplex } from './limits.ts';

export class Nfa {
  /** The distinct sets of all edges. Edges refer to them by index. */
  readonly sets: CodePointSet[] = [];
  /** Indexed by state: set and target of each reading edge, alternating. */
  readonly edges: number[][] = [];
  /** Indexed by state: targets of the edges that read nothing. */
  readonly epsilons: number[][] = [];
  /**
   * States that accept everything that any lower state accepts. If one is reached, lower ones are redundant. In a wildcard
   * pattern, the last `*` reached is such a state.
   */
  readonly supersedingStates = new Set<number>();
  #rangeCount = 0;
  readonly #setIds = new Map<string, number>();
  /** Ids of sets by array, because the same array often recurs, and may be long. */
  readonly #idsOfArrays = new Map<CodePointSet, number>();

  get stateCount(): number {
    return this.edges.length;
  }

  /** Throws AppError QUERY_INVALID if there are too many states. */
  addState(): number {
    if (this.edges.length >= PATTERN_STATES_MAX) throw tooComplex('too many positions', PATTERN_STATES_MAX);
    this.epsilons.push([]);
    return this.edges.push([]) - 1;
  }

  /** Adds a state with an edge to it from another one. */
  append(from: number, set: CodePointSet): number {
    const state = this.addState();
    this.addEdge(from, set, state);
    return state;
  }

  /** Throws AppError QUERY_INVALID if there are too many ranges. */
  addEdge(from: number, set: CodePointSet, to: number): void {
    if (set.length > 0) this.edges[from]!.push(this.#setId(set), to);
  }

  addEpsilon(from: number, to: number): void {
    this.epsilons[from]!.push(to);
  }

  #setId(set: CodePointSet): number {
    const known = this.#idsOfArrays.get(set);
    if (known !== undefined) return known;
    const key = set.join();
    let id = this.#setIds.get(key);
    if (id === undefined) {
      this.#rangeCount += set.length / 2;
      if (this.#rangeCount > CLASS_RANGES_MAX) throw tooComplex('too many ranges in its classes', CLASS_RANGES_MAX);
      id = this.sets.push(set) - 1;
      this.#setIds.set(key, id);
    }
    this.#idsOfArrays.set(set, id);
    return id;
  }
}
