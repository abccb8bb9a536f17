/**
 * Makes each mutant of list.mjs in a copy of the tree and runs the tests that must find it, until one fails. Ends with 0 if
 * every mutant dies. Otherwise lists the survivors.
 *
 * LIST=1 prints each mutant with its change and runs none. ONLY=name,name runs mutants whose names contain one of these. JOBS= sets the
 * number of concurrent runs, SEED= the randomness, MUTANT_SECONDS= the time limit of a suite.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeOf, mutants } from './list.mjs';
import { Scratch } from './scratch.mjs';
import { suitesOf } from './suites.mjs';

const JOBS = Number(process.env.JOBS ?? Math.min(4, availableParallelism()));

const only = process.env.ONLY ?? '';
const chosen = mutants.filter(({ name }) => only.split(',').some((part) => name.includes(part)));
if (process.env.LIST !== undefined && process.env.LIST !== '') {
  for (const mutant of chosen) console.log(`${mutant.name}  ${mutant.file}  ${mutant.says}\n${shownChange(mutant)}`);
} else await main();

function shownChange(mutant) {
  const text = readFileSync(mutant.file, 'utf8');
  const { at, end, now } = changeOf(mutant, text);
  const [before, after] = [text.slice(at, end), now].map((code) => code.replace(/\s+/g, ' ').trim());
  return `    ${before} → ${after}`;
}

/** The fate of a mutant: the test that found it, or why there is none. */
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
  for (const suite of new Set(chosen.flatMap(suitesOf))) {
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
