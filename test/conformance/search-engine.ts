/**
 * What every engine guarantees (src/search/search-engine.ts), on small sources whose answers are obvious. A test calls this
 * with a function that opens its engine. `agreement.ts` in this folder adds random requests.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parseQuery } from '../../grammar/parse.ts';
import { RefusedQueryError } from '../../src/search/refused-query.ts';
import type { RowForm } from '../../src/search/rows.ts';
import type { OutsideSet, SearchRequest, Sort } from '../../src/search/search-request.ts';
import { PLAIN_CSV } from '../../src/shared/cells/table-cells.ts';
import { AppError } from '../../src/shared/errors.ts';
import { answered, hitsOf } from '../support/asked-source.ts';
import type { NaiveItem } from '../support/naive/naive-case.ts';
import { describeHints } from './hints.ts';
import { Asked, codeOf, type OpenSubject } from './subject.ts';

const RELEVANCE: Sort = { by: 'relevance' };

function item(id: number, text: string | null, properties: Readonly<Record<string, string>> = {}): NaiveItem {
  return { id, parentId: null, properties: Object.entries(properties).map(([name, value]) => [name, [value]]), text };
}

/**
 * The sources have many ties, a `rank` that is a number in one source and a text in the other, and a tree node. One source has
 * no items.
 */
export const SOURCES: ReadonlyMap<string, readonly NaiveItem[]> = new Map([
  [
    'laptop',
    [
      ...Array.from({ length: 20 }, (_, i) => item(100 - i * 3, 'heron flies', { rank: String(i), name: `h${i}.txt` })),
      item(3, 'heron heron heron'),
      item(5, 'grebe', { treeNode: 'true' }),
      item(2 ** 31 - 1, 'coot', { category: 'Images' }),
    ],
  ],
  ['usb', [item(3, 'heron'), item(7, 'coot heron', { rank: 'high', category: 'Mail' }), item(9, null, { rank: '10' })]],
  ['empty', []],
]);

const LAPTOP_HERONS = [3, ...Array.from({ length: 20 }, (_, i) => 43 + i * 3)];

export function describeSearchEngine(name: string, open: OpenSubject): void {
  describe(`the engine: ${name}`, () => {
    let asked: Asked;
    beforeAll(async () => {
      asked = new Asked(await open(SOURCES), SOURCES.keys());
    });
    afterAll(() => asked.subject.close());

    describeSources(() => asked);
    describeHints(() => asked);
    describeOrders(() => asked);
    describeNarrowing(() => asked);
    describeGivingUp(() => asked);
    describeItems(() => asked);
    describeEnds(open);
  });
}

