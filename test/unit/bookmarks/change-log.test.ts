import { createHash } from 'node:crypto';
import { closeSync, cpSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openBookmarkStore } from '../../../src/bookmarks/open-bookmark-store.ts';
import { encodePacked } from '../../../src/bookmarks/packed-items.ts';
import { decodeRecord, encodeRecord, type StoredRecord } from '../../../src/bookmarks/record-format.ts';
import { recordKey, StoreFile } from '../../../src/bookmarks/store/store-file.ts';
import { DATA_FILE } from '../../../src/bookmarks/store-directory.ts';
import { verifyBookmarks } from '../../../src/bookmarks/verify-bookmarks.ts';
import { expectSameBytes } from '../../support/same-bytes.ts';
import { ids, logOf, nobody, openStore, storeDir } from './temporary-store.ts';

const someone = { remoteAddress: '192.0.2.7', requestId: 'r-1' };

const oneBlock = new Map([[0, Uint8Array.of(0, 3)]]);

async function withFiveRecords(use: (directory: string) => Promise<void>): Promise<void> {
  const directory = storeDir();
  const store = await openBookmarkStore(directory);
  for (const name of ['a', 'b', 'c', 'd', 'e']) await store.create(name, someone);
  await store.close();
  await use(directory);
}

async function recordsOf(directory: string): Promise<StoredRecord[]> {
  const file = new StoreFile(directory, { readOnly: true });
  const snapshot = file.snapshot();
  const records = [...snapshot.rows('records')].map(({ value }) => decodeRecord(value));
  snapshot.done();
  await file.close();
  return records;
}

let forgeries = 0;

/** The store with other records, with matching checksums and the old head of the chain. */
async function rewritten(
  directory: string,
  change: (records: StoredRecord[]) => StoredRecord[],
): Promise<{ directory: string }> {
  const records = await recordsOf(directory);
  const changed = change(records);
  const isChained =
    changed.length === records.length && changed.at(-1)!.text.toString() !== records.at(-1)!.text.toString();
  const { hash } = (isChained ? changed : records).at(-1)!;
  const forged = join(directory, `forged ${forgeries++}`);
  mkdirSync(forged);
  cpSync(join(directory, DATA_FILE), join(forged, DATA_FILE));
  const file = new StoreFile(forged);
  file.transact(file.head(), () => {
    records.forEach((_, i) => {
      file.remove('records', recordKey(i + 1));
    });
    changed.forEach((record, i) => {
      file.put('records', recordKey(i + 1), encodeRecord(record));
    });
    file.writeHead({ count: records.length, hash }, 0);
  });
  await file.close();
  return { directory: forged };
}

function chained(texts: readonly string[]): StoredRecord[] {
  let hash: Buffer = Buffer.alloc(32);
  return texts.map((text) => {
    hash = createHash('sha256').update(hash).update(text).digest();
    const { time, set } = JSON.parse(text);
    return { hash, time: Date.parse(time), set, text: Buffer.from(text), items: Buffer.alloc(0) };
  });
}

function flipped(bytes: Buffer, at: number): Buffer {
  const hurt = Buffer.from(bytes);
  hurt[at]! ^= 1;
  return hurt;
}

