/**
 * Threads and conversations of hostile mails and messages: cycles, endless lists, invalid dates. Each gets a sound answer, or a
 * refusal below 500.
 */
import { expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';
import { seeded } from '../support/seeded.ts';
import type { TinyItem } from '../support/tiny-case.ts';

const random = seeded(42);
const below = (count: number): number => Math.floor(random() * count);
const oneOf = <T>(values: readonly T[]): T => values[below(values.length)]!;

const ITEMS = 150;
const id = (): string => `<${oneOf(['a', 'b', 'c', 'd', 'e'])}@x>`;
const VALUES: readonly (() => string)[] = [
  id,
  () => Array.from({ length: below(300) }, id).join(' '),
  () =>
    oneOf([
      '',
      ' ',
      '\0',
      '__proto__',
      '\u202e',
      '<>',
      '<',
      '@',
      '2021-99-99',
      '9999-12-31T23:59:59.999999Z',
      '-1',
      '0',
    ]),
  () => '🪶'.repeat(below(3000)),
  () => `hash:${'a'.repeat(32 + below(200))}`,
  () => new Date(below(2 ** 31) * 1000).toISOString(),
  () => oneOf(['Ana <ana@x>', 'rui@x', 'Re: Re: plan', 'Outgoing', 'true', 'T1']),
];
const NAMES =
  'Message-ID In-Reply-To References Thread-Index Subject from to cc date sent thread_id chat direction deleted attachments linkedItems Participants childrenInOrder treeNode system Body constructor toString'.split(
    ' ',
  );
const made: readonly TinyItem[] = Array.from({ length: ITEMS }, (_, n) => ({
  id: n,
  ...(below(2) === 0 ? {} : { parentId: below(ITEMS + 5) }),
  properties: Object.fromEntries([
    ...Array.from({ length: below(12) }, () => [oneOf(NAMES), Array.from({ length: below(4) }, () => oneOf(VALUES)())]),
    ...(below(2) === 0 ? [['category', [oneOf(['Messages', 'Chats', 'E-Mail Messages', 'SMS'])]]] : []),
    ...(below(8) === 0 ? [['contentType', ['application/x-whatsapp-chat']]] : []),
  ]),
  ...(below(2) === 0 ? {} : { text: oneOf(VALUES)() }),
}));

const service = Service.beforeTests({ cases: { hostile: made } });

test('every item gets a valid thread, or a refusal', async () => {
  let found = 0;
  for (let n = 0; n < ITEMS; n++) {
    const { status, json } = await service.get(`/sources/hostile/docs/${n}/thread?limit=1000`);
    if (status !== 200) {
      expect([n, status]).toEqual([n, 404]);
      continue;
    }
    found++;
    const rows = json.rows as { parent: number | null; depth: number; mail: { id: number } | null }[];
    for (const [at, { parent, depth }] of rows.entries()) {
      if (parent === null) expect(depth).toBe(0);
      else expect([parent < at, depth]).toEqual([true, rows[parent]!.depth + 1]);
    }
    expect(rows.filter(({ mail }) => mail === null)).toHaveLength(json.missing);
  }
  expect(found).toBeGreaterThan(30);
});

test('every item gets a valid conversation, or a refusal', async () => {
  let found = 0;
  for (let n = 0; n < ITEMS; n++) {
    const query = oneOf(['', '?offset=1', '?limit=3', '?at=2001', '?q=a', '?q=chat:*&limit=0']);
    const { status, json } = await service.get(`/sources/hostile/docs/${n}/conversation${query}`);
    if (status !== 200) {
      expect([n, status === 404 || status === 400, json.status]).toEqual([n, true, status]);
      continue;
    }
    found++;
    const ids = (json.messages as { id: number }[]).map((message) => message.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(json.offset + ids.length).toBeLessThanOrEqual(Math.max(json.total, json.offset));
    if (json.number !== null && query === '') expect(ids).toContain(json.number < 50 ? ids[json.number] : ids[50]);
    if (json.matches !== undefined) expect(json.matches.numbers).toHaveLength(json.matches.total);
  }
  expect(found).toBeGreaterThan(20);
});