function describeSources(get: () => Asked): void {
  test('answers source by source, in the order of the request', async () => {
    const query = parseQuery('heron');
    expect(await get().ids({ query })).toEqual([LAPTOP_HERONS, [3, 7], []]);
    expect(await get().ids({ query, sources: [{ source: 'usb' }, { source: 'laptop' }, { source: 'usb' }] })).toEqual([
      [3, 7],
      LAPTOP_HERONS,
      [3, 7],
    ]);
    expect(await get().counts({ query })).toEqual([21, 2, 0]);
    expect(await get().ids({ query, sources: [] })).toEqual([]);
  });

  test('ignores sources that are not visible', async () => {
    expect(await get().ids({ query: parseQuery('coot'), sources: [{ source: 'usb' }] })).toEqual([[7]]);
  });

  test('uses the type of a field in each source', async () => {
    expect(await get().ids({ query: parseQuery('rank:[10 TO 11]') })).toEqual([[67, 70], [9], []]);
    expect(await get().ids({ query: parseQuery('rank:[1 TO 2]') })).toEqual([[94, 97], [9], []]);
  });

  test('searches the default fields, the text by default', async () => {
    const query = parseQuery('images');
    expect(await get().ids({ query })).toEqual([[], [], []]);
    expect(await get().ids({ query, defaultFields: ['content', 'category'] })).toEqual([[2 ** 31 - 1], [], []]);
  });

  test('finds no tree node', async () => {
    expect(await get().ids({ query: parseQuery('grebe OR treeNode:true') })).toEqual([[], [], []]);
  });

  test('returns the requested parts and nothing else', async () => {
    const query = parseQuery('heron');
    const [count] = await get().answers({ query, want: ['count'] });
    expect(count).toMatchObject({ count: 21, items: null, facets: [] });
    const [ids] = await get().answers({ query, want: ['ids'], sort: RELEVANCE });
    expect(ids?.count).toBeNull();
    for await (const { keys } of ids?.items ?? []) expect(keys).toBeNull();
    const [nothing] = await get().answers({ query, want: [] });
    expect(nothing).toEqual({ count: null, items: null, facets: [] });
  });

  test('lists fields and values of each source', async () => {
    const { engine } = get().subject;
    const fields = (await engine.fields(['usb', 'laptop'])).map(answered);
    const rank = fields.map((some) => some.find((field) => field.name === 'rank'));
    expect(rank).toEqual([
      { name: 'rank', type: 'text', items: 2, sorts: true, counts: true },
      { name: 'rank', type: 'number', items: 20, sorts: true, counts: true },
    ]);
    const [names] = fields.map((some) => some.map((field) => field.name));
    expect(names).toEqual([...names!].sort());
    const values = (await engine.fieldValues('category', ['laptop', 'usb', 'empty'])).map(answered);
    expect(values).toEqual([
      { isComplete: true, values: [{ value: 'Images', items: 1 }] },
      { isComplete: true, values: [{ value: 'Mail', items: 1 }] },
      { isComplete: true, values: [] },
    ]);
  });

  test('takes a query as text, and reports everything wrong with it', async () => {
    const query = { kind: 'unparsed', text: 'heron river', defaultOperator: 'AND' } as const;
    const parsed = parseQuery(query.text, query);
    expect(await get().hits({ query })).toEqual(await get().hits({ query: parsed }));
    const [outcome] = await get().subject.engine.explain(get().request({ query, want: [] }));
    const [same] = await get().subject.engine.explain(get().request({ query: parsed, want: [] }));
    const countOf = (one: typeof outcome) => (one?.kind === 'value' ? one.value.count : one);
    expect(countOf(outcome)).toBe(countOf(same));
    const wrong = { ...query, text: 'heron AND (river' };
    const expected = { name: 'QuerySyntaxError', position: 16, expected: expect.arrayContaining(["')'"]) };
    await expect(get().subject.engine.search(get().request({ query: wrong }))).rejects.toMatchObject(expected);
    await expect(get().subject.engine.explain(get().request({ query: wrong }))).rejects.toMatchObject(expected);
  });

  test('explains the query in each source', async () => {
    const outcomes = await get().subject.engine.explain(get().request({ query: parseQuery('heron'), want: [] }));
    expect(outcomes.map(answered).map(({ count, plan }) => [count, plan.count])).toEqual([
      [21, 21],
      [2, 2],
      [0, 0],
    ]);
  });
}