describe('the log', () => {
  test('records who changed what, and no changes without effect', async () => {
    const store = await openStore();
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
    const records = await logOf(store);
    expect(records.map(({ action, bookmark, changed, references }) => [action, bookmark, changed, references])).toEqual(
      [
        ['create', 'a', 0, 0],
        ['add', 'a', 2, 2],
        ['remove', 'a', 1, 2],
        ['rename', 'a', 0, 0],
        ['select', null, 1, 1],
        ['unselect', null, 1, 1],
        ['delete', 'b', 1, 0],
      ],
    );
    expect(records[1]).toMatchObject({ sequence: 2, ...someone, items: [{ source: 's', ids: [3, 5] }] });
    expect(Date.parse(records[1]!.time)).toBeGreaterThan(Date.now() - 60_000);
    const bytes = Buffer.concat([Buffer.from('"s"\n'), Buffer.from(Uint32Array.of(3, 5).buffer), Buffer.from('\n')]);
    expect(records[1]!.digest).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(records[3]!.newName).toBe('b');
    expect((await verifyBookmarks(store)).log).toMatchObject({
      ok: true,
      sound: 7,
      head: { count: 7, hash: records[6]!.hash },
    });
  });

  test('stores the count and digest of many references, and a bounded part of the client data', async () => {
    const store = await openStore();
    await store.create('a', { remoteAddress: null, requestId: 'x'.repeat(1e6) });
    await store.add('a', [{ source: 's', ids: Uint32Array.from({ length: 1000 }, (_, i) => i) }], nobody);
    const [create, add] = await logOf(store);
    expect(create!.requestId).toHaveLength(200);
    expect(add).toMatchObject({ references: 1000, changed: 1000 });
    expect(add).not.toHaveProperty('items');
  });

  test.each([1, 3, 5])('reports where the chain breaks when record %i is changed', async (sequence) => {
    await withFiveRecords(async (directory) => {
      for (const change of [
        (entry: StoredRecord) => ({ ...entry, hash: flipped(entry.hash, 0) }),
        (entry: StoredRecord) => ({ ...entry, hash: flipped(entry.hash, 31) }),
        (entry: StoredRecord) => ({ ...entry, text: flipped(entry.text, 20) }),
        (entry: StoredRecord) => ({ ...entry, items: encodePacked([{ source: 's', count: 1, blocks: oneBlock }]) }),
      ]) {
        const hurt = await rewritten(directory, (entries) =>
          entries.map((e, i) => (i === sequence - 1 ? change(e) : e)),
        );
        expect((await verifyBookmarks(hurt)).log).toMatchObject({ ok: false, sound: sequence - 1, brokenAt: sequence });
        expect((await verifyBookmarks(hurt)).ok).toBe(false);
      }
      expect(await verifyBookmarks({ directory })).toMatchObject({ ok: true, log: { ok: true, sound: 5 } });
    });
  });

  test('reports a missing record, also the last', async () => {
    await withFiveRecords(async (directory) => {
      const cut = await rewritten(directory, (entries) => entries.slice(0, 4));
      expect((await verifyBookmarks(cut)).log).toMatchObject({
        ok: false,
        brokenAt: 5,
        reason: expect.stringContaining('counts 5'),
      });
      const holed = await rewritten(directory, (entries) => entries.filter((_, i) => i !== 1));
      expect((await verifyBookmarks(holed)).log).toMatchObject({ ok: false, brokenAt: 2 });
    });
  });

  test('detects a record that was replaced together with its hash, at the next one', async () => {
    await withFiveRecords(async (directory) => {
      const forged = await rewritten(directory, (entries) => {
        const text = Buffer.from(entries[2]!.text.toString().replace('"c"', '"x"'));
        const hash = createHash('sha256').update(entries[1]!.hash).update(text).digest();
        return entries.map((entry, i) => (i === 2 ? { ...entry, text, hash } : entry));
      });
      expect((await verifyBookmarks(forged)).log).toMatchObject({ ok: false, brokenAt: 4 });
    });
  });
});

function occurrences(bytes: Buffer, needle: string | Buffer): number[] {
  const found: number[] = [];
  for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + 1)) found.push(at);
  expect(found).not.toEqual([]);
  return found;
}

