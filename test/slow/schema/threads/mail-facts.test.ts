import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { baseSubject } from '../../../../src/schema/threads/base-subject.ts';
import { conversationOf } from '../../../../src/schema/threads/conversation-index.ts';
import { madeId } from '../../../../src/schema/threads/made-id.ts';
import { circlesOf, mailFactsOf, REFERENCES_MAX } from '../../../../src/schema/threads/mail-facts.ts';
import { peopleIn } from '../../../../src/schema/threads/mail-people.ts';
import { mailRoleOf } from '../../../../src/schema/threads/mail-roles.ts';
import { idsIn } from '../../../../src/schema/threads/message-ids.ts';

describe('Message-IDs', () => {
  test.each<[string, readonly string[]]>([
    ['<A.1@example.org>', ['a.1@example.org']],
    ['<a@x><b@x>', ['a@x', 'b@x']],
    ['<a@x>\r\n\t<b\r\n @x>', ['a@x', 'b@x']],
    ['a@x b@x,c@x', ['a@x', 'b@x', 'c@x']],
    ['', []],
    ['<>', []],
    ['< >', []],
    ['<@>', []],
    ['<a@x', ['a@x']],
    ['<a@x <b@x>', ['a@x', 'b@x']],
    ['a@x>', ['a@x>']],
    ['no id here', []],
    ['12345', []],
    ['<12345>', ['12345']],
    ['Your message of Monday <a@x> (Ada)', ['a@x']],
    [`<${'a'.repeat(999)}>`, []],
  ])('%j has %j', (value, ids) => {
    expect(idsIn([value])).toEqual(ids);
  });
});

describe('subjects', () => {
  test.each<[string, string, boolean]>([
    ['Plan', 'plan', false],
    ['Re: Plan', 'plan', true],
    ['RE: re:Re[2]: Plan', 'plan', true],
    ['Re (3): Fwd: Plan', 'plan', true],
    ['AW: WG: Antw: Plan', 'plan', true],
    ['RES: ENC: Plan', 'plan', true],
    ['SV: VS: Plan', 'plan', true],
    ['回复：Plan', 'plan', true],
    ['[list] Re: [list] Plan', 'plan', true],
    ['[list]', '[list]', false],
    ['Plan (fwd)', 'plan', true],
    ['Re:', '', true],
    ['Reality: a plan', 'reality: a plan', false],
    ['Plan: re: costs', 'plan: re: costs', false],
    ['  Re:   a\r\n b ', 'a b', true],
    [': Plan', ': plan', false],
  ])('%j is about %j', (subject, text, isMarked) => {
    expect(baseSubject(subject)).toEqual({ text, isMarked });
  });

  test('of any length are processed', () => {
    expect(baseSubject('Re: '.repeat(100_000)).text).toBe('');
    expect(baseSubject(`${'[a]'.repeat(100_000)}b`).text.length).toBeLessThan(600);
  });
});

describe('people', () => {
  test.each<[string, readonly [string, string][]]>([
    ['ada@example.org', [['ada@example.org', '']]],
    ['Ada Lovelace <Ada@Example.org>', [['ada@example.org', 'Ada Lovelace']]],
    [
      '"Lovelace, Ada" <ada@x.org>, Bob <bob@x.org>',
      [
        ['ada@x.org', 'Lovelace, Ada'],
        ['bob@x.org', 'Bob'],
      ],
    ],
    ["'ada@x.org'", [['ada@x.org', '']]],
    ["o'brien@x.org", [["o'brien@x.org", '']]],
    ['Ada [mailto:ada@x.org]', [['ada@x.org', 'Ada']]],
    ['Ada  Lovelace', [['ada lovelace', 'Ada  Lovelace'.replace('  ', ' ')]]],
    ['@', [['@', '@']]],
    ['', []],
  ])('%j is %j', (value, people) => {
    expect(peopleIn([value]).map(({ key, name }) => [key, name])).toEqual(people);
  });

  test('of a long value of signs take no quadratic time', () => {
    for (const text of ['@'.repeat(1 << 20), 'a'.repeat(1 << 20), `${'a@'.repeat(1 << 19)}`, '<'.repeat(1 << 20)]) {
      // With quadratic time, two thousand texts of 32,768 characters would exceed the time limit of a test.
      for (let i = 0; i < 500; i++) expect(peopleIn([text]).length).toBeLessThan(text.length);
    }
  });
});

describe('conversations of Outlook', () => {
  const head = Buffer.from([1, 0xca, 0xfe, 2, 3, 4, ...Array.from({ length: 16 }, (_, i) => i)]);
  const reply = Buffer.concat([head, Buffer.from([9, 9, 9, 9, 9])]);
  test('are the same for all of their mails, in base64 and in hexadecimal digits', () => {
    const expected = `thread-index:${head.toString('hex')}`;
    for (const bytes of [head, reply]) {
      expect(conversationOf(bytes.toString('base64'))).toBe(expected);
      expect(conversationOf(bytes.toString('hex').toUpperCase())).toBe(expected);
    }
    expect(conversationOf(reply.toString('base64').replace(/(.{10})/g, '$1\r\n '))).toBe(expected);
  });

  test.each(['', 'abc', head.subarray(0, 21).toString('base64'), Buffer.alloc(22).toString('base64'), 'not base64 !'])(
    'are not in %j',
    (value) => {
      expect(conversationOf(value)).toBeNull();
    },
  );
});

