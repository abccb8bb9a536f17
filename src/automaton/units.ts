/**
 * Patterns over the letters of scripts without spaces. A term there is a letter with its marks, or a pair of letters. A letter
 * of the pattern may be a wildcard.
 */
import { UNSPACED_SCRIPTS } from '../analysis/unit-classes.ts';
import { scan } from './character-classes.ts';
import { ANY, type CodePointSet, unionOf } from './code-point-set.ts';
import { Dfa } from './dfa.ts';
import { Nfa } from './nfa.ts';

const UNIT_LETTERS = new RegExp(`(?:(?=[\\p{L}\\p{Nl}])[${UNSPACED_SCRIPTS}\\p{scx=Hang}])+`, 'gu');

let letters: CodePointSet | null = null;
let marks: CodePointSet | null = null;

/** Letters of these scripts, without their marks. */
export function unitLetters(): CodePointSet {
  letters ??= unionOf(scan(UNIT_LETTERS));
  return letters;
}

export function unitMarks(): CodePointSet {
  marks ??= unionOf(scan(/\p{M}+/gu));
  return marks;
}

/**
 * Returns the automaton of the terms whose first letter is `units[0]`, or that are the pair of `units[0]` and `units[1]`.
 * Letters are folded. Null matches any letter. Throws AppError QUERY_INVALID over the limits.
 */
export function compileUnits(units: readonly (string | null)[]): Dfa {
  const nfa = new Nfa();
  const start = nfa.addState();
  const first = appendUnit(nfa, start, units[0]!);
  const required = units.filter((unit) => unit !== null);
  if (units.length === 2) {
    const end = nfa.addState();
    nfa.addEpsilon(appendUnit(nfa, first, units[1]!), end);
    return new Dfa(nfa, start, end, { required, ending: units[1] ?? '', isSufficient: false, isInOrder: false });
  }
  const end = nfa.addState();
  nfa.addEpsilon(first, end);
  const second = nfa.append(first, unitLetters());
  nfa.addEdge(second, ANY, second);
  nfa.addEpsilon(second, end);
  return new Dfa(nfa, start, end, { required, ending: '', isSufficient: false, isInOrder: false });
}

/** Adds a given letter, or any letter, with its marks. */
function appendUnit(nfa: Nfa, from: number, unit: string | null): number {
  if (unit === null) {
    const letter = nfa.append(from, unitLetters());
    nfa.addEdge(letter, unitMarks(), letter);
    return letter;
  }
  let last = from;
  for (const character of unit) {
    const codePoint = character.codePointAt(0)!;
    last = nfa.append(last, [codePoint, codePoint]);
  }
  return last;
}
