/**
 * Compares the engine on two real cases next to the checkout: with the answers of another engine on one (library-content.tsv,
 * written by bench/oracle.ts), and with facts measured from the files of the other. Neither case may change by a byte
 * meanwhile.
 *
 *   node test/shared/oracle.mjs [--data DIRECTORY] [--only library|files] [--cluster URL,URL]
 *
 * $SHARED names the folder (default ../shared). If it is missing, the script says so and ends with 0. It ends with 1 if
 * anything differs. The indexes stay in the data directory (default .shared-check-data), so a second run is quick.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { listingOf } from './listing.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const shared = resolve(root, process.env.SHARED ?? '../shared');
const { values: options } = parseArgs({
  options: { data: { type: 'string' }, only: { type: 'string' }, cluster: { type: 'string' } },
});

/** Compiled code is imported only if there is something to check. */
const CHECKS = [
  {
    name: 'library',
    facts: join(root, 'test', 'shared', 'library-content.tsv'),
    check: async (source, facts) => (await import('./library-answers.mjs')).checkLibrary(source, facts),
  },
  {
    name: 'files',
    facts: join(shared, 'cases', 'files-expected.json'),
    check: async (source, facts) => (await import('./files-facts.mjs')).checkFiles(source, facts),
  },
];

let failures = 0;
for (const { name, check, facts } of CHECKS) {
  if (options.only !== undefined && options.only !== name) continue;
  const path = join(shared, 'cases', name);
  const missing = [path, facts].find((needed) => !existsSync(needed));
  if (missing === undefined) failures += await checkCase(name, path, check, readFileSync(facts, 'utf8'));
  else console.log(`${name}: skipped: folder missing (${missing})`);
}
process.exitCode = failures === 0 ? 0 : 1;

async function checkCase(name, path, check, facts) {
  const { openSource } = await import('../../dist/src/sources/open-source.js');
  const dataDir = resolve(root, options.data ?? '.shared-check-data');
  const before = listingOf(path);
  console.log(`== ${name}: ${before.size} files and folders, index in ${dataDir}`);
  const started = Date.now();
  const site =
    options.cluster === undefined
      ? {}
      : { site: { address: { nodes: options.cluster.split(',') }, shards: 3, replicas: 1 } };
  const source = await openSource(path, { dataDir, buildIfNeeded: true, ...site });
  console.log(`opened in ${Date.now() - started} ms: ${source.summary.itemCount} items`);
  let found = 0;
  try {
    found = await check(source, facts);
  } finally {
    await source.close();
  }
  const changed = changesBetween(before, listingOf(path));
  for (const change of changed) console.log(`DIFFERS  the case directory: ${change}`);
  if (changed.length === 0) console.log('the case directory is unchanged');
  console.log(
    found + changed.length === 0 ? `${name}: all as expected` : `${name}: ${found + changed.length} differences`,
  );
  return found + changed.length;
}

function changesBetween(before, after) {
  const changes = [];
  for (const [file, state] of before) {
    if (!after.has(file)) changes.push(`${file} is gone`);
    else if (after.get(file) !== state) changes.push(`${file} was ${state}, is ${after.get(file)}`);
  }
  for (const file of after.keys()) if (!before.has(file)) changes.push(`${file} is new`);
  return changes;
}
