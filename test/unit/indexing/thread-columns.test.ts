/** Threads in an index, compared with the naive ones. */
import { describe, expect, test } from '@jest/globals';
import { loadWholeValues } from '../../../src/engine/columns/values/whole-values.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { verifyIndex } from '../../../src/indexing/verify-index.ts';
import { type NaiveMail, naiveThreads } from '../../support/naive/naive-threads.ts';
import { seeded } from '../../support/seeded.ts';
import { withBench } from './built-case.ts';

const RUNS = Number(process.env['RUNS'] ?? 12);
const SEED = Number(process.env['SEED'] ?? 42);

type Properties = Record<string, readonly string[]>;

interface Mail {
  readonly naive: NaiveMail;
  readonly properties: Properties;
}

function randomMail(random: () => number, n: number): Mail {
  const pick = (prefix: string, of: number): string => `${prefix}${Math.floor(random() * of)}`;
  const id = random() < 0.1 ? null : `${pick('m', 40)}@x`;
  const named = random() < 0.5 ? [] : Array.from({ length: 1 + Math.floor(random() * 4) }, () => `${pick('m', 40)}@x`);
  const references = named.filter((one) => one !== id);
  const conversation = random() < 0.85 ? null : Math.floor(random() * 3);
  const subject = pick('subject ', 4);
  const isMarked = random() < 0.5;
  const from = `${pick('p', 4)}@x`;
  const to = [`${pick('p', 4)}@x`, `${pick('p', 4)}@x`];
  const index = Buffer.concat([Buffer.from([1, conversation ?? 0]), Buffer.alloc(20), Buffer.alloc(5 * (n % 2), n)]);
  const circles = [...new Set(to)]
    .filter((one) => one !== from)
    .map((one) => [subject, ...[one, from].sort()].join('|'));
  const isLinked = references.length > 0 || conversation !== null;
  return {
    naive: {
      id: id ?? `made ${n}`,
      references,
      conversation: conversation === null ? null : String(conversation),
      subject,
      circles,
      isUnlinkedReply: isMarked && !isLinked,
    },
    properties: {
      name: [`mail ${n}`],
      subject: [isMarked ? `Re: ${subject.toUpperCase()}` : subject],
      from: [`Someone <${from}>`],
      to: [to.join(', ')],
      ...(id === null ? {} : { 'Message-ID': [`<${id.toUpperCase()}>`] }),
      ...(references.length === 0 ? {} : { References: [references.map((one) => `<${one}>`).join('\r\n ')] }),
      ...(conversation === null ? {} : { 'Thread-Index': [index.toString('base64')] }),
    },
  };
}

function topOf(parents: ReadonlyMap<string, string>, id: string): string {
  const parent = parents.get(id);
  return parent === undefined ? id : topOf(parents, parent);
}

async function columnOf(index: IndexReader, name: string): Promise<Map<number, string[]>> {
  const column = index.valueColumns.get(name);
  const values = new Map<number, string[]>();
  if (column === undefined) return values;
  const work = loadWholeValues(index.columns, column, index.documentCount);
  let step = work.next();
  while (step.done !== true) step = work.next();
  const { docs, spelling } = { docs: step.value.docs, spelling: (n: number) => step.value!.spelling(n) };
  for (let doc = 0; doc < index.documentCount; doc++) {
    const own: number[] = [];
    if (docs.isSingle) {
      if (docs.ordinals[doc]! > 0) own.push(docs.ordinals[doc]! - 1);
    } else for (let at = docs.starts[doc]!; at < docs.starts[doc + 1]!; at++) own.push(docs.ordinals[at]!);
    if (own.length > 0) values.set(index.ids[doc]!, own.map(spelling));
  }
  return values;
}

describe('threads of an index', () => {
  test(`are those of the naive rules (SEED=${SEED})`, async () => {
    const random = seeded(SEED);
    for (let run = 0; run < RUNS; run++) {
      const mails = Array.from({ length: 1 + Math.floor(random() * 40) }, (_, n) => randomMail(random, n));
      const items = mails.flatMap(({ properties }, n) => [
        { id: 2 * n, properties },
        { id: 2 * n + 1, properties: { name: [`file ${n}`], subject: ['of a file'] } },
      ]);
      await withBench(async ({ write, build, casePath, dataDir }) => {
        await write(items);
        const { indexPath } = await build();
        const index = await IndexReader.open(indexPath);
        const threads = await columnOf(index, 'thread');
        const ids = await columnOf(index, 'threadIds');
        await index.close();
        const all = mails.map(({ naive }) => naive);
        const { parents, guessed } = naiveThreads(all);
        const firsts = new Map<string, string>();
        const expected = all.map(({ id }) => {
          const group = guessed.get(id)!;
          if (!firsts.has(group)) firsts.set(group, topOf(parents, id));
          return firsts.get(group)!;
        });
        const names = new Map<string, string>();
        const shown = (id: string, made: string): string => {
          if (id.startsWith('made')) names.set(made, id);
          return names.get(made) ?? made;
        };
        expect([...threads.keys()]).toEqual(mails.map((_, n) => 2 * n));
        expect(mails.map((_, n) => shown(expected[n]!, threads.get(2 * n)![0]!))).toEqual(expected);
        const named = [...ids.values()].flat().filter((id) => id.includes('@'));
        const known = all.flatMap(({ id, references }) => [id, ...references]).filter((id) => id.includes('@'));
        expect(named.sort()).toEqual([...new Set(known)].sort());
        expect((await verifyIndex({ casePath, dataDir })).findings).toEqual([]);
      });
    }
  });

  test('a case without mails has none', async () => {
    await withBench(async ({ write, build }) => {
      await write([{ id: 1, properties: { name: ['a.txt'] } }]);
      const index = await IndexReader.open((await build()).indexPath);
      expect([...index.valueColumns.keys()]).not.toContain('thread');
      await index.close();
    });
  });
});
