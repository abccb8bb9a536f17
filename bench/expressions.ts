/**
 * Compares expressions over the texts of a case with ripgrep over the same texts, which are in the page cache, with one process
 * for each core and part. Both sides run in turn, and must find the same number of texts. `node dist/bench/expressions.js
 * --case DIR [--data DIR] [--rounds N] [--peer rg|grep] [--alone FILES]`
 *
 * `--alone` also gives the peer the first FILES texts as separate files.
 */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { caseRecords } from './corpus/case-lines.ts';
import { cancelled, listening, type Measured } from './expressions/served-case.ts';

const { values } = parseArgs({
  options: {
    case: { type: 'string' },
    data: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    peer: { type: 'string', default: 'rg' },
    alone: { type: 'string', default: '0' },
  },
});
if (values.case === undefined) throw new Error('--case names the case');
const rounds = Number(values.rounds);
const cores = availableParallelism();

/** Expressions with a word that few texts have. The phrase is timed for comparison. */
const SELECTIVE = [
  ['archaeolog\\w+', '"archaeological"'],
  ['permission\\W+denied', '"permission denied"'],
  ['segmentation\\s+fault', '"segmentation fault"'],
] as const;
/** Expressions without three consecutive letters that every match has. */
const BROAD = [
  '\\d{4}-\\d{4}',
  '(?-i)[A-Z]{12,}',
  '\\w+@\\w+\\.\\w+',
  '\\b[A-Z]{2}\\d{6}\\b',
  '[aeiou]{4}\\s',
  '(?:\\d{1,3}\\.){3}\\d{1,3}',
];

const root = mkdtempSync(join(tmpdir(), 'case-access-expressions-'));
try {
  process.exitCode = await main();
} finally {
  rmSync(root, { recursive: true, force: true });
}

async function main(): Promise<number> {
  const { parts, alone, texts } = await writeTexts();
  const served = await listening(values.case!, values.data ?? join(root, 'data'));
  let differing = 0;
  try {
    console.log(
      `${texts} texts, ${cores} cores, ${rounds} rounds, best time of each; processor time of all processes in brackets`,
    );
    const ratios: number[] = [];
    const processorRatios: number[] = [];
    for (const expression of BROAD) {
      const own: Measured[] = [];
      const peer: Measured[] = [];
      for (let round = 0; round < rounds; round++) {
        own.push(await served.count(`text:/${expression}/`));
        peer.push(await searched(expression, parts));
      }
      const found = new Set([...own, ...peer].map(({ items }) => items));
      if (found.size > 1) differing++;
      const [ours, theirs] = [least(own), least(peer)];
      ratios.push(ours.milliseconds / theirs.milliseconds);
      processorRatios.push(ours.processor / theirs.processor);
      const files = alone === null ? '' : `, ${shown(await searched(expression, alone))} as ${values.alone} files`;
      const verdict = found.size > 1 ? `DISAGREES: ${[...found].join(', ')}` : `${own[0]!.items} items`;
      console.log(
        `${expression}  ${verdict}: ${shown(ours)}, ${values.peer} ${shown(theirs)}${files}, ratio ${ratios.at(-1)!.toFixed(2)}`,
      );
    }
    console.log(
      `no literal: ${geometric(ratios)} x the time of ${values.peer} (bar: 1.0), ${geometric(processorRatios)} x its processor time`,
    );
    const selective: number[] = [];
    for (const [expression, phrase] of SELECTIVE) {
      const own: Measured[] = [];
      const words: Measured[] = [];
      for (let round = 0; round < 3 * rounds; round++) {
        own.push(await served.count(`text:/${expression}/`));
        words.push(await served.count(`${phrase} OR zq${round}x${own.length}`));
      }
      selective.push(least(own).milliseconds / least(words).milliseconds);
      console.log(
        `${expression}  ${own[0]!.items} items: ${shown(least(own))}, ${phrase} ${shown(least(words))}, ratio ${selective.at(-1)!.toFixed(2)}`,
      );
    }
    console.log(`selective literal: ${geometric(selective)} x the time of the phrase (bar: 2.0)`);
    console.log(`/health meanwhile: p99 ${served.healthP99().toFixed(1)} ms (bar: 50)`);
    console.log(`cancelled: engines idle after ${await cancelled(served, `text:/${BROAD[1]}/`)} ms (bar: 100)`);
  } finally {
    await served.stop();
  }
  return differing === 0 ? 0 : 1;
}

/** Writes the texts. Each ends with a NUL, which no text contains, so that a text can have several lines. */
async function writeTexts(): Promise<{ parts: string[]; alone: string[] | null; texts: number }> {
  const parts = Array.from({ length: cores }, (_, i) => join(root, `part-${i}.txt`));
  const files = parts.map((path) => openSync(path, 'w'));
  const most = Number(values.alone);
  const folders = Array.from({ length: cores }, (_, i) => join(root, `alone-${i}`));
  let texts = 0;
  for await (const { text } of caseRecords(values.case!)) {
    if (typeof text !== 'string') continue;
    const own = text.replaceAll('\0', ' ');
    writeSync(files[texts % cores]!, `${own}\0`);
    if (texts < most) {
      const folder = join(folders[texts % cores]!, String(Math.floor(texts / 1000)));
      if (texts % 1000 < cores) mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${texts}.txt`), own);
    }
    texts++;
  }
  files.forEach(closeSync);
  return { parts, alone: most > 0 ? folders : null, texts };
}

/**
 * Runs one process for each part, all at the same time. Flags of an expression have our meaning: case does not count unless the
 * expression says so.
 */
async function searched(expression: string, parts: readonly string[]): Promise<Measured> {
  const cased = expression.startsWith('(?-i)');
  const pattern = cased ? expression.slice('(?-i)'.length) : expression;
  const options =
    values.peer === 'grep'
      ? ['-P', '-c', '-a', '-z', ...(cased ? [] : ['-i']), '-r']
      : ['-c', '-a', '-j', '1', '--no-ignore', '--null-data', '--no-filename', ...(cased ? [] : ['-i'])];
  const start = performance.now();
  const answers = await Promise.all(parts.map((part) => peerCount([...options, '-e', pattern, part])));
  const sum = (of: (answer: Omit<Measured, 'milliseconds'>) => number): number =>
    answers.reduce((all, one) => all + of(one), 0);
  const items = sum((one) => one.items);
  return { items, milliseconds: performance.now() - start, processor: sum((one) => one.processor) };
}

function peerCount(options: readonly string[]): Promise<{ items: number; processor: number }> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', 'TIMEFORMAT="%U %S"; time "$@"', 'bash', values.peer, ...options], {
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    let out = '';
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    child.on('error', reject);
    child.on('close', () => {
      const used = /([\d.]+) ([\d.]+)\s*$/.exec(said);
      if (used === null) return reject(new Error(`${values.peer} said ${said.slice(0, 300)}`));
      const items = out
        .trim()
        .split(/[\n\0]+/)
        .reduce((sum, line) => sum + Number(line.split(':').at(-1)), 0);
      resolve({ items, processor: 1000 * (Number(used[1]) + Number(used[2])) });
    });
  });
}

function least(measured: readonly Measured[]): Measured {
  return measured.reduce((best, one) => (one.milliseconds < best.milliseconds ? one : best));
}

function shown({ milliseconds, processor }: Measured): string {
  return `${milliseconds.toFixed(0)} ms (${processor.toFixed(0)})`;
}

function geometric(ratios: readonly number[]): string {
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length).toFixed(2);
}
