/** A case that grew gets a part for its new files, or a complete index if a decision over all items could differ. */
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openCase } from '../../../src/cases/open-case.ts';
import { PARTS_FILE, partDirectories, partName } from '../../../src/engine/index-parts.ts';
import { type BuildReport, buildIndex } from '../../../src/indexing/build-index.ts';
import { readReadingIn } from '../../../src/indexing/case-reading.ts';
import { readCaseFiles, writeCaseFiles } from '../../../src/indexing/growth/case-files.ts';
import { readIndexState } from '../../../src/indexing/index-state.ts';
import { indexStats } from '../../../src/indexing/index-stats.ts';
import { verifyIndex } from '../../../src/indexing/verify-index.ts';
import { factsOfGeneration } from '../../support/index-facts.ts';
import { withTempDir } from '../../support/tiny-case.ts';

interface Item {
  readonly id: number;
  readonly parentId?: number;
  readonly properties?: Readonly<Record<string, readonly string[]>>;
  readonly text?: string;
}

type Files = Readonly<Record<string, readonly Item[]>>;

interface Growing {
  readonly casePath: string;
  readonly dataDir: string;
  /** Writes the item files of the case in this order. Files of equal content keep their time. */
  write(files: Files, manifest?: Readonly<Record<string, unknown>>): Promise<void>;
  build(isForced?: boolean): Promise<BuildReport>;
}

async function withGrowing(body: (growing: Growing) => Promise<void>): Promise<void> {
  await withTempDir(async (root) => {
    const [casePath, dataDir] = [join(root, 'case'), join(root, 'data')];
    await body({
      casePath,
      dataDir,
      write: async (files, manifest = {}) => {
        rmSync(casePath, { recursive: true, force: true });
        await mkdir(casePath);
        for (const [name, items] of Object.entries(files)) {
          const text = items.map((item) => `${JSON.stringify({ properties: {}, ...item })}\n`).join('');
          await writeFile(join(casePath, name), text);
          await utimes(join(casePath, name), 1000, 1000);
        }
        const own = { format: 'case-directory', version: 1, name: 'growing', items: Object.keys(files) };
        await writeFile(join(casePath, 'case.json'), JSON.stringify({ ...own, ...manifest }));
      },
      build: (isForced = false) => buildIndex({ casePath, dataDir, canGrow: true, isForced }),
    });
  });
}

const properties = (rank: string): NonNullable<Item['properties']> => ({ name: ['heron.txt'], rank: [rank] });
/** Items 1 to 40 with a rank. */
const BASE: readonly Item[] = Array.from({ length: 40 }, (_, i) => ({
  id: i + 1,
  properties: properties(String(i)),
  text: `the heron ${i}`,
}));
const added = (id: number, more: Partial<Item> = {}): Item => ({ id, properties: properties('7'), ...more });

async function state({ casePath, dataDir }: Growing): Promise<Awaited<ReturnType<typeof readIndexState>>> {
  const reader = await openCase(casePath);
  try {
    return await readIndexState(dataDir, reader, await reader.fingerprint());
  } finally {
    await reader.close();
  }
}

