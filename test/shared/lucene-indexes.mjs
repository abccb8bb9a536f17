/**
 * Compares the reader of Lucene indexes with Lucene itself, on every case of IPED next to the checkout.
 *
 *   node test/shared/lucene-indexes.mjs [NAME …]
 *
 * $SHARED names the folder (default ../shared). If it is missing, the script says so and ends with 0. It ends with 1 if
 * anything differs. Cases are unpacked to a temporary folder.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { differencesFromGoldens } from '../support/lucene-goldens.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const cases = join(resolve(root, process.env.SHARED ?? '../shared'), 'cases', 'iped');
const asked = process.argv.slice(2);

let failures = 0;
if (!existsSync(cases)) console.log(`indexes of Lucene: skipped: folder missing (${cases})`);
else {
  for (const archive of readdirSync(cases).filter((name) => name.endsWith('.tar.gz'))) {
    const name = archive.slice(0, -'.tar.gz'.length);
    if (asked.length > 0 && !asked.includes(name)) continue;
    if (existsSync(join(cases, 'golden', name, 'fields.jsonl')))
      failures += await checkCase(name, join(cases, archive));
  }
}
process.exitCode = failures === 0 ? 0 : 1;

async function checkCase(name, archive) {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'lucene-index-')));
  try {
    execFileSync('tar', ['xzf', archive, '-C', directory, `${name}/case/iped/index`]);
    const differences = await compare(join(directory, name, 'case'), join(cases, 'golden', name));
    for (const line of differences.slice(0, 20)) console.log(`  ${line}`);
    console.log(`${name}: ${differences.length === 0 ? 'as Lucene says' : `${differences.length} differences`}`);
    return differences.length;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function compare(casePath, goldens) {
  const { CaseFiles } = await import('../../dist/src/cases/files/safe-path.js');
  const { openLuceneIndex } = await import('../../dist/src/cases/lucene/lucene-index.js');
  const index = await openLuceneIndex({ casePath, files: new CaseFiles(casePath), folder: 'iped/index' });
  try {
    const problems = [...index.problems, ...(await index.verify())];
    const differences = await differencesFromGoldens(index, {
      segments: JSON.parse(readFileSync(join(goldens, 'segments.json'), 'utf8')),
      fields: linesOf(join(goldens, 'fields.jsonl')),
      items: linesOf(join(goldens, 'items.jsonl')),
    });
    return [...problems.map(({ file, reason }) => `${file}: ${reason}`), ...differences];
  } finally {
    await index.close();
  }
}

function linesOf(path) {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : gunzipSync(readFileSync(`${path}.gz`)).toString();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
