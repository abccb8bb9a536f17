/**
 * Operators on operators: every kind of combination with its definition, in random nestings and in nestings that put each leaf
 * into each position of each kind.
 */
import fc from 'fast-check';
import { AtLeast } from '../../src/query/operators/at-least.ts';
import { Conjunction } from '../../src/query/operators/conjunction.ts';
import { Disjunction } from '../../src/query/operators/disjunction.ts';
import { Exclusion } from '../../src/query/operators/exclusion.ts';
import type { Operator } from '../../src/query/operators/operator.ts';

/** A description of an operator, from which every check can make it again. */
export interface Tree {
  readonly show: string;
  readonly make: () => Operator;
  readonly members: Uint8Array;
  /** For fast-check, which prints a counterexample. */
  toString(): string;
}

export function tree(show: string, make: () => Operator, members: Uint8Array): Tree {
  return { show, make, members, toString: () => show };
}

export const COMBINATIONS = ['conjunction', 'disjunction', 'exclusion', 'two of', 'three of'] as const;
export type Combination = (typeof COMBINATIONS)[number];

/** There are at least as many `parts` as the combination needs. */
export function combine(kind: Combination, parts: readonly Tree[]): Tree {
  const show = `${kind}(${parts.map((part) => part.show).join(', ')})`;
  const operators = (): Operator[] => parts.map((part) => part.make());
  const isMember = (counted: number, isInFirst: boolean): boolean => {
    switch (kind) {
      case 'conjunction':
        return counted === parts.length;
      case 'disjunction':
        return counted > 0;
      case 'exclusion':
        return isInFirst && counted === 1;
      default:
        return counted >= minimumOf(kind);
    }
  };
  const members = new Uint8Array(parts[0]!.members.length);
  for (let doc = 0; doc < members.length; doc++) {
    let counted = 0;
    for (const part of parts) counted += part.members[doc]!;
    members[doc] = isMember(counted, parts[0]!.members[doc] === 1) ? 1 : 0;
  }
  switch (kind) {
    case 'conjunction':
      return tree(show, () => new Conjunction(operators()), members);
    case 'disjunction':
      return tree(show, () => new Disjunction(operators()), members);
    case 'exclusion':
      return tree(
        show,
        () => {
          const [included, ...excluded] = operators();
          return new Exclusion(included!, excluded);
        },
        members,
      );
    default:
      return tree(show, () => new AtLeast(operators(), minimumOf(kind)), members);
  }
}

/** Returns how many parts a combination needs at least. */
export function minimumOf(kind: Combination): number {
  return kind === 'three of' ? 3 : kind === 'two of' || kind === 'exclusion' ? 2 : 1;
}

/** Yields trees of every shape over the leaves. */
export function randomTree(leaves: readonly Tree[]): fc.Arbitrary<Tree> {
  return fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3, depthSize: 'medium', withCrossShrink: true },
      fc.constantFrom(...leaves),
      fc
        .constantFrom(...COMBINATIONS)
        .chain((kind) =>
          fc
            .array(tie('tree'), { minLength: minimumOf(kind), maxLength: 4, size: 'max' })
            .map((parts) => combine(kind, parts)),
        ),
    ),
  })).tree;
}

/** Yields every leaf as the first and as the last part of every combination, with others in turn. */
export function* everyOperand(leaves: readonly Tree[]): Generator<Tree> {
  for (const [i, leaf] of leaves.entries()) {
    for (const [j, kind] of COMBINATIONS.entries()) {
      const others = Array.from(
        { length: Math.max(1, minimumOf(kind) - 1) },
        (_, n) => leaves[(i * 7 + j * 3 + n * 11 + 1) % leaves.length]!,
      );
      yield combine(kind, [leaf, ...others]);
      yield combine(kind, [...others, leaf]);
    }
  }
}

/** Yields every combination as the first and as the last part of every other, over leaves in turn. */
export function* everyNesting(leaves: readonly Tree[]): Generator<Tree> {
  let next = 0;
  const leaf = (): Tree => {
    next += 5;
    return leaves[next % leaves.length]!;
  };
  for (const outer of COMBINATIONS) {
    for (const inner of COMBINATIONS) {
      const within = (): Tree => combine(inner, Array.from({ length: Math.max(2, minimumOf(inner)) }, leaf));
      const others = Array.from({ length: Math.max(1, minimumOf(outer) - 1) }, leaf);
      yield combine(outer, [within(), ...others]);
      yield combine(outer, [...others, within()]);
      yield combine(outer, [within(), ...others.slice(1), within()]);
    }
  }
}
