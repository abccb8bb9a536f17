import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openBookmarkStore } from '../../../src/bookmarks/bookmark-store.ts';
import { decodeBody, type Entry, encodeBody } from '../../../src/bookmarks/journal/journal-format.ts';
import { readEntries, readHead } from '../../../src/bookmarks/journal/journal-reader.ts';
import { writeJournal } from '../../../src/bookmarks/journal/journal-writer.ts';
import { JOURNAL_FILE } from '../../../src/bookmarks/migrations.ts';
import { encodePacked } from '../../../src/bookmarks/packed-items.ts';
import { verifyBookmarks } from '../../../src/bookmarks/verify-bookmarks.ts';
import { ids, nobody, withDirectory, withStore } from './temporary-store.ts';

const someone = { remoteAddress: '192.0.2.7', requestId: 'r-1' };

type RecordEntry = Extract<Entry, { kind: 'record' }>;

const oneBlock = new Map([[0, Uint8Array.of(0, 3)]]);

async function withFiveRecords(use: (directory: string) => Promise<void>): Promise<void> {
  await withDirectory(async (directory) => {
    const store = openBookmarkStore(directory);
    for (const name of ['a', 'b', 'c', 'd', 'e']) await store.create(name, someone);
    await store.close();
    await use(directory);
  });
}

function entriesOf(directory: string): RecordEntry[] {
  const fd = openSync(join(directory, JOURNAL_FILE), 'r');
  const entries = [...readEntries(fd, readHead(fd).end)].map(
    ({ body }) => decodeBody(Buffer.from(body)) as RecordEntry,
  );
  closeSync(fd);
  return entries;
}

/** The store with other entries, under checksums that hold and the old head of the chain. */
function rewritten(directory: string, change: (entries: RecordEntry[]) => RecordEntry[]): { directory: string } {
  const entries = entriesOf(directory);
  const forged = join(directory, 'forged');
  mkdirSync(forged, { recursive: true });
  const changed = change(entries);
  const isChained =
    changed.length === entries.length && changed.at(-1)!.text.toString() !== entries.at(-1)!.text.toString();
  const hash = (isChained ? changed : entries).at(-1)!.hash;
  writeJournal(join(forged, JOURNAL_FILE), changed.map(encodeBody), () => ({ records: entries.length, hash }));
  return { directory: forged };
}

function chained(texts: readonly string[]): RecordEntry[] {
  let hash: Buffer = Buffer.alloc(32);
  return texts.map((text) => {
    hash = createHash('sha256').update(hash).update(text).digest();
    return { kind: 'record', hash, text: Buffer.from(text), items: Buffer.alloc(0) };
  });
}

function flipped(bytes: Buffer, at: number): Buffer {
  const hurt = Buffer.from(bytes);
  hurt[at]! ^= 1;
  return hurt;
}

