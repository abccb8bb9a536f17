/**
 * Makes each mutant of list.mjs in a copy of the tree and runs the tests that must find it, until one fails. Ends with 0 if
 * every mutant dies; else it names the survivors.
 *
 * LIST=1 prints a line a mutant and runs none. ONLY=name,name runs those with one of the names in theirs. JOBS= sets how many run side by
 * side, SEED= the randomness, MUTANT_SECONDS= how long a suite may take.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { mutants } from './list.mjs';
import { Scratch } from './scratch.mjs';

/** A suite, and which of its tests: with small thresholds more is reached in less time, so these come first. */
const AGREEMENT = {
  path: 'test/property/engine-agrees.test.ts',
  tests: '',
  env: { RUNS: '12', QUERIES: '200', SETTINGS: 'all' },
};
const AGREEMENT_SMALL = { ...AGREEMENT, tests: 'where thresholds' };
const RANKING_SMALL = { ...AGREEMENT, tests: 'where thresholds .* relevance' };
const OPERATORS = { path: 'test/slow/query/operators.test.ts', tests: '', env: { RUNS: '40', SETTINGS: 'all' } };
const OPERATORS_SMALL = { ...OPERATORS, tests: 'thresholds of (all|mixed)' };
const KERNEL = { path: 'test/slow/kernel/', tests: '' };
/** What a phrase looks at together and one by one in turn, over more positions than random texts have. */
const BULK = { path: 'test/slow/query/bulk-phrase.test.ts', tests: '' };
/** What ranking takes from a plan. */
const SHAPES = { path: 'test/unit/query/match-shape.test.ts', tests: '' };
/** Orders and counts, under small thresholds. */
const COLUMNS = { path: 'test/property/columns.test.ts', tests: '', env: { RUNS: '4', QUERIES: '250' } };
/** Pages over sources that disagree about types, and spellings of one value in one item. */
const PAGES = { path: 'test/http/interface.test.ts', tests: '' };
/** What is found inside items. */
const MATCHING = {
  path: 'test/conformance/engines.test.ts',
  tests: 'embedded engine finds in items',
  env: { RUNS: '32', QUERIES: '300' },
};
/** Where words are in texts that are not in NFC. */
const TOKENS = { path: 'test/unit/analysis/placed-tokenizer.test.ts', tests: '' };
/** All of them for every mutant, the quickest first. */
const SUITES = [
  SHAPES,
  OPERATORS_SMALL,
  KERNEL,
  BULK,
  RANKING_SMALL,
  AGREEMENT_SMALL,
  AGREEMENT,
  OPERATORS,
  COLUMNS,
  PAGES,
  TOKENS,
  MATCHING,
];
const FIRST = {
  'src/engine/columns/': COLUMNS,
  'src/query/columns/': COLUMNS,
  'src/kernel/': KERNEL,
  'src/query/matching/': MATCHING,
  'src/analysis/placed-tokenizer.ts': TOKENS,
  'src/query/ranking/': RANKING_SMALL,
  'src/codec/frequencies.ts': RANKING_SMALL,
};
const JOBS = Number(process.env.JOBS ?? Math.min(4, availableParallelism()));

const only = process.env.ONLY ?? '';
const chosen = mutants.filter(({ name }) => only.split(',').some((part) => name.includes(part)));
if (process.env.LIST !== undefined && process.env.LIST !== '') {
  for (const { name, file, says } of chosen) console.log(`${name}  ${file}  ${says}`);
} else await main();

function suitesOf({ file }) {
  const folder = Object.keys(FIRST).find((one) => file.startsWith(one));
  const first = folder === undefined ? OPERATORS_SMALL : FIRST[folder];
  return [first, ...SUITES.filter((suite) => suite !== first)];
}

/** What became of a mutant: the test that found it, or why there is none. */
async function fateOf(mutant, scratch) {
  const restore = await scratch.put(mutant);
  try {
    for (const suite of suitesOf(mutant)) {
      const { killer } = await scratch.test(suite);
      if (killer !== null) return killer;
    }
    return null;
  } finally {
    restore();
  }
}

async function main() {
  if (chosen.length === 0) throw new Error(`no mutant has ${only} in its name: LIST=1 shows them`);
  const base = mkdtempSync(join(tmpdir(), 'case-access-mutants-'));
  const scratches = Array.from(
    { length: Math.min(JOBS, chosen.length) },
    (_, job) => new Scratch(join(base, `${job}`)),
  );
  const leave = () => {
    for (const scratch of scratches) scratch.stop();
    rmSync(base, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      leave();
      process.exit(130);
    });
  }
  try {
    process.exitCode = (await runAll(scratches)) ? 0 : 1;
  } finally {
    leave();
  }
}

async function runAll(scratches) {
  console.log(`${chosen.length} mutants, ${scratches.length} side by side; first the tests without one`);
  for (const suite of SUITES) {
    const { killer } = await scratches[0].test(suite);
    if (killer === null) continue;
    console.log(`without a mutant this fails already: ${killer}`);
    return false;
  }
  const waiting = [...chosen];
  const survivors = [];
  let done = 0;
  const work = async (scratch) => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const begun = Date.now();
      let line;
      try {
        const killer = await fateOf(mutant, scratch);
        line = killer === null ? 'SURVIVES' : `dies: ${killer}`;
        if (killer === null) survivors.push(mutant);
      } catch (error) {
        line = `IS NO MUTANT: ${error.message}`;
        survivors.push(mutant);
      }
      const seconds = Math.round((Date.now() - begun) / 1000);
      console.log(`[${++done}/${chosen.length}] ${mutant.name}, ${seconds} s: ${line}`);
    }
  };
  await Promise.all(scratches.map(work));
  console.log(`${chosen.length - survivors.length} died, ${survivors.length} did not`);
  for (const { name, file, says } of survivors) console.log(`  ${name}  ${file}  ${says}`);
  return survivors.length === 0;
}
