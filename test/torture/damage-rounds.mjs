/**
 * Damages copies of a small index and opens them in separate processes. Every answer must be correct or report that the index
 * is damaged, `verify` must find every damage, and no process may crash.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIndex } from '../../dist/src/indexing/build-index.js';
import { damage } from './damage.mjs';
import { Random } from './random.mjs';
import { writeSmallCase } from './small-case.mjs';

const OPENER = fileURLToPath(new URL('index-opener.mjs', import.meta.url));
/** Indexes opened by one process. */
const BATCH = 100;

/** Returns figures, and the failures as texts with seed, round and damage. */
export async function damageRounds({ rounds, seed, onRound = () => undefined }) {
  const root = mkdtempSync(join(tmpdir(), 'case-access-torture-'));
  const random = new Random(seed);
  const failures = [];
  const figures = { rounds: 0, answers: 0, right: 0, refused: 0, found: 0, died: 0 };
  try {
    const whole = await buildSmallIndex(root, seed);
    const [truth] = open([whole]).reports;
    if (truth?.verify !== 'sound' || truth.answers.some((answer) => answer.startsWith('threw'))) {
      return { figures, failures: [`the index is not sound before any damage: ${JSON.stringify(truth)}`] };
    }
    while (figures.rounds < rounds) {
      const batch = [];
      const size = Math.min(BATCH, rounds - figures.rounds);
      for (let i = 0; i < size; i++) {
        const directory = join(root, `damaged-${'x'.repeat(i % 2)}${figures.rounds + i}`);
        cpSync(whole, directory, { recursive: true });
        batch.push({ directory, round: figures.rounds + i, ...damage(directory, random) });
      }
      judge(batch, truth, figures, failures, seed);
      for (const { directory } of batch) rmSync(directory, { recursive: true, force: true });
      figures.rounds += batch.length;
      onRound(figures);
    }
    return { figures, failures };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function buildSmallIndex(root, seed) {
  const casePath = join(root, 'case');
  writeSmallCase(casePath, seed);
  const { indexPath } = await buildIndex({ casePath, dataDir: join(root, 'data') });
  return indexPath;
}

/** Opens generations in one process. If it dies, the generations after the fatal one are opened in the next. */
function open(directories) {
  const run = spawnSync(process.execPath, [OPENER, ...directories], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const reports =
    run.stdout.trim() === ''
      ? []
      : run.stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
  if (run.status === 0 || reports.length >= directories.length) return { reports };
  const death = { died: `${run.signal ?? run.status}: ${run.stderr.slice(0, 2000)}` };
  return { reports: [...reports, death, ...open(directories.slice(reports.length + 1)).reports] };
}

function judge(batch, truth, figures, failures, seed) {
  const { reports } = open(batch.map(({ directory }) => directory));
  for (const [i, { round, file, what, mustBeFound }] of batch.entries()) {
    const fail = (why) => failures.push(`seed ${seed}, round ${round}, ${what} (${file}): ${why}`);
    const report = reports[i] ?? { died: 'no answer' };
    if (report.died !== undefined) {
      figures.died++;
      fail(`the process died: ${report.died}`);
      continue;
    }
    if (report.verify === 'found') figures.found++;
    const expected = mustBeFound ? ['found'] : ['sound'];
    if (!expected.includes(report.verify)) fail(`verify said ${report.verify}`);
    const isRefused = report.answers.length === 1;
    if (isRefused && !['INDEX_CORRUPT', 'INDEX_MISSING'].includes(report.answers[0])) fail(report.answers[0]);
    if (isRefused) {
      figures.answers++;
      figures.refused++;
      continue;
    }
    for (const [n, answer] of report.answers.entries()) {
      figures.answers++;
      if (answer === truth.answers[n]) figures.right++;
      else if (answer === 'INDEX_CORRUPT') figures.refused++;
      else fail(`answer ${n} is ${answer} and not ${truth.answers[n]}`);
    }
  }
}

export function isBuilt() {
  return existsSync(fileURLToPath(new URL('../../dist/src/indexing/verify-index.js', import.meta.url)));
}
