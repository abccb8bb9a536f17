import { describe, expect, test } from '@jest/globals';
import { refs, Service } from '../support/http-service.ts';

const service = Service.beforeTests({
  cases: {
    beta: [
      { id: 30, properties: { name: 'ação.pdf', type: 'pdf' }, text: 'alpha beta beta' },
      { id: 7, properties: { name: 'b.txt', type: 'txt' }, text: 'alpha' },
      { id: 100, properties: { name: 'dir', treeNode: 'true' }, text: 'alpha' },
    ],
    'al "pha': [
      { id: 0, properties: { name: 'c.txt' }, text: 'gamma alpha' },
      { id: 2147483647, properties: { name: 'd' }, text: 'gamma' },
    ],
  },
});

describe('GET /search', () => {
  test('answers with all hits, sources in listed order, ids ascending', async () => {
    const { status, headers, json } = await service.get('/search?q=alpha');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(json).toEqual({ docs: [...refs('beta', 7, 30), ...refs('al "pha', 0)] });
  });

  test('an empty query means all items, tree nodes aside', async () => {
    const { json } = await service.get('/search?q=');
    expect(json.docs).toEqual([...refs('beta', 7, 30), ...refs('al "pha', 0, 2147483647)]);
  });

  test('searches one source, whose name may contain anything', async () => {
    const { json } = await service.get(`/search?q=gamma&sourceID=${encodeURIComponent('al "pha')}`);
    expect(json).toEqual({ docs: refs('al "pha', 0, 2147483647) });
  });

  test('no hit is an empty list', async () => {
    expect((await service.get('/search?q=nothing')).text).toBe('{"docs":[]}');
  });

  test('plus signs are spaces, and percent-encoded UTF-8 is decoded', async () => {
    expect((await service.get('/search?q=alpha+AND+gamma')).json.docs).toEqual(refs('al "pha', 0));
    expect((await service.get(`/search?q=${encodeURIComponent('name:ação')}`)).json.docs).toEqual(refs('beta', 30));
  });

  test('literal=true takes the query as text, whatever syntax and operator', async () => {
    const found = async (more: string): Promise<unknown> => (await service.get(`/search?${more}`)).json.docs;
    const text = encodeURIComponent('alpha (beta" AND* beta');
    expect((await service.get(`/search?q=${text}`)).status).toBe(400);
    expect(await found(`q=${text}&literal=true`)).toEqual([]);
    const phrase = encodeURIComponent('+alpha) "beta? \\ beta');
    expect(await found(`q=${phrase}&literal=true`)).toEqual(refs('beta', 30));
    expect(await found(`q=${phrase}&literal=true&syntax=iped&defaultOperator=AND`)).toEqual(refs('beta', 30));
    expect((await service.post('/search', { q: '(alpha OR) beta', literal: true })).json.docs).toEqual([]);
    expect(await found('q=alpha+gamma&literal=false')).toHaveLength(4);
    expect(await found('q=+&literal=true')).toHaveLength(4);
    expect(await found('q=c.txt&literal=true&fields=name')).toEqual(refs('al "pha', 0));
    expect((await service.get('/search?q=a&literal=maybe')).status).toBe(400);
    const { json } = await service.get(`/explain?q=${encodeURIComponent('bookmark:"x" (?')}&literal=true`);
    expect(json.ast).toEqual({
      kind: 'phrase',
      field: null,
      pattern: [{ kind: 'text', text: 'bookmark:"x" (?' }],
      slop: 0,
    });
    expect(json.query).toBe('"bookmark:\\"x\\" (\\?"');
  });

  test('a quote with wildcards shows both readings', async () => {
    const { json } = await service.get(`/explain?q=${encodeURIComponent('"bet* beta?"')}&sourceID=beta`);
    const { plan } = json.sources?.[0] ?? json;
    expect(JSON.stringify(plan)).toContain('two readings');
    expect((await service.get(`/search?q=${encodeURIComponent('"beta beta?"')}`)).json.docs).toEqual(refs('beta', 30));
  });

  test('syntax=iped is the language of IPED', async () => {
    const both = (await service.get('/search?q=alpha+gamma')).json;
    expect((await service.get('/search?q=alpha.gamma&syntax=iped')).json).toEqual(both);
    expect((await service.post('/search', { q: 'alpha.gamma', syntax: 'iped' })).json).toEqual(both);
    expect((await service.get('/explain?q=alpha+AND+-gamma&syntax=iped')).json).toMatchObject({
      query: '+alpha -gamma',
    });
    for (const q of ['...', 'a@b', 'id:abc', 'trailing%5C', 'id:x*']) {
      expect([q, (await service.get(`/search?q=${q}&syntax=iped`)).status]).toEqual([q, 400]);
    }
    expect((await service.get('/search?q=a@b&syntax=iped')).json).toMatchObject({
      position: 1,
      suggestion: 'a\\@b',
    });
    expect((await service.get('/search?q=a&syntax=other')).status).toBe(400);
    expect((await service.get('/search?q=a&syntax=iped&defaultOperator=AND')).status).toBe(400);
  });

  test('defaultOperator and fields change the meaning of bare words', async () => {
    expect((await service.get('/search?q=alpha+gamma')).json.docs).toHaveLength(4);
    expect((await service.get('/search?q=alpha+gamma&defaultOperator=AND')).json.docs).toEqual(refs('al "pha', 0));
    expect((await service.get('/search?q=pdf&fields=name,type')).json.docs).toEqual(refs('beta', 30));
  });

  test('limit returns the first, and 0 none', async () => {
    expect((await service.get('/search?q=alpha&limit=2')).json.docs).toEqual(refs('beta', 7, 30));
    expect((await service.get('/search?q=alpha&limit=0')).json.docs).toEqual([]);
  });

  test('sort=relevance is best first over all sources, ties by listed source', async () => {
    const [beta, alpha] = [service.engine('beta'), service.engine('al "pha')];
    beta.ranked = {
      count: 2,
      items: [
        { id: 30, score: 2.5 },
        { id: 7, score: 1 },
      ],
    };
    alpha.ranked = {
      count: 2,
      items: [
        { id: 5, score: 3 },
        { id: 0, score: 1 },
      ],
    };
    const { json } = await service.get('/search?q=alpha&sort=relevance&limit=4');
    expect(json.docs).toEqual([...refs('al "pha', 5), ...refs('beta', 30, 7), ...refs('al "pha', 0)]);
    expect((await service.get('/search?q=alpha&sort=relevance&limit=1')).json.docs).toEqual(refs('al "pha', 5));
    beta.ranked = null;
    alpha.ranked = null;
    expect((await service.get('/search?q=alpha&sort=relevance&limit=2')).json.docs).toHaveLength(2);
  });

  test.each([
    ['/search', 'The query parameter "q" is missing.'],
    ['/search?q=a&q=b', 'given twice'],
    ['/search?q=a&x=1', '"x"'],
    ['/search?q=%zz', '"q"'],
    ['/search?q=%ED%A0%80', '"q"'],
    ['/search?q=a&defaultOperator=and', 'neither AND nor OR'],
    ['/search?q=a&sort=best', '"sort"'],
    ['/search?q=a&sort=relevance', 'limit'],
    ['/search?q=a&sort=relevance&limit=100001', 'limit'],
    ['/search?q=a&limit=-1', '"limit"'],
    ['/search?q=a&limit=x', 'The query parameter "limit" is not a count: write digits alone.'],
    ['/search?q=a&fields=', '"fields"'],
    ['/search?q=a&fields=name,', '"fields"'],
    ['/facets?q=a&facet=', 'The query parameter "facet" is empty.'],
    [`/facets?q=a${'&facet=name'.repeat(101)}`, 'The query parameter "facet" is given more than 100 times.'],
    ['/categories?tree=yes', 'The query parameter "tree" is not one of true, false.'],
    ['/selection?at=noon', 'The parameter "at" is "noon"'],
  ])('%s is 400', async (path, message) => {
    const { status, json } = await service.get(path);
    expect(status).toBe(400);
    expect(json).toEqual({ error: expect.stringContaining(message), status: 400 });
  });

  test('an invalid query gives the position, the expected input, and a suggestion', async () => {
    const { status, json } = await service.get('/search?q=%22alpha');
    expect(status).toBe(400);
    expect(json).toMatchObject({ status: 400, position: 6, suggestion: '"alpha"' });
    expect(json.expected.length).toBeGreaterThan(0);
  });

  test.each([
    ['modified:[01/02/2020 TO 05/02/2020]', 'modified', 'date', 10],
    ['size:[* TO 1MB]', 'size', 'number', 11],
    ['heron OR length:1,000', 'length', 'number', 16],
    ['+heron length:many', 'length', 'number', 14],
    ['modified:(2021-03 OR 2021-02-30)', 'modified', 'date', 21],
    ['created>yesterday', 'created', 'date', 8],
    ['modified:2021*', 'modified', 'date', 9],
    ['id:/[0-9]+/', 'id', 'number', 3],
    ['size:1000~1', 'size', 'number', 5],
  ])('%s is 400: the field cannot hold it', async (q, field, type, position) => {
    for (const path of ['/search', '/explain']) {
      const { status, json } = await service.get(`${path}?q=${encodeURIComponent(q)}`);
      expect([path, status]).toEqual([path, 400]);
      expect(json).toMatchObject({ status: 400, field, type, position });
      expect(json.error).toMatch(/^in the source ".+", .*/);
      // The example in the message works.
      const example = `${field}:${json.example}`;
      expect((await service.get(`${path}?q=${encodeURIComponent(example)}`)).status).toBe(200);
    }
  });

  test.each(['size:*', 'length:"1 MB"', 'modified:2021', 'size:[* TO *]', 'alpha*', 'name:01/02/2020'])(
    '%s is accepted',
    async (q) => {
      expect((await service.get(`/search?q=${encodeURIComponent(q)}`)).status).toBe(200);
    },
  );

  test('a query that cannot run is 400', async () => {
    expect((await service.get('/search?q=/%5B/')).status).toBe(400);
  });

  test('an unknown source is 404 and named', async () => {
    const { status, json } = await service.get('/search?q=a&sourceID=nowhere');
    expect(status).toBe(404);
    expect(json).toEqual({ error: expect.stringContaining('"nowhere"'), status: 404 });
  });

  test('HEAD answers without a body', async () => {
    const { status, bytes } = await service.request('HEAD', '/search?q=alpha');
    expect(status).toBe(200);
    expect(bytes).toHaveLength(0);
    expect((await service.request('HEAD', '/search')).status).toBe(400);
  });
});

