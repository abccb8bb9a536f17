import { describe, expect, test } from '@jest/globals';
import { contains, splitMailText, WordNumbers } from '../../../../src/search/threads/inclusive-mails.ts';
import { seeded } from '../../../support/seeded.ts';

function done<T>(work: Generator<void, T>): T {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

function isIn(part: string, text: string): boolean {
  const words = new WordNumbers();
  return done(contains(done(splitMailText(text, words)), done(splitMailText(part, words))));
}

/** Whether lines of words are in another text, tried at every position where they may begin. */
function naivelyIn(part: string, text: string): boolean {
  const lines = (all: string): string[][] =>
    all
      .split('\n')
      .map(
        (line) =>
          line
            .replace(/^[\s>|]+/, '')
            .toLowerCase()
            .match(/[\p{L}\p{N}]+/gu) ?? [],
      )
      .filter((words) => words.length > 0)
      .map((words) => [...words]);
  const wanted = lines(part).flat().join(' ');
  const all = lines(text);
  for (let from = 0; from < all.length; from++) {
    for (let to = from + 1; to <= all.length; to++) if (all.slice(from, to).flat().join(' ') === wanted) return true;
  }
  return wanted === '';
}

describe('a mail contains another one', () => {
  test.each([
    ['that it quotes', 'See you\nat noon.', 'Fine.\n\nOn Monday Ada wrote:\n> See you\n> at noon.\n', true],
    ['that it quotes in other lines', 'See you at noon.', 'Fine.\n> > See you\n> > at noon.\nBob', true],
    ['whose punctuation is other', 'It’s “fine”', '> It\'s "fine"', true],
    [
      'below a header',
      'From: ada@x\nTo: bob@x\nSubject: Plan\n\nSee you',
      'Fine\n\nFrom: ada\nSent: Monday\n\nSee you',
      true,
    ],
    ['that lists attachments at its end', 'See you\n\nAttachments: a.pdf', 'Fine\n> See you', true],
    ['that has no text', '\n\n', 'Fine', true],
    ['but not one that is answered between its lines', 'One\nTwo', '> One\nYes\n> Two', false],
    ['but not one that is shortened', 'One\nTwo\nThree', '> One\n> Two\n> [...]', false],
    ['but not one whose words are within a line', 'yes', 'Oh yes, of course', false],
    ['but not one that is longer', 'One two', 'One', false],
  ])('%s', (_says, part, text, expected) => {
    expect(isIn(part, text)).toBe(expected);
  });

  test('as in the naive definition', () => {
    const random = seeded(Number(process.env['SEED'] ?? 42));
    const text = (lines: number): string =>
      Array.from({ length: Math.floor(random() * lines) }, () =>
        [
          random() < 0.4 ? '> ' : '',
          ...Array.from({ length: Math.floor(random() * 4) }, () => (random() < 0.6 ? 'a ' : 'b ')),
        ].join(''),
      ).join('\n');
    let found = 0;
    for (let run = 0; run < 5000; run++) {
      const [part, all] = [text(3), text(9)];
      const expected = naivelyIn(part, all);
      if (expected) found++;
      expect([part, all, isIn(part, all)]).toEqual([part, all, expected]);
    }
    expect(found).toBeGreaterThan(500);
  });

  test('in one pass, however words repeat', () => {
    const words = new WordNumbers();
    const all = done(splitMailText('a '.repeat(300_000), words));
    const part = done(splitMailText(`b ${'a '.repeat(150_000)}`, words));
    expect(done(contains(all, part))).toBe(false);
  });
});
