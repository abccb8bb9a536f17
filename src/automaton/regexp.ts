/**
 * Regular expressions over whole folded terms. The pattern is folded after parsing: `[À-Ý]` means `[a…y]`, and `ß` is
 * the sequence `ss`, even in a class. A negated class matches any code point that none of its members folds to.
 */
import { foldCodePoint } from '../analysis/own-folding.ts';
import { type FoldedSet, foldSet } from './character-classes.ts';
import { ANY, type CodePointSet, complementOf, rangesOf, unionOf } from './code-point-set.ts';
import { Dfa } from './dfa.ts';
import { PATTERN_STATES_MAX, tooComplex } from './limits.ts';
import { Nfa } from './nfa.ts';
import { parseRegexp } from './regexp-parser.ts';
import type { ClassMembers, RegexpNode } from './regexp-syntax.ts';
import { requiredBy } from './required-texts.ts';

/** Folds a code point of an expression in the same way as the terms. */
export type CodePointFold = (codePoint: number) => string;

/**
 * The automaton under construction, and how its literals are folded. Members of a class are folded once, however often the
 * class is repeated.
 */
interface Making {
  readonly nfa: Nfa;
  readonly fold: CodePointFold;
  readonly foldedMembers: Map<ClassMembers, FoldedSet>;
}

/**
 * Returns the automaton of the terms that the expression matches from end to end. Throws RegexpSyntaxError, an AppError
 * QUERY_INVALID with the offset in the pattern, or AppError QUERY_INVALID for an expression that exceeds the limits.
 */
export function compileRegexp(pattern: string, fold: CodePointFold = foldCodePoint): Dfa {
  const node = parseRegexp(pattern);
  if (sizeOf(node) > PATTERN_STATES_MAX)
    throw tooComplex('too many positions once repetitions are expanded', PATTERN_STATES_MAX);
  const nfa = new Nfa();
  const accept = nfa.addState();
  const making = { nfa, fold, foldedMembers: new Map<ClassMembers, FoldedSet>() };
  return new Dfa(nfa, addNode(making, node, accept), accept, requiredBy(node, fold));
}

/** Returns an upper bound on the number of states of a node, computed before any state is made. */
function sizeOf(node: RegexpNode): number {
  switch (node.kind) {
    case 'sequence':
      return node.parts.reduce((size, part) => size + sizeOf(part), 0);
    case 'choice':
      return node.options.reduce((size, option) => size + sizeOf(option), 1);
    case 'repeat':
      return (sizeOf(node.part) + 1) * (node.max === Number.POSITIVE_INFINITY ? node.min + 1 : node.max);
    default:
      return 1;
  }
}

/** Adds states that match a node and then lead to `next`. Returns the first of them. */
function addNode(making: Making, node: RegexpNode, next: number): number {
  switch (node.kind) {
    case 'literal':
      return addText(making, making.fold(node.codePoint), next);
    case 'any':
      return addSet(making, ANY, next);
    case 'class':
      return addClass(making, node.members, node.isNegated, next);
    case 'sequence':
      return node.parts.reduceRight((following, part) => addNode(making, part, following), next);
    case 'choice':
      return addChoice(
        making,
        node.options.map((option) => addNode(making, option, next)),
      );
    case 'repeat':
      return addRepeat(making, node.part, node.min, node.max, next);
  }
}

function addRepeat(making: Making, part: RegexpNode, min: number, max: number, next: number): number {
  let first = next;
  if (max === Number.POSITIVE_INFINITY) {
    first = making.nfa.addState();
    making.nfa.addEpsilon(first, addNode(making, part, first));
    making.nfa.addEpsilon(first, next);
  } else {
    for (let i = min; i < max; i++) first = addChoice(making, [addNode(making, part, first), next]);
  }
  for (let i = 0; i < min; i++) first = addNode(making, part, first);
  return first;
}

function addClass(making: Making, members: ClassMembers, isNegated: boolean, next: number): number {
  const { set, texts } = foldMembers(making, members, isNegated);
  const single = addSet(making, set, next);
  return texts.length === 0 ? single : addChoice(making, [single, ...texts.map((text) => addText(making, text, next))]);
}

/** A repeated class is added many times but folded once. */
function foldMembers({ fold, foldedMembers }: Making, members: ClassMembers, isNegated: boolean): FoldedSet {
  const known = foldedMembers.get(members);
  if (known !== undefined) return known;
  const folded = foldSet(unionOf(members.literals), fold);
  const isOneSet = members.literals.length === 0 && members.sets.length === 1;
  const set = isOneSet
    ? members.sets[0]!
    : unionOf([folded.set, ...members.sets].flatMap((part) => [...rangesOf(part)]));
  const result = isNegated ? { set: complementOf(set), texts: [] } : { set, texts: folded.texts };
  foldedMembers.set(members, result);
  return result;
}

function addText(making: Making, text: string, next: number): number {
  return Array.from(text).reduceRight((following, character) => {
    const codePoint = character.codePointAt(0)!;
    return addSet(making, [codePoint, codePoint], following);
  }, next);
}

function addSet(making: Making, set: CodePointSet, next: number): number {
  const state = making.nfa.addState();
  making.nfa.addEdge(state, set, next);
  return state;
}

function addChoice(making: Making, options: readonly number[]): number {
  const state = making.nfa.addState();
  for (const option of options) making.nfa.addEpsilon(state, option);
  return state;
}
