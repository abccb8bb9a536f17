import { ChildProcess } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { EnginePool, type EnginePoolOptions } from '../../../src/processes/engine-pool.ts';
import { ProcessEngine } from '../../../src/processes/process-engine.ts';
import { ProcessItems } from '../../../src/processes/process-items.ts';
import { Coordinator } from '../../../src/search/combined/coordinator.ts';
import { DamageWatch } from '../../../src/search/damage-watch.ts';
import { ItemReader } from '../../../src/search/item-reader.ts';
import type { SearchRequest } from '../../../src/search/search-request.ts';
import type { Target } from '../../../src/search/target.ts';
import type { AppError } from '../../../src/shared/errors.ts';
import { temporaryDir } from '../../support/endings.ts';
import { pause, until } from '../../support/until.ts';
import { type SyntheticDoc, writeIndex } from '../../unit/engine/synthetic-index.ts';

const compiled = (name: string): URL => pathToFileURL(resolve('dist/src/processes', name));
if (!existsSync(compiled('engine-process.js'))) throw new Error('dist/ is missing: npm run build');
const stubborn = pathToFileURL(resolve('test/support/stubborn-engine.mjs'));

const pools: EnginePool[] = [];
const poolOf = (options: Partial<EnginePoolOptions> = {}): EnginePool => {
  const entries = { entry: compiled('engine-process.js'), checkEntry: compiled('index-check-process.js') };
  pools.push(new EnginePool({ processes: 2, ...entries, ...options }));
  return pools.at(-1)!;
};
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

const docsOf = (count: number, word: string): SyntheticDoc[] =>
  Array.from({ length: count }, (_, doc) => ({
    doc,
    text: `${word} all ${doc % 3 === 0 ? 'third' : ''}`,
    fields: { name: [`n${doc}`] },
  }));

const shared = temporaryDir();
beforeAll(async () => {
  await writeIndex(join(shared, 'a'), docsOf(300, 'apple'));
  await writeIndex(join(shared, 'b'), docsOf(70_000, 'berry'));
});

/** Copies of two indexes, one of a few documents, one of two blocks. */
async function withTwo<T>(body: (a: string, b: string) => Promise<T>): Promise<T> {
  const dir = temporaryDir();
  cpSync(shared, dir, { recursive: true });
  return body(join(dir, 'a'), join(dir, 'b'));
}

const request = (q: string, sources: readonly string[], more: Partial<SearchRequest> = {}): SearchRequest => ({
  query: parseQuery(q),
  sources: sources.map((source) => ({ source })),
  want: ['count', 'ids'],
  ...more,
});

async function idsOf(
  engine: ProcessEngine,
  q: string,
  sources: readonly string[],
  signal?: AbortSignal,
): Promise<number[][]> {
  const outcomes = await engine.search(request(q, sources), signal);
  const all: number[][] = [];
  for (const outcome of outcomes) {
    if (outcome.kind !== 'value') throw outcome.fault;
    const ids: number[] = [];
    for await (const batch of outcome.value.items!) ids.push(...batch.ids);
    expect(outcome.value.count).toBe(ids.length);
    all.push(ids);
  }
  return all;
}

const faultOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'answered',
    ({ code, message }) => code ?? message,
  );

/** Resolves with the delays of the timers that end a process during the work. */
async function delaysOfKills(work: () => Promise<void>): Promise<number[]> {
  const { setTimeout } = globalThis;
  const { kill } = ChildProcess.prototype;
  const delays: number[] = [];
  let firing: number | null = null;
  const recorded = (run: () => void, ms: number) =>
    setTimeout(() => {
      firing = ms;
      run();
      firing = null;
    }, ms);
  Object.assign(globalThis, { setTimeout: recorded });
  ChildProcess.prototype.kill = function (signal) {
    if (firing !== null) delays.push(firing);
    return kill.call(this, signal);
  };
  try {
    await work();
  } finally {
    Object.assign(globalThis, { setTimeout });
    ChildProcess.prototype.kill = kill;
  }
  return delays;
}

