/** What every automaton guarantees to the dictionary, checked against a predicate of the terms that it accepts. */
import { expect } from '@jest/globals';
import type { TermAutomaton } from '../../../src/automaton/automaton.ts';
import { ByteSteps } from '../../../src/automaton/byte-steps.ts';
import { DEAD } from '../../../src/automaton/code-point-automaton.ts';

/** Steps through every term. A wrong DEAD, acceptsAll or prefix shows as a term on which automaton and predicate differ. */
export function checkAutomaton(
  automaton: TermAutomaton,
  terms: Iterable<string>,
  isAccepted: (term: string) => boolean,
): void {
  const wrong: string[] = [];
  const few = new ByteSteps(automaton, 2);
  for (const term of terms) {
    const expected = isAccepted(term);
    let state = automaton.start;
    let isDecided = false;
    for (const character of term) {
      isDecided ||= automaton.acceptsAll(state);
      const next = automaton.step(state, character.codePointAt(0)!);
      if (next !== automaton.step(state, character.codePointAt(0)!)) wrong.push(`${term}: two answers for one step`);
      if (state === DEAD && next !== DEAD) wrong.push(`${term}: left the dead state`);
      state = next;
    }
    isDecided ||= automaton.acceptsAll(state);
    if (automaton.isAccepting(state) !== expected) wrong.push(`${term}: ${expected ? 'missed' : 'accepted'}`);
    if (isDecided && !expected) wrong.push(`${term}: accepted all too soon`);
    for (const bytes of [automaton.bytes, few]) {
      if (acceptsBytes(bytes, encoder.encode(term)) !== expected) wrong.push(`${term}: its bytes were taken otherwise`);
    }
    const lacksText = automaton.required.some((text) => !term.includes(text)) || !term.endsWith(automaton.ending);
    if (expected && lacksText) wrong.push(`${term}: lacks what is required`);
    const [text] = automaton.required;
    const hasText = automaton.ending === '' ? term.includes(text!) : term.endsWith(automaton.ending);
    if (automaton.isSufficient && hasText !== expected) wrong.push(`${term}: not told by its text`);
    if (automaton.isInOrder && hasInOrder(term, automaton.required) !== expected)
      wrong.push(`${term}: not told by order`);
    if (expected && !term.startsWith(automaton.prefix))
      wrong.push(`${term}: begins otherwise than ${automaton.prefix}`);
  }
  expect(wrong).toEqual([]);
}

/** Whether a term contains the texts one after the other. */
function hasInOrder(term: string, texts: readonly string[]): boolean {
  let end = 0;
  for (const text of texts) {
    const at = term.indexOf(text, end);
    if (at < 0) return false;
    end = at + text.length;
  }
  return true;
}

const encoder = new TextEncoder();

function acceptsBytes(steps: ByteSteps, term: Uint8Array): boolean {
  const end = term.reduce((state, byte) => steps.step(state, byte), steps.start);
  return steps.accepting[end] === 1;
}

/** Yields every text of up to this many characters over an alphabet. */
export function allTexts(alphabet: readonly string[], maxLength: number): string[] {
  const texts = [''];
  for (let from = 0, length = 1; length <= maxLength; length++) {
    const to = texts.length;
    for (; from < to; from++) for (const character of alphabet) texts.push(texts[from]! + character);
  }
  return texts;
}
