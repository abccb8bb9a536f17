/**
 * Runs the conformance suite of the Model Context Protocol against `POST /mcp` of a server over the sample cases: `make
 * test-mcp`. The suite is an npm package that is fetched into .mcp/ once. Scenarios about prompts, resources, sampling and the
 * suite's own tools do not apply to a server with only its own tools.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchPackages, isFetched } from '../../src/packaging/node/fetch-packages.mjs';

const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];
const START_MS = 120_000;

const from = new URL('./', import.meta.url);
const place = new URL('../../.mcp/', from);
const root = fileURLToPath(new URL('../../', from));

if (!isFetched(from, place) && !fetchPackages(from, place)) {
  console.error('test-mcp: npm could not fetch the suite; it says above why');
  process.exit(2);
}
const data = mkdtempSync(join(tmpdir(), 'case-access-mcp-suite-'));
const own = ['serve', '--sources', 'data-samples/sources.json', '--host', '127.0.0.1', '--port', '0', '--data', data];
const server = spawn(process.execPath, ['dist/src/cli/main.js', ...own], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'pipe'],
});
try {
  const url = await addressOf(server);
  const failed = SCENARIOS.filter((scenario) => !passes(scenario, url));
  console.log(`${SCENARIOS.length - failed.length} passed, ${failed.length} failed`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  server.kill();
  await new Promise((resolve) => server.once('exit', resolve));
  rmSync(data, { recursive: true, force: true });
}

/** The address in the log. */
function addressOf({ stderr }) {
  return new Promise((resolve, reject) => {
    let log = '';
    const timer = setTimeout(() => reject(new Error(`the server named no address:\n${log}`)), START_MS);
    stderr.setEncoding('utf8').on('data', (text) => {
      log += text;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(log);
      if (found === null) return;
      clearTimeout(timer);
      resolve(found[0]);
    });
  });
}

function passes(scenario, url) {
  const suite = fileURLToPath(new URL('node_modules/@modelcontextprotocol/conformance/dist/index.js', place));
  const given = ['server', '--url', `${url}/mcp`, '--scenario', scenario];
  return spawnSync(process.execPath, [suite, ...given], { cwd: data, stdio: 'inherit' }).status === 0;
}