describe('engine processes', () => {
  test('answer for each source completely, in the order of the request', () =>
    withTwo(async (a, b) => {
      const pool = poolOf();
      expect(await pool.open('a', a)).toMatchObject({ itemCount: 300, searchableCount: 300 });
      await pool.open('b', b);
      const engine = new ProcessEngine(pool);
      const [fromB, fromA] = await idsOf(engine, 'all', ['b', 'a']);
      expect(fromB).toHaveLength(70_000);
      expect(fromB!.every((id, i) => id === i)).toBe(true);
      expect(fromA).toEqual(Array.from({ length: 300 }, (_, i) => i));
      expect(await idsOf(engine, 'apple', ['a', 'b'])).toEqual([fromA, []]);
      const ranked = await engine.search(
        request('third', ['a'], { sort: { by: 'relevance' }, limit: 5, want: ['ids', 'keys'] }),
      );
      const [outcome] = ranked;
      if (outcome?.kind !== 'value') throw new Error('no answer');
      for await (const { ids, keys } of outcome.value.items!) {
        expect([...ids]).toEqual([0, 3, 6, 9, 12]);
        expect(keys).toHaveLength(5);
      }
      expect(await faultOf(engine.search(request('x', ['c'])))).toBe('NOT_FOUND');
      expect(await faultOf(engine.search(request('/(((/', ['a'])))).toBe('QUERY_INVALID');
    }));

  test('that are suspended are ended, and a call without a signal fails in time', () =>
    withTwo(async (a) => {
      const pool = poolOf({ callMsMax: 1000 });
      await pool.open('a', a);
      const stopped = pool.engines.map(({ pid }) => pid);
      for (const pid of stopped) process.kill(pid, 'SIGSTOP');
      const calls = [pool.call(['a'], 'fields', ['a']), pool.call(['a'], 'propertyNames', 'a')];
      expect(await Promise.all(calls.map(faultOf))).toEqual(['DEADLINE', 'DEADLINE']);
      // With a signal there is no limit, because new processes start slowly on a busy machine.
      const { signal } = new AbortController();
      const { result } = await pool.call(['a'], 'exist', { source: 'a', ids: Uint32Array.of(1) }, signal);
      expect([...result]).toEqual([1]);
      expect(pool.engines.some(({ pid }) => stopped.includes(pid))).toBe(false);
    }));

  test('are asked for a set in the process that caches it, and concurrently in turns', () =>
    withTwo(async (a) => {
      const pool = poolOf();
      await pool.open('a', a);
      const asked = (home: string | null) => pool.call(['a'], 'fields', ['a'], undefined, home);
      const apart = await Promise.all([asked('x'), asked('y'), asked('x'), asked('y')]);
      const pids = apart.map(({ channel }) => channel.pid);
      expect([new Set(pids).size, pids[2], pids[3]]).toEqual([2, pids[0], pids[1]]);
      process.kill(pids[0]!, 'SIGKILL');
      const again = await Promise.all([asked('x'), asked('x')]).catch(() => Promise.all([asked('x'), asked('x')]));
      expect(again[0]!.channel.pid).toBe(again[1]!.channel.pid);
    }));

  test('read records, of any size, and texts', async () => {
    const dir = temporaryDir();
    const names = Array.from({ length: 7001 }, (_, i) => [`p${i}`, [`v${i}`]] as const);
    const docs = [
      { doc: 0, text: 'x'.repeat(300_000) },
      { doc: 1, fields: Object.fromEntries(names) },
      { doc: 2, text: '' },
    ];
    await writeIndex(join(dir, 'a'), docs);
    const pool = poolOf();
    await pool.open('a', join(dir, 'a'));
    const items = new ProcessItems(pool);
    const records = await items.records([1, 0, 9, 1].map((id) => ({ source: 'a', id })));
    expect(records.map((record) => record?.properties.length ?? null)).toEqual([7001, 0, null, 7001]);
    expect(records[0]!.properties).toEqual(names);
    const [light] = await items.records([{ source: 'a', id: 1 }], undefined, ['p7', 'nobody']);
    expect(light!.properties).toEqual([['p7', ['v7']]]);
    const { bytes, pieces } = await items.storedText({ source: 'a', id: 0 });
    let read = 0;
    for await (const piece of pieces) read += piece.length;
    expect([bytes, read]).toEqual([300_000, 300_000]);
    expect([...(await items.exist('a', Uint32Array.of(0, 7, 2)))]).toEqual([1, 0, 1]);
  });

  test('return records with a page of one source, as many as are light', () =>
    withTwo(async (a, b) => {
      const pool = poolOf();
      await pool.open('a', a);
      await pool.open('b', b);
      const engine = new ProcessEngine(pool);
      const along = async (count: number, shown: readonly string[] | null = null) => {
        const page = request('all', ['b'], { limit: 3000, recordsAlong: { count, shown } });
        const [outcome] = await engine.search(page);
        if (outcome?.kind !== 'value') throw new Error('no answer');
        return outcome.value.records!.map((record) => record!.id);
      };
      const ids = Array.from({ length: 3000 }, (_, id) => id);
      const [first] = await engine.search(request('all', ['a'], { limit: 5, recordsAlong: { count: 3, shown: null } }));
      const known = await new ProcessItems(pool).records(ids.slice(0, 3).map((id) => ({ source: 'a', id })));
      expect(first).toMatchObject({ kind: 'value', value: { records: known } });
      expect(await along(7)).toEqual(ids.slice(0, 7));
      const [named, nameless] = [await along(3000), await along(3000, ['nobody'])];
      expect(named).toEqual(ids.slice(0, named.length));
      expect(named.length).toBeLessThan(nameless.length);
      expect(nameless.length).toBeLessThan(3000);
    }));

  test('a killed process fails its calls and is replaced, and the others continue', () =>
    withTwo(async (a, b) => {
      const endings: boolean[] = [];
      const pool = poolOf({ entry: stubborn, onEnded: ({ isOrdered }) => endings.push(isOrdered) });
      await pool.open('a', a);
      await pool.open('b', b);
      const engine = new ProcessEngine(pool);
      const before = pool.engines.map(({ pid }) => pid);
      expect(await faultOf(engine.search(request('crash', ['a'])))).toBe('ENGINE_LOST');
      expect(endings).toEqual([false]);
      // The index is sound, so its source stays.
      expect(await idsOf(engine, 'apple', ['a', 'b'])).toEqual([Array.from({ length: 300 }, (_, i) => i), []]);
      await until(() => pool.engines.length === 2);
      expect(pool.engines.map(({ pid }) => pid)).not.toEqual(before);
    }));

  test('one that ends while it answers is an error with the ids of the sources', () =>
    withTwo(async (a, b) => {
      const pool = poolOf({ entry: stubborn, processes: 1 });
      await writeIndex(join(b, 'long'), [{ doc: 0, text: 'apple '.repeat(2_000_000) }]);
      await pool.open('a', a);
      await pool.open('b', join(b, 'long'));
      const [engine, items] = [new ProcessEngine(pool), new ProcessItems(pool)];
      const targets: Target[] = ['a', 'b', 'c'].map((name) => ({ id: `case ${name}`, name, engine, items }));
      const watch = new DamageWatch<Target>((_, fault) => fault);
      const coordinator = new Coordinator(watch);
      const messageOf = (work: Promise<unknown>): Promise<string> => work.then(String, ({ message }) => message);
      const both = targets.slice(0, 2);
      const crash = { ...request('crash', []), want: ['ids'] as const };
      const lost = 'The engine process that ran this search ended (SIGKILL).';
      expect(await messageOf(coordinator.search(both, crash))).toBe(
        `${lost} It was reading "case a", "case b". Ask again.`,
      );
      // The answer has begun, but its rest does not arrive.
      const { pieces } = await new ItemReader(watch).storedText(targets[1]!, 0);
      const readAll = async (): Promise<void> => {
        let isFirst = true;
        for await (const _ of pieces) {
          if (isFirst) process.kill(pool.engines[0]!.pid, 'SIGKILL');
          isFirst = false;
        }
      };
      expect(await messageOf(readAll())).toBe(`${lost} It was reading "case b". Ask again.`);
      // The index was the cause.
      await idsOf(engine, 'apple', ['a']);
      truncateSync(join(a, 'data.mdb'), 4096);
      process.kill(pool.engines[0]!.pid, 'SIGKILL');
      const said = await messageOf(new ItemReader(watch).records(targets[0]!, Uint32Array.of(1)));
      expect(said).toBe(`${lost} The index of "case a" is damaged; the source is out of service. Ask again.`);
    }));

  test('a call that waits for an index that no longer opens in a new process fails, and names it', () =>
    withTwo(async (a) => {
      let reportEnd = (): void => undefined;
      const ended = new Promise<void>((resolve) => {
        reportEnd = resolve;
      });
      const pool = poolOf({ processes: 1, onEnded: () => reportEnd() });
      await pool.open('a', a);
      writeFileSync(join(a, 'data.mdb'), Buffer.alloc(4096));
      process.kill(pool.engines[0]!.pid, 'SIGKILL');
      await ended;
      await expect(pool.call(['a'], 'fields', ['a'])).rejects.toMatchObject({
        code: 'ENGINE_LOST',
        asked: { sources: ['a'], damaged: ['a'] },
      });
    }));

  test('one that does not yield is ended within 100 ms, and other calls are answered all the same', () =>
    withTwo(async (a, b) => {
      const endings: boolean[] = [];
      const pool = poolOf({ entry: stubborn, processes: 1, onEnded: ({ isOrdered }) => endings.push(isOrdered) });
      await pool.open('a', a);
      await pool.open('b', b);
      const engine = new ProcessEngine(pool);
      const leaving = new AbortController();
      const spinning = faultOf(engine.search(request('spin', ['a']), leaving.signal));
      await pause(20);
      const innocent = idsOf(engine, 'apple', ['a']);
      await pause(20);
      const delays = await delaysOfKills(async () => {
        leaving.abort();
        expect(await spinning).toBe('CANCELLED');
        await until(() => endings.length !== 0);
      });
      // A timer ends the process. How soon it fires depends on the machine.
      expect(delays).toHaveLength(1);
      expect(delays[0]).toBeLessThanOrEqual(100);
      expect(endings).toEqual([true]);
      expect(await innocent).toEqual([Array.from({ length: 300 }, (_, i) => i)]);
    }));

  test('an index that ends processes is taken out of service, and no other', () =>
    withTwo(async (a, b) => {
      const damaged: [string, string][] = [];
      const pool = poolOf({ onDamaged: (source, fault: AppError) => damaged.push([source, fault.code]) });
      await pool.open('a', a);
      await pool.open('b', b);
      const engine = new ProcessEngine(pool);
      truncateSync(join(b, 'data.mdb'), 16_384);
      const first = await faultOf(engine.search(request('third AND name:n6*', ['b', 'a'])));
      expect(['ENGINE_LOST', 'answered']).toContain(first);
      // Whatever the first search read, the damage shows once everything was read.
      for (let round = 0; round < 20 && damaged.length === 0; round++) {
        await faultOf(idsOf(engine, `name:n${round}* OR all`, ['b']));
        await faultOf(
          new ProcessItems(pool).records(Array.from({ length: 500 }, (_, id) => ({ source: 'b', id: id * 100 }))),
        );
        await pause(50);
      }
      const outcomes = await engine.search(request('all', ['b', 'a']));
      expect(outcomes.map(({ kind }) => kind)).toEqual(['damaged', 'value']);
      expect(await idsOf(engine, 'apple', ['a'])).toHaveLength(1);
    }));

  test('a dropped index is closed when the last answer from it was read', async () => {
    const dir = temporaryDir();
    const directory = join(dir, 'a');
    await writeIndex(directory, [{ doc: 0, text: 'apple '.repeat(100_000) }]);
    const pool = poolOf({ processes: 1 });
    const items = new ProcessItems(pool);
    await pool.open('a', directory);
    const isMapped = () => readFileSync(`/proc/${pool.engines[0]!.pid}/maps`, 'utf8').includes(directory);
    const untilClosed = async () => {
      await until(() => !isMapped());
    };
    const { pieces } = await items.storedText({ source: 'a', id: 0 });
    const reading = pieces[Symbol.asyncIterator]();
    let read = (await reading.next()).value!.length;
    pool.drop('a');
    expect(await faultOf(items.records([{ source: 'a', id: 0 }]))).toBe('NOT_FOUND');
    expect(isMapped()).toBe(true);
    for (let next = await reading.next(); next.done !== true; next = await reading.next()) read += next.value.length;
    expect(read).toBe(600_000);
    await untilClosed();
    // The same with a reader who stops early.
    await pool.open('a', directory);
    const left = (await items.storedText({ source: 'a', id: 0 })).pieces[Symbol.asyncIterator]();
    await left.next();
    pool.drop('a');
    await left.return?.();
    await untilClosed();
  });

  test('an answer is abandoned if another process refuses the search', async () => {
    const dir = temporaryDir();
    const docs = docsOf(70_000, 'berry');
    const directory = join(dir, 'quick');
    await writeIndex(
      directory,
      docs.map(({ doc, text = '' }) => ({ doc, text })),
    );
    await writeIndex(join(dir, 'refused'), docs);
    const pool = poolOf({ queryMebibytes: 1 });
    await pool.open('quick', directory);
    await pool.open('refused', join(dir, 'refused'));
    const engine = new ProcessEngine(pool);
    const q = 'all OR name:n* NEAR/5 name:n1*';
    const [quick] = await engine.search(request(q, ['quick'], { want: ['ids'] }));
    expect(quick).toMatchObject({ kind: 'value' });
    for await (const _ of (quick as { value: { items: AsyncIterable<unknown> } }).value.items) break;
    const asked = request(q, ['quick', 'refused'], {
      want: ['ids'],
      sort: { by: 'fields', keys: [{ field: 'name', direction: 'desc' }] },
    });
    expect(await faultOf(engine.search(asked))).toBe('QUERY_INVALID');
    pool.drop('quick');
    const isMapped = () =>
      pool.engines.some(({ pid }) => readFileSync(`/proc/${pid}/maps`, 'utf8').includes(directory));
    await until(() => !isMapped());
  });

  test('a new generation under the same name is read after it was opened', async () => {
    const dir = temporaryDir();
    await writeIndex(join(dir, 'one'), docsOf(5, 'apple'));
    await writeIndex(join(dir, 'two'), docsOf(9, 'apple'));
    const pool = poolOf();
    const engine = new ProcessEngine(pool);
    await pool.open('a', join(dir, 'one'));
    expect((await idsOf(engine, 'apple', ['a']))[0]).toHaveLength(5);
    await pool.open('a', join(dir, 'two'));
    expect((await idsOf(engine, 'apple', ['a']))[0]).toHaveLength(9);
    pool.drop('a');
    expect(await faultOf(engine.search(request('apple', ['a'])))).toBe('NOT_FOUND');
    mkdirSync(join(dir, 'broken'));
    copyFileSync(join(dir, 'two', 'data.mdb'), join(dir, 'broken', 'data.mdb'));
    expect(await faultOf(pool.open('a', join(dir, 'broken')))).toBe('INDEX_CORRUPT');
  });
});
