/** The clients in TypeScript and Python: their types match the current interface, and they get real answers. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import { CaseAccessClient, CaseAccessError, type Hits } from '../../src/client/case-access-client.ts';
import { clientTypes } from '../../src/http/description/client-types.ts';
import { openApiDocument } from '../../src/http/description/openapi.ts';
import { pythonClient } from '../../src/http/description/python-client.ts';
import { routeTable } from '../../src/http/route-table.ts';
import { hasPython } from '../support/has-python.ts';
import { Service } from '../support/http-service.ts';

let client: CaseAccessClient;
const items = [
  { id: 1, properties: { name: 'a.txt', category: 'Mail' }, text: 'heron', content: 'heron' },
  { id: 2, properties: { name: 'b.txt' }, text: 'coot' },
];
const service = Service.beforeTests({ cases: { 'case 1': items, other: items } });
beforeAll(async () => {
  client = new CaseAccessClient({ baseUrl: `http://127.0.0.1:${service.server.port}` });
});

test('its types are generated from the interface: npm run build writes them', () => {
  const text = clientTypes(openApiDocument(routeTable));
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync('src/client/generated/interface.ts', text);
  expect(readFileSync('src/client/generated/interface.ts', 'utf8')).toBe(text);
});

test('sends parameters in path and query, repeated lists, and bodies', async () => {
  const hits: Hits = await client.ask('findHits', { q: 'heron', sourceID: ['other', 'case 1'], limit: 1, sort: 'id' });
  expect([hits.total, hits.hits.map(({ source, id }) => [source, id])]).toEqual([2, [['case 1', 1]]]);
  const next = await client.ask('findHitsByBody', {}, { q: 'heron', sort: ['name:desc'], properties: ['name'] });
  expect(next.hits.map(({ properties }) => properties)).toEqual([{ name: ['a.txt'] }, { name: ['a.txt'] }]);
  const item = await client.ask('getItem', { sourceID: 'case 1', id: 2 });
  expect(item.properties['name']).toEqual(['b.txt']);
  const counted = await client.ask('countFacetsByBody', {}, { facets: [{ field: 'category' }] });
  const [q] = counted.facets[0]!.values.map((value) => value.q!);
  expect((await client.ask('searchItems', { q: q! })).docs).toEqual([
    { source: 'case 1', id: 1 },
    { source: 'other', id: 1 },
  ]);
});

test('changes bookmarks whose names need escapes', async () => {
  const bookmark = 'To do / 100 %?';
  await client.open('createBookmark', { bookmark });
  const change = await client.ask('addToBookmark', { bookmark }, [{ source: 'other', id: 2 }]);
  expect(change).toEqual({ name: bookmark, changed: 1, size: 1 });
  expect((await client.ask('getBookmark', { bookmark })).docs).toEqual([{ source: 'other', id: 2 }]);
});

test('opens binary answers, also in part', async () => {
  const headers = { Range: 'bytes=1-3' };
  const part = await client.open('getContent', { sourceID: 'case 1', id: 1 }, undefined, { headers });
  expect([part.status, await part.text()]).toEqual([206, 'ero']);
  expect(client.address('getThumbnail', { sourceID: 'case 1', id: 1 })).toMatch(/\/sources\/case%201\/docs\/1\/thumb$/);
});

test('returns the lines of an answer, and detects a truncated one', async () => {
  const lines: unknown[] = [];
  for await (const line of client.lines('exportItems', { q: 'heron', format: 'ndjson', properties: 'name' }))
    lines.push(line);
  expect(lines.slice(0, -1)).toMatchObject([
    { source: 'case 1', id: 1 },
    { source: 'other', id: 1 },
  ]);
  expect(lines.at(-1)).toMatchObject({ done: true, items: 2, complete: true });
  // The first line alone is not a complete answer.
  const cutting: typeof fetch = async (...asked) => {
    const whole = await fetch(...asked);
    return new Response(`${(await whole.text()).split('\n')[0]}\n`, { status: whole.status });
  };
  const cut = new CaseAccessClient({ baseUrl: `http://127.0.0.1:${service.server.port}`, fetch: cutting });
  const read = async (): Promise<void> => {
    for await (const _line of cut.lines('exportItems', { q: 'heron', format: 'ndjson' }));
  };
  await expect(read()).rejects.toMatchObject({ message: expect.stringContaining('ended before its last line') });
});

test('throws the error of the service, and stops on request', async () => {
  const fault = await client.ask('searchItems', { q: 'heron AND (coot' }).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(CaseAccessError);
  expect(fault).toMatchObject({ status: 400, details: { position: 15, suggestion: 'heron AND (coot)' } });
  const signal = AbortSignal.abort();
  await expect(client.ask('listSources', {}, undefined, { signal })).rejects.toMatchObject({ name: 'AbortError' });
});

test('follows changes over lost connections, each change once', async () => {
  const cuts = new AbortController();
  const names: string[] = [];
  let connections = 0;
  // Each connection ends after a few pieces, at any position.
  const cutting: typeof fetch = async (...asked) => {
    const whole = await fetch(...asked);
    connections++;
    let pieces = 0;
    const few = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        controller.enqueue(++pieces < 3 ? piece : piece.subarray(0, piece.length >> 1));
        if (pieces === 3) controller.error(new Error('cut'));
      },
    });
    return new Response(whole.body!.pipeThrough(few), { status: whole.status });
  };
  const own = new CaseAccessClient({ baseUrl: `http://127.0.0.1:${service.server.port}`, fetch: cutting });
  await client.ask('createBookmark', { bookmark: 'followed' });
  const start = service.bookmarks.head.count;
  const losses: unknown[] = [];
  const ids = new Set<string | null>();
  const seen: number[] = [];
  const count = 8;
  // Each waits for the previous one, so that each is a piece of its own.
  const changeNext = (): Promise<unknown> => client.ask('createBookmark', { bookmark: `followed ${seen.length}` });
  for await (const event of own.follow({ after: '0', signal: cuts.signal, onLost: (fault) => losses.push(fault) })) {
    names.push(event.name);
    if (event.name !== 'change') continue;
    ids.add(event.id);
    seen.push(event.data.seq);
    if (seen.length === start + count) cuts.abort();
    else if (seen.length >= start) await changeNext();
  }
  expect(seen).toEqual(Array.from({ length: start + count }, (_, i) => i + 1));
  expect(ids.size).toBe(seen.length);
  expect(connections).toBeGreaterThan(2);
  expect(losses.length).toBeGreaterThanOrEqual(connections - 1);
  expect(names.filter((name) => name === 'ready')).toHaveLength(connections);
});

test('does not request changes again if that is useless', async () => {
  const refused = client.follow({ after: 'x'.repeat(100) });
  expect((await refused.next()).value).toMatchObject({ name: 'ready', data: { resumed: false } });
  expect((await refused.next()).value).toMatchObject({ name: 'reload' });
  await refused.return();
  const nowhere = new CaseAccessClient({ baseUrl: `http://127.0.0.1:${service.server.port}/nowhere` });
  await expect(nowhere.follow().next()).rejects.toMatchObject({ status: 404 });
});

/** Prints the answer of the service as one JSON value. */
const PYTHON_PROGRAM = `
import json, sys, typing, case_access
from case_access import CaseAccess, CaseAccessError, lines
client = CaseAccess(sys.argv[1], timeout=60)
bookmark = "by python / 100 %?"
found = {"search": client.search_items(q="heron")["docs"]}
page = client.find_hits(q="heron OR coot", sourceID=["other", "case 1"], limit=1, sort="name:desc")
found["hits"] = [page["total"], [hit["id"] for hit in page["hits"]]]
found["byBody"] = client.find_hits_by_body({"q": "coot", "properties": ["name"]})["hits"][0]["properties"]
found["facets"] = [one["value"] for one in client.count_facets(facet=["category"])["facets"][0]["values"]]
client.create_bookmark(bookmark)
found["change"] = client.add_to_bookmark(bookmark, [{"source": "other", "id": 1}])
found["bookmark"] = client.get_bookmark(bookmark)["docs"]
with client.get_content("case 1", 1, headers={"Range": "bytes=1-3"}) as part:
    found["part"] = [part.status, part.read().decode()]
found["export"] = [line.get("id", line.get("items")) for line in lines(client.export_items(q="heron", format="ndjson"))]
found["findings"] = list(client.list_findings(q="heron"))[-1]["done"]
changes = client.follow_changes(after="0")
found["followed"] = [event["name"] for _, event in zip(range(3), changes)]
changes.close()
done = list(client.follow_changes(after="0", follow="false"))
found["changes"] = [done[0]["name"], [event["data"]["seq"] for event in done[1:]] == list(range(1, len(done)))]
found["errors"] = []
for ask in (lambda: client.search_items(q="heron AND (coot"), lambda: client.get_item("gone", 1)):
    try:
        ask()
    except CaseAccessError as fault:
        found["errors"].append([fault.status, fault.details.get("suggestion"), str(fault) == fault.details["error"]])
body_of = case_access._body
codings = []
case_access._body = lambda answer: (codings.append(answer.headers.get("Content-Encoding")), body_of(answer))[1]
found["described"] = ["/hits" in client.get_open_api()["paths"], codings]
found["methods"] = sum(not name.startswith("_") for name in vars(CaseAccess))
if sys.version_info >= (3, 11):
    # Every type that is named is there.
    case_access.NotRequired = typing.NotRequired
    for one in [*vars(case_access).values(), *vars(CaseAccess).values()]:
        if getattr(one, "__module__", "") == "case_access": typing.get_type_hints(one)
print(json.dumps(found))
`;

