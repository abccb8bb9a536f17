/** Requests over several sources: one order, one count, one place that learns about damage. Every engine is the naive one. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseQuery } from '../../../../grammar/parse.ts';
import { type CombinedRequest, Coordinator } from '../../../../src/search/combined/coordinator.ts';
import { type HitBatch, inKeyOrder } from '../../../../src/search/combined/merged-hits.ts';
import { DamageWatch } from '../../../../src/search/damage-watch.ts';
import type { ItemBatch } from '../../../../src/search/search-answer.ts';
import type { SearchRequest, Sort, SortValue } from '../../../../src/search/search-request.ts';
import type { Target } from '../../../../src/search/target.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { openEmbedded } from '../../../conformance/open-embedded.ts';
import { codeOf } from '../../../conformance/subject.ts';
import { closedAtEnd } from '../../../support/endings.ts';
import type { NaiveItem } from '../../../support/naive/naive-case.ts';
import { NaiveEngine } from '../../../support/naive/naive-engine.ts';

const WHOLE = { want: ['count', 'ids', 'keys'] } as const;
const HERON = parseQuery('heron');
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

const item = (id: number, text: string): NaiveItem => ({ id, parentId: null, properties: [], text });
const herons = (...ids: number[]): NaiveItem[] => ids.map((id) => item(id, 'heron'));

/** An engine that can be made to fail, and records its requests. */
class WatchedEngine extends NaiveEngine {
  fault: Error | null = null;
  readFault: Error | null = null;
  /** The damage for the next search only. */
  faultOnce: Error | null = null;
  readonly asked: SearchRequest[] = [];
  signal: AbortSignal | undefined;

