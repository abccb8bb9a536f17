import { describe, expect, test } from '@jest/globals';
import { partsOf } from '../../../src/page/threads/quoted-parts.ts';

/** Parts, quotes in brackets. */
const shown = (text: string): readonly string[] =>
  partsOf(text).map(({ text: own, isQuote }) => (isQuote ? `[${own}]` : own));

describe('the text of a mail', () => {
  test.each([
    ['Yes.', ['Yes.']],
    ['', []],
    ['From: a@x\nSubject: b\n\nYes.', ['Yes.']],
    ['Yes.\n\nOn Monday Ana wrote:\n> No\n> no\n\nBye', ['Yes.', '[On Monday Ana wrote:\n> No\n> no]', 'Bye']],
    [
      'Yes.\nOn Monday, 3 March 2023\nAna <a@x> wrote:\n\n> No',
      ['Yes.', '[On Monday, 3 March 2023\nAna <a@x> wrote:\n\n> No]'],
    ],
    [
      'Yes.\n-----Original Message-----\nFrom: a\nAll of it',
      ['Yes.', '[-----Original Message-----\nFrom: a\nAll of it]'],
    ],
    ['Sim.\n\nDe: Ana\nEnviado: hoje\nPara: Rui\n\nNão', ['Sim.', '[De: Ana\nEnviado: hoje\nPara: Rui\n\nNão]']],
    ['As follows:\n1. One\n2. Two', ['As follows:\n1. One\n2. Two']],
    ['> One\nAnswer one\n> Two\nAnswer two', ['[> One]', 'Answer one', '[> Two]', 'Answer two']],
  ])('%j', (text, parts) => {
    expect(shown(text)).toEqual(parts);
  });
});
