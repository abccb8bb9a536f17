/**
 * Sends to our service the requests that were sent to IPED's web API over two of its cases, and compares the answers. Every one
 * is the same, or differs for a known reason. Bookmarks are imported from the cases first.
 *
 *     node test/shared/iped-webapi.mjs
 *
 * $SHARED names the folder (default ../shared).
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareWebApi, webApiTable } from '../support/iped-webapi.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const cases = join(resolve(root, process.env.SHARED ?? '../shared'), 'cases', 'iped');
const main = join(root, 'dist/src/cli/main.js');
const SOURCES = { T: 'tiny', I: 'image' };

if (!existsSync(cases)) console.log(`web API of IPED: skipped: folder missing (${cases})`);
else process.exitCode = (await compare()) === 0 ? 0 : 1;

async function compare() {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'iped-webapi-')));
  const run = (...args) =>
    execFileSync(process.execPath, [main, ...args, '--data', join(directory, 'data')], { stdio: 'pipe' });
  try {
    const sources = join(directory, 'sources.json');
    for (const name of Object.values(SOURCES))
      execFileSync('tar', ['xzf', join(cases, `${name}.tar.gz`), '-C', directory]);
    writeFileSync(
      sources,
      JSON.stringify(Object.entries(SOURCES).map(([id, name]) => ({ id, path: `./${name}/case` }))),
    );
    for (const name of Object.values(SOURCES)) {
      run('index', 'build', join(directory, name, 'case'));
      run('bookmarks', 'import', '--iped', join(directory, name, 'case'), '--sources', sources);
    }
    const lines = readFileSync(join(cases, 'golden', 'webapi', 'responses.jsonl'), 'utf8')
      .trim()
      .split('\n');
    const rows = await withServer(sources, join(directory, 'data'), (ask) => compareWebApi(lines.map(JSON.parse), ask));
    const wrong = rows.flatMap((row) => row.wrong);
    for (const line of wrong.slice(0, 20)) console.log(`  ${line}`);
    if (process.env.TABLE !== undefined) console.log(webApiTable(rows));
    console.log(`web API of IPED: ${lines.length} answers, ${wrong.length} that differ without a reason`);
    return wrong.length;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function withServer(sources, data, use) {
  const args = ['serve', '--sources', sources, '--data', data, '--host', '127.0.0.1', '--port', '0'];
  const server = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    const url = await new Promise((done, fail) => {
      let said = '';
      server.stderr.setEncoding('utf8').on('data', (text) => {
        said += text;
        const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
        if (address !== null) done(address[0]);
      });
      server.once('close', () => fail(new Error(said)));
    });
    while ((await (await fetch(`${url}/status`)).text()).includes('"building"'))
      await new Promise((done) => setTimeout(done, 100));
    return await use(async (path) => {
      const answer = await fetch(url + path);
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
    });
  } finally {
    const ended = new Promise((done) => server.once('close', done));
    server.kill('SIGTERM');
    await ended;
  }
}