describe('POST /search', () => {
  test('answers as GET does', async () => {
    for (const body of [
      { q: 'alpha' },
      { q: '' },
      { q: 'alpha gamma', defaultOperator: 'AND' },
      { q: 'pdf', fields: ['name', 'type'] },
      { q: 'pdf', fields: 'name,type' },
      { q: 'alpha', limit: 1 },
      { q: 'alpha', sourceID: 'beta' },
      { q: 'alpha', sort: 'relevance', limit: 3 },
    ]) {
      const query = new URLSearchParams(
        Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]),
      );
      const posted = await service.post('/search', body);
      expect(posted.status).toBe(200);
      expect(posted.text).toBe((await service.get(`/search?${query}`)).text);
    }
  });

  test('takes a query longer than an address may be', async () => {
    const { status } = await service.post('/search', { q: `alpha ${'x'.repeat(1_200_000)}` });
    expect(status).toBe(400);
    const words = Array.from({ length: 20_000 }, (_, i) => `w${i}`).join(' ');
    expect((await service.post('/search', { q: `${words} alpha` })).json.docs).toHaveLength(3);
  });

  test.each([
    ['no body', undefined],
    ['an array', []],
    ['a number', 1],
    ['null', 'null'],
    ['broken JSON', '{"q":'],
    ['no q', {}],
    ['a q that is not a string', { q: 1 }],
    ['an unknown member', { q: 'a', x: 1 }],
    ['a limit that is no count', { q: 'a', limit: 1.5 }],
  ])('%s is 400', async (_name, body) => {
    const { status, json } = await service.post('/search', body);
    expect(status).toBe(400);
    expect(json.status).toBe(400);
  });

  test.each([
    [{ q: 1 }, '"q" is not text.'],
    [{ q: 'a', limit: '1' }, '"limit" is not a number.'],
    [{ q: 'a', limit: 1.5 }, '"limit" is not an integer.'],
    [{ q: 'a', limit: -1 }, '"limit" is less than 0.'],
    [{ q: 'a', limit: 10_000_000_000 }, '"limit" is more than 9999999999.'],
    [{ q: 'a', fields: 1 }, '"fields" is neither text nor an array of texts.'],
    [{ q: 'a', fields: [1] }, '"fields" is neither text nor an array of texts.'],
    [{ q: 'a', sort: 'best' }, '"sort" is neither id nor relevance.'],
  ])('the member of %j is refused in plain words', async (body, finding) => {
    const { json } = await service.post('/search', body);
    expect(json).toEqual({ error: `The body member ${finding}`, status: 400 });
  });

  test.each([
    ['{"q":"alpha","q":"beta"}', 'q'],
    ['{"q":"alpha","limit":1, "\\u0071" : "beta"}', 'q'],
    ['{"q":"a","__proto__":1,"__proto__":2}', '__proto__'],
  ])('%s is refused, as is a repeated parameter', async (body, name) => {
    const { status, json } = await service.post('/search', body);
    expect([status, json.error]).toEqual([400, `The body has "${name}" twice.`]);
  });

  test('members of different objects, and names in texts, are not duplicates', async () => {
    const facets = [
      { field: 'name', prefix: '{"field":1,"field":2}' },
      { field: 'ext', prefix: '"' },
    ];
    expect((await service.post('/facets', { q: '"q":1,"q":2', facets })).status).toBe(200);
    const twice = '{"facets":[{"field":"name"},{"field":"ext","limit":1,"limit":2}]}';
    expect((await service.post('/facets', twice)).json.error).toBe('The body has "limit" twice.');
  });

  test('a body with the type of a form is 415', async () => {
    const { status, json } = await service.post('/search', 'q=a', {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect(status).toBe(415);
    expect(json.error).toContain('application/json');
  });
});

describe('GET /explain', () => {
  test('answers with canonical form, tree, and an explanation per source', async () => {
    const { status, json } = await service.get('/explain?q=alpha+AND+gamma');
    expect(status).toBe(200);
    expect(json.query).toBe('+alpha +gamma');
    expect(json.ast).toMatchObject({ kind: 'boolean' });
    expect(json.sources.map(({ source, count }: { source: string; count: number }) => [source, count])).toEqual([
      ['beta', 0],
      ['al "pha', 1],
    ]);
  });

  test('has the errors of a search', async () => {
    expect((await service.get('/explain')).status).toBe(400);
    expect((await service.get('/explain?q=(')).json.position).toBe(1);
    expect((await service.get('/explain?q=a&sourceID=no')).status).toBe(404);
    expect((await service.get('/explain?q=a&limit=1')).status).toBe(400);
  });
});
