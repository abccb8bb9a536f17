/**
 * Bookmarks under faults, with real processes: killed at random moments, on damaged files, on a full disk. The children run the
 * built code in dist/. TORTURE_ROUNDS sets the number of kills, SEED the randomness.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { openBookmarkStore } from '../../src/bookmarks/open-bookmark-store.ts';
import type { SourceItems } from '../../src/bookmarks/references.ts';
import { DATA_FILE } from '../../src/bookmarks/store-directory.ts';
import { verifyBookmarks } from '../../src/bookmarks/verify-bookmarks.ts';
import { expectSameBytes } from '../support/same-bytes.ts';
import { withTempDir } from '../support/tiny-case.ts';
// @ts-expect-error plain JavaScript, shared with the child
import { applyChange, changeAt, choicesOf, NOTED } from './bookmark-changes.mjs';
import { outputOfKilled } from './killed-child.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROUNDS = Number(process.env.TORTURE_ROUNDS ?? 4);
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const nobody = { remoteAddress: null, requestId: null };

type Model = Map<string, Set<string>> & {
  choices?: readonly (Set<string> | undefined)[];
  reviewed?: ReadonlyMap<string, ReadonlySet<string>>;
  notes?: readonly string[];
};

beforeAll(() => {
  if (!existsSync(join(HERE, '../../dist/src/bookmarks/store/store-process.js')))
    throw new Error('Build first: the children run dist/.');
});

/** Runs the writer and kills it `afterMs` after it is ready. Returns the last change requested and the last acknowledged. */
async function killWriter(
  directory: string,
  seed: number,
  first: number,
  afterMs: number,
): Promise<{ asked: number; acknowledged: number }> {
  const output = await outputOfKilled(join(HERE, 'bookmarks-writer.mjs'), [directory, seed, first], afterMs);
  const last = (mark: string) =>
    Number([...output.matchAll(new RegExp(`^\\${mark} (\\d+)$`, 'gm'))].at(-1)?.[1] ?? first - 1);
  return { asked: last('?'), acknowledged: last('!') };
}

async function stateOf(directory: string): Promise<Model> {
  const store = await openBookmarkStore(directory);
  try {
    expect(await verifyBookmarks(store)).toMatchObject({ ok: true, problems: [] });
    const found: Model = new Map(store.names().map((name) => [name, membersOf(store.members(name))]));
    const [panel] = store.codings.all();
    if (panel !== undefined) found.choices = panel.choices.map(({ bookmark }) => found.get(bookmark));
    found.reviewed = new Map(
      store.reviewed.viewers().map((name) => [name, membersOf(store.reviewed.members(name, () => true))]),
    );
    found.notes = store.notes.of(NOTED).map(({ text }) => text);
    return found;
  } finally {
    await store.close();
  }
}

function membersOf(members: readonly SourceItems[]): Set<string> {
  return new Set(members.flatMap(({ source, ids }) => [...ids].map((id) => source + id)));
}

/** Returns the members of each bookmark, the choices of the panel, and the items that each viewer reviewed. */
function sorted(model: Model): unknown {
  const reviewed = [...(model.reviewed ?? [])]
    .filter(([, set]) => set.size > 0)
    .map(([name, set]): [string, string[]] => [name, [...set].sort()])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const bookmarks = [...model]
    .map(([name, set]): [string, string[]] => [name, [...set].sort()])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return [bookmarks, choicesOf(model), reviewed, model.notes ?? []];
}

describe('a process that is killed', () => {
  test(
    `keeps every acknowledged change, and all or nothing of the one under way (${ROUNDS} rounds, SEED=${SEED})`,
    async () => {
      await withTempDir(async (root) => {
        const directory = join(root, 'bookmarks');
        const model: Model = new Map();
        let next = 0;
        let acknowledgedInAll = 0;
        for (let round = 0; round < ROUNDS; round++) {
          const { asked, acknowledged } = await killWriter(directory, SEED, next, (round * 37) % 150);
          for (let number = next; number <= acknowledged; number++) applyChange(model, changeAt(SEED, number));
          acknowledgedInAll += acknowledged + 1 - next;
          const found = JSON.stringify(sorted(await stateOf(directory)));
          if (found !== JSON.stringify(sorted(model))) {
            expect(asked).toBe(acknowledged + 1);
            applyChange(model, changeAt(SEED, asked));
            expect(found).toBe(JSON.stringify(sorted(model)));
          }
          next = asked + 1;
        }
        expect(acknowledgedInAll).toBeGreaterThan(ROUNDS);
      });
    },
    60_000 + ROUNDS * 1_000,
  );
});

