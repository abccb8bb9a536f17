/**
 * Compares our indexes of every case of IPED next to the checkout with the output of IPED's own code: items with every stored
 * value, terms, positions, texts. Also compares the answers of its web API to queries with ours with `syntax=iped`.
 *
 *   node test/shared/iped-imports.mjs [NAME …]
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
import { differencesOfImport, spelledText } from '../support/imported-goldens.mjs';
import { digestOfIds } from '../support/iped-queries.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const cases = join(resolve(root, process.env.SHARED ?? '../shared'), 'cases', 'iped');
const asked = process.argv.slice(2);

let failures = 0;
if (!existsSync(cases)) console.log(`imports of IPED cases: skipped: folder missing (${cases})`);
else {
  for (const archive of readdirSync(cases).filter((name) => name.endsWith('.tar.gz'))) {
    const name = archive.slice(0, -'.tar.gz'.length);
    if (asked.length > 0 && !asked.includes(name)) continue;
    if (existsSync(join(cases, 'golden', name))) failures += await checkCase(name, join(cases, archive));
  }
}
process.exitCode = failures === 0 ? 0 : 1;

async function checkCase(name, archive) {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'iped-import-')));
  try {
    execFileSync('tar', ['xzf', archive, '-C', directory, `${name}/case`]);
    const started = Date.now();
    const differences = await compare(
      join(directory, name, 'case'),
      join(directory, 'data'),
      join(cases, 'golden', name),
    );
    for (const line of differences.slice(0, 20)) console.log(`  ${line.slice(0, 1000)}`);
    const verdict = differences.length === 0 ? 'as IPED says' : `${differences.length} differences`;
    console.log(`import of ${name}: ${verdict} (${Math.round((Date.now() - started) / 1000)} s)`);
    return differences.length;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function compare(casePath, dataDir, goldens) {
  const { buildIndex } = await import('../../dist/src/indexing/build-index.js');
  const { verifyIndex } = await import('../../dist/src/indexing/verify-index.js');
  const { IndexReader } = await import('../../dist/src/engine/index-reader.js');
  const { TermPositions } = await import('../../dist/src/query/phrase/term-positions.js');
  const { indexPath } = await buildIndex({ casePath, dataDir });
  const { findings } = await verifyIndex({ casePath, dataDir });
  const items = linesOf(join(goldens, 'items.jsonl'));
  const index = await IndexReader.open(indexPath);
  try {
    return [
      ...findings.map(({ where, what }) => `index: ${where}: ${what}`),
      ...(await differencesOfImport(index, TermPositions, items)),
      ...(await differencesOfQueries(index, linesOf(join(goldens, 'queries.jsonl')))),
      ...items.filter(({ fragments }) => fragments.length > 1).flatMap((item) => joinFaults(index, item, casePath)),
    ];
  } finally {
    await index.close();
  }
}

/** Every query finds the same items as in IPED. Errors there are refused here. */
async function differencesOfQueries(index, queries) {
  const { parseQuery } = await import('../../dist/grammar/parse.js');
  const { EmbeddedEngine } = await import('../../dist/src/query/embedded-engine.js');
  const { OpenIndexes } = await import('../../dist/src/query/open-indexes.js');
  const { IPED_DEFAULT_FIELDS } = await import('../../dist/src/search/search-request.js');
  const engine = new EmbeddedEngine(new OpenIndexes(new Map([['it', index]])));
  const shared = { defaultFields: IPED_DEFAULT_FIELDS, sources: [{ source: 'it' }], want: ['ids'] };
  const differences = [];
  for (const { q, count, sha256, error } of queries) {
    let ids = null;
    try {
      const [outcome] = await engine.search({ ...shared, query: parseQuery(q, { syntax: 'iped' }) });
      ids = [];
      for await (const batch of outcome.value.items) ids.push(...batch.ids);
    } catch (fault) {
      if (fault.name !== 'QuerySyntaxError' && fault.code !== 'QUERY_INVALID') throw fault;
    }
    const isSame = error === undefined ? ids?.length === count && digestOfIds(ids) === sha256 : ids === null;
    if (!isSame) differences.push(`query ${q}: ${ids?.length ?? 'refused'}, not ${count ?? error}`);
  }
  return differences;
}

/** A text in pieces begins with the words of its file, if that is a plain text. */
function joinFaults(index, { id, properties }, casePath) {
  const file = join(casePath, properties.dataSourcePath?.[0] ?? '', properties.idInDataSource?.[0] ?? '');
  if (!file.endsWith('.txt') || !existsSync(file)) return [];
  const words = index.analyzer
    .tokens(readFileSync(file, 'utf8'))
    .map((token) => (token.kind === 'term' ? token.term : ''))
    .join(' ');
  const text = spelledText(index, index.docOf(id));
  if (text.startsWith(words)) return [];
  let at = 0;
  while (text[at] === words[at]) at++;
  return [`item ${id}: its pieces are joined another way than its file has them, at ${text.slice(at, at + 80)}`];
}

function linesOf(path) {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : gunzipSync(readFileSync(`${path}.gz`)).toString();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