(hasPython() || process.env['ALL_TOOLS'] !== undefined ? test : test.skip)(
  'the Python client does the same with the standard library alone (needs python3)',
  async () => {
    writeFileSync(join(service.dir, 'case_access.py'), pythonClient(openApiDocument(routeTable)));
    const args = ['-W', 'error', '-c', PYTHON_PROGRAM, `http://127.0.0.1:${service.server.port}`];
    const env = { ...process.env, PYTHONPATH: service.dir, PYTHONDONTWRITEBYTECODE: '1', no_proxy: '*' };
    const { stdout } = await promisify(execFile)('python3', args, { env });
    expect(JSON.parse(stdout)).toEqual({
      search: [
        { source: 'case 1', id: 1 },
        { source: 'other', id: 1 },
      ],
      hits: [4, [2]],
      byBody: { name: ['b.txt'] },
      facets: ['Mail'],
      change: { name: 'by python / 100 %?', changed: 1, size: 1 },
      bookmark: [{ source: 'other', id: 1 }],
      part: [206, 'ero'],
      export: [1, 1, 2],
      findings: true,
      described: [true, ['gzip']],
      followed: ['ready', 'change', 'change'],
      changes: ['ready', true],
      methods: routeTable.length,
      errors: [
        [400, 'heron AND (coot)', true],
        [404, null, true],
      ],
    });
  },
);