describe('a damaged store', () => {
  const damages: [string, (file: string, size: number) => void][] = [
    ['garbage', (file) => writeFileSync(file, Buffer.alloc(50_000, 'garbage'))],
    ['a few bytes', (file) => writeFileSync(file, 'x')],
    ['zeros', (file, size) => writeFileSync(file, Buffer.alloc(size))],
    ['half of it', (file, size) => truncateSync(file, size >> 1)],
    ['all but the meta pages', (file) => truncateSync(file, 8192)],
    ['one meta page', (file) => truncateSync(file, 4096)],
    ['a cut page', (file, size) => truncateSync(file, size - 5000)],
  ];

  test('is refused with a clear error if it was truncated or replaced, and left unchanged', async () => {
    await withTempDir(async (root) => {
      const whole = await buildStore(root);
      const size = readFileSync(join(whole, DATA_FILE)).length;
      const damaged = damages.map(([what, damage]) => {
        const directory = join(root, what);
        cpSync(whole, directory, { recursive: true });
        damage(join(directory, DATA_FILE), size);
        return { what, directory, before: readFileSync(join(directory, DATA_FILE)) };
      });
      const answers = runOpener(damaged.map(({ directory }) => directory));
      expect(answers).toEqual(damaged.map(() => 'refused DATA_DIR_UNUSABLE'));
      for (const { what, directory, before } of damaged) {
        expectSameBytes(readFileSync(join(directory, DATA_FILE)), before, `data.mdb, ${what}`);
      }
    });
  });

  test(`with flipped bytes crashes no process, and no wrong read goes unnoticed (SEED=${SEED})`, async () => {
    await withTempDir(async (root) => {
      const whole = await buildStore(root);
      const bytes = readFileSync(join(whole, DATA_FILE));
      const flips = ROUNDS * 4;
      const directories = Array.from({ length: flips }, (_, i) => {
        const directory = join(root, `flip${i}`);
        cpSync(whole, directory, { recursive: true });
        const hurt = Buffer.from(bytes);
        // One in three damages is at the beginning of a page, where its contents are described.
        const page = 4096 * Math.floor(((SEED * 7919 + i * 104_729) % bytes.length) / 4096);
        const at = i % 3 === 0 ? page + ((i * 31) % 64) : (SEED * 31 + i * 15_485_863) % bytes.length;
        hurt[at]! ^= 1 << (i % 8);
        writeFileSync(join(directory, DATA_FILE), hurt);
        return directory;
      });
      const answers = runOpener(directories);
      expect(answers).toHaveLength(flips);
      const [fine] = runOpener([whole]);
      expect(fine).toMatch(/^fine /);
      for (const answer of answers) expect([fine, 'found', 'refused DATA_DIR_UNUSABLE']).toContain(answer);
      expect(new Set(answers).size).toBeGreaterThan(1);
    });
  });
});

/** A store of a few hundred pages: many small blocks, some bitmaps, a log. */
async function buildStore(root: string): Promise<string> {
  const directory = join(root, 'whole');
  const store = await openBookmarkStore(directory);
  for (let i = 0; i < 100; i++) {
    await store.create(`bookmark ${i}`, nobody);
    const ids = Uint32Array.from({ length: 40 }, (_, k) => k * 50_000 + i);
    await store.add(
      `bookmark ${i}`,
      [
        { source: 's', ids },
        { source: 't', ids: ids.slice(i % 40) },
      ],
      nobody,
    );
  }
  await store.add('bookmark 0', [{ source: 's', ids: Uint32Array.from({ length: 90_000 }, (_, k) => k * 2) }], nobody);
  await store.close();
  return directory;
}

function runOpener(directories: string[]): string[] {
  const run = spawnSync(process.execPath, [join(HERE, 'bookmarks-opener.mjs'), ...directories], { encoding: 'utf8' });
  expect([run.signal, run.status, run.stderr]).toEqual([null, 0, '']);
  return run.stdout.trim().split('\n');
}

describe('a full disk', () => {
  test('is a clear error, loses nothing that was acknowledged, and damages nothing', async () => {
    await withTempDir(async (root) => {
      const directory = join(root, 'bookmarks');
      // A limit on the size of files simulates the full disk: the kernel truncates a write in the same way.
      const script = `trap '' XFSZ; ulimit -f 1000; exec "$0" "$@"`;
      const child = join(HERE, 'bookmarks-filler.mjs');
      const run = spawnSync('bash', ['-c', script, process.execPath, child, directory], { encoding: 'utf8' });
      expect([run.signal, run.status]).toEqual([null, 0]);
      const report = JSON.parse(run.stdout);
      expect(report).toMatchObject({ code: 'DISK_FULL', ok: true, message: expect.stringContaining('disk') });
      expect(report.acknowledged).toBeGreaterThan(0);
      expect(report.size).toBe(report.acknowledged);
      const store = await openBookmarkStore(directory);
      expect(store.size('a')).toBe(report.acknowledged);
      expect((await store.add('a', [{ source: 't', ids: Uint32Array.of(1) }], nobody)).changed).toBe(1);
      expect((await verifyBookmarks(store)).ok).toBe(true);
      await store.close();
    });
  });
});
