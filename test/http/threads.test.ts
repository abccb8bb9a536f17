/** Threads of mails over two sources. */
import { describe, expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';
import type { TinyItem } from '../support/tiny-case.ts';

const mail = (id: number, properties: Record<string, string>, text = ''): TinyItem => ({
  id,
  properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, [value]])),
  text,
});

/** `b@x` is missing. The third mail refers to no other, the fourth is of another thread, and the fifth is not mail. */
const ONE: readonly TinyItem[] = [
  mail(
    1,
    {
      'Message-ID': '<A@x>',
      'Message-Subject': 'Plan',
      'Communication:From': 'Ada <ada@x>',
      'Communication:To': 'bob@x',
      'Communication:Date': '2021-03-01T10:00:00Z',
    },
    'See you at noon',
  ),
  mail(
    2,
    {
      'Message:Raw-Header:Message-ID': '<c@x>',
      'Message:Raw-Header:References': '<a@x>\n <b@x>',
      'Message-Subject': 'Re: Plan',
      'Communication:From': 'Bob <bob@x>',
      'Communication:To': 'ada@x',
      'Communication:Date': '2021-03-03T10:00:00Z',
    },
    'Fine, at one.',
  ),
  mail(3, { subject: 'AW: Plan', from: 'ada@x', to: 'bob@x', date: '2021-03-04T10:00:00Z' }, 'I am late'),
  mail(4, { 'Message-ID': '<z@x>', 'Message-Subject': 'Other', 'Communication:From': 'cy@x' }),
  mail(5, { name: 'a.txt', thread: 'a property of the case' }),
];
const TWO: readonly TinyItem[] = [
  mail(1, { MESSAGE_ID: 'c@x', REFERENCES: 'a@x b@x', SUBJECT: 'Re: Plan', FROM: 'bob@x', TO: 'ada@x' }),
  mail(
    2,
    {
      'Message-ID': '<d@x>',
      'In-Reply-To': '<c@x>',
      References: '<a@x> <c@x>',
      'Message-Subject': 'Re: Plan',
      'Communication:From': 'ada@x',
      'Communication:To': 'bob@x, cy@x',
      'Communication:Date': '2021-03-05T10:00:00Z',
    },
    'Good!\n\nBob wrote:\n> Fine,\n> at one.',
  ),
];

/** Their threads begin with other mails. The first mail has lost references, and the second refers to a mail in `ONE`. */
const THREE: readonly TinyItem[] = [
  mail(
    1,
    { 'Message-ID': '<f@x>', 'In-Reply-To': '<d@x>', date: '2021-03-07', from: 'Bob Brown <bob@x>', to: 'Ada <ada@x>' },
    'At last',
  ),
  mail(2, { 'Message-ID': '<g@x>', References: '<y@x> <a@x>', date: '2021-03-06' }, 'No'),
];

const service = Service.beforeTests({ cases: { one: ONE, two: TWO, three: THREE } });

const listed = (json: { hits: { source: string; id: number }[] }): string[] =>
  json.hits.map(({ source, id }) => `${source} ${id}`);

describe('GET /sources/{sourceID}/docs/{id}/thread', () => {
  interface Row {
    readonly messageId: string | null;
    readonly depth: number;
    readonly parent: number | null;
    readonly mail: null | {
      readonly source: string;
      readonly id: number;
      readonly isGuess: boolean;
      readonly isInclusive: boolean | null;
      readonly copies: { readonly docs: readonly { source: string; id: number }[] };
    };
  }
  const drawn = ({ messageId, depth, mail: own }: Row): string => {
    const refs = own === null ? [] : [own, ...own.copies.docs];
    const shown = refs.length === 0 ? 'missing' : refs.map(({ source, id }) => `${source} ${id}`).join(' = ');
    const marks = `${own?.isGuess === true ? '?' : ''}${own?.isInclusive === true ? '!' : ''}`;
    return `${' '.repeat(depth)}${messageId} ${shown} ${marks}`.trimEnd();
  };

  test.each([
    ['one', 1],
    ['one', 2],
    ['one', 3],
    ['two', 1],
    ['two', 2],
    ['three', 1],
    ['three', 2],
  ])('reads from top to bottom, whichever mail is requested: %s %d', async (source, id) => {
    const { json } = await service.get(`/sources/${source}/docs/${id}/thread`);
    expect(json.rows.map(drawn)).toEqual([
      'y@x missing',
      ' a@x one 1 !',
      '  b@x missing',
      '   c@x one 2 = two 1',
      '    null one 3 ?!',
      '    d@x two 2 !',
      '     f@x three 1 !',
      '  g@x three 2 !',
    ]);
    expect(json).toMatchObject({ total: 8, mails: 6, missing: 2, next: null, isComplete: true });
    const { mail: own } = json.rows[json.row] as Row;
    expect([own!, ...own!.copies.docs].map((one) => `${one.source} ${one.id}`)).toContain(`${source} ${id}`);
  });

  test('comes in pages', async () => {
    const { json: first } = await service.get('/sources/one/docs/1/thread?limit=2');
    expect([first.rows.length, first.next, first.total]).toEqual([2, 2, 8]);
    const { json: rest } = await service.get('/sources/one/docs/1/thread?offset=2');
    expect(rest.rows.map(({ parent }: Row) => parent)).toEqual([1, 2, 3, 3, 5, 1]);
    expect(rest.next).toBeNull();
  });

  test('shows who wrote to whom', async () => {
    const { json } = await service.get('/sources/two/docs/2/thread?offset=5');
    expect(json.rows[0].mail).toMatchObject({
      subject: 'Re: Plan',
      date: '2021-03-05T10:00:00Z',
      from: { total: 1, values: ['ada@x'] },
      to: { total: 1, values: ['bob@x, cy@x'] },
      cc: { total: 0, values: [] },
    });
  });

  test('of an item that is not a mail, or does not exist, is refused', async () => {
    expect((await service.get('/sources/one/docs/5/thread')).status).toBe(404);
    expect((await service.get('/sources/one/docs/99/thread')).status).toBe(404);
    expect((await service.get('/sources/one/docs/1/thread?limit=1001')).status).toBe(400);
  });
});