describe('the log', () => {
  test('says who changed what, and nothing of what changed nothing', async () => {
    await withStore(async (store) => {
      await store.create('a', someone);
      await store.add('a', [{ source: 's', ids: ids(3, 5) }], someone);
      await store.add('a', [{ source: 's', ids: ids(3, 5) }], someone);
      await store.remove('a', [{ source: 't', ids: ids(3) }], someone);
      await store.remove('a', [{ source: 's', ids: ids(3, 4) }], someone);
      await store.rename('a', 'a', someone);
      await store.rename('a', 'b', someone);
      await store.selectAdd([{ source: 's', ids: ids(1) }], nobody);
      await store.selectRemove([{ source: 's', ids: ids(1) }], nobody);
      await store.delete('b', someone);
      const records = [...store.readLog()];
      expect(
        records.map(({ action, bookmark, changed, references }) => [action, bookmark, changed, references]),
      ).toEqual([
        ['create', 'a', 0, 0],
        ['add', 'a', 2, 2],
        ['remove', 'a', 1, 2],
        ['rename', 'a', 0, 0],
        ['select', null, 1, 1],
        ['unselect', null, 1, 1],
        ['delete', 'b', 1, 0],
      ]);
      expect(records[1]).toMatchObject({ sequence: 2, ...someone, items: [{ source: 's', ids: [3, 5] }] });
      expect(Date.parse(records[1]!.time)).toBeGreaterThan(Date.now() - 60_000);
      const bytes = Buffer.concat([Buffer.from('"s"\n'), Buffer.from(Uint32Array.of(3, 5).buffer), Buffer.from('\n')]);
      expect(records[1]!.digest).toBe(createHash('sha256').update(bytes).digest('hex'));
      expect(records[3]!.newName).toBe('b');
      expect(verifyBookmarks(store).log).toMatchObject({
        ok: true,
        sound: 7,
        head: { count: 7, hash: records[6]!.hash },
      });
    });
  });

  test('keeps the count and digest of many references, and a bounded piece of what a client sends', async () => {
    await withStore(async (store) => {
      await store.create('a', { remoteAddress: null, requestId: 'x'.repeat(1e6) });
      await store.add('a', [{ source: 's', ids: Uint32Array.from({ length: 1000 }, (_, i) => i) }], nobody);
      const [create, add] = [...store.readLog()];
      expect(create!.requestId).toHaveLength(200);
      expect(add).toMatchObject({ references: 1000, changed: 1000 });
      expect(add).not.toHaveProperty('items');
    });
  });

  test.each([1, 3, 5])('says where the chain breaks when record %i is changed', async (sequence) => {
    await withFiveRecords(async (directory) => {
      for (const change of [
        (entry: RecordEntry) => ({ ...entry, hash: flipped(entry.hash, 0) }),
        (entry: RecordEntry) => ({ ...entry, hash: flipped(entry.hash, 31) }),
        (entry: RecordEntry) => ({ ...entry, text: flipped(entry.text, 20) }),
        (entry: RecordEntry) => ({ ...entry, items: encodePacked([{ source: 's', count: 1, blocks: oneBlock }]) }),
      ]) {
        const hurt = rewritten(directory, (entries) => entries.map((e, i) => (i === sequence - 1 ? change(e) : e)));
        expect(verifyBookmarks(hurt).log).toMatchObject({ ok: false, sound: sequence - 1, brokenAt: sequence });
        expect(verifyBookmarks(hurt).ok).toBe(false);
      }
      expect(verifyBookmarks({ directory })).toMatchObject({ ok: true, log: { ok: true, sound: 5 } });
    });
  });

  test('says where a record is missing, also the last', async () => {
    await withFiveRecords(async (directory) => {
      const cut = rewritten(directory, (entries) => entries.slice(0, 4));
      expect(verifyBookmarks(cut).log).toMatchObject({
        ok: false,
        brokenAt: 5,
        reason: expect.stringContaining('counts 5'),
      });
      const holed = rewritten(directory, (entries) => entries.filter((_, i) => i !== 1));
      expect(verifyBookmarks(holed).log).toMatchObject({ ok: false, brokenAt: 2 });
    });
  });

  test('notices a record that was replaced together with its hash, at the next', async () => {
    await withFiveRecords(async (directory) => {
      const forged = rewritten(directory, (entries) => {
        const text = Buffer.from(entries[2]!.text.toString().replace('"c"', '"x"'));
        const hash = createHash('sha256').update(entries[1]!.hash).update(text).digest();
        return entries.map((entry, i) => (i === 2 ? { ...entry, text, hash } : entry));
      });
      expect(verifyBookmarks(forged).log).toMatchObject({ ok: false, brokenAt: 4 });
    });
  });
});

describe('verifyBookmarks', () => {
  test('finds changed bytes wherever they are, and an open of the store refuses them', async () => {
    await withFiveRecords(async (directory) => {
      const path = join(directory, JOURNAL_FILE);
      const whole = readFileSync(path);
      const hurt = join(directory, 'hurt');
      mkdirSync(hurt);
      for (const at of [0, 9, 40, 65, 4096, 4110, 8192, 8196, 8200, 8210, 8300, whole.length - 1]) {
        writeFileSync(join(hurt, JOURNAL_FILE), flipped(whole, at));
        expect([at, verifyBookmarks({ directory: hurt }).ok]).toEqual([at, false]);
        expect(() => openBookmarkStore(hurt)).toThrow(expect.objectContaining({ code: 'DATA_DIR_UNUSABLE' }));
      }
      // The rest of the page of a head is not used.
      writeFileSync(join(hurt, JOURNAL_FILE), flipped(whole, 4000));
      expect(verifyBookmarks({ directory: hurt }).ok).toBe(true);
    });
  });

  test('finds a change that could not be made, and one that did not change what it says', async () => {
    await withFiveRecords(async (directory) => {
      const entries = entriesOf(directory);
      const told = (text: string) => {
        const hurt = rewritten(directory, () =>
          chained([...entries.slice(0, 4).map(({ text: t }) => t.toString()), text]),
        );
        const { ok, log, problems } = verifyBookmarks(hurt);
        expect([ok, log.ok]).toEqual([false, true]);
        return problems.join('; ');
      };
      const base = { ...JSON.parse(entries[4]!.text.toString()), sequence: 5 };
      expect(told(JSON.stringify({ ...base, bookmark: 'a' }))).toContain('which is there');
      expect(told(JSON.stringify({ ...base, bookmark: 'x', effect: 'delete', set: 3 }))).toContain('another name');
      expect(told(JSON.stringify({ ...base, effect: 'add', set: 9 }))).toContain('not there');
      expect(told(JSON.stringify({ ...base, changed: 7 }))).toContain('7 changed, and 0 did');
      expect(told(JSON.stringify({ ...base, bookmark: 'e\u0301' }))).toContain('not one that a bookmark can have');
    });
  });
});