describe('a case with a new file', () => {
  test('gets a part, and keeps the files of the earlier one', async () => {
    await withGrowing(async (growing) => {
      const { write, build, casePath, dataDir } = growing;
      const broken = added(9, { properties: { created: ['never'] } });
      await write({ a: [...BASE, broken], b: [] });
      const first = await build();
      const { ino } = statSync(join(first.indexPath, 'data.mdb'));
      expect(first).toMatchObject({ parts: 1, itemsAdded: 40, items: 40, problems: { count: 1 } });
      const files = {
        a: [...BASE, broken],
        b: [],
        c: [added(41), added(43), added(42, { properties: { created: ['x'] } })],
      };
      await write(files);
      expect((await state(growing)).kind).toBe('stale');
      const second = await build();
      expect(second).toMatchObject({ parts: 2, itemsAdded: 3, items: 43, generation: 2, isComplete: false });
      expect(second.problems).toMatchObject({ count: 2, byKind: { record: 1, type: 1 } });
      const listed = readFileSync(second.reportFile!, 'utf8').trim().split('\n');
      expect(listed.map((line) => (JSON.parse(line) as { file?: string }).file)).toEqual(['a', 'c', undefined]);
      expect((await readReadingIn(second.indexPath))?.problems).toMatchObject({ count: 2 });
      expect(readdirSync(second.indexPath).sort()).toEqual([partName(0), partName(1), PARTS_FILE, 'reading.json']);
      expect(readdirSync(join(second.indexPath, '..'))).toEqual(['gen-000002']);
      expect(statSync(join(second.indexPath, partName(0), 'data.mdb')).ino).toBe(ino);
      expect(await state(growing)).toMatchObject({
        kind: 'current',
        report: { items: 43, parts: 2, isUpToDate: true },
      });
      expect(await indexStats({ casePath, dataDir })).toMatchObject({
        parts: 2,
        items: 43,
        isStale: false,
        problems: 2,
      });
      const verified = await verifyIndex({ casePath, dataDir, isDeep: true });
      expect(verified).toMatchObject({ isSound: true, isStale: false, findings: [], checked: { parts: 2, items: 43 } });
      const grown = await factsOfGeneration(second.indexPath);
      const whole = await build(true);
      expect(whole).toMatchObject({ parts: 1, itemsAdded: 43, generation: 3 });
      expect(await factsOfGeneration(whole.indexPath)).toEqual(grown);
      expect((await build()).isUpToDate).toBe(true);
    });
  });

  test('needs another build only if the case changes again', async () => {
    await withGrowing(async ({ write, build, casePath, dataDir }) => {
      await write({ a: BASE });
      await build();
      await write({ a: BASE, b: [added(50)] }, { name: 'another name', created: '2024-01-01T00:00:00Z' });
      expect(await build()).toMatchObject({ parts: 2, isUpToDate: false });
      expect(await build()).toMatchObject({ parts: 2, isUpToDate: true, itemsAdded: 0 });
      await write({ a: BASE, b: [added(50)], c: [added(51)] });
      expect(await build()).toMatchObject({ parts: 3, itemsAdded: 1, generation: 3 });
      // A later part that changed is replaced.
      await write({ a: BASE, b: [added(50)], c: [added(52), added(53)] });
      expect(await build()).toMatchObject({ parts: 3, itemsAdded: 2, generation: 4 });
      // A merge builds small parts together, once.
      const merge = () => buildIndex({ casePath, dataDir, canGrow: true, merges: true });
      expect(await merge()).toMatchObject({ parts: 2, items: 43, itemsAdded: 3, isUpToDate: false, generation: 5 });
      expect(await merge()).toMatchObject({ parts: 2, items: 43, isUpToDate: true, generation: 5 });
      expect(await build()).toMatchObject({ parts: 2, isUpToDate: true, generation: 5 });
    });
  });

  test('is not given a part unless the caller allows it', async () => {
    await withGrowing(async ({ write, build, casePath, dataDir }) => {
      await write({ a: BASE });
      await build();
      await write({ a: BASE, b: [added(50)] });
      expect(await buildIndex({ casePath, dataDir, canGrow: false })).toMatchObject({ parts: 1, itemsAdded: 41 });
    });
  });
});

