/** Requests to every endpoint that depends on an engine: `[method, path, body]`. Sources and ids are those of the sample cases. */
export type InterfaceRequest = readonly [method: 'GET' | 'POST', path: string, body?: object];

const QUERIES: readonly string[] = [
  ...[
    'heron',
    'heron OR invoice',
    'heron AND NOT invoice',
    '-heron',
    '*',
    'her*',
    'h?ron',
    '/her[a-z]+/',
    'heorn~',
    'hero~1',
  ],
  ...[
    '"the heron"',
    '"the her*"',
    '"t* h*"',
    '"* heron"',
    '"the * *"~3',
    '"heron the"~4',
    'name:*.jpg',
    'category:*',
    'name:heron*',
  ],
  ...[
    'length>1000',
    'modified>2019',
    'modified:[2018 TO 2021]',
    'content:[h TO i]',
    'name:[a TO f]',
    'category:=""',
    'hash:*',
  ],
  ...[
    '(heron invoice the)@2',
    '+heron invoice -the',
    'bookmark:kept',
    'bookmark:kept AND heron',
    'heron OR bookmark:k*',
    'selected:true',
  ],
  ...[
    'source:usb-stick',
    'NOT bookmark:kept',
    '"t* h*" OR bookmark:kept',
    'heron AND "t* h*"',
    'id:7',
    'parentId:*',
    'no-such-field:x',
  ],
];
const HARD = ['heron', '"t* h*"', 'bookmark:kept OR her*', 'length:*'] as const;
const FIELDS = ['category', 'type', 'name', 'hash', 'source', 'bookmark', 'selected'] as const;

const encoded = (parameters: Readonly<Record<string, string>>): string => String(new URLSearchParams(parameters));

function* searches(): Generator<InterfaceRequest> {
  for (const q of QUERIES) {
    yield ['GET', `/search?${encoded({ q })}`];
    yield ['GET', `/hits?${encoded({ q, limit: '20', sort: 'id', properties: '*' })}`];
    yield ['GET', `/hits?${encoded({ q, limit: '7', offset: '3', sort: 'modified:desc,name:asc' })}`];
    yield ['GET', `/hits?${encoded({ q, limit: '10000', sort: 'relevance', properties: 'none' })}`];
    yield ['GET', `/explain?${encoded({ q })}`];
    // A star matches every word of every text.
    if (q !== '*') yield ['GET', `/findings?${encoded({ q })}`];
    yield ['POST', '/facets', { q, facets: [{ matches: true }] }];
  }
  for (const q of [
    'text:/her\\w+/',
    'her* OR text:/\\b\\d{4}\\b/',
    'heron AND name:text:/^\\w+/',
    'heron NOT text:/\\d{9}/',
  ]) {
    yield ['GET', `/hits?${encoded({ q, limit: '20', sort: 'id', properties: 'none' })}`];
    yield ['GET', `/findings?${encoded({ q })}`];
    yield ['GET', `/findings?${encoded({ q, group: 'text' })}`];
    yield ['POST', '/facets', { q, facets: [{ matches: true }] }];
  }
  yield ['GET', `/search?${encoded({ q: 'heron', sourceID: 'seized-laptop' })}`];
  yield ['GET', `/search?${encoded({ q: 'heron AND', sourceID: 'seized-laptop' })}`];
  for (const q of [
    'length:yesterday',
    'lenght:5',
    'category:imag',
    'heron and invoice',
    'modified:>x',
    '/.*[abc].{18}/',
    'heron^',
  ]) {
    yield ['GET', `/hits?${encoded({ q, sourceID: 'seized-laptop' })}`];
    yield ['GET', `/explain?${encoded({ q, sourceID: 'seized-laptop' })}`];
  }
  for (const q of [
    'herom~0.5',
    'heron~',
    'name:hero~0.6',
    'her* AND name:[a TO z]',
    '"the heron"~2',
    'length:[1 TO 5000]',
  ]) {
    yield ['GET', `/hits?${encoded({ q, syntax: 'iped', limit: '100' })}`];
    yield ['GET', `/findings?${encoded({ q, syntax: 'iped' })}`];
    yield ['POST', '/facets', { q, syntax: 'iped', facets: [{ matches: true }] }];
  }
}

