/**
 * `node dist/bench/figures.js [--only ID,ID] [--list] [--real DIR] [--synthetic DIR]`: makes the figures of the documents, one
 * after the other, records them, and fills the documents. Runs unattended: a figure that cannot be made
 * here is reported, and the others are made. Fails if any of the chosen ones could not be made.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { workDirectory } from './engines/installed.ts';
import { FIGURES, type Figure, type Places } from './figures/figures.ts';
import { fillRecorded } from './figures/fill.ts';
import { carryOver, FILLED_PAGES, newestRun, RUNS, readRun } from './figures/pages.ts';
import { readRecorded, writeRecorded } from './figures/recorded.ts';
import { measuredHere } from './report/machine.ts';
import { fillFigures } from './report/pages.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    real: { type: 'string', default: join(workDirectory, 'cases', 'real') },
    synthetic: { type: 'string', default: join(workDirectory, 'cases', 'million-case') },
  },
});
const library = join(process.env.SHARED ?? '../shared', 'cases', 'library');
const places = (): Places => ({
  real: values.real,
  synthetic: values.synthetic,
  library: existsSync(library) ? library : null,
  iped: process.env.IPED_CASE ?? null,
  newestRun: join(RUNS, newestRun()),
});
/** How the cases are made if they are missing. */
const MAKES = {
  real: ['node', 'dist/bench/real-case.js', '--items', '1200000', '--out', values.real],
  synthetic: [
    'node',
    'dist/bench/synthetic-case.js',
    '--items',
    '1000000',
    '--words',
    '300',
    '--out',
    values.synthetic,
  ],
};

const chosen = choose(values.only);
if (values.list) list(chosen);
else await makeAll(chosen);

function choose(only: string | undefined): readonly Figure[] {
  if (only === undefined) return FIGURES;
  const ids = only.split(',');
  const unknown = ids.find((id) => !FIGURES.some((figure) => figure.id === id));
  if (unknown !== undefined) {
    throw new Error(`no figure is called ${unknown}; there are ${FIGURES.map(({ id }) => id).join(', ')}`);
  }
  return FIGURES.filter(({ id }) => ids.includes(id));
}

function minutesOf({ id, minutes }: Figure): number {
  const seconds = readRecorded(id)?.seconds;
  return seconds === undefined ? minutes : seconds / 60;
}

function list(figures: readonly Figure[]): void {
  for (const figure of figures) {
    const { id, title, shownIn, command, lacks } = figure;
    const recorded = readRecorded(id);
    const when = recorded === null ? 'never recorded' : `recorded on ${recorded.date}, ${recorded.commit}`;
    const missing = lacks?.(places()) ?? null;
    console.log(`${id}: ${title}; ${minutesOf(figure).toFixed(0)} min, ${when}`);
    console.log(`  ${missing ?? command(places(), 'FILE').join(' ')}\n  ${shownIn}`);
  }
  console.log(`\n${total(figures)} minutes in all`);
}

function total(figures: readonly Figure[]): string {
  return figures.reduce((sum, figure) => sum + minutesOf(figure), 0).toFixed(0);
}

async function makeAll(figures: readonly Figure[]): Promise<void> {
  console.error(`${figures.length} figures, about ${total(figures)} minutes; load ${loadavg()[0]!.toFixed(1)}`);
  const failed: string[] = [];
  for (const figure of figures) {
    const fault = await make(figure);
    if (fault === null) fill();
    else failed.push(`${figure.id}: ${fault}`);
  }
  for (const line of failed) console.error(`not made: ${line}`);
  if (failed.length > 0) process.exitCode = 1;
}

/** Makes a figure. Returns the reason if that failed, or null. */
async function make(figure: Figure): Promise<string | null> {
  const { id, lacks, cases = [] } = figure;
  const missing = lacks?.(places()) ?? null;
  if (missing !== null) return missing;
  for (const name of cases) {
    if (existsSync(join(values[name], 'case.json'))) continue;
    const { code } = await ran(MAKES[name]);
    if (code !== 0) return `the ${name} case could not be made`;
  }
  mkdirSync(workDirectory, { recursive: true });
  const json = join(workDirectory, `figure-${id}.json`);
  rmSync(json, { force: true });
  const here = measuredHere();
  const command = figure.command(places(), json);
  const before = loadavg()[0]!;
  const earlier = readRun(newestRun());
  console.error(`${id}: about ${minutesOf(figure).toFixed(0)} minutes, load ${before.toFixed(1)}`);
  const start = performance.now();
  const { code, output } = await ran(command);
  const seconds = (performance.now() - start) / 1000;
  if (code !== 0) return `${command.join(' ')} ended with ${code}`;
  for (const name of carryOver(earlier, newestRun())) {
    console.error(`${name} is still that of ${earlier.date}; make figures FIGURES=${name} measures it again`);
  }
  const result: unknown = existsSync(json) ? JSON.parse(readFileSync(json, 'utf8')) : undefined;
  writeRecorded({
    id,
    command: shown(command),
    ...here,
    load: { before, after: loadavg()[0]! },
    seconds,
    output,
    ...(result === undefined ? {} : { result }),
  });
  console.error(`${id}: recorded after ${(seconds / 60).toFixed(1)} minutes`);
  return null;
}

/** Returns a command without paths of this machine and names of temporary files. */
function shown(command: readonly string[]): string {
  const place = (part: string): string => (part.includes('/') && !part.startsWith('dist/') ? 'DIR' : part);
  const words = command.filter((part, i) => part !== '--json' && command[i - 1] !== '--json');
  return words.map((word) => (/\s/.test(word) ? `"${word}"` : place(word))).join(' ');
}

async function ran(command: readonly string[]): Promise<{ readonly code: number | null; readonly output: string[] }> {
  const child = spawn(command[0]!, command.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
  const output: string[] = [];
  const ended = new Promise<number | null>((done, fail) => child.once('close', done).once('error', fail));
  for await (const line of createInterface({ input: child.stdout })) {
    output.push(line);
    console.log(line);
  }
  return { code: await ended, output };
}

/** Called after each figure, so that documents and records agree even if the run is interrupted. */
function fill(): void {
  const newest = newestRun();
  for (const page of FILLED_PAGES) {
    const before = readFileSync(page, 'utf8');
    // Names of charts follow the newest run.
    const named = before.replace(/\d{4}-\d\d-\d\d-[0-9a-f]{7,}/g, newest.replace('.json', ''));
    const after = fillRecorded(fillFigures(named, readRun(newest)));
    if (after !== before) writeFileSync(page, after);
  }
  for (const name of readdirSync(RUNS)) {
    if (/\.(json|svg)$/.test(name) && !name.startsWith(newest.replace('.json', ''))) rmSync(join(RUNS, name));
  }
}