describe('a complete index is built', () => {
  const mail = (id: number, own: string, more: Readonly<Record<string, readonly string[]>> = {}): Item => ({
    id,
    properties: { 'Message-ID': [`<${own}@x>`], from: ['a@x'], to: ['b@x'], subject: [own], ...more },
  });
  const long = (id: number, units: number): Item => ({ id, properties: { note: ['x'.repeat(units)] } });
  const folder: Item = { id: 60, properties: { treeNode: ['true'], code: ['word'] } };

  /** The items before and after, and the reason why no part is made, or null if one is made. */
  const CASES: readonly (readonly [string, Files, Files, RegExp | null])[] = [
    [
      'for a changed file',
      { a: BASE },
      { a: [...BASE, added(41)], b: [added(42)] },
      /file that was indexed has changed/,
    ],
    ['not for another order', { a: BASE, b: [added(41)] }, { b: [added(41)], a: BASE, c: [added(42)] }, null],
    ['for most files', { a: [added(41)], b: BASE }, { a: [added(41)] }, /has changed/],
    ['for too many items', { a: BASE }, { a: BASE, b: BASE.slice(0, 20) }, /too much was added/],
    ['for an id that is not greater', { a: BASE }, { a: BASE, b: [added(42), added(40)] }, /item 40 may be related/],
    ['not for ids that descend', { a: BASE }, { a: BASE, b: [added(43), added(42)] }, null],
    ['for a parent', { a: BASE }, { a: BASE, b: [added(41, { parentId: 40 })] }, /item 41 may be related/],
    ['not for an own parent', { a: BASE }, { a: BASE, b: [added(41), added(42, { parentId: 41 })] }, null],
    [
      'for a child',
      { a: [...BASE, added(41, { parentId: 45 })] },
      { a: [...BASE, added(41, { parentId: 45 })], b: [added(45)] },
      /item 45 may be related/,
    ],
    [
      'for a type',
      { a: BASE },
      { a: BASE, b: [added(41, { properties: properties('word') })] },
      /"rank" would have another type/,
    ],
    [
      'not for a type that stays text',
      { a: [...BASE, added(41, { properties: properties('word') })] },
      { a: [...BASE, added(41, { properties: properties('word') })], b: [added(42)] },
      null,
    ],
    [
      'for a type of a folder',
      { a: [...BASE, folder] },
      { a: [...BASE, folder], b: [added(61, { properties: { code: ['5'] } })] },
      null,
    ],
    [
      'for a folder of another type',
      { a: [...BASE, added(41, { properties: { code: ['5'] } })] },
      { a: [...BASE, added(41, { properties: { code: ['5'] } })], b: [folder] },
      /"code" would have another type/,
    ],
    [
      'for long values',
      { a: [...BASE, long(41, 10)] },
      { a: [...BASE, long(41, 10)], b: [added(42, { properties: { note: ['x'.repeat(4097)] } })] },
      /too much|"note" would be too long/,
    ],
    [
      'not for a column that was refused',
      { a: [...BASE, long(41, 5000)] },
      { a: [...BASE, long(41, 5000)], b: [long(42, 10)] },
      null,
    ],
    [
      'for a reference',
      { a: [...BASE, mail(41, 'one')] },
      { a: [...BASE, mail(41, 'one')], b: [mail(42, 'two', { 'In-Reply-To': ['<one@x>'] })] },
      /a thread has mails in several parts/,
    ],
    [
      'for a reference to a later mail',
      { a: [...BASE, mail(41, 'one', { References: ['<two@x>'] })] },
      { a: [...BASE, mail(41, 'one', { References: ['<two@x>'] })], b: [mail(42, 'two')] },
      /a thread has mails in several parts/,
    ],
    [
      'for a reply without a reference',
      { a: [...BASE, mail(41, 'one')] },
      { a: [...BASE, mail(41, 'one')], b: [mail(42, 'two', { subject: ['Re: one'] })] },
      /a reply may belong/,
    ],
    [
      'for an earlier reply',
      { a: [...BASE, mail(41, 'one', { subject: ['Re: two'] })] },
      { a: [...BASE, mail(41, 'one', { subject: ['Re: two'] })], b: [mail(42, 'two')] },
      /a reply may belong/,
    ],
    [
      'not for other mails',
      { a: [...BASE, mail(41, 'one')] },
      { a: [...BASE, mail(41, 'one')], b: [mail(42, 'two')] },
      null,
    ],
    ['for a file without items', { a: BASE }, { a: BASE, b: [] }, /no item/],
  ];
  const part = (id: number, more: Partial<Item> = {}): Files => ({ a: BASE, b: [added(id, more)], c: [added(id + 1)] });
  /** Cases whose file `b` is removed or changes. */
  const STRIKES: typeof CASES = [
    ['not for a removed file', part(41), { a: BASE, c: [added(42)] }, null],
    ['not for a changed file', part(41), { ...part(41), b: [added(41, { text: 'new words' }), added(43)] }, null],
    ['not for a file that takes an id over', part(41), { a: BASE, c: [added(42)], d: [added(41), added(43)] }, null],
    ['for an id of another file', part(41), { ...part(41), b: [added(43), added(42)] }, /item 42 may be related/],
    ['for a parent in another file', part(41, { parentId: 7 }), { a: BASE, c: [added(42)] }, /has relatives/],
    [
      'for a child in another file',
      { a: [...BASE.slice(0, 39), added(40, { parentId: 41 })], b: [added(41)] },
      { a: [...BASE.slice(0, 39), added(40, { parentId: 41 })] },
      /has relatives/,
    ],
    [
      'not for relatives in the file',
      { a: [...BASE.slice(0, 39), added(40, { parentId: 1 })], b: [added(41), added(42, { parentId: 41 })] },
      { a: [...BASE.slice(0, 39), added(40, { parentId: 1 })] },
      null,
    ],
    ['for a new parent in another file', part(41), { ...part(41), b: [added(41, { parentId: 7 })] }, /may be related/],
    ['for a mail', part(41, mail(41, 'one')), { a: BASE, c: [added(42)] }, /mail of a thread/],
    [
      'for a node of the tree',
      { ...part(41), b: [{ ...folder, id: 41 }] },
      { a: BASE, c: [added(42)] },
      /a node of the tree/,
    ],
    [
      'for the last word',
      part(41, { properties: properties('word') }),
      { a: BASE, c: [added(42)] },
      /"rank" could change/,
    ],
    [
      'not for one of several words',
      { a: [...BASE, added(50, { properties: properties('x') })], b: [added(51, { properties: properties('word') })] },
      { a: [...BASE, added(50, { properties: properties('x') })] },
      null,
    ],
    [
      'for the last date that is no number',
      {
        a: [added(1, { properties: { when: ['2020'] } }), ...BASE.slice(1)],
        b: [added(41, { properties: { when: ['2020-01-02'] } })],
      },
      { a: [added(1, { properties: { when: ['2020'] } }), ...BASE.slice(1)] },
      /"when" could change/,
    ],
    [
      'for the only item of a field',
      part(41, { properties: { code: ['5'] } }),
      { a: BASE, c: [added(42)] },
      /"code" could/,
    ],
    [
      'for a refused column',
      part(41, { properties: { note: ['x'.repeat(5000)] } }),
      { a: BASE, c: [added(42)] },
      /note" could change/,
    ],
    [
      'for a file with a problem',
      part(41, { properties: { created: ['never'] } }),
      { a: BASE, c: [added(42)] },
      /has changed/,
    ],
    [
      'for an id that occurred twice',
      { a: BASE, b: [added(41)], c: [added(41)] },
      { a: BASE, c: [added(41)] },
      /has changed/,
    ],
    ['not for ids that descend', { a: [...BASE].reverse(), b: [added(41)] }, { a: [...BASE].reverse() }, null],
  ];
  test.each([...CASES, ...STRIKES])('%s', async (_, before, after, reason) => {
    await withGrowing(async ({ write, build, casePath, dataDir }) => {
      await write(before);
      const { indexPath: first } = await build();
      const inode = statSync(join(first, 'data.mdb')).ino;
      await write(after);
      const report = await build();
      const [kept] = partDirectories(report.indexPath);
      expect(statSync(join(kept!, 'data.mdb')).ino === inode).toBe(reason === null);
      if (reason === null) expect(report.notAddedBecause).toBeUndefined();
      else {
        expect(report.parts).toBe(1);
        expect(report.notAddedBecause).toMatch(reason);
      }
      const whole = await buildIndex({ casePath, dataDir: join(dataDir, '..', 'other') });
      expect(await factsOfGeneration(report.indexPath)).toEqual(await factsOfGeneration(whole.indexPath));
      expect((await verifyIndex({ casePath, dataDir, isDeep: true })).findings).toEqual([]);
    });
  });

  test('if no item was removed, but the case announces another number of items', async () => {
    await withGrowing(async ({ write, build, casePath, dataDir }) => {
      await write({ a: BASE, b: [added(41)], c: [added(42)] }, { itemCount: 42 });
      await build();
      await write({ a: BASE, c: [added(42)] }, { itemCount: 41 });
      expect(await build()).toMatchObject({ parts: 1, items: 41, itemsAdded: 0, generation: 2 });
      expect((await build()).isUpToDate).toBe(true);
      // The file comes back as it was, and its items get a part of their own.
      await write({ a: BASE, b: [added(41)], c: [added(42)] }, { itemCount: 42 });
      expect(await build()).toMatchObject({ parts: 2, items: 42, itemsAdded: 1 });
      expect((await verifyIndex({ casePath, dataDir, isDeep: true })).findings).toEqual([]);
      await write({ a: BASE, c: [added(42)] }, { itemCount: 42 });
      expect(await build()).toMatchObject({
        parts: 1,
        items: 41,
        notAddedBecause: expect.stringMatching(/another number/),
      });
    });
  });

  test('if the case announces another number of items, or names properties differently', async () => {
    await withGrowing(async ({ write, build }) => {
      await write({ a: BASE }, { itemCount: 40 });
      await build();
      await write({ a: BASE, b: [added(41)] }, { itemCount: 41 });
      expect(await build()).toMatchObject({ parts: 2 });
      await write({ a: BASE, b: [added(41)], c: [added(42)] }, { itemCount: 50 });
      expect(await build()).toMatchObject({ parts: 1, notAddedBecause: expect.stringMatching(/another number/) });
      await write({ a: BASE, b: [added(41)], c: [added(42)], d: [added(43)] }, { itemCount: 43 });
      expect(await build()).toMatchObject({ parts: 1, problems: { count: 0 } });
      await write(
        { a: BASE, b: [added(41)], c: [added(42)], d: [added(43)], e: [added(44)] },
        { aliases: { n: ['rank'] } },
      );
      expect(await build()).toMatchObject({ parts: 1, items: 44 });
    });
  });
});

