import { expect, test } from '@jest/globals';
import { ALL, ByteSteps } from '../../../src/automaton/byte-steps.ts';
import { DEAD } from '../../../src/automaton/code-point-automaton.ts';
import { compileRegexp } from '../../../src/automaton/regexp.ts';

const PATTERNS = ['[а-я]+x?', '重要.*', '.*é[^𠀀]', 'ab|[𠀀-𠀅]', '.*', '[^a]{2}', 'abc?'];
/** All characters of one and two bytes, some of the others, and those in the patterns with their neighbours. */
const POINTS = [
  ...Array.from({ length: 0x1000 }, (_, i) => i),
  ...Array.from({ length: 3000 }, (_, i) => 0x1000 + i * 367),
  ...[0x8981, 0x91cd, 0xffff, 0x20000, 0x20005, 0x10ffff].flatMap((point) => [point - 1, point, point + 1]),
].filter((point) => point <= 0x10ffff && (point < 0xd800 || point > 0xdfff));
const encoder = new TextEncoder();

function reached(steps: ByteSteps, bytes: Iterable<number>): number {
  let state = steps.start;
  for (const byte of bytes) state = steps.step(state, byte);
  return state;
}

test.each(PATTERNS)('%s steps over every code point as the automaton does, cached or not', (pattern) => {
  const automaton = compileRegexp(pattern);
  for (const steps of [automaton.bytes, new ByteSteps(automaton, 0), new ByteSteps(automaton, 3)]) {
    for (const point of POINTS) {
      const state = automaton.step(automaton.start, point);
      const found = reached(steps, encoder.encode(String.fromCodePoint(point)));
      const expected = [automaton.isAccepting(state), state === DEAD, automaton.acceptsAll(state)];
      if (`${[steps.accepting[found] === 1, found === DEAD, found === ALL]}` !== `${expected}`) {
        throw new Error(`U+${point.toString(16)}: another state`);
      }
    }
  }
});

test('bytes that are not UTF-8 lead nowhere', () => {
  const { bytes } = compileRegexp('[а-я重]+');
  for (const wrong of [
    [0x80],
    [0xc0, 0x80],
    [0xc1, 0xbf],
    [0xd0, 0x41],
    [0xe9, 0x87, 0x41],
    [0xf5],
    [0xff],
    [0xf4, 0x90],
  ]) {
    expect([wrong, reached(bytes, wrong)]).toEqual([wrong, DEAD]);
  }
});

test.each(PATTERNS)('%s: the next live byte is the first one that is alive', (pattern) => {
  const automaton = compileRegexp(pattern);
  const steps = new ByteSteps(automaton);
  const slow = new ByteSteps(automaton);
  for (const begun of [[], [0xd0], [0xe9], [0xe9, 0x87], [0xf0], [0xf0, 0xa0], [0x61], [0xd0, 0xb1]]) {
    const state = reached(steps, begun);
    const twin = reached(slow, begun);
    // Descending first, because a cached answer must not affect another.
    for (const after of [255, 200, 0xf3, 0x7f, 0x62, 0x61, -1, 0x60, 0xd0]) {
      let expected = -1;
      for (let byte = 255; byte > after; byte--) if (slow.step(twin, byte) !== DEAD) expected = byte;
      expect([begun, after, steps.nextLive(state, after)]).toEqual([begun, after, expected]);
    }
  }
});

test.each([
  ['ab.*', ['ab', 'abc', 'ab重'], ['', 'a', 'ac', 'b']],
  ['重.*', ['重', '重要'], ['', 'a', '要']],
  ['.*', ['', 'a', '重'], []],
  ['ab.+', ['abc'], ['ab', 'a']],
  ['ab.*c?', ['ab', 'abx'], ['a']],
  ['ab[^x]*', [], ['ab', 'abc', 'abx']],
  ['a(b|c)', [], ['a', 'ab', '']],
])('%s accepts everything that begins with some texts, and not with others', (pattern, all, notAll) => {
  const { bytes } = compileRegexp(pattern);
  for (const text of all) expect([text, bytes.acceptsAllAfter(encoder.encode(text))]).toEqual([text, true]);
  for (const text of notAll) expect([text, bytes.acceptsAllAfter(encoder.encode(text))]).toEqual([text, false]);
});