function describeOrders(get: () => Asked): void {
  test('orders by id', async () => {
    const [ids] = await get().ids({ query: parseQuery('*:*') });
    expect(ids).toEqual([...LAPTOP_HERONS, 2 ** 31 - 1]);
  });

  test('orders by relevance, best first, equal scores by id', async () => {
    const [hits] = await get().hits({ query: parseQuery('heron'), sort: RELEVANCE });
    expect(hits!.map(({ id }) => id)).toEqual(LAPTOP_HERONS);
    const scores = hits!.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(new Set(scores.slice(1)).size).toBe(1);
    expect(scores[0]).toBeGreaterThan(scores[1]!);
  });

  test.each<[string, Sort]>([
    ['id', { by: 'id' }],
    ['relevance', RELEVANCE],
  ])('gives pages by %s that together are the whole', async (_name, sort) => {
    const query = parseQuery('heron OR coot');
    const [whole] = await get().hits({ query, sort });
    for (const limit of [1, 4, 50]) {
      const found: number[] = [];
      let after: { key: number[]; id: number } | undefined;
      for (let page = 0; page <= whole!.length; page++) {
        const sources = [{ source: 'laptop', ...(after === undefined ? {} : { after }) }];
        const [answer] = await get().answers({ query, sort, limit, sources });
        // The count is of all hits.
        expect(answer!.count).toBe(whole!.length);
        const hits = await hitsOf(answer!);
        if (hits.length === 0) break;
        found.push(...hits.map(({ id }) => id));
        const last = hits.at(-1)!;
        after = { key: sort.by === 'id' ? [] : [last.score], id: last.id };
      }
      expect([limit, ...found]).toEqual([limit, ...whole!.map(({ id }) => id)]);
    }
  });

  test('starts after a position without an item', async () => {
    const query = parseQuery('heron');
    const behind = (id: number) => ({ query, sources: [{ source: 'laptop', after: { key: [], id } }] });
    expect(await get().ids(behind(-1))).toEqual([LAPTOP_HERONS]);
    expect(await get().ids(behind(44))).toEqual([LAPTOP_HERONS.slice(2)]);
    expect(await get().ids(behind(2 ** 31 - 1))).toEqual([[]]);
  });

  test('skips items at the beginning, before the limit', async () => {
    const byRank: Sort = { by: 'fields', keys: [{ field: 'name', direction: 'desc' }] };
    for (const sort of [{ by: 'id' }, RELEVANCE, byRank] as const) {
      const [whole] = await get().ids({ query: parseQuery('heron'), sort });
      for (const [skip, limit] of [
        [2, 3],
        [20, 5],
        [21, 1],
        [50, 2],
      ] as const) {
        const sources = [{ source: 'laptop', skip }];
        const [page] = await get().ids({ query: parseQuery('heron'), sort, sources, limit, want: ['ids', 'keys'] });
        expect([skip, ...page!]).toEqual([skip, ...whole!.slice(skip, skip + limit)]);
      }
    }
  });

  test('accepts a limit of zero', async () => {
    for (const sort of [{ by: 'id' }, RELEVANCE] as const) {
      const [answer] = await get().answers({ query: parseQuery('heron'), limit: 0, sort });
      expect([answer!.count, await hitsOf(answer!)]).toEqual([21, []]);
    }
  });
}

