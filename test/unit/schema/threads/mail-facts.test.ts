/** Facts about the threads of mails: references, and made ids. */
import { expect, test } from '@jest/globals';
import { madeId } from '../../../../src/schema/threads/made-id.ts';
import { mailFactsOf } from '../../../../src/schema/threads/mail-facts.ts';

test('a mail does not answer itself', () => {
  const { references } = mailFactsOf({
    properties: [
      ['Message-ID', ['<b@x>']],
      ['References', ['<a@x> <b@x> <c@x>']],
      ['In-Reply-To', ['<b@x>']],
    ],
  })!;
  expect(references).toEqual(mailFactsOf({ properties: [['References', ['<a@x> <c@x>']]] })!.references);
  expect(references).toHaveLength(2);
});

test('properties with the same concatenated characters make different ids', () => {
  const ids = [
    madeId({ properties: [['ab', ['c', 'd']]] }),
    madeId({ properties: [['a', ['bc', 'd']]] }),
    madeId({ properties: [['ab', ['cd']]] }),
    madeId({
      properties: [
        ['ab', ['c']],
        ['d', []],
      ],
    }),
  ];
  expect(new Set(ids).size).toBe(ids.length);
  expect(madeId({ properties: [['ab', ['c', 'd']]] })).toBe(ids[0]);
});
