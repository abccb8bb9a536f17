/**
 * Checks of matches: public examples, wrong digits, and how a search continues after matches that fail, compared with a naive
 * one.
 */
import { describe, expect, test } from '@jest/globals';
import { Random } from '../../../bench/random.ts';
import { CHECKS, type Check, ENTITIES } from '../../../grammar/texts/entities.ts';
import { parseExpression } from '../../../src/automaton/text/expression-parser.ts';
import { CHECKED_UNITS_MAX, TextSearch } from '../../../src/automaton/text/text-search.ts';
import { checkedEnd } from '../../../src/query/matching/checks/checks.ts';

/**
 * For each check: texts that pass, and texts that fail. Numbers are those that issuers publish for tests, or those of the
 * standards.
 */
const EXAMPLES: Readonly<Record<Check, { readonly right: readonly string[]; readonly wrong: readonly string[] }>> = {
  luhn: {
    right: ['4111 1111 1111 1111', '5555-5555-5555-4444', '378282246310005', '6011111111111117'],
    wrong: ['4111 1111 1111 1112', '0000 0000 0000 0000', '79927398713', '41111111111111111111'],
  },
  imei: { right: ['490154203237518', '49-015420-323751-8'], wrong: ['490154203237517', '4901542032375180'] },
  iban: {
    right: [
      'DE89 3704 0044 0532 0130 00',
      'GB82WEST12345698765432',
      'BR18 0036 0305 0000 1000 9795 493C 1',
      'NO9386011117947',
    ],
    wrong: ['DE89 3704 0044 0532 0130 01', 'GB82WEST1234569876543', 'XX89370400440532013000'],
  },
  cpf: { right: ['529.982.247-25', '11144477735'], wrong: ['529.982.247-26', '111.111.111-11', '5299822472'] },
  cnpj: {
    right: ['11.222.333/0001-81', '11222333000181', '12.ABC.345/01DE-35'],
    wrong: ['11.222.333/0001-82', '00.000.000/0000-00', '12.ABC.345/01DE-36'],
  },
  btc: {
    right: [
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    ],
    wrong: [
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
      'bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    ],
  },
  email: {
    right: ['ana.silva+x@example.org', 'josé@exämple.com', 'a@b.xn--p1ai'],
    wrong: ['a@b', '.a@b.org', 'a..b@c.org', 'a@-b.org', 'a@b.c1', `${'a'.repeat(65)}@b.org`],
  },
  phone: {
    right: ['+49 30 1234567', '(303) 555-1212', '0049301234567', '303.555.1212'],
    wrong: ['3035551212', '2021-03-04', '04.03.2021 10', '192.168.100.101', '303)555-1212', '12-34-5', '1234 - 5678'],
  },
  ip: {
    right: ['192.168.0.1', '2001:db8::1', '::1', 'fe80:0:0:0:0:0:0:1'],
    wrong: ['256.1.1.1', '12:30:45', '::', '1::2::3'],
  },
  mac: {
    right: ['00:1a:2B:3c:4d:5e', '00-1A-2B-3C-4D-5E', '001a.2b3c.4d5e'],
    wrong: ['00:1A-2B:3C:4D:5E', '00:1a:2b:3c:4d'],
  },
};

describe.each(CHECKS)('%s', (check) => {
  const { right, wrong } = EXAMPLES[check];
  test.each(right)('%s passes', (text) => expect(checkedEnd(check, text)).toBe(text.length));
  test.each(wrong)('%s fails', (text) => expect(checkedEnd(check, text)).not.toBe(text.length));

  const entity = [...ENTITIES].find(([, one]) => one.check === check)![0];
  test(`entity:${entity} finds what passes, among words, and nothing that fails alone`, () => {
    for (const text of right) expect(found(entity, `of ${text}, and more`)).toContain(text);
    for (const text of wrong) expect(found(entity, ` ${text} `)).not.toContain(text);
  });
});

function found(entity: string, text: string): string[] {
  const { pattern, check } = ENTITIES.get(entity)!;
  return searched(pattern, check, [text]).map(({ start, end }) => text.slice(start, end));
}

function searched(pattern: string, check: Check, pieces: readonly string[]): { start: number; end: number }[] {
  const matches: { start: number; end: number }[] = [];
  const search = new TextSearch(
    parseExpression(pattern),
    (match) => void matches.push(match),
    (match) => checkedEnd(check, match),
  );
  for (const piece of pieces) search.feed(piece);
  search.finish();
  return matches;
}

/** Finds matches with RegExp. Continues after each match, or one character after the beginning of a rejected one. */
function naive(pattern: RegExp, check: Check, text: string): { start: number; end: number }[] {
  const matches: { start: number; end: number }[] = [];
  for (let at = 0; ; ) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) return matches;
    const { 0: whole, index } = match;
    let passed = 0;
    for (let end = whole.length; end > 0 && passed === 0; end--) {
      const isEnd = end === whole.length || /^[\p{L}\p{N}][^\p{L}\p{N}]$/u.test(whole.slice(end - 1, end + 1));
      if (isEnd && whole.length <= CHECKED_UNITS_MAX && checkedEnd(check, whole.slice(0, end)) === end) passed = end;
    }
    if (passed > 0) matches.push({ start: index, end: index + passed });
    at = index + (passed || (whole.length > CHECKED_UNITS_MAX ? whole.length : 1));
  }
}

const PARTS = [
  '4111 1111 1111 1111',
  '4111111111111111',
  '79',
  ' 4111 ',
  '1',
  '-',
  ' ',
  'x',
  '5555555555554444',
  ' 12 ',
  '0'.repeat(260),
];

test('a search skips failing matches like a naive one, however the text is cut', () => {
  const random = new Random(11);
  const patterns: readonly (readonly [string, RegExp])[] = [
    ['[0-9 -]+', /[0-9 -]+/g],
    ['[0-9]{2,}', /[0-9]{2,}/g],
    ['\\b[0-9](?:[ -]?[0-9]){11,18}', /\b[0-9](?:[ -]?[0-9]){11,18}/g],
    ['[0-9]+?x?', /[0-9]+?x?/g],
  ];
  let matches = 0;
  for (let run = 0; run < 400; run++) {
    const text = Array.from({ length: 1 + random.below(12) }, () => random.pick(PARTS)).join('');
    const [pattern, regExp] = random.pick(patterns);
    const pieces: string[] = [];
    for (let at = 0; at < text.length; ) {
      const length = 1 + random.below(40);
      pieces.push(text.slice(at, at + length));
      at += length;
    }
    const expected = naive(regExp, 'luhn', text);
    matches += expected.length;
    expect([pattern, text, searched(pattern, 'luhn', pieces)]).toEqual([pattern, text, expected]);
  }
  expect(matches).toBeGreaterThan(200);
});
