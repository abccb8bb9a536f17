/** The wheel of the Python client: its contents, its pandas frames against a real server, and the notebook. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { openApiDocument } from '../../src/http/description/openapi.ts';
import { pythonClient } from '../../src/http/description/python-client.ts';
import { routeTable } from '../../src/http/route-table.ts';
import { temporaryDir } from '../support/endings.ts';
import { hasPython } from '../support/has-python.ts';
import { Service } from '../support/http-service.ts';

const FOLDER = 'packaging/python';
const isForced = process.env['ALL_TOOLS'] !== undefined;
const pandas = ['python3', '/usr/bin/python3'].find((python) => runs(python, 'from pandas import DataFrame'));
const dir = temporaryDir();
const wheel = join(dir, 'case_access-1.2.3-py3-none-any.whl');

function runs(python: string, program: string): boolean {
  try {
    execFileSync(python, ['-c', program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function makeWheel(folder: string): void {
  writeFileSync(join(dir, 'client.py'), pythonClient(openApiDocument(routeTable)));
  execFileSync('python3', [join(FOLDER, 'make_wheel.py'), join(dir, 'client.py'), '1.2.3', folder]);
}

(hasPython() || isForced ? test : test.skip)('the wheel has types and true checksums, and is reproducible', () => {
  makeWheel(dir);
  const program = `
import base64, hashlib, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
names = archive.namelist()
for line in archive.read(names[-1]).decode().splitlines()[:-1]:
    path, digest, size = line.rsplit(",", 2)
    data = archive.read(path)
    shown = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    assert (digest, size) == (f"sha256={shown}", str(len(data))), path
sys.path.insert(0, sys.argv[1])
import case_access
case_access.CaseAccess
print(" ".join(names))`;
  const names = execFileSync('python3', ['-W', 'error', '-c', program, wheel], { encoding: 'utf8' }).trim().split(' ');
  expect(names).toEqual([
    ...['case_access/__init__.py', 'case_access/frames.py', 'case_access/py.typed'],
    ...['LICENSE', 'METADATA', 'WHEEL', 'RECORD'].map((name) => `case_access-1.2.3.dist-info/${name}`),
  ]);
  mkdirSync(join(dir, 'again'));
  makeWheel(join(dir, 'again'));
  const [first, second] = [wheel, join(dir, 'again/case_access-1.2.3-py3-none-any.whl')].map((path) =>
    readFileSync(path).toString('hex'),
  );
  expect(second).toBe(first);
});

const describeWithPandas =
  pandas !== undefined || isForced
    ? describe
    : (name: string, tests: () => void) => describe.skip(`${name} (needs pandas of Python)`, tests);

describeWithPandas('with pandas', () => {
  let service: Service;
  beforeAll(async () => {
    makeWheel(dir);
    const items = Array.from({ length: 25 }, (_, n) => ({
      id: n + 1,
      properties: { name: `${n}.txt`, category: n < 20 ? 'Mail' : 'Notes', ...(n === 3 ? { to: ['a', 'b'] } : {}) },
      text: 'coot coot',
    }));
    service = await Service.start({ cases: { made: items }, paths: { 'usb-stick': 'data-samples/usb-stick' } });
  });

  const run = async (program: string, url = service.server.url): Promise<unknown> => {
    const env = {
      ...process.env,
      PYTHONPATH: wheel,
      PYTHONDONTWRITEBYTECODE: '1',
      CASE_ACCESS_URL: url,
      no_proxy: '*',
    };
    const { stdout } = await promisify(execFile)(pandas ?? 'python3', ['-c', program], { env });
    return JSON.parse(stdout);
  };

  test('frames have every hit, count and match, whole or in parts', async () => {
    const found = await run(`
import json, os
from case_access import CaseAccess
from case_access.frames import facets_frame, findings_frame, hits_frame
client = CaseAccess(os.environ["CASE_ACCESS_URL"])
hits = hits_frame(client, "coot", ["name", "to"], sourceID="made")
parts = list(hits_frame(client, "coot", ["name", "to"], sourceID="made", rows=10))
facets = facets_frame(client, ["category"], "coot")
texts = findings_frame(client, "coot", group="text")
print(json.dumps({
    "hits": [list(hits.columns), len(hits), hits["id"].sum().item(), str(hits["parentId"].dtype), hits["to"][3]],
    "parts": [len(one) for one in parts],
    "facets": facets[["value", "items"]].values.tolist(),
    "attrs": facets.attrs["facets"],
    "findings": [len(one) for one in findings_frame(client, "coot", rows=20)],
    "texts": texts.values.tolist(),
    "none": [len(hits_frame(client, "zzzzqq")), list(findings_frame(client, "zzzzqq").columns)[:2]],
}))`);
    expect(found).toEqual({
      hits: [['source', 'id', 'parentId', 'bookmarks', 'name', 'to'], 25, 325, 'Int64', ['a', 'b']],
      parts: [10, 10, 5],
      facets: [
        ['Mail', 20],
        ['Notes', 5],
      ],
      attrs: { category: { distinct: 2, missing: 0, other: 0 } },
      findings: [20, 20, 10],
      texts: [['coot', 50, 25, null, null, 0]],
      none: [0, ['source', 'id']],
    });
  });

  test('an incomplete answer raises, unless it is accepted', async () => {
    const broken = await Service.start({
      cases: { made: [{ id: 1, properties: { name: 'a', category: 'Mail' }, text: 'coot' }] },
      paths: { gone: join(dir, 'gone') },
    });
    const found = await run(
      `
import json, os
from case_access import CaseAccess
from case_access.frames import IncompleteError, facets_frame, findings_frame, hits_frame
client = CaseAccess(os.environ["CASE_ACCESS_URL"])
found = []
for ask in (hits_frame, findings_frame, lambda client, q, **more: facets_frame(client, ["category"], q, **more)):
    try:
        ask(client, "coot")
    except IncompleteError as fault:
        found.append(["gone" in str(fault), len(ask(client, "coot", allow_incomplete=True))])
print(json.dumps(found))`,
      broken.server.url,
    );
    expect(found).toEqual([
      [true, 1],
      [true, 1],
      [true, 1],
    ]);
  });

  test('the notebook runs from its first cell to its last', async () => {
    const found = await run(`
import ast, json
cells = json.load(open("${FOLDER}/first-look.ipynb"))["cells"]
names = {}
shown = []
for cell in cells:
    if cell["cell_type"] != "code":
        continue
    tree = ast.parse("".join(cell["source"]))
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    if last is not None:
        shown.append(repr(eval(compile(ast.Expression(last.value), "cell", "eval"), names)))
print(json.dumps([len(shown), len(names["hits"]), len(names["findings"]) > 8, names["lengths"][:2] == [10, 10]]))`);
    expect(found).toEqual([7, 9, true, true]);
  });
});