function describeNarrowing(get: () => Asked): void {
  const set = (name: string, items: Record<string, number[] | 'all'>): OutsideSet => ({
    name,
    items: new Map(Object.entries(items).map(([source, ids]) => [source, ids === 'all' ? ids : Uint32Array.from(ids)])),
  });

  test('returns only items that match every filter', async () => {
    const filters = [parseQuery('rank:[5 TO *]'), parseQuery('name:(h5 h6 h7 txt)'), parseQuery('-name:h6')];
    expect(await get().ids({ query: parseQuery('heron'), filters: filters.slice(0, 1) })).toEqual([
      LAPTOP_HERONS.filter((id) => id > 3 && id <= 85),
      [7],
      [],
    ]);
    const [ids] = await get().ids({ query: parseQuery('flies'), filters });
    expect(ids).toEqual(LAPTOP_HERONS.filter((id) => id > 3 && id <= 85 && id !== 82));
    expect(await get().counts({ query: parseQuery('heron'), filters: [parseQuery('--')] })).toEqual([0, 0, 0]);
  });

  test('scores the same with and without a filter', async () => {
    const query = parseQuery('heron flies');
    const [free] = await get().hits({ query, sort: RELEVANCE });
    const [filtered] = await get().hits({
      query,
      sort: RELEVANCE,
      filters: [parseQuery('heron'), parseQuery('rank:3')],
    });
    expect(filtered!.map(({ id }) => id)).toEqual([91]);
    expect(filtered![0]!.score).toBeCloseTo(free!.find(({ id }) => id === 91)!.score, 9);
  });

  test('supports external sets, anywhere in query and filters', async () => {
    // Unknown ids, and tree nodes, belong to nobody.
    const sets = [
      set('kept', { laptop: [3, 4, 5, 43, 2 ** 31 - 1], usb: [9] }),
      set('usb', { usb: 'all' }),
      set('none', {}),
    ];
    const kept = { kind: 'set', name: 'kept' } as const;
    expect(await get().ids({ query: kept, sets })).toEqual([[3, 43, 2 ** 31 - 1], [9], []]);
    expect(await get().ids({ query: { kind: 'set', name: 'usb' }, sets })).toEqual([[], [3, 7, 9], []]);
    expect(await get().ids({ query: { kind: 'set', name: 'none' }, sets })).toEqual([[], [], []]);
    expect(await get().ids({ query: parseQuery('heron'), filters: [kept], sets })).toEqual([[3, 43], [], []]);
    const clauses = [
      { occur: 'must', query: parseQuery('heron OR coot') },
      { occur: 'mustNot', query: kept },
    ] as const;
    const query: SearchRequest['query'] = { kind: 'boolean', clauses, minimumMatch: 0 };
    expect(await get().counts({ query, sets })).toEqual([19, 2, 0]);
    expect((await get().hits({ query: kept, sets, sort: RELEVANCE }))[0]).toEqual(
      [3, 43, 2 ** 31 - 1].map((id) => ({ id, score: 1 })),
    );
  });

  test('refuses a set that is not in the request', async () => {
    const query = { kind: 'set', name: 'no such' } as const;
    expect(await codeOf(get().answers({ query }))).toBe('QUERY_INVALID');
    expect(await codeOf(get().answers({ query, sets: [set('other', {})] }))).toBe('QUERY_INVALID');
  });

  test('repeats its answer if a set is cached, and gives another one if its parts differ', async () => {
    const asked = { query: parseQuery('heron'), isKept: true };
    for (let n = 0; n < 2; n++) expect(await get().ids(asked)).toEqual([LAPTOP_HERONS, [3, 7], []]);
    expect(await get().counts({ ...asked, filters: [parseQuery('coot')] })).toEqual([0, 1, 0]);
    const kept = { kind: 'set', name: 'kept' } as const;
    for (const [version, ids] of [
      ['1', [3, 43]],
      ['2', [43]],
      ['2', [43]],
    ] as const) {
      const sets = [{ ...set('kept', { laptop: [...ids] }), version }];
      expect(await get().ids({ ...asked, filters: [kept], sets })).toEqual([ids, [], []]);
    }
    // Without a version, the set is a different one each time.
    for (const ids of [[3], [43]]) {
      expect(await get().ids({ ...asked, filters: [kept], sets: [set('kept', { laptop: ids })] })).toEqual([
        ids,
        [],
        [],
      ]);
    }
  });

  test.each<[string, Partial<SearchRequest>]>([
    ['children', { expand: ['children'] }],
    ['family', { expand: ['family', 'duplicates'] }],
    ['collapsing', { collapse: 'hash' }],
    ['facets', { facets: [{ kind: 'values', field: 'category' }] }],
    ['an order by fields', { sort: { by: 'fields', keys: [{ field: 'rank', direction: 'asc' }] } }],
  ])('does %s or says that it cannot', async (_name, part) => {
    const request = get().request({ query: parseQuery('heron'), ...part });
    const result = await codeOf(get().subject.engine.search(request));
    if (result !== 'UNSUPPORTED')
      expect(result).toMatchObject([{ kind: 'value' }, { kind: 'value' }, { kind: 'value' }]);
  });
}

