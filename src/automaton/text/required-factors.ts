/**
 * Finds a factor, such as `[a-z]{2}[0-9]{6}`, that every match of an expression contains: letters and digits within one word.
 * Used for expressions without a literal worth looking up.
 */
import { type CodePointSet, rangesOf } from '../code-point-set.ts';
import type { ExpressionNode } from './expression-node.ts';
import { type FactorSet, factorSetOf } from './factor-set.ts';

/** One of `factors` is in every match. */
export interface RequiredFactors {
  readonly factors: readonly Factor[];
  /** Estimated fraction of texts that have one of them. */
  readonly fraction: number;
}

/** For each character of the factor: its possible values. */
export type Factor = readonly CodePointSet[];

/** Maximum length of a factor whose sets are all equal. Its automaton has one state per character at most. */
const EQUAL_SETS_MAX = 32;
/** Maximum length of a factor of different sets. Its automaton may have two to the power of this many states. */
const DIFFERENT_SETS_MAX = 8;
/** Shorter factors are in most texts. */
const FACTOR_MIN = 3;
/** More alternatives take longer than they save. */
const FACTORS_MAX = 8;
/**
 * Number of places where a factor may begin in a text of average length. Fitted to real texts, together with the frequencies of
 * factor-set.ts.
 */
const BEGINNINGS = 15;

/**
 * Maximum number of nodes that are read, because nested repetitions are read again and again. Nodes after that add no
 * requirement.
 */
const NODES_MAX = 20_000;

interface Budget {
  nodes: number;
}

/** Returns the rarest factors that every match needs; null if there are none. */
export function requiredFactors(node: ExpressionNode): RequiredFactors | null {
  return factorsOf(node, { nodes: NODES_MAX });
}

function factorsOf(node: ExpressionNode, budget: Budget): RequiredFactors | null {
  const reading = new Reading(budget);
  reading.take(node);
  return reading.rarest();
}

class Reading {
  readonly #budget: Budget;
  #current: FactorSet[] = [];
  /** Counts how often a factor has ended. */
  #ends = 0;
  #rarest: RequiredFactors | null = null;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  take(node: ExpressionNode): void {
    if (--this.#budget.nodes < 0) {
      this.#end();
      return;
    }
    switch (node.kind) {
      case 'set': {
        const set = factorSetOf(node.set);
        if (set === null) this.#end();
        else if (this.#current.length < EQUAL_SETS_MAX) this.#current.push(set);
        return;
      }
      case 'edge':
        return;
      case 'sequence':
        for (const part of node.parts) this.take(part);
        return;
      case 'choice':
        this.#end();
        this.#offer(alternatives(node.options, this.#budget));
        return;
      case 'repeat':
        this.#repeat(node);
    }
  }

  /** The text before the repetition touches the first copy, and the text after it touches the last copy. */
  #repeat({ part, min, max }: ExpressionNode & { readonly kind: 'repeat' }): void {
    const before = this.#ends;
    for (let i = 0; i < min && this.#current.length < EQUAL_SETS_MAX; i++) {
      const isBroken = this.#ends > before;
      this.take(part);
      // Further copies would give the same result as the second one.
      if (isBroken) break;
    }
    if (min === max) return;
    this.#end();
    const set = part.kind === 'set' ? factorSetOf(part.set) : null;
    if (set !== null) this.#current = new Array(Math.min(min, EQUAL_SETS_MAX)).fill(set);
  }

  rarest(): RequiredFactors | null {
    this.#end();
    return this.#rarest;
  }

  #end(): void {
    this.#ends++;
    const factor = this.#current;
    this.#current = [];
    for (let from = 0; from < factor.length; from++) {
      this.#offer(single(factor.slice(from, from + DIFFERENT_SETS_MAX)));
      if (from > 0 && isEqual(factor[from]!, factor[from - 1]!)) continue;
      let to = from + 1;
      while (to < factor.length && isEqual(factor[to]!, factor[from]!)) to++;
      this.#offer(single(factor.slice(from, to)));
    }
  }

  #offer(found: RequiredFactors | null): void {
    if (found === null || found.factors.some(({ length }) => length < FACTOR_MIN)) return;
    if (this.#rarest === null || found.fraction < this.#rarest.fraction) this.#rarest = found;
  }
}

/** Returns null if an alternative has no factor, because then a match need not have any. */
function alternatives(options: readonly ExpressionNode[], budget: Budget): RequiredFactors | null {
  const factors: Factor[] = [];
  let fraction = 0;
  for (const option of options) {
    const found = factorsOf(option, budget);
    if (found === null) return null;
    factors.push(...found.factors);
    fraction += found.fraction;
  }
  return factors.length > FACTORS_MAX ? null : { factors, fraction };
}

function single(factor: readonly FactorSet[]): RequiredFactors {
  let fraction = BEGINNINGS;
  for (const [i, { first, further }] of factor.entries())
    fraction *= i > 0 && factor[i - 1]!.isDigits ? further : first;
  return { factors: [factor.map(({ set }) => set)], fraction: Math.min(1, fraction) };
}

function isEqual(a: FactorSet, b: FactorSet): boolean {
  return a.set.length === b.set.length && a.set.every((one, i) => one === b.set[i]);
}

/** Returns the factor as a regular expression over a word that contains it. */
export function wordsWith(factor: Factor): string {
  return `.*${factor.map(classOf).join('')}.*`;
}

/** Members are letters and digits, so none needs an escape. */
function classOf(set: CodePointSet): string {
  const ranges = Array.from(rangesOf(set), ([first, last]) =>
    first === last ? String.fromCodePoint(first) : `${String.fromCodePoint(first)}-${String.fromCodePoint(last)}`,
  );
  return `[${ranges.join('')}]`;
}