function* sets(): Generator<InterfaceRequest> {
  for (const q of HARD) {
    for (const expand of ['children', 'parents', 'family', 'duplicates', 'thread'])
      yield ['GET', `/hits?${encoded({ q, expand })}`];
    yield ['POST', '/hits', { q, expand: ['family', 'duplicates'], limit: 5, offset: 2 }];
    for (const field of ['hash', 'category', 'name', 'length']) {
      yield ['GET', `/hits?${encoded({ q, collapse: field, limit: '500', properties: 'none' })}`];
      yield [
        'POST',
        '/hits',
        { q, collapse: field, expand: ['family', 'duplicates'], filter: ['length>100'], limit: 500 },
      ];
      yield ['POST', '/facets', { q, collapse: field, facets: [{ field: 'category' }] }];
    }
    yield ['GET', `/hits?${encoded({ q, bbox: '-20,30,20,60' })}`];
    yield ['POST', '/hits', { q, filter: ['category:=Documents OR category:*', 'length>10'], limit: 100 }];
    yield ['POST', '/hits', { q, filter: ['"t* h*"'], limit: 100, sort: ['length:asc'] }];
    yield ['GET', `/hits?${encoded({ q, snippets: '3', limit: '5' })}`];
    yield ['GET', `/events?${encoded({ q, limit: '20' })}`];
    yield ['GET', `/events?${encoded({ q, order: 'desc', offset: '5', limit: '20', collapse: 'hash' })}`];
    yield ['GET', `/findings?${encoded({ q, group: 'text' })}`];
    for (const format of ['ndjson', 'csv', 'dat']) yield ['GET', `/export?${encoded({ q, format })}`];
    yield ['GET', `/export?${encoded({ q, format: 'zip', files: 'content,text,thumb' })}`];
    yield ['POST', '/certificates', { q }];
    yield ['POST', '/certificates', { q, expand: ['family'], filter: ['length>10'] }];
  }
}

function* facets(): Generator<InterfaceRequest> {
  for (const q of HARD) {
    for (const field of FIELDS) yield ['POST', '/facets', { q, facets: [{ field, limit: 10 }] }];
    const dates = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'auto'];
    yield [
      'POST',
      '/facets',
      { q, facets: dates.map((interval) => ({ field: 'modified', interval, timeZone: 'Europe/Lisbon' })) },
    ];
    yield [
      'POST',
      '/facets',
      {
        q,
        facets: [
          { field: 'length', ranges: [0, 1000, 1e6] },
          { field: 'length', interval: 'log' },
        ],
      },
    ];
    yield [
      'POST',
      '/facets',
      {
        q,
        facets: [
          { place: true, zoom: 4 },
          { events: true, interval: 'year' },
        ],
      },
    ];
    yield [
      'POST',
      '/facets',
      {
        q,
        facets: [
          { field: 'hash', minSources: 2 },
          { field: 'name', prefix: 'i', contains: 'm', order: 'value' },
        ],
      },
    ];
    yield ['POST', '/facets', { q, bbox: '-20,30,20,60', facets: [{ matches: true }, { field: 'type' }] }];
  }
}

function* others(): Generator<InterfaceRequest> {
  yield ['GET', '/fields'];
  yield ['GET', '/sources'];
  yield ['GET', '/categories'];
  yield ['GET', '/categories?tree=true'];
  yield ['GET', '/bookmarks?details=true'];
  for (const field of ['name', 'category', 'type', 'content'])
    yield ['GET', `/suggest?${encoded({ field, prefix: 'he' })}`];
  yield ['GET', `/suggest?${encoded({ prefix: 'her' })}`];
  const queries = [...QUERIES.filter((q) => !q.includes('@')), 'heron', '(x', 'length:x'];
  yield ['POST', '/keywords', { queries }];
  yield ['POST', '/keywords', { queries, within: 'length>100', filter: ['category:*'] }];
  yield ['POST', '/keywords', { queries: HARD, sourceID: ['seized-laptop'], expand: ['duplicates'], collapse: 'hash' }];
  yield ['POST', '/keywords', { queries: HARD, expand: ['family'] }];
  yield [
    'POST',
    '/records',
    {
      docs: [
        { source: 'seized-laptop', id: 24 },
        { source: 'usb-stick', id: 18 },
        { source: 'production', id: 1e6 },
      ],
    },
  ];
  for (const source of ['seized-laptop', 'usb-stick', 'production']) {
    yield ['GET', `/sources/${source}`];
    yield ['GET', `/sources/${source}/tree/root`];
    for (const q of HARD) yield ['GET', `/sources/${source}/tree/root?${encoded({ q })}`];
    for (const id of [2, 5, 24, 38]) {
      for (const part of ['', '/family', '/similar', '/text', '/content', '/view', '/thumb']) {
        yield ['GET', `/sources/${source}/docs/${id}${part}`];
      }
      yield ['GET', `/sources/${source}/docs/${id}/matches?${encoded({ q: 'her* OR the OR name:* OR "t* h*"' })}`];
      yield ['GET', `/sources/${source}/docs/${id}/matches?${encoded({ q: 'herom~ (a AND the)', syntax: 'iped' })}`];
    }
  }
}

export function* interfaceRequests(): Generator<InterfaceRequest> {
  yield* searches();
  yield* sets();
  yield* facets();
  yield* others();
}