function describeGivingUp(get: () => Asked): void {
  test('refuses a query that cannot run', async () => {
    expect(await codeOf(get().answers({ query: { kind: 'regexp', field: null, pattern: '(' } }))).toBe('QUERY_INVALID');
  });

  test.each([
    ['heron OR name:/((/', { position: 17 }],
    ['rank:[3 TO many]', { position: 11, source: 'laptop', unfit: { field: 'rank', type: 'number' } }],
    ['NOT id:first', { position: 7, source: 'laptop', unfit: { field: 'id', type: 'number' } }],
  ])('reports the position of the error if %s is wrong, if it has one', async (text, details) => {
    const { engine } = get().subject;
    const query = parseQuery(text);
    const request = { ...get().request({ query, sources: [{ source: 'laptop' }] }), query };
    // Either of them may be refused first.
    const [searched, explained] = await Promise.allSettled([engine.search(request), engine.explain(request)]);
    for (const outcome of [searched, explained]) {
      const fault: unknown = outcome.status === 'rejected' ? outcome.reason : null;
      expect(fault).toMatchObject({ code: 'QUERY_INVALID' });
      if (fault instanceof RefusedQueryError) expect(fault).toMatchObject(details);
    }
  });

  test('refuses a source that it does not have', async () => {
    const { engine, items } = get().subject;
    const request = get().request({ query: parseQuery('heron'), sources: [{ source: 'usb' }, { source: 'nowhere' }] });
    const refused = [
      engine.search(request),
      engine.explain(request),
      engine.fields(['nowhere']),
      engine.fieldValues('category', ['usb', 'nowhere']),
      items.exist('nowhere', Uint32Array.of(3)),
      items.records([{ source: 'nowhere', id: 3 }]),
      items.storedText({ source: 'nowhere', id: 3 }),
    ];
    expect(await Promise.all(refused.map(codeOf))).toEqual(refused.map(() => 'NOT_FOUND'));
  });

  test('stops when the signal fires, with the reason of the signal', async () => {
    const { engine, items } = get().subject;
    const request = get().request({ query: parseQuery('heron') });
    const late = AbortSignal.abort(new AppError('DEADLINE', 'the time is over'));
    for (const [signal, code] of [
      [AbortSignal.abort(), 'CANCELLED'],
      [late, 'DEADLINE'],
    ] as const) {
      const given = [
        engine.search(request, signal),
        engine.explain(request, signal),
        engine.fields(['usb'], signal),
        engine.fieldValues('category', ['usb'], signal),
        items.exist('usb', Uint32Array.of(3), signal),
        items.records([{ source: 'usb', id: 3 }], signal),
        items.storedText({ source: 'usb', id: 3 }, signal),
      ];
      expect(await Promise.all(given.map(codeOf))).toEqual(given.map(() => code));
    }
  });

  test('stops work under way', async () => {
    const sources = Array.from({ length: 5000 }, () => ({ source: 'laptop' }));
    const controller = new AbortController();
    const request = get().request({ query: parseQuery('h* OR /.*o.*/'), sources });
    const answer = codeOf(get().subject.engine.search(request, controller.signal));
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect(await answer).toBe('CANCELLED');
  });

  test('continues after answers that were never read, or not to their end', async () => {
    const query = parseQuery('*:*');
    for (let i = 0; i < 20; i++) {
      const [first, second] = await get().answers({ query });
      for await (const { ids } of first!.items ?? []) {
        expect(ids.length).toBeGreaterThan(0);
        break;
      }
      expect(second!.count).toBe(3);
    }
    expect(await get().counts({ query })).toEqual([22, 3, 0]);
  });

  test('answers many requests at once as it does one after the other', async () => {
    const queries = ['heron', 'coot', 'flies', 'h*', '/.*o.*/', 'heron~1', 'rank:[3 TO 7]', '"heron flies"'].map(
      (text) => parseQuery(text),
    );
    const alone: unknown[] = [];
    for (const query of queries) alone.push(await get().ids({ query }));
    const together = [...queries, ...queries, ...queries].map((query) => get().ids({ query }));
    expect(await Promise.all(together)).toEqual([...alone, ...alone, ...alone]);
  });
}

