/** Finds first bytes of UTF-8 characters: those that may start a match, and those that every match needs. */
import { type CodePointSet, rangesOf } from '../code-point-set.ts';
import type { ExpressionNode } from './expression-node.ts';
import { MATCHED, type TextAutomaton } from './text-automaton.ts';

/** 1 for each member. */
export type ByteSet = Uint8Array;

const ASCII_MAX = 0x7f;

/** Returns the first bytes of the characters that can begin a match at any place. */
export function beginningsOf(automaton: TextAutomaton): ByteSet {
  const { classes } = automaton.program;
  const bytes = new Uint8Array(256);
  const begins = Array.from({ length: classes.count }, (_, own) =>
    Array.from({ length: automaton.idleCount }, (__, state) => automaton.step(state, own)).some(
      (next) => next >= MATCHED || !automaton.isIdle(next),
    ),
  );
  for (const [first, last, own] of classes.intervals()) if (begins[own]) addBytes(bytes, first, last);
  return bytes;
}

/** Returns for each character that every match has its possible first bytes. */
export function neededOf(node: ExpressionNode): readonly ByteSet[] {
  const sets: CodePointSet[] = [];
  const take = (part: ExpressionNode): void => {
    if (part.kind === 'set') sets.push(part.set);
    else if (part.kind === 'sequence') part.parts.forEach(take);
    else if (part.kind === 'repeat' && part.min > 0) take(part.part);
    else if (part.kind === 'choice' && part.options.length === 1) take(part.options[0]!);
  };
  take(node);
  return sets.map((set) => {
    const bytes = new Uint8Array(256);
    for (const [first, last] of rangesOf(set)) addBytes(bytes, first, last);
    return bytes;
  });
}

function addBytes(bytes: ByteSet, first: number, last: number): void {
  for (let one = first; one <= Math.min(last, ASCII_MAX); one++) bytes[one] = 1;
  if (last > ASCII_MAX) bytes.fill(1, leadOf(Math.max(first, ASCII_MAX + 1)), leadOf(last) + 1);
}

/** Returns the first byte of a code point beyond ASCII. */
function leadOf(codePoint: number): number {
  if (codePoint < 0x800) return 0xc0 | (codePoint >>> 6);
  return codePoint < 0x10000 ? 0xe0 | (codePoint >>> 12) : 0xf0 | (codePoint >>> 18);
}
