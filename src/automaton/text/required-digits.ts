/**
 * Counts the decimal digits that every match of an expression has in one sequence, as the field `digits` defines sequences: at
 * most three separators between two digits.
 */
import { GAP_MAX } from '../../analysis/identifiers/identifier-kinds.ts';
import { type CodePointSet, rangesOf, sizeOf } from '../code-point-set.ts';
import type { ExpressionNode } from './expression-node.ts';
import { oncePerSet } from './once-per-set.ts';

/** Separators within sequences. Excludes line breaks and tabs, which only some sequences include. */
const SEPARATORS = Array.from(' .-/()+', (one) => one.codePointAt(0)!);

/**
 * All strings of a node, if they consist of digits and separators with short gaps. Counts of separators are -Infinity if no
 * string is of that kind.
 */
interface Sequences {
  readonly digitsMin: number;
  /** Maximum number of separators before the first digit, and after the last one. */
  readonly leading: number;
  readonly trailing: number;
  /** Maximum length of a string without a digit. */
  readonly bare: number;
}

const NONE = Number.NEGATIVE_INFINITY;
const EMPTY: Sequences = { digitsMin: 0, leading: NONE, trailing: NONE, bare: 0 };
const DIGIT: Sequences = { digitsMin: 1, leading: 0, trailing: 0, bare: NONE };
const SEPARATOR: Sequences = { digitsMin: 0, leading: NONE, trailing: NONE, bare: 1 };
/** Sets with more members are excluded; all decimal digits and separators are fewer. */
const MEMBERS_MAX = 2000;
/** More digits would hardly be rarer. */
const DIGITS_MAX = 32;

/** Returns a lower bound; 0 if a match may have no digit. */
export function requiredDigits(node: ExpressionNode): number {
  const whole = sequencesOf(node);
  if (whole !== null) return Math.min(whole.digitsMin, DIGITS_MAX);
  switch (node.kind) {
    case 'sequence':
      return ofParts(node.parts);
    case 'choice':
      return Math.min(...node.options.map(requiredDigits));
    case 'repeat':
      return node.min === 0 ? 0 : requiredDigits(node.part);
    default:
      return 0;
  }
}

/** Returns the best of the parts, and of consecutive parts that form one sequence. */
function ofParts(parts: readonly ExpressionNode[]): number {
  let most = 0;
  let joined: Sequences | null = null;
  for (const part of parts) {
    const own = sequencesOf(part);
    joined = own === null ? null : ((joined === null ? null : followedBy(joined, own)) ?? own);
    most = Math.max(most, joined?.digitsMin ?? requiredDigits(part));
  }
  return Math.min(most, DIGITS_MAX);
}

/** Returns null if a string may have other characters, or a gap that ends a sequence. */
function sequencesOf(node: ExpressionNode): Sequences | null {
  switch (node.kind) {
    case 'set':
      return ofSet(node.set);
    case 'edge':
      return EMPTY;
    case 'sequence':
      return folded(node.parts.map(sequencesOf), followedBy, EMPTY);
    case 'choice': {
      const [first, ...others] = node.options.map(sequencesOf);
      return first === null || first === undefined ? null : folded(others, either, first);
    }
    case 'repeat': {
      const part = sequencesOf(node.part);
      return part === null ? null : repeated(part, node.min, node.max);
    }
  }
}

function folded(
  all: readonly (Sequences | null)[],
  join: (left: Sequences, right: Sequences) => Sequences | null,
  start: Sequences,
): Sequences | null {
  let result: Sequences | null = start;
  for (const one of all) {
    if (one === null || result === null) return null;
    result = join(result, one);
  }
  return result;
}

function followedBy(left: Sequences, right: Sequences): Sequences | null {
  if (left.trailing + right.leading > GAP_MAX) return null;
  return {
    digitsMin: left.digitsMin + right.digitsMin,
    leading: Math.max(left.leading, left.bare + right.leading),
    trailing: Math.max(right.trailing, right.bare + left.trailing),
    bare: left.bare + right.bare,
  };
}

function either(left: Sequences, right: Sequences): Sequences {
  return {
    digitsMin: Math.min(left.digitsMin, right.digitsMin),
    leading: Math.max(left.leading, right.leading),
    trailing: Math.max(left.trailing, right.trailing),
    bare: Math.max(left.bare, right.bare),
  };
}

/** More copies than these change nothing, because a longer gap has already ended a sequence. */
const COPIES_MAX = DIGITS_MAX;

function repeated(part: Sequences, min: number, max: number): Sequences | null {
  let copies = EMPTY;
  let all: Sequences | null = min === 0 ? EMPTY : null;
  for (let i = 1; i <= Math.min(max, COPIES_MAX); i++) {
    const more = followedBy(copies, part);
    if (more === null) return null;
    copies = more;
    if (i >= min) all = all === null ? copies : either(all, copies);
  }
  return all ?? copies;
}

const ofSet = oncePerSet(kindOf);

function kindOf(set: CodePointSet): Sequences | null {
  if (sizeOf(set) > MEMBERS_MAX) return null;
  let result: Sequences | null = null;
  for (const [first, last] of rangesOf(set)) {
    for (let one = first; one <= last; one++) {
      const kind = SEPARATORS.includes(one) ? SEPARATOR : isDigit(one) ? DIGIT : null;
      if (kind === null) return null;
      result = result === null ? kind : either(result, kind);
    }
  }
  return result;
}

function isDigit(codePoint: number): boolean {
  return /^\p{Nd}$/u.test(String.fromCodePoint(codePoint));
}
