/** Items that their source no longer has, as clients see them: in TypeScript, in Python, and with the tools for agents. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { CaseAccessClient } from '../../src/client/case-access-client.ts';
import { openApiDocument } from '../../src/http/description/openapi.ts';
import { pythonClient } from '../../src/http/description/python-client.ts';
import { routeTable } from '../../src/http/route-table.ts';
import { hasPython } from '../support/has-python.ts';
import { refs, Service } from '../support/http-service.ts';
import { writeCase } from '../support/tiny-case.ts';
import { asUser, knowing, tokenOf } from '../support/token-users.ts';

const herons = (...ids: number[]) => ids.map((id) => ({ id, text: `heron ${id}` }));
const HINT = 'bookmark:B: 2 items are no longer in "one", so nothing finds them';

let service: Service;
let client: CaseAccessClient;

beforeEach(async () => {
  const access = knowing([
    { name: 'ana', role: 'annotator' },
    { name: 'admin', role: 'administrator' },
  ]);
  service = await Service.start({
    cases: { one: herons(1, 2, 3, 4), other: herons(9) },
    server: (dir) => ({ ...access(dir), allowMarks: true }),
  });
  client = new CaseAccessClient({
    baseUrl: `http://127.0.0.1:${service.server.port}`,
    headers: asUser('ana').headers!,
  });
  await client.ask('createBookmark', { bookmark: 'B' });
  await client.ask('addToBookmark', { bookmark: 'B' }, [...refs('one', 1, 2, 4), ...refs('other', 9)]);
  await client.ask('addToSelection', {}, refs('one', 2, 3));
  await client.ask('addToReviewed', {}, refs('one', 4));
  await writeCase(join(service.dir, 'cases', 'one'), herons(1, 3));
  const { status } = await service.request('POST', '/sources/one/refresh', asUser('admin'));
  expect(status).toBe(200);
});

test('the TypeScript client lists, counts and removes them', async () => {
  expect(await client.ask('getBookmark', { bookmark: 'B', only: 'gone' })).toEqual({
    docs: refs('one', 2, 4),
    gone: 2,
  });
  expect(await client.ask('getSelection', { only: 'gone' })).toEqual({ docs: refs('one', 2), gone: 1 });
  expect(await client.ask('getReviewed', { viewer: 'ana', only: 'gone' })).toEqual({ docs: refs('one', 4), gone: 1 });
  const { details } = await client.ask('listBookmarks', { details: 'true' });
  expect(details).toMatchObject([{ name: 'B', items: 4, gone: 2 }]);
  const { docs } = await client.ask('getBookmark', { bookmark: 'B', only: 'gone' });
  expect(await client.ask('removeFromBookmark', { bookmark: 'B' }, docs)).toMatchObject({ changed: 2, size: 2 });
  expect(await client.ask('getBookmark', { bookmark: 'B', only: 'gone' })).toEqual({ docs: [] });
});

const PYTHON_PROGRAM = `
import json, sys
from case_access import CaseAccess, CaseAccessError
client = CaseAccess(sys.argv[1], token=sys.argv[2], timeout=60)
found = {"bookmark": client.get_bookmark("B", only="gone"), "selection": client.get_selection(only="gone")}
found["reviewed"] = client.get_reviewed("ana", only="gone")
found["details"] = [[one["items"], one.get("gone")] for one in client.list_bookmarks(details="true")["details"]]
found["hints"] = client.find_hits(q="bookmark:B", limit=0)["hints"]
found["explained"] = [one["hints"] for one in client.explain_query(q="bookmark:B")["sources"]]
try:
    client.add_to_bookmark("B", [{"source": "one", "id": 2}])
except CaseAccessError as fault:
    found["refused"] = [fault.status, str(fault)]
found["removed"] = client.remove_from_bookmark("B", found["bookmark"]["docs"])
found["left"] = client.get_bookmark("B", only="gone")
print(json.dumps(found))
`;

(hasPython() || process.env['ALL_TOOLS'] !== undefined ? test : test.skip)(
  'so does the Python client (needs python3)',
  async () => {
    writeFileSync(join(service.dir, 'case_access.py'), pythonClient(openApiDocument(routeTable)));
    const args = ['-W', 'error', '-c', PYTHON_PROGRAM, `http://127.0.0.1:${service.server.port}`, tokenOf('ana')];
    const env = { ...process.env, PYTHONPATH: service.dir, PYTHONDONTWRITEBYTECODE: '1', no_proxy: '*' };
    const { stdout } = await promisify(execFile)('python3', args, { env });
    expect(JSON.parse(stdout)).toEqual({
      bookmark: { docs: refs('one', 2, 4), gone: 2 },
      selection: { docs: refs('one', 2), gone: 1 },
      reviewed: { docs: refs('one', 4), gone: 1 },
      details: [[4, 2]],
      hints: [HINT],
      explained: [[HINT], []],
      refused: [404, 'There is no item 2 in source "one".'],
      removed: { name: 'B', changed: 2, size: 2 },
      left: { docs: [] },
    });
  },
);

let agent: Client | null = null;
afterEach(async () => {
  await agent?.close();
  agent = null;
});

/** Returns the facts of an answer and its lines, or an error. */
async function call(name: string, given: Record<string, unknown>): Promise<unknown> {
  const { content, isError } = await agent!.callTool({ name, arguments: given });
  const { text } = (content as { text: string }[])[0]!;
  if (isError === true) return JSON.parse(text);
  const [head, , ...rest] = text.split('\n');
  return {
    facts: JSON.parse(head!),
    lines: rest
      .slice(0, -1)
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line)),
  };
}

test('an agent gets hints about them, and an error instead of their contents', async () => {
  agent = new Client({ name: 'test', version: '1.0.0' });
  const requestInit = { headers: { Authorization: `Bearer ${tokenOf('ana')}` } };
  await agent.connect(new StreamableHTTPClientTransport(new URL('/mcp', service.server.url), { requestInit }));
  expect(await call('count', { q: 'bookmark:B' })).toMatchObject({ facts: { total: 2, hints: 1, see: 'explain' } });
  expect(await call('search', { q: 'bookmark:B', properties: ['none'] })).toMatchObject({
    facts: { total: 2, hints: 1, see: 'explain' },
    lines: [{ id: 1 }, { id: 9 }],
  });
  // The promised hint is in the explanation of the source that it is about.
  expect(await call('explain', { q: 'bookmark:B' })).toMatchObject({
    lines: [{}, { source: 'one', hints: [HINT] }, { source: 'other', hints: [] }],
  });
  const missing = { error: 'There is no item 2 in source "one".', status: 404 };
  expect(await call('read', { source: 'one', id: 2, what: 'text' })).toEqual(missing);
  expect(await call('mark', { items: refs('one', 2) })).toEqual(missing);
  expect(await call('verify_citations', { draft: '"heron 2" [one/2@0-7]' })).toMatchObject({
    facts: { ok: false },
    lines: [{ finding: 'There is no such item, or it has no text.' }],
  });
});
