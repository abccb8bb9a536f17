import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { BookmarkStore } from '../../../src/bookmarks/bookmark-store.ts';
import { verifyBookmarks } from '../../../src/bookmarks/verify-bookmarks.ts';
import { ids, nobody, withStore } from './temporary-store.ts';

const someone = { remoteAddress: '192.0.2.7', requestId: 'r-1' };

function key(sequence: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(sequence));
  return bytes;
}

async function withFiveRecords(use: (store: BookmarkStore) => void): Promise<void> {
  await withStore(async (store) => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await store.create(name, someone);
    use(store);
  });
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
      expect(store.verifyLog()).toMatchObject({ ok: true, sound: 7, head: { count: 7, hash: records[6]!.hash } });
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
    await withFiveRecords((store) => {
      const log = store.env.table('log');
      for (const at of [0, 31, 32, 60]) {
        const stored = Buffer.from(log.get(key(sequence))!);
        const tampered = Buffer.from(stored);
        tampered[at]! ^= 1;
        store.env.transact(() => log.put(key(sequence), tampered));
        expect(store.verifyLog()).toMatchObject({ ok: false, sound: sequence - 1, brokenAt: sequence });
        expect(verifyBookmarks(store).ok).toBe(false);
        store.env.transact(() => log.put(key(sequence), stored));
      }
      expect(store.verifyLog().ok).toBe(true);
    });
  });

  test('says where a record is missing, also the last', async () => {
    await withFiveRecords((store) => {
      const log = store.env.table('log');
      store.env.transact(() => log.remove(key(5)));
      expect(store.verifyLog()).toMatchObject({ ok: false, brokenAt: 5, reason: expect.stringContaining('counts 5') });
      store.env.transact(() => log.remove(key(2)));
      expect(store.verifyLog()).toMatchObject({ ok: false, brokenAt: 2 });
    });
  });

  test('notices a record that was replaced together with its hash, at the next', async () => {
    await withFiveRecords((store) => {
      const log = store.env.table('log');
      const before = log.get(key(2))!.subarray(0, 32);
      const text = Buffer.from(
        Buffer.from(log.get(key(3))!.subarray(32))
          .toString()
          .replace('"c"', '"x"'),
      );
      const hash = createHash('sha256').update(before).update(text).digest();
      store.env.transact(() => log.put(key(3), Buffer.concat([hash, text])));
      expect(store.verifyLog()).toMatchObject({ ok: false, brokenAt: 4 });
    });
  });
});

describe('verifyBookmarks', () => {
  test('finds a damaged block, a wrong size, a name without a set and an orphan', async () => {
    await withStore(async (store) => {
      await store.create('a', nobody);
      await store.add('a', [{ source: 's', ids: ids(1, 70_000) }], nobody);
      expect(verifyBookmarks(store)).toMatchObject({ ok: true, bookmarks: 1, associations: 2, blocks: 2 });
      const damage = (table: 'blocks' | 'sizes' | 'names', change: (bytes: Buffer) => Buffer) => {
        const at = store.env.table(table).keys()[0]!;
        const stored = store.env.table(table).get(at)!;
        store.env.transact(() => store.env.table(table).put(at, change(Buffer.from(stored))));
        const { ok, problems } = verifyBookmarks(store);
        store.env.transact(() => store.env.table(table).put(at, stored));
        expect(ok).toBe(false);
        return problems.join('; ');
      };
      const flipLast = (bytes: Buffer) => {
        bytes[bytes.length - 1]! ^= 8;
        return bytes;
      };
      expect(damage('blocks', flipLast)).toContain('wrong checksum');
      expect(damage('sizes', flipLast)).toContain('counts 10 members and has 2');
      expect(damage('names', flipLast)).toContain('has no set');
      expect(verifyBookmarks(store).ok).toBe(true);
      store.env.transact(() => store.env.table('names').remove(Buffer.from('a')));
      expect(verifyBookmarks(store).problems.join()).toContain('not there');
    });
  });

  test('a damaged block is an error to its reader, and not a wrong answer', async () => {
    await withStore(async (store) => {
      await store.create('a', nobody);
      await store.add('a', [{ source: 's', ids: ids(1) }], nobody);
      const blocks = store.env.table('blocks');
      store.env.transact(() => blocks.put(blocks.keys()[0]!, Buffer.from('garbage')));
      expect(() => store.members('a')).toThrow(expect.objectContaining({ code: 'DATA_DIR_UNUSABLE' }));
      expect(() => store.bookmarksOf('s', 1)).toThrow(expect.objectContaining({ code: 'DATA_DIR_UNUSABLE' }));
      const change = store.add('a', [{ source: 's', ids: ids(2) }], nobody);
      await expect(change).rejects.toMatchObject({ code: 'DATA_DIR_UNUSABLE' });
      expect(store.log.head().count).toBe(2);
    });
  });
});
