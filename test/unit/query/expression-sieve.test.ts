/**
 * Which stored texts an expression matches, without positions. Includes texts longer than the buffer of the kernel, with
 * checks, and cancellation.
 */
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { Random } from '../../../bench/random.ts';
import { parseQuery } from '../../../grammar/parse.ts';
import type { MatchingSession } from '../../../src/search/text-matching.ts';
import { type OpenedSource, openSource } from '../../../src/sources/open-source.ts';
import { closedAtEnd, temporaryDir } from '../../support/endings.ts';
import { type TinyItem, writeCase } from '../../support/tiny-case.ts';

const random = new Random(3);
const PIECES = ['é', '日', '😀', 'a', ' ', '\n', '4111111111111111', '4111111111111112', 'x7', '-'];
const textOf = (pieces: number): string =>
  Array.from({ length: pieces }, () => random.pick(PIECES.slice(0, 6))).join('');
const items: TinyItem[] = Array.from({ length: 60 }, (_, i) => ({
  id: 3 * i + 1,
  properties: { name: `${i}.txt` },
  ...(i % 7 === 0
    ? {}
    : {
        text:
          textOf(i % 5 === 0 ? 40_000 : i % 5 === 1 ? 9000 : 10) +
          random.pick(PIECES) +
          random.pick(PIECES) +
          textOf(i % 3 === 0 ? 9 : 0),
      }),
}));

const root = temporaryDir();
let source: OpenedSource;
beforeAll(async () => {
  const path = await writeCase(join(root, 'case'), items, { textAs: 'inline' });
  source = closedAtEnd(await openSource(path, { dataDir: join(root, 'data'), buildIfNeeded: true }));
});

function session(q: string): Promise<MatchingSession> {
  const want = { kind: 'matches', from: 0, most: 0 } as const;
  return source.engine.matching({ source: source.name, query: parseQuery(q), areHits: true, want });
}

const ids = Uint32Array.from(items, ({ id }) => id);

test.each([
  ['(?-i)x7', /x7/u],
  ['(?-i)日😀', /日😀/u],
  ['(?-i)-$', /-$/u],
  ['(?-i)a$', /a$/u],
  ['(?-i)^日', /^日/u],
  ['\\d{16}', /\d{16}/u],
  ['(?-i)é\\n日\\b', /é\n日(?![\p{L}\p{M}\p{N}\p{Pc}])/u],
])('/%s/ is found where it is', async (pattern, meant) => {
  const sieve = await session(`text:/${pattern}/`);
  const { found, elsewhere } = await sieve.sift!(ids);
  const wanted = items.filter(({ text }) => text !== undefined && meant.test(text as string)).map(({ id }) => id);
  expect([...found]).toEqual(wanted);
  expect([...elsewhere]).toEqual(items.filter(({ text }) => text === undefined).map(({ id }) => id));
  sieve.end();
});

test.each(['text:/\\d+/luhn', 'text:/\\d{16}/luhn', 'text:/1+-?/imei'])(
  '%s is found where matches are listed',
  async (q) => {
    const sieve = await session(q);
    const { found } = await sieve.sift!(ids);
    const listed: number[] = [];
    for (const { id, text } of items) {
      if (text === undefined) continue;
      const { found: own } = await sieve.scan([{ id, text: Buffer.from(text as string), isLast: true }]);
      for (const one of own) if (one.kind === 'matches' && one.total > 0) listed.push(id);
    }
    expect([...found]).toEqual(listed);
    sieve.end();
  },
);

test.each(['text:/a/ OR b', 'name:text:/a/', 'text:/a/ text:/b/', 'a'])('%s has no sieve', async (q) => {
  const matching = await session(q);
  expect(matching.sift).toBeUndefined();
  matching.end();
});

test('a cancelled request ends', async () => {
  const sieve = await session('text:/[a-z]{4}\\d/');
  const controller = new AbortController();
  const many = Uint32Array.from({ length: 200_000 }, (_, i) => ids[i % ids.length]!);
  const sifted = sieve.sift!(many, controller.signal);
  setImmediate(() => controller.abort());
  await expect(sifted).rejects.toMatchObject({ code: 'CANCELLED' });
  sieve.end();
});
