/**
 * Runs the tests on several releases of Node, one after the other: `make test-nodes`. The binaries are npm packages, whose
 * versions and hashes are in package-lock.json of this folder. npm puts them into .nodes/ of the checkout and runs nothing of
 * them. Usage: node test/nodes/main.mjs [--nodes "22 24"] [jest arguments...]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { fetchPackages, isFetched } from '../../src/packaging/node/fetch-packages.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const cache = join(root, '.nodes');
const platform = `${process.platform}-${process.arch}`;

const pinned = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')).optionalDependencies;
const allLines = [...new Set(Object.keys(pinned).map((name) => name.split('-')[1]))].sort();
const knownLines = allLines.filter((line) => pinned[packageOf(line)] !== undefined);

const { values, positionals } = parseArgs({
  options: { nodes: { type: 'string', default: '' } },
  allowPositionals: true,
});
const asked = values.nodes.split(/[\s,]+/).filter((line) => line !== '');
const unknown = asked.filter((line) => !knownLines.includes(line));
if (unknown.length > 0) {
  fail(`no Node ${unknown.join(', ')} for ${platform} in test/nodes/package.json; there are ${knownLines.join(', ')}`);
}
if (knownLines.length === 0) fail(`no Node for ${platform} in test/nodes/package.json`);
const lines = asked.length > 0 ? asked : knownLines;
for (const line of allLines.filter((known) => !knownLines.includes(known))) {
  console.log(`Node ${line} is left out: its binaries for ${platform} are too old`);
}

install();
const outcomes = lines.map((line) => ({ version: versionOf(line), isGood: runOn(line) }));
for (const { version, isGood } of outcomes) console.log(`Node ${version}: ${isGood ? 'passed' : 'FAILED'}`);
process.exitCode = outcomes.every(({ isGood }) => isGood) ? 0 : 1;

function packageOf(line) {
  return `node-${line}-${platform}`;
}

function binaryOf(line) {
  return join(cache, 'node_modules', packageOf(line), 'bin', 'node');
}

/** The pinned version and the version that the binary reports must be equal. */
function versionOf(line) {
  const { stdout } = spawnSync(binaryOf(line), ['--version'], { encoding: 'utf8' });
  const wanted = pinned[packageOf(line)].split('@').at(-1);
  if (stdout?.trim() !== `v${wanted}`)
    fail(`${binaryOf(line)} is ${stdout?.trim() || 'not to be run'}, not v${wanted}`);
  return wanted;
}

/** Nothing is fetched if the installed files come from the same lock file. */
function install() {
  const [from, folder] = [new URL('./', import.meta.url), pathToFileURL(`${cache}/`)];
  if (isFetched(from, folder) && lines.every((line) => existsSync(binaryOf(line)))) return;
  console.log(`Fetching Node for ${platform} into .nodes/: some 120 MB a release, once`);
  if (!fetchPackages(from, folder)) fail('npm could not fetch the binaries; it says above why');
}

function runOn(line) {
  console.log(`== Node ${versionOf(line)} (${platform})`);
  const nativePath = fileURLToPath(new URL('native.mjs', import.meta.url));
  const env = { ...process.env, PATH: `${dirname(binaryOf(line))}${delimiter}${process.env.PATH}`, NODE_OPTIONS: '' };
  if (spawnSync(binaryOf(line), [nativePath], { cwd: root, env, stdio: 'inherit' }).status !== 0) return false;
  const reporters = ['./test/runner/progress.mjs', 'summary', './test/support/plain-summary.mjs'];
  const jest = [join('node_modules', 'jest', 'bin', 'jest.js'), ...positionals];
  const run = spawnSync(binaryOf(line), [...jest, ...reporters.map((reporter) => `--reporters=${reporter}`)], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  return run.status === 0;
}

function fail(why) {
  console.error(`test-nodes: ${why}`);
  process.exit(2);
}