describe('a damaged generation of parts', () => {
  test('is reported, never searched in part, and replaced by a build', async () => {
    await withGrowing(async (growing) => {
      const { write, build, casePath, dataDir } = growing;
      await write({ a: BASE });
      await build();
      await write({ a: BASE, b: [added(41)] });
      const { indexPath } = await build();
      const [first, second] = partDirectories(indexPath) as [string, string];
      const list = readFileSync(join(indexPath, PARTS_FILE), 'utf8');
      const swap = (): void => {
        renameSync(first, `${first}-aside`);
        renameSync(second, first);
        renameSync(`${first}-aside`, second);
      };
      const damages: Record<string, () => void> = {
        'another list': () => writeFileSync(join(indexPath, PARTS_FILE), list.replace('"items":1', '"items":2')),
        'no list': () => rmSync(join(indexPath, PARTS_FILE)),
        'a missing part': () => rmSync(second, { recursive: true }),
        'swapped parts': swap,
        'other case files': () => writeFileSync(join(second, 'case-files.json'), '{}'),
        'other data': () => writeFileSync(join(first, 'data.mdb'), ''),
      };
      const whole = join(dataDir, '..', 'whole');
      cpSync(indexPath, whole, { recursive: true });
      for (const [name, damage] of Object.entries(damages)) {
        damage();
        const { isSound, findings } = await verifyIndex({ casePath, dataDir });
        expect({ name, isSound, kind: (await state(growing)).kind }).toEqual({ name, isSound: false, kind: 'corrupt' });
        expect(findings.length).toBeGreaterThan(0);
        rmSync(indexPath, { recursive: true });
        cpSync(whole, indexPath, { recursive: true });
      }
      swap();
      expect(await build()).toMatchObject({ isUpToDate: false, items: 41 });
      expect((await state(growing)).kind).toBe('current');
    });
  });
});

test('a record of case files of another version leads to a complete index', async () => {
  await withGrowing(async ({ write, build }) => {
    await write({ a: BASE });
    const { indexPath } = await build();
    const record = readCaseFiles(indexPath)!;
    writeCaseFiles(indexPath, { ...record, version: (record.version + 1) as typeof record.version });
    expect(readCaseFiles(indexPath)).toBeNull();
    await write({ a: BASE, b: [added(50)] });
    expect(await build()).toMatchObject({ parts: 1, items: 41 });
  });
});
