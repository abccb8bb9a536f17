import { beforeEach, describe, expect, test } from '@jest/globals';
import { refs, Service } from '../support/http-service.ts';
import { pause } from '../support/until.ts';

const items = [1, 2, 3, 4].map((id) => ({ id, text: `item ${id}` }));
let service: Service;

beforeEach(async () => {
  service = await Service.start({ cases: { b: items, a: items } });
});

/** A time after everything answered so far, and before everything that follows. */
async function now(): Promise<string> {
  await pause(3);
  const time = new Date().toISOString();
  await pause(3);
  return time;
}

const undo = (seq: unknown) => service.post('/bookmarks/undo', { seq });

describe('a bookmark as of a time', () => {
  test('has the members at that time, even if it was deleted or renamed since', async () => {
    const before = await now();
    await service.post('/bookmarks/x');
    await service.put('/bookmarks/x/add', [...refs('a', 1, 2), ...refs('b', 3)]);
    const full = await now();
    await service.put('/bookmarks/x/remove', refs('a', 1));
    await service.put('/bookmarks/x/rename/y');
    const renamed = await now();
    await service.delete('/bookmarks/y');
    await service.put('/selection/add', refs('a', 4));
    const last = await now();
    const at = async (name: string, time: string) => {
      const { status, json } = await service.get(`/bookmarks/${name}?at=${encodeURIComponent(time)}`);
      return status === 200 ? json.docs : status;
    };
    expect(await at('x', before)).toBe(404);
    expect(await at('x', full)).toEqual([...refs('b', 3), ...refs('a', 1, 2)]);
    expect(await at('x', full.replace('Z', '+00:00'))).toEqual([...refs('b', 3), ...refs('a', 1, 2)]);
    expect(await at('y', full)).toBe(404);
    expect(await at('y', renamed)).toEqual([...refs('b', 3), ...refs('a', 2)]);
    expect(await at('x', renamed)).toBe(404);
    expect(await at('y', last)).toBe(404);
    expect(await at('never', full)).toBe(404);
    expect((await service.get(`/selection?at=${renamed}`)).json).toEqual({ docs: [] });
    expect((await service.get(`/selection?at=${last}`)).json).toEqual({ docs: refs('a', 4) });
  });

  test.each(['', 'yesterday', '2026-13-01', '2026-02-30', '2026-01-01T25:00:00Z', '1772612430', '2026-1-1'])(
    '%j is not a time',
    async (time) => {
      await service.post('/bookmarks/x');
      for (const path of ['/bookmarks/x', '/selection']) {
        const { status, json } = await service.get(`${path}?at=${encodeURIComponent(time)}`);
        expect([path, status, json.status]).toEqual([path, 400, 400]);
        expect(json.error).toContain('is not a time');
      }
    },
  );
});

describe('undoing', () => {
  test('restores deleted, removed and renamed items, and reverts additions and selections', async () => {
    await service.post('/bookmarks/x'); // 1
    await service.put('/bookmarks/x/add', refs('a', 1, 2)); // 2
    await service.put('/bookmarks/x/remove', refs('a', 1)); // 3
    await service.put('/bookmarks/x/rename/y'); // 4
    await service.delete('/bookmarks/y'); // 5
    await service.put('/selection/add', refs('b', 1)); // 6
    const answers = [];
    for (const seq of [5, 4, 3, 2, 6, 11]) {
      const { status, json } = await undo(seq);
      answers.push([status, json]);
    }
    expect(answers).toEqual([
      [200, { kind: 'bookmark', name: 'y', changed: 1, size: 1, seq: 7 }],
      [200, { kind: 'bookmark', name: 'x', changed: 0, size: 1, seq: 8 }],
      [200, { kind: 'bookmark', name: 'x', changed: 1, size: 2, seq: 9 }],
      [200, { kind: 'bookmark', name: 'x', changed: 2, size: 0, seq: 10 }],
      [200, { kind: 'selection', name: null, changed: 1, size: 0, seq: 11 }],
      [200, { kind: 'selection', name: null, changed: 1, size: 1, seq: 12 }],
    ]);
    expect((await service.get('/selection')).json).toEqual({ docs: refs('b', 1) });
  });

  test('is refused with a reason', async () => {
    await service.post('/bookmarks/x');
    await service.delete('/bookmarks/x');
    await service.post('/bookmarks/x');
    expect((await undo(2)).status).toBe(409);
    expect((await undo(2)).json.error).toContain('another bookmark is named "x"');
    expect((await undo(4)).status).toBe(404);
    for (const seq of ['1', 1.5, null, undefined]) expect([seq, (await undo(seq)).status]).toEqual([seq, 400]);
    for (const seq of [0, -1, 1e15]) expect([seq, (await undo(seq)).status]).toEqual([seq, 404]);
  });

  test('does not restrict the names of bookmarks', async () => {
    expect((await service.post('/bookmarks/undo')).json).toEqual({ name: 'undo', changed: 0, size: 0 });
    expect((await service.get('/bookmarks')).json.data).toEqual(['undo']);
    expect((await service.put('/bookmarks/undo/add', refs('a', 1))).json.size).toBe(1);
    expect((await service.get('/bookmarks/undo')).json.docs).toEqual(refs('a', 1));
  });
});

describe('the log', () => {
  test('is newest first, in pages, of all or of one bookmark', async () => {
    await service.post('/bookmarks/x', undefined, { headers: { 'X-Request-Id': 'examiner-7' } });
    await service.put('/bookmarks/x/add', refs('a', 1, 2));
    await service.put('/selection/add', refs('a', 1));
    await service.put('/bookmarks/x/rename/y');
    await undo(2);
    const all = (await service.get('/log')).json;
    expect(all.next).toBe(null);
    expect(
      all.changes.map(({ seq, what, bookmark, items: n }: Record<string, unknown>) => [seq, what, bookmark, n]),
    ).toEqual([
      [5, 'undo', 'y', 2],
      [4, 'rename', 'x', 0],
      [3, 'select', null, 1],
      [2, 'add', 'x', 2],
      [1, 'create', 'x', 0],
    ]);
    expect(all.changes[0].undoes).toBe(2);
    expect(all.changes[1].newName).toBe('y');
    expect(all.changes[4]).toEqual({
      seq: 1,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      what: 'create',
      bookmark: 'x',
      items: 0,
      who: null,
      remote: '127.0.0.1',
      requestId: 'examiner-7',
    });
    const seqs = async (path: string) => {
      const { json } = await service.get(path);
      return [json.changes.map(({ seq }: { seq: number }) => seq), json.next];
    };
    expect(await seqs('/log?limit=2')).toEqual([[5, 4], '4']);
    expect(await seqs('/log?limit=2&after=4')).toEqual([[3, 2], '2']);
    expect(await seqs('/log?limit=2&after=2')).toEqual([[1], null]);
    expect(await seqs('/bookmarks/y/log')).toEqual([[5, 4, 2, 1], null]);
    expect(await seqs('/bookmarks/y/log?limit=3&after=5')).toEqual([[4, 2, 1], null]);
    expect((await service.get('/bookmarks/never/log')).status).toBe(404);
    for (const bad of ['limit=0', 'limit=1001', 'limit=x', 'after=x', 'after=-1', 'other=1']) {
      expect([bad, (await service.get(`/log?${bad}`)).status]).toEqual([bad, 400]);
    }
  });
});