function describeItems(get: () => Asked): void {
  test('reports which items exist, including tree nodes', async () => {
    const ids = Uint32Array.of(3, 4, 5, 2 ** 31 - 1, 3);
    expect(await get().subject.items.exist('laptop', ids)).toEqual(Uint8Array.of(1, 0, 1, 1, 1));
    expect(await get().subject.items.exist('empty', Uint32Array.of(0))).toEqual(Uint8Array.of(0));
    expect(await get().subject.items.exist('usb', new Uint32Array(0))).toHaveLength(0);
  });

  test('returns records in the order of the references, of several sources', async () => {
    const refs = [
      { source: 'usb', id: 7 },
      { source: 'laptop', id: 4 },
      { source: 'laptop', id: 5 },
      { source: 'usb', id: 7 },
    ];
    const records = await get().subject.items.records(refs);
    expect(records.map((record) => record?.id ?? null)).toEqual([7, null, 5, 7]);
    expect(new Map(records[0]!.properties).get('category')).toEqual(['Mail']);
    expect(records[2]).toMatchObject({ parentId: null, text: 'stored', content: null, thumb: null });
    expect(await get().subject.items.records([])).toEqual([]);
  });

  test('prints rows of items, at least one at a time', async () => {
    const { items } = get().subject;
    const request = {
      source: 'usb',
      label: 'a "stick"',
      ids: Uint32Array.of(7, 9, 3),
      bookmarks: { lists: [[], ['=Sum', 'two']], of: Uint32Array.of(1, 0, 0) },
      notes: null,
      reviewed: null,
      hashsets: null,
    };
    const row = async (form: RowForm): Promise<string> => {
      const { bytes, ends, rest } = await items.rows({ ...request, form });
      expect([ends.length >= 1, ends.at(-1), rest]).toEqual([true, bytes.length, null]);
      return Buffer.from(bytes.subarray(0, ends[0])).toString();
    };
    expect(JSON.parse(await row({ kind: 'json', properties: ['rank'] }))).toEqual({
      source: 'a "stick"',
      id: 7,
      properties: { rank: ['high'] },
      bookmarks: ['=Sum', 'two'],
    });
    const columns = [['category'], ['none'], ['none', 'rank']];
    expect(await row({ kind: 'csv', columns, style: PLAIN_CSV })).toBe(`"a ""stick""",7,,'=Sum; two,Mail,,high\r\n`);
    expect(await row({ kind: 'dat', columns })).toBe('\x14þMailþ\x14þþ\x14þhighþ');
    const unknown = items.rows({ ...request, ids: Uint32Array.of(8), form: { kind: 'json', properties: null } });
    expect(await codeOf(unknown)).toBe('CONFLICT');
    expect(new Set(await items.propertyNames('usb'))).toEqual(new Set(['rank', 'category']));
  });

  test('returns stored texts in pieces', async () => {
    const { items } = get().subject;
    const text = await items.storedText({ source: 'laptop', id: 3 });
    const pieces: Buffer[] = [];
    for await (const piece of text.pieces) pieces.push(Buffer.from(piece));
    expect([text.bytes, Buffer.concat(pieces).toString()]).toEqual([17, 'heron heron heron']);
    expect(await codeOf(items.storedText({ source: 'usb', id: 9 }))).toBe('NOT_FOUND');
    expect(await codeOf(items.storedText({ source: 'usb', id: 10 }))).toBe('NOT_FOUND');
  });
}

function describeEnds(open: OpenSubject): void {
  test('answers nothing after it was closed', async () => {
    const { engine, items, close } = await open(new Map([['a', [item(1, 'heron')]]]));
    const request: SearchRequest = { query: parseQuery('heron'), sources: [{ source: 'a' }], want: ['count'] };
    expect((await engine.search(request)).map(answered)).toMatchObject([{ count: 1 }]);
    await engine.close();
    await engine.close();
    await items.close();
    const refused = [
      engine.search(request),
      engine.explain(request),
      engine.fields(['a']),
      engine.fieldValues('category', ['a']),
      items.exist('a', Uint32Array.of(1)),
      items.records([{ source: 'a', id: 1 }]),
      items.storedText({ source: 'a', id: 1 }),
    ];
    expect(await Promise.all(refused.map(codeOf))).toEqual(refused.map(() => 'SOURCE_UNAVAILABLE'));
    await close();
  });
}