  override async search(request: SearchRequest, signal?: AbortSignal) {
    this.asked.push(request);
    this.signal = signal;
    const fault = this.faultOnce ?? this.fault;
    this.faultOnce = null;
    if (fault instanceof AppError && fault.code === 'INDEX_CORRUPT') {
      return request.sources.map(() => ({ kind: 'damaged' as const, fault }));
    }
    if (fault !== null) throw fault;
    const outcomes = await super.search(request, signal);
    return outcomes.map((outcome) => {
      if (outcome.kind !== 'value' || outcome.value.items === null) return outcome;
      return { ...outcome, value: { ...outcome.value, items: this.#read(outcome.value.items) } };
    });
  }

  async *#read(items: AsyncIterable<ItemBatch>): AsyncGenerator<ItemBatch> {
    yield* items;
    if (this.readFault !== null) throw this.readFault;
  }
}

/** Sources `id` on engines; `id@name` if the engine has another name for it. */
function targetsOf(engines: readonly (readonly [WatchedEngine, readonly string[]])[]): Target[] {
  return engines.flatMap(([engine, ids]) =>
    ids.map((both) => {
      const [id, name = id] = both.split('@') as [string, string?];
      return { id, name, engine, items: engine };
    }),
  );
}

function setUp() {
  const first = new WatchedEngine(
    new Map([
      ['a', herons(5, 7)],
      ['c', [item(1, 'heron heron heron'), item(2, 'coot')]],
    ]),
  );
  const second = new WatchedEngine(new Map([['b', herons(1, 6, 9)]]));
  const told: string[] = [];
  const watch = new DamageWatch<Target>((target, fault) => {
    told.push(`${target.id}: ${fault.message}`);
    return fault;
  });
  const [a, c] = targetsOf([[first, ['a', 'c']]]);
  const [b] = targetsOf([[second, ['b']]]);
  return { first, second, told, coordinator: new Coordinator(watch), targets: [a!, b!, c!] };
}

async function shown(hits: AsyncIterable<readonly HitBatch<Target>[]>): Promise<string[]> {
  const all: string[] = [];
  for await (const runs of hits)
    for (const { target, ids } of runs) for (const id of ids) all.push(`${target.id}${id}`);
  return all;
}

describe('the coordinator', () => {
  test('calls each engine once, and keeps the order of the sources', async () => {
    const { coordinator, targets, first, second } = setUp();
    const { count, counts, hits } = await coordinator.search(targets, { ...WHOLE, query: HERON });
    expect(await shown(hits)).toEqual(['a5', 'a7', 'b1', 'b6', 'b9', 'c1']);
    expect([count, counts.map(({ target, count: own }) => [target.id, own])]).toEqual([
      6,
      [
        ['a', 2],
        ['b', 3],
        ['c', 1],
      ],
    ]);
    expect([first.asked.length, second.asked.length]).toEqual([1, 1]);
    expect(first.asked[0]!.sources).toEqual([{ source: 'a' }, { source: 'c' }]);
  });

  test('merges orders by relevance; ties by source, then id', async () => {
    const { coordinator, targets } = setUp();
    const request: CombinedRequest = { want: ['ids'], query: HERON, sort: { by: 'relevance' } };
    const scores = new Map<string, number>();
    const { hits } = await coordinator.search(targets, { ...request, want: ['ids', 'keys'] });
    for await (const runs of hits) {
      for (const { target, ids, keys } of runs)
        for (const [i, id] of ids.entries()) scores.set(`${target.id}${id}`, Number(keys![i]));
    }
    const found = await shown((await coordinator.search(targets, request)).hits);
    const expected = ['a5', 'a7', 'b1', 'b6', 'b9', 'c1'].sort((x, y) => scores.get(y)! - scores.get(x)!);
    expect(found).toEqual(expected);
    expect(new Set(scores.values()).size).toBeGreaterThan(1);
  });

  test.each<[string, Sort]>([
    ['id', { by: 'id' }],
    ['relevance', { by: 'relevance' }],
  ])('gives pages by %s, by offset and behind an item, that together are the whole', async (_name, sort) => {
    const { coordinator, targets } = setUp();
    const request: CombinedRequest = { ...WHOLE, query: HERON, sort };
    const whole = await shown((await coordinator.search(targets, request)).hits);
    for (const limit of [1, 2, 4]) {
      const byOffset: string[] = [];
      for (let offset = 0; offset < whole.length; offset += limit) {
        const { hits, count } = await coordinator.search(targets, { ...request, offset, limit });
        expect(count).toBe(whole.length);
        byOffset.push(...(await shown(hits)));
      }
      expect(byOffset).toEqual(whole);
      const behind: string[] = [];
      let after: CombinedRequest['after'];
      for (;;) {
        const page = { ...request, limit, ...(after === undefined ? {} : { after }) };
        const { hits } = await coordinator.search(targets, page);
        const found: string[] = [];
        for await (const runs of hits) {
          for (const { target, ids, keys } of runs) {
            for (const [i, id] of ids.entries()) {
              found.push(`${target.id}${id}`);
              after = { source: target.id, id, key: keys === null ? [] : [Number(keys[i])] };
            }
          }
        }
        if (found.length === 0) break;
        behind.push(...found);
      }
      expect(behind).toEqual(whole);
    }
  });

  test('refuses a position in a source that is not requested, and both offset and position', async () => {
    const { coordinator, targets } = setUp();
    const after = { source: 'z', id: 1, key: [] };
    expect(await codeOf(coordinator.search(targets, { ...WHOLE, query: HERON, after }))).toBe('INVALID_REQUEST');
    const both = { after: { source: 'a', id: 1, key: [] }, offset: 1 };
    expect(await codeOf(coordinator.search(targets, { ...WHOLE, query: HERON, ...both }))).toBe('INVALID_REQUEST');
  });

  test('leaves damaged sources out, and reports them once', async () => {
    const { coordinator, targets, second, told } = setUp();
    second.fault = new AppError('INDEX_CORRUPT', 'block 7');
    const { hits, count, damaged } = await coordinator.search(targets, { ...WHOLE, query: HERON });
    expect([count, await shown(hits)]).toEqual([3, ['a5', 'a7', 'c1']]);
    expect(damaged.map(({ target, fault }) => [target.id, fault.message])).toEqual([['b', 'block 7']]);
    expect(told).toEqual(['b: block 7']);
  });

  test('reports damage that appears while items are read, and cuts them off', async () => {
    const { coordinator, targets, second, told } = setUp();
    second.readFault = new AppError('INDEX_CORRUPT', 'block 8');
    const { hits } = await coordinator.search(targets, { ...WHOLE, query: HERON });
    expect(await codeOf(shown(hits))).toBe('INDEX_CORRUPT');
    expect(told).toEqual(['b: block 8']);
  });

  test('throws the error of the first source in order, whichever came first in time', async () => {
    const { coordinator, targets, first, second, told } = setUp();
    first.fault = new AppError('QUERY_INVALID', 'of the first');
    second.fault = new AppError('QUERY_INVALID', 'of the second');
    for (const [sources, message] of [
      [targets, 'of the first'],
      [[...targets].reverse(), 'of the first'],
      [targets.slice(1), 'of the second'],
    ] as const) {
      await expect(coordinator.search(sources, { ...WHOLE, query: HERON })).rejects.toThrow(message);
    }
    expect(told).toEqual([]);
  });

  test('cancels every engine when its signal fires', async () => {
    const { coordinator, targets, first, second } = setUp();
    const controller = new AbortController();
    const answer = codeOf(coordinator.search(targets, { ...WHOLE, query: HERON }, controller.signal));
    controller.abort(new AppError('DEADLINE', 'over'));
    expect(await answer).toBe('DEADLINE');
    expect([first.signal?.aborted, second.signal?.aborted]).toEqual([true, true]);
  });

  test('abandons the counts of every facet, including unread ones, when one is refused', async () => {
    const { coordinator, targets, first } = setUp();
    const closed: number[] = [];
    async function* counts(i: number) {
      try {
        yield [{ key: 'k', items: 1, spellings: [] }];
        yield [{ key: 'l', items: 1, spellings: [] }];
      } finally {
        closed.push(i);
      }
    }
    const facets = [0, 1, 2].map((i) => ({ items: 2, distinct: 2, sum: 2, counts: counts(i) }));
    first.search = async () => [{ kind: 'value', value: { count: 2, items: null, records: [], facets } }];
    const facet = { kind: 'values', field: 'f' } as const;
    const request = { query: HERON, want: ['count'], facets: [facet, facet, facet] } as const;
    const onFacet = () => Promise.reject(new Error('no more'));
    await expect(coordinator.search([targets[0]!], request, undefined, { onFacet })).rejects.toThrow('no more');
    expect(closed.sort()).toEqual([0, 1, 2]);
  });

  test('gives each source its own part of a set, even two sources on one index', async () => {
    const { coordinator, first } = setUp();
    const targets = targetsOf([[first, ['x@a', 'y@a', 'z@c']]]);
    const items = new Map([
      ['x', Uint32Array.of(5)],
      ['y', Uint32Array.of(7)],
    ]);
    const query = { kind: 'set', name: 'kept' } as const;
    const { hits } = await coordinator.search(targets, { ...WHOLE, query, sets: [{ name: 'kept', items }] });
    expect(await shown(hits)).toEqual(['x5', 'y7']);
  });

  test('keeps one item per value over several engines, like one engine over all of the sources', async () => {
    const value = fc.constantFrom('A', 'a', 'b', 'B', 'c');
    const own = fc.array(fc.tuple(fc.array(value, { maxLength: 2 }), fc.boolean()), { maxLength: 6 });
    const four = fc.tuple(own, own, own, own);
    const [drawn] = fc.sample(four, { numRuns: 1, seed: SEED });
    const sources = drawn!.map((items, n) => {
      const all = items.map(([hashes, isHeron], id) => ({
        ...item(id, isHeron ? 'heron' : 'coot'),
        properties: [['hash', hashes] as const],
      }));
      return [`s${n}`, all] as const;
    });
    // The first and the third are of the embedded engine.
    const embedded = closedAtEnd(await openEmbedded(new Map([sources[0]!, sources[2]!])));
    const naive = new NaiveEngine(new Map([sources[1]!, sources[3]!]));
    const alone = new NaiveEngine(new Map(sources));
    const targets = (pick: (n: number) => Pick<Target, 'engine' | 'items'>): Target[] =>
      sources.map(([id], n) => ({ id, name: id, ...pick(n) }));
    const several = targets((n) => (n % 2 === 0 ? embedded : { engine: naive, items: naive }));
    const one = targets(() => ({ engine: alone, items: alone }));
    const coordinator = new Coordinator<Target>(new DamageWatch((_, fault) => fault));
    for (const more of [{}, { expand: ['duplicates'] }, { filters: [parseQuery('coot')] }] as const) {
      for (const query of [HERON, parseQuery('*')]) {
        const request = { ...WHOLE, query, collapse: 'hash', ...more };
        const found = await shown((await coordinator.search(several, request)).hits);
        expect(found).toEqual(await shown((await coordinator.search(one, request)).hits));
      }
    }
  });

  test('finds duplicates over several engines, which exchange the hashes of their items', async () => {
    const hashed = (id: number, hash: string, text: string): NaiveItem => ({
      ...item(id, text),
      properties: [['hash', [hash]]],
    });
    const first = new WatchedEngine(new Map([['a', [hashed(1, 'AA', 'heron'), hashed(2, 'bb', 'coot')]]]));
    const second = new WatchedEngine(new Map([['b', [hashed(3, 'aa', 'coot'), hashed(4, 'cc', 'coot')]]]));
    const coordinator = new Coordinator<Target>(new DamageWatch((_, fault) => fault));
    const targets = [...targetsOf([[first, ['a']]]), ...targetsOf([[second, ['b']]])];
    const request = { ...WHOLE, query: HERON, expand: ['duplicates'] } as const;
    expect(await shown((await coordinator.search(targets, request)).hits)).toEqual(['a1', 'b3']);
    const { count } = await coordinator.search(targets, { ...request, filters: [parseQuery('coot')] });
    expect(count).toBe(1);
    // If the hashes of one cannot be read, their hits elsewhere are unknown.
    first.faultOnce = new AppError('INDEX_CORRUPT', 'block 7');
    expect(await codeOf(coordinator.search(targets, request))).toBe('INDEX_CORRUPT');
    const collapsed = { ...WHOLE, query: HERON, collapse: 'hash' } as const;
    expect((await coordinator.search(targets, collapsed)).damaged).toEqual([]);
    first.faultOnce = new AppError('INDEX_CORRUPT', 'block 7');
    expect(await codeOf(coordinator.search(targets, collapsed))).toBe('INDEX_CORRUPT');
  });

  test('keeps sets of two sources on one index apart', async () => {
    const embedded = closedAtEnd(await openEmbedded(new Map([['x', herons(1, 2, 3)]])));
    const targets = ['first', 'again'].map((id) => ({ ...embedded, id, name: 'x' }));
    const coordinator = new Coordinator<Target>(new DamageWatch((_, fault) => fault));
    const items = new Map([
      ['first', Uint32Array.of(1)],
      ['again', Uint32Array.of(2, 3)],
    ]);
    const query = { kind: 'set', name: 'kept' } as const;
    const sets = [{ name: 'kept', items, version: '1' }];
    const { hits } = await coordinator.search(targets, { ...WHOLE, query, sets, isKept: true });
    expect(await shown(hits)).toEqual(['first1', 'again2', 'again3']);
  });

  test('compares values of all sources, even of two sources on one index', async () => {
    const hashed = (id: number, hash: string, text: string): NaiveItem => ({
      ...item(id, text),
      properties: [['hash', [hash]]],
    });
    const x = [hashed(1, 'aa', 'heron'), hashed(2, 'bb', 'coot')];
    const y = [hashed(3, 'bb', 'heron'), hashed(4, 'cc', 'heron')];
    const embedded = closedAtEnd(
      await openEmbedded(
        new Map([
          ['x', x],
          ['y', y],
        ]),
      ),
    );
    const shared = [
      ['first', 'x'],
      ['second', 'y'],
      ['again', 'x'],
    ].map(([id, name]) => ({ ...embedded, id: id!, name: name! }));
    const apart = new WatchedEngine(
      new Map([
        ['first', x],
        ['second', y],
        ['again', x],
      ]),
    );
    const coordinator = new Coordinator<Target>(new DamageWatch((_, fault) => fault));
    for (const more of [
      { collapse: 'hash' },
      { expand: ['duplicates'] },
      { expand: ['duplicates'], collapse: 'hash' },
    ] as const) {
      const request = { ...WHOLE, query: HERON, ...more };
      const targets = targetsOf([[apart, ['first', 'second', 'again']]]);
      const expected = await shown((await coordinator.search(targets, request)).hits);
      expect(await shown((await coordinator.search(shared, request)).hits)).toEqual(expected);
    }
  });

  test('answers without any source', async () => {
    const { coordinator } = setUp();
    for (const sort of [{ by: 'id' }, { by: 'relevance' }] as const) {
      const { count, hits } = await coordinator.search([], { ...WHOLE, query: HERON, sort });
      expect([count, await shown(hits)]).toEqual([0, []]);
    }
  });
});

describe('orders by fields', () => {
  const value = fc.oneof(
    fc.integer({ min: 0, max: 4 }),
    fc.constantFrom('a', 'b', '\u{1f426}', '\uffee'),
    fc.constant(null),
  );
  const row = fc.tuple(value, value);
  const directions = fc.tuple(
    fc.constantFrom('asc' as const, 'desc' as const),
    fc.constantFrom('asc' as const, 'desc' as const),
  );

  test('are merged: numbers before texts, missing values last in both directions', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(row, { maxLength: 20 }), { maxLength: 4 }),
        directions,
        async (sources, both) => {
          const compare = (a: Row, b: Row) =>
            compareValues(a.row[0], b.row[0], both[0]) ||
            compareValues(a.row[1], b.row[1], both[1]) ||
            a.source - b.source ||
            a.id - b.id;
          const rows = sources.map((own, source) => own.map((one, id) => ({ row: one, source, id })).sort(compare));
          const keys = both.map((direction, i) => ({ field: `f${i}`, direction }));
          const items = rows.map((own, target) => ({ target, items: batchesOf(own) }));
          const found: string[] = [];
          for await (const runs of inKeyOrder(items, { by: 'fields', keys })) {
            for (const { target, ids } of runs) for (const id of ids) found.push(`${target}:${id}`);
          }
          const expected = rows.flat().sort(compare);
          expect(found).toEqual(expected.map(({ source, id }) => `${source}:${id}`));
        },
      ),
    );
  });
});

interface Row {
  readonly row: readonly [SortValue, SortValue];
  readonly source: number;
  readonly id: number;
}

function compareValues(a: SortValue, b: SortValue, direction: 'asc' | 'desc'): number {
  const classOf = (one: SortValue): number =>
    one === null ? 3 : typeof one === 'string' ? 2 : typeof one === 'object' ? 1 : 0;
  if (classOf(a) !== classOf(b)) return classOf(a) - classOf(b);
  if (a === b || a === null || b === null) return 0;
  if (typeof a === 'object' || typeof b === 'object') throw new Error('no moments here');
  const isLess = typeof a === 'number' ? a < Number(b) : (a.codePointAt(0) ?? 0) < (String(b).codePointAt(0) ?? 0);
  return isLess === (direction === 'asc') ? -1 : 1;
}

async function* batchesOf(rows: readonly Row[]): AsyncGenerator<ItemBatch> {
  for (let start = 0; start < rows.length; start += 3) {
    const some = rows.slice(start, start + 3);
    yield { ids: Uint32Array.from(some, ({ id }) => id), keys: some.flatMap(({ row }) => [...row]) };
  }
}