describe('GET /people', () => {
  interface Person {
    readonly address: string;
    readonly names: readonly { readonly name: string }[];
    readonly q: { readonly from: string; readonly to: string };
  }
  const find = async (contains: string): Promise<Person> =>
    (await service.get(`/people?contains=${contains}&limit=1`)).json.people[0];

  test('merges by address over all sources, with names and counts', async () => {
    const { json } = await service.get('/people');
    expect(json).toMatchObject({ total: 3, next: null, isComplete: true });
    // In the first source `from` is a property of its own, and means nothing else there.
    expect(json.people).toMatchObject([
      { address: 'ada@x', names: [{ name: 'Ada', items: 1 }], from: 2, to: 1, cc: 0, bcc: 0 },
      { address: 'bob@x', names: [{ name: 'Bob Brown', items: 1 }], from: 1, to: 2 },
      { address: 'cy@x', names: [], from: 0, to: 1 },
    ]);
  });

  test('has queries that find exactly the mails that it counts, both ways', async () => {
    const [ada, bob] = [await find('ADA'), await find('Bob')];
    expect(listed((await service.get(`/hits?q=${encodeURIComponent(ada.q.from)}`)).json)).toEqual(['one 3', 'two 2']);
    const between = `(${ada.q.from} AND (${bob.q.to})) OR (${bob.q.from} AND (${ada.q.to}))`;
    expect(listed((await service.get(`/hits?q=${encodeURIComponent(between)}`)).json)).toEqual([
      'one 3',
      'two 2',
      'three 1',
    ]);
  });

  test('found by name, has the mails that name only the address', async () => {
    expect(await find('brown')).toEqual(await find('bob@x'));
  });

  test('comes in pages, of one source', async () => {
    const { json } = await service.get('/people?sourceID=two&limit=1&offset=1');
    expect([json.people.length, json.total, json.next]).toEqual([1, 3, 2]);
    expect((await service.get('/people?sourceID=none')).status).toBe(404);
    expect((await service.get('/people?limit=1001')).status).toBe(400);
  });
});

describe('the field thread', () => {
  test('is counted', async () => {
    const { json } = await service.get('/facets?q=&facet=thread');
    expect(json.facets[0].values).toEqual([
      { value: 'a@x', items: 5, q: 'thread:=a@x' },
      { value: 'd@x', items: 1, q: 'thread:=d@x' },
      { value: 'y@x', items: 1, q: 'thread:=y@x' },
      { value: 'z@x', items: 1, q: 'thread:=z@x' },
    ]);
  });

  test('adds the mails of a thread in all chosen sources', async () => {
    const { json } = await service.get('/hits?q=Message-Subject:other&expand=thread');
    expect(listed(json)).toEqual(['one 4']);
    const { json: all } = await service.get('/hits?q=to:cy&expand=thread');
    expect([all.total, ...listed(all)]).toEqual([5, 'one 1', 'one 2', 'one 3', 'two 1', 'two 2']);
    expect(listed((await service.get('/hits?q=to:cy&expand=thread&sourceID=two')).json)).toEqual(['two 1', 'two 2']);
    expect(listed((await service.get('/hits?q=name:a.txt&expand=thread')).json)).toEqual(['one 5']);
  });

  test('keeps one mail of each thread', async () => {
    expect(listed((await service.get('/hits?q=&collapse=thread')).json)).toEqual([
      'one 1',
      'one 4',
      'one 5',
      'three 1',
      'three 2',
    ]);
  });

  test.each(['thread:="A@X"', 'thread:a@x', 'thread:"a@x"'])('can be queried by %s', async (q) => {
    const { json } = await service.get(`/hits?q=${encodeURIComponent(q)}`);
    expect(listed(json)).toEqual(['one 1', 'one 2', 'one 3', 'two 1', 'two 2']);
  });

  test('has no wildcards, and reports that', async () => {
    const { status, json } = await service.get('/hits?q=thread:a*');
    expect([status, JSON.stringify(json)]).toEqual([400, expect.stringContaining('thread:=\\"id@example.org\\"')]);
  });

  test('does not clash with a property of the case', async () => {
    expect(listed((await service.get('/hits?q=property%5C:thread:property')).json)).toEqual(['one 5']);
    const { json } = await service.get('/fields');
    const fields = json.fields.filter(({ name }: { name: string }) => name.includes('thread'));
    expect(fields.map(({ name, items }: { name: string; items: number }) => [name, items])).toEqual([
      ['property:thread', 1],
      ['thread', 8],
    ]);
  });
});
