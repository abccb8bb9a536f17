/**
 * Compares our indexes of every case of IPED next to the checkout with the output of IPED's own code: items with every stored
 * value, terms, positions, texts. Also compares the answers of its web API to queries with ours with `syntax=iped`.
 *
 *   node test/shared/iped-imports.mjs [NAME …]
 *
 * $SHARED names the folder (default ../shared). If it is missing, the script says so and ends with 0. It ends with 1 if
 * anything differs. Cases are unpacked to a temporary folder.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { differencesOfImport, spelledText } from '../support/imported-goldens.mjs';
import { digestOfIds } from '../support/iped-queries.mjs';
import { compareArchives, linesOf } from './iped-archives.mjs';

await compareArchives({ title: 'imports of IPED cases', inside: 'case', compare, verdict: 'as IPED says' });

async function compare(casePath, goldens, dataDir) {
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

/** Every query finds the same items as in IPED. Queries that are errors there are refused here. */
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

/** If its file is a plain text, a text in pieces begins with the words of that file. */
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
