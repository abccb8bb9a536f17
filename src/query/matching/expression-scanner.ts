/** Sets up the kernel that searches for a first match of an expression, and the bytes that it may skip. */
import { beginningsOf, neededOf } from '../../automaton/text/byte-sets.ts';
import type { ExpressionNode } from '../../automaton/text/expression-node.ts';
import { TextAutomaton } from '../../automaton/text/text-automaton.ts';
import { TextProgram } from '../../automaton/text/text-program.ts';
import { type ScanAutomaton, type ScannedByteSet, TextScanner } from './scanning/text-scanner.ts';

export function scannerOf(node: ExpressionNode): TextScanner {
  const automaton = new TextAutomaton(new TextProgram(node));
  return new TextScanner(scanning(automaton), beginningsOf(automaton), rarest(neededOf(node)));
}

/** Returns the length without the last character, which may be truncated. */
export function beforeCut(text: Uint8Array, length: number): number {
  let end = length - 1;
  while (end > 0 && (text[end]! & 0xc0) === 0x80) end--;
  return end > 0 ? end : length;
}

/** Returns the rarest of the sets; null if nearly every text has a byte of each. */
function rarest(sets: readonly ScannedByteSet[]): ScannedByteSet | null {
  let best: ScannedByteSet | null = null;
  let least = NEEDED_WEIGHT_MAX;
  for (const set of sets) {
    const weight = weightOf(set);
    if (weight >= least) continue;
    best = set;
    least = weight;
  }
  return best;
}

/** Nearly every text has a byte of a set with a greater weight. */
const NEEDED_WEIGHT_MAX = 1000;

/** Estimates how many of 100,000 text bytes are in the set. */
function weightOf(set: ScannedByteSet): number {
  let weight = 0;
  set.forEach((isMember, byte) => {
    if (isMember === 1) weight += weightOfByte(byte);
  });
  return weight;
}

function weightOfByte(byte: number): number {
  if (byte >= 0x80) return 60;
  const character = String.fromCharCode(byte);
  if (/[ a-z]/.test(character)) return /[jkqvwxyz]/.test(character) ? 700 : 4000;
  return /[A-Z0-9\n.,'"()-]/.test(character) ? 250 : 30;
}

function scanning(automaton: TextAutomaton): ScanAutomaton {
  const { classes } = automaton.program;
  return {
    classes: classes.count,
    classOf: (codePoint) => classes.classOf(codePoint),
    areAlike: (first, last) => classes.areAlike(first, last),
    idleCount: automaton.idleCount,
    get idleStates() {
      return automaton.idleStates;
    },
    get start() {
      return automaton.begin();
    },
    get generation() {
      return automaton.generation;
    },
    step: (state, own) => automaton.step(state, own),
    endsMatched: (state) => automaton.endsMatched(state),
  };
}
