/**
 * `node dist/bench/large-case.js --case DIR --data DIR [--build] [--seconds N] [--terms N] [--add-to RESULT.json]`.
 *
 * Measures the targets for a case of millions of items: opening, the first query, a list of terms, and HTTP; for our engine
 * alone, without exporting the case for peers and without times of query classes. `--build` builds the index again and
 * reports the time; otherwise it is built only if it is missing. `--add-to` adds the result as another corpus
 * to a result that `main.js` wrote.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { sampleCorpus } from './corpus/sample.ts';
import { ours } from './engines/engines.ts';
import type { LineProcess } from './engines/line-process.ts';
import { httpBench } from './http/http-bench.ts';
import { timeOpening } from './opening.ts';
import { termList } from './queries/generate.ts';
import type { CorpusResult, RunResult } from './report/result.ts';
import { httpTableOf, tableOf } from './report/table.ts';
import { timeTermList } from './term-lists.ts';

const { values } = parseArgs({
  options: {
    case: { type: 'string' },
    data: { type: 'string' },
    build: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '10' },
    terms: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '10' },
    'add-to': { type: 'string' },
  },
});
const { case: casePath, data: dataDirectory } = values;
if (casePath === undefined || dataDirectory === undefined) {
  console.error('large-case needs --case DIR and --data DIR');
  process.exit(2);
}
const rounds = Number(values.rounds);
const corpus = await sampleCorpus(basename(casePath), casePath);
mkdirSync(dataDirectory, { recursive: true });
const builds = values.build ? [await ours.build(corpus, dataDirectory, availableParallelism())] : [];

const terms = termList(corpus.profile, Number(values.terms), 1);
const common = corpus.profile.terms[0]!;
const asked = ours.serve(corpus, dataDirectory, 1);
const items = await hitsOf(asked, '*:*');
const light = await rareTerm(asked);
await asked.end();

const opening = [];
for (let round = 0; round < rounds; round++) opening.push(await timeOpening(ours, corpus, dataDirectory, light));
opening.sort((a, b) => a.openMs! - b.openMs!);
const lists = [];
for (let round = 0; round < Math.min(rounds, 3); round++) {
  lists.push(await timeTermList(ours, corpus, dataDirectory, terms));
}
lists.sort((a, b) => a.countSeconds + a.idsSeconds - b.countSeconds - b.idsSeconds);
const http = await httpBench({
  casePath,
  dataDirectory,
  seconds: Number(values.seconds),
  rounds,
  loads: [light, common, '*:*'],
  light,
});

const result: CorpusResult = {
  corpus: corpus.name,
  items,
  textBytes: Math.round((corpus.profile.textBytes / corpus.profile.items) * items),
  skipped: [],
  builds: builds.map((build) => ({ engine: ours.name, ...build })),
  opening: opening.slice(0, 1),
  unsupported: [],
  disagreements: [],
  classes: [],
  geometricMeans: [],
  termLists: lists.slice(0, 1),
  memory: [{ engine: ours.name, servePeakBytes: http.residentBytes.peak }],
  http,
};
console.log(tableOf(result));
console.log(httpTableOf(http));
if (values['add-to'] !== undefined) addTo(values['add-to'], result);

async function hitsOf(engine: LineProcess, query: string): Promise<number> {
  const answer = await engine.ask('COUNT', query);
  if (answer.kind !== 'answer') throw new Error(`${query}: ${answer.reason}`);
  return answer.count;
}

/** Returns the term with the fewest hits among a few that the sample contains once. */
async function rareTerm(engine: LineProcess): Promise<string> {
  const hits = new Map<string, number>();
  for (const term of corpus.profile.terms.slice(-100)) hits.set(term, await hitsOf(engine, term));
  return [...hits].reduce((a, b) => (b[1] < a[1] ? b : a))[0];
}

function addTo(path: string, added: CorpusResult): void {
  const run = JSON.parse(readFileSync(path, 'utf8')) as RunResult;
  const corpora = [...run.corpora.filter((other) => other.corpus !== added.corpus), added];
  writeFileSync(path, `${JSON.stringify({ ...run, corpora }, null, 1)}\n`);
  console.log(`added to ${path}`);
}