test.each([
  ['Message:Raw-Header:Message-ID', 'id'],
  ['Message-ID', 'id'],
  ['MESSAGE_ID', 'id'],
  ['Internet Message Id', 'id'],
  ['Message:Raw-Header:In-Reply-To', 'inReplyTo'],
  ['Message:Raw-Header:References', 'references'],
  ['Conversation Index', 'conversation'],
  ['Message:Raw-Header:Thread-Index', 'conversation'],
  ['Communication:From', 'from'],
  ['Message-Recipient-Address', 'to'],
  ['Message-Cc', 'cc'],
  ['Message-Subject', 'subject'],
  ['Communication:Date', 'date'],
  ['Content-ID', null],
  ['name', null],
  ['x'.repeat(300), null],
])('%s is %s', (property, role) => {
  expect(mailRoleOf(property)).toBe(role);
});

describe('the id of a mail without one', () => {
  const all: readonly [string, readonly string[]][][] = [
    [['subject', ['ab']]],
    [['subject', ['a', 'b']]],
    [['subject', ['', 'ab']]],
    [
      ['subject', ['a']],
      ['b', ['']],
    ],
    [
      ['subject', ['a']],
      ['', ['b']],
    ],
    [['subjecta', ['b']]],
    [['subject', ['ab 2']]],
    [['subject', ['äb']]],
  ];

  test('is the hash of names, values and their lengths, including short ASCII ones', () => {
    const text = fc.oneof(fc.string({ maxLength: 12 }), fc.string({ maxLength: 3, unit: 'grapheme' }));
    const long = fc.integer({ min: 0, max: 70_000 }).map((length) => 'x'.repeat(length));
    const properties = fc.array(
      fc.tuple(text, fc.array(fc.oneof({ weight: 9, arbitrary: text }, long), { maxLength: 12 })),
    );
    fc.assert(
      fc.property(properties, (some) => {
        const texts = some.map(([name, values]) => name + values.join('')).join('');
        const lengths = some.map(
          ([name, values]) => ` ${name.length}:${values.length}${values.map(({ length }) => ` ${length}`).join('')}`,
        );
        const expected = createHash('sha256')
          .update(texts + lengths.join(''))
          .digest('hex')
          .slice(0, 32);
        expect(madeId({ properties: some })).toBe(`no-id:${expected}`);
      }),
    );
  });

  test('is the same only for equal properties', () => {
    const ids = all.map((properties) => madeId({ properties }));
    expect(new Set(ids).size).toBe(all.length);
    expect(all.map((properties) => madeId({ properties: structuredClone(properties) }))).toEqual(ids);
    for (const id of ids) expect(id).toMatch(/^no-id:[0-9a-f]{32}$/);
  });
});

describe('a mail', () => {
  const facts = (properties: Record<string, string | readonly string[]>) =>
    mailFactsOf({
      properties: Object.entries(properties).map(([name, value]) => [
        name,
        typeof value === 'string' ? [value] : value,
      ]),
    });

  test('answers In-Reply-To, which is the nearest of its references or among them', () => {
    expect(facts({ 'Message-ID': '<c@x>', References: '<a@x> <b@x>', 'In-Reply-To': '<b@x>' })?.references).toEqual([
      'a@x',
      'b@x',
    ]);
    expect(facts({ 'Message-ID': '<c@x>', References: ['<a@x>'], 'In-Reply-To': '<b@x>' })?.references).toEqual([
      'a@x',
      'b@x',
    ]);
    expect(facts({ 'In-Reply-To': 'Message from ada@x of Monday' })).toBeNull();
    expect(facts({ 'In-Reply-To': 'Ada of Monday <b@x>' })?.references).toEqual(['b@x']);
  });

  test('does not answer itself', () => {
    expect(facts({ 'Message-ID': '<c@x>', References: '<a@x> <C@x>', 'In-Reply-To': '<c@x>' })?.references).toEqual([
      'a@x',
    ]);
  });

  test('keeps its first reference and the nearest, of very many', () => {
    const ids = Array.from({ length: 1000 }, (_, i) => `<${i}@x>`);
    const references = facts({ 'Message-ID': '<c@x>', References: ids })!.references;
    expect(references).toHaveLength(REFERENCES_MAX);
    expect([references[0], references[1], references.at(-1)]).toEqual(['0@x', `${1001 - REFERENCES_MAX}@x`, '999@x']);
  });

  test('is an item with an id, with references, with a conversation, or with subject and sender', () => {
    expect(facts({ name: 'a.txt' })).toBeNull();
    expect(facts({ subject: 'Plan' })).toBeNull();
    expect(facts({ subject: 'Plan', from: 'ada@x' })).toMatchObject({ subject: 'plan', isUnlinkedReply: false });
    expect(facts({ subject: 'Re: Plan', from: 'ada@x' })).toMatchObject({ subject: 'plan', isUnlinkedReply: true });
    expect(facts({ subject: 'Re: Plan', from: 'ada@x', References: '<a@x>' })?.isUnlinkedReply).toBe(false);
  });

  test('connects its sender and each recipient, in either direction', () => {
    const there = facts({ subject: 'Plan', from: 'ada@x', to: 'Bob <bob@x>', cc: 'ada@x, cy@x' })!;
    const back = facts({ subject: 'Plan', from: 'bob@x', to: 'ada@x' })!;
    expect(circlesOf(there)).toEqual([
      ['ada@x', 'bob@x'],
      ['ada@x', 'cy@x'],
    ]);
    expect(circlesOf(back)).toEqual([['ada@x', 'bob@x']]);
  });
});
