/**
 * Searches for the worst queries: breeds the most expensive ones so far in time or memory, on a small case, through a served
 * process. Every one must be answered or refused within the limits, with `/health` answered meanwhile. Run alone, it prints the
 * worst as lines for worst-queries.tsv. Usage: node test/torture/worst-queries.mjs [--seed N] [--rounds N]
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AskedQueries, bodyOf } from './asked-queries.mjs';
import { writeHostileCase } from './hostile-case.mjs';
import { crossed, mutated, randomGenes, spell } from './query-genes.mjs';
import { Random } from './random.mjs';

const CORPUS = fileURLToPath(new URL('worst-queries.tsv', import.meta.url));
/** Maximum size of the body of a search. Larger bodies are refused before they are parsed. */
const BODY_UNITS_MAX = 400_000;
const parentsKept = 12;
/** Limits of each query: processor time, and memory, which includes more than the counted 256 MiB, mainly garbage. */
const CPU_MS_MAX = 15_000;
const MEBIBYTES_MAX = 640;

/** The record of the worst queries: `{name, CPU_MS_MAX, MEBIBYTES_MAX, status, q, parameters}`. */
export function keptQueries() {
  const [, ...lines] = readFileSync(CORPUS, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [name, ms, mebibytes, status, parameters, q] = line.split('\t');
    return { name, cpuMsMax: Number(ms), mebibytesMax: Number(mebibytes), status: Number(status), parameters, q };
  });
}

/** A round is a query. Returns figures, and the failures as texts. */
export async function worstQueryRounds({ rounds, seed, onRound = () => undefined }) {
  const root = mkdtempSync(join(tmpdir(), 'case-access-worst-'));
  const random = new Random(seed);
  const figures = { rounds: 0, answered: 0, refused: 0, cpuMsMost: 0, mebibytesMost: 0, healthP99Ms: 0 };
  const failures = [];
  /** The most expensive first, by time and by memory. */
  const worst = { cpuMs: [], mebibytes: [] };
  let asked = null;
  try {
    const path = join(root, 'case');
    writeHostileCase(path);
    asked = await AskedQueries.start({ root, path });
    while (figures.rounds < rounds) {
      const genes = breed(worst, random);
      const q = spell(genes.tree);
      figures.rounds++;
      if (!isSmall(q, genes.parameters)) continue;
      const cost = await asked.ask({ q, parameters: genes.parameters });
      figures[cost.status === 200 ? 'answered' : 'refused']++;
      figures.cpuMsMost = Math.max(figures.cpuMsMost, cost.cpuMs);
      figures.mebibytesMost = Math.max(figures.mebibytesMost, cost.mebibytes);
      const isFine = [200, 400].includes(cost.status) && cost.cpuMs <= CPU_MS_MAX && cost.mebibytes <= MEBIBYTES_MAX;
      if (!isFine) failures.push(`seed ${seed}: ${q} ${genes.parameters}: ${JSON.stringify(cost)}`);
      for (const by of ['cpuMs', 'mebibytes']) keep(worst[by], { genes, q, cost }, by);
      onRound(figures, { q, ...cost, parameters: genes.parameters });
    }
    const health = await asked.health();
    figures.healthP99Ms = health.ms;
    figures.controlP99Ms = health.controlMs;
    if (!health.isFine) failures.push(`seed ${seed}: /health took ${JSON.stringify(health)}`);
  } catch (error) {
    failures.push(`seed ${seed}: ended early: ${error.stack}`);
  } finally {
    const { code } = (await asked?.stop()) ?? { code: 0 };
    if (code !== 0) failures.push(`the server ended with ${code}`);
    rmSync(root, { recursive: true, force: true });
  }
  return { figures, failures, worst };
}

function breed({ cpuMs, mebibytes }, random) {
  const parents = random.next() < 0.6 ? cpuMs : mebibytes;
  if (parents.length < 4 || random.next() < 0.2) return randomGenes(random);
  // The worst queries are chosen most often.
  const parent = () => parents[Math.floor(random.next() ** 2 * parents.length)].genes;
  return random.next() < 0.8 ? mutated(parent(), random) : crossed(parent(), parent(), random);
}

/** Nested repetitions multiply, so their size is computed before they are expanded. */
function isSmall(q, parameters) {
  const product = [...q.matchAll(/\{\{(\d+)×/g)].reduce((all, [, count]) => all * Number(count), 1);
  if (product > BODY_UNITS_MAX && q.includes('({{')) return false;
  return JSON.stringify(bodyOf(q, parameters)).length <= BODY_UNITS_MAX;
}

function keep(list, found, by) {
  const isKnown = list.some(({ q, genes }) => q === found.q && genes.parameters === found.genes.parameters);
  if (isKnown) return;
  list.push(found);
  list.sort((a, b) => b.cost[by] - a.cost[by]);
  list.length = Math.min(list.length, parentsKept);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const option = (name, otherwise) =>
    Number(process.argv.includes(`--${name}`) ? process.argv[process.argv.indexOf(`--${name}`) + 1] : otherwise);
  const { figures, failures, worst } = await worstQueryRounds({
    seed: option('seed', 1),
    rounds: option('rounds', 300),
    onRound: (_, asked) => asked.cpuMs > 1500 && console.error(JSON.stringify(asked)),
  });
  for (const [by, list] of Object.entries(worst)) {
    for (const { q, genes, cost } of list) console.log([by, JSON.stringify(cost), genes.parameters, q].join('\t'));
  }
  console.log(JSON.stringify(figures));
  for (const failure of failures) console.log(failure.slice(0, 1000));
  process.exitCode = failures.length === 0 ? 0 : 1;
}
