/**
 * Kills builds at random moments with SIGKILL, while the case changes between builds. Afterwards a reader finds the old index
 * or the new one, complete. The next build clears away the remains of the killed one.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IndexReader } from '../../dist/src/engine/index-reader.js';
import { buildIndex } from '../../dist/src/indexing/build-index.js';
import { currentGeneration } from '../../dist/src/indexing/generations.js';
import { verifyIndex } from '../../dist/src/indexing/verify-index.js';
import { Random } from './random.mjs';
import { writeSmallCase } from './small-case.mjs';

const MAIN = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

/**
 * A build may end before its kill, or be killed before it writes. Up to this many further rounds are tried until each has
 * happened once.
 */
const MORE_ROUNDS_MAX = 10;

/** Returns figures, and the failures as texts with seed and round. From some 5,000 items on a build has threads. */
export async function killRounds({ rounds, seed, items = 400, onRound = () => undefined }) {
  const root = mkdtempSync(join(tmpdir(), 'case-access-torture-'));
  const random = new Random(seed);
  const casePath = join(root, 'case');
  const dataDir = join(root, 'data');
  const figures = { rounds: 0, killed: 0, finished: 0, old: 0, new: 0, leftovers: 0 };
  const failures = [];
  try {
    writeSmallCase(casePath, seed, items);
    // How long a build of this case takes here, including the start of the process.
    const started = performance.now();
    await build(casePath, dataDir, null);
    const took = performance.now() - started;
    const directory = join(dataDir, 'indexes', readdirSync(join(dataDir, 'indexes'))[0]);
    let before = await look(directory, casePath, dataDir);
    const isVain = () => figures.killed === 0 || figures.leftovers === 0;
    while (figures.rounds < rounds || (isVain() && figures.rounds < rounds + MORE_ROUNDS_MAX)) {
      addItem(casePath, figures.rounds);
      // Half of the kills are timed from the moment at which the build begins to write.
      const isWriting = figures.rounds % 2 === 1;
      const wait = random.next() * took * (isWriting ? 0.5 : 1.1);
      const wasKilled = await build(casePath, dataDir, wait, isWriting ? directory : null);
      if (wasKilled) figures.killed++;
      else figures.finished++;
      if (readdirSync(directory).some((name) => name.startsWith('building-'))) figures.leftovers++;
      const after = await look(directory, casePath, dataDir);
      const isOld = after.fingerprint === before.fingerprint && after.items === before.items;
      const isNew = !after.isStale && after.items === itemsOf(casePath);
      const fail = (why) =>
        failures.push(`seed ${seed}, round ${figures.rounds}, killed after ${wait.toFixed(1)} ms: ${why}`);
      if (!isOld && !isNew) fail(`neither the old index nor the new one: ${JSON.stringify({ before, after })}`);
      if (!wasKilled && !isNew) fail('the build ended and its index is not there');
      if (after.findings.length > 0) fail(`not sound: ${JSON.stringify(after.findings)}`);
      if (isNew) figures.new++;
      else figures.old++;
      before = after;
      // Occasionally an undisturbed build. It must succeed on top of whatever is there, and clear it away.
      if (figures.rounds % 5 === 4) before = await buildInPeace(directory, casePath, dataDir, fail);
      figures.rounds++;
      onRound(figures);
    }
    return { figures, failures };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function buildInPeace(directory, casePath, dataDir, fail) {
  await buildIndex({ casePath, dataDir });
  const state = await look(directory, casePath, dataDir);
  if (state.isStale || state.items !== itemsOf(casePath)) fail('a build after it did not take effect');
  if (readdirSync(directory).length !== 1) fail(`left over: ${readdirSync(directory).join(', ')}`);
  return state;
}

/**
 * Runs `index build`. Kills it after `wait` ms unless that is null, counted from its start or from the moment at which it
 * begins a new generation in `directory`. Returns whether it was killed.
 */
function build(casePath, dataDir, wait, directory = null) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, 'index', 'build', casePath, '--data', dataDir], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaint = '';
    child.stderr.on('data', (chunk) => (complaint += chunk));
    const old = new Set(directory === null ? [] : readdirSync(directory));
    let timer;
    const arm = () => {
      if (directory === null || readdirSync(directory).some((name) => !old.has(name))) {
        timer = setTimeout(() => child.kill('SIGKILL'), wait);
      } else timer = setTimeout(arm, 1);
    };
    if (wait !== null) arm();
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (signal === 'SIGKILL') resolve(true);
      else if (code === 0) resolve(false);
      else reject(new Error(`index build ended with ${code ?? signal}: ${complaint}`));
    });
  });
}

/** Returns the state that the next start finds. */
async function look(directory, casePath, dataDir) {
  const current = currentGeneration(directory);
  if (current === null) return { items: -1, fingerprint: '', isStale: true, findings: ['no index at all'] };
  const index = await IndexReader.open(current.path);
  const { documentCount, caseFingerprint } = index.header;
  await index.close();
  const { findings, isStale } = await verifyIndex({ casePath, dataDir });
  return { items: documentCount, fingerprint: caseFingerprint, isStale, findings };
}

function addItem(casePath, round) {
  const id = 1_000_000 + round;
  appendFileSync(
    join(casePath, 'items-00000.jsonl'),
    `${JSON.stringify({ id, properties: { name: [`new ${round}`] } })}\n`,
  );
  const manifest = join(casePath, 'case.json');
  const content = JSON.parse(readFileSync(manifest, 'utf8'));
  writeFileSync(manifest, JSON.stringify({ ...content, itemCount: content.itemCount + 1 }));
}

function itemsOf(casePath) {
  return JSON.parse(readFileSync(join(casePath, 'case.json'), 'utf8')).itemCount;
}

export function isBuilt() {
  return existsSync(MAIN);
}