describe('verifyBookmarks', () => {
  test('finds changed bytes, and opening the store refuses them', async () => {
    await withFiveRecords(async (directory) => {
      const whole = readFileSync(join(directory, DATA_FILE));
      const hurt = join(directory, 'hurt');
      // In meta pages, and wherever there is a copy of the record, because LMDB keeps pages that are no longer used.
      const places = [[0], [24], [48], [152], [4096], [4096 + 24], [4096 + 152]];
      for (const needle of ['"sequence":1,', '"sequence":5,']) places.push(occurrences(whole, needle));
      for (const place of places) {
        mkdirSync(hurt);
        const bytes = place.reduce(flipped, whole);
        writeFileSync(join(hurt, DATA_FILE), bytes);
        expect([place, (await verifyBookmarks({ directory: hurt })).ok]).toEqual([place, false]);
        await expect(openBookmarkStore(hurt)).rejects.toMatchObject({ code: 'DATA_DIR_UNUSABLE' });
        expectSameBytes(readFileSync(join(hurt, DATA_FILE)), bytes, 'the refused store');
        rmSync(hurt, { recursive: true });
      }
    });
  });

  test('finds members, names and sources that do not follow from the log, or are missing', async () => {
    const directory = storeDir();
    const store = await openBookmarkStore(directory);
    await store.create('a', someone);
    await store.add('a', [{ source: 's', ids: ids(3, 5) }], someone);
    await store.close();
    const changes: [string, (file: StoreFile) => void][] = [
      ['a block more', (file) => file.put('sets', Buffer.from('00000001000000000001', 'hex'), Buffer.of(0, 1))],
      ['another block', (file) => file.put('sets', Buffer.from('00000001000000000000', 'hex'), Buffer.of(0, 1))],
      ['a block less', (file) => file.remove('sets', Buffer.from('00000001000000000000', 'hex'))],
      ['a name more', (file) => file.put('names', Buffer.from('00000002ff', 'hex'), Buffer.of(1))],
      ['a name less', (file) => file.remove('names', Buffer.from('0000000161', 'hex'))],
      ['a source less', (file) => file.remove('sources', Buffer.from('00000000', 'hex'))],
    ];
    for (const [what, change] of changes) {
      const hurt = join(directory, what);
      mkdirSync(hurt);
      cpSync(join(directory, DATA_FILE), join(hurt, DATA_FILE));
      const file = new StoreFile(hurt);
      file.transact(file.head(), () => {
        change(file);
        file.writeHead(file.head(), 0);
      });
      await file.close();
      const { ok, log } = await verifyBookmarks({ directory: hurt });
      expect([what, ok, log.ok]).toEqual([what, false, true]);
    }
  });

  test('a head that counts other entries is refused', async () => {
    await withFiveRecords(async (directory) => {
      const file = new StoreFile(directory);
      const head = file.head();
      file.transact(head, () => {
        file.put('names', Buffer.from('0000000962', 'hex'), Buffer.of(0));
        file.remove('names', Buffer.from('0000000161', 'hex'));
        // As before, but the checksum differs.
        file.writeHead(head, 0);
      });
      const { rows, sum } = file.head();
      expect([rows, sum === head.sum]).toEqual([head.rows, false]);
      await file.close();
      const path = join(directory, DATA_FILE);
      const bytes = readFileSync(path);
      const fd = openSync(path, 'r+');
      for (const at of occurrences(bytes, Buffer.from('0000000962', 'hex'))) writeSync(fd, Buffer.of(1), 0, 1, at + 3);
      closeSync(fd);
      await expect(openBookmarkStore(directory)).rejects.toMatchObject({ code: 'DATA_DIR_UNUSABLE' });
    });
  });

  test('finds an impossible change, and one with a different effect than recorded', async () => {
    await withFiveRecords(async (directory) => {
      const entries = await recordsOf(directory);
      const told = async (text: string) => {
        const hurt = await rewritten(directory, () =>
          chained([...entries.slice(0, 4).map(({ text: t }) => t.toString()), text]),
        );
        const { ok, log, problems } = await verifyBookmarks(hurt);
        expect([ok, log.ok]).toEqual([false, true]);
        return problems.join('; ');
      };
      const base = { ...JSON.parse(entries[4]!.text.toString()), sequence: 5 };
      expect(await told(JSON.stringify({ ...base, bookmark: 'a' }))).toContain('which exists');
      expect(await told(JSON.stringify({ ...base, bookmark: 'x', effect: 'delete', set: 3 }))).toContain(
        'another name',
      );
      expect(await told(JSON.stringify({ ...base, effect: 'add', set: 9 }))).toContain('which does not exist');
      expect(await told(JSON.stringify({ ...base, changed: 7 }))).toContain('7 changed, but 0 did');
      expect(await told(JSON.stringify({ ...base, bookmark: 'e\u0301' }))).toContain(
        'not one that a bookmark can have',
      );
    });
  });
});
