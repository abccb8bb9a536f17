/**
 * Compares the reader of Lucene indexes with Lucene itself, on every case of IPED next to the checkout.
 *
 *   node test/shared/lucene-indexes.mjs [NAME …]
 *
 * $SHARED names the folder (default ../shared). If it is missing, the script says so and ends with 0. It ends with 1 if
 * anything differs. Cases are unpacked to a temporary folder.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { differencesFromGoldens } from '../support/lucene-goldens.mjs';
import { compareArchives, linesOf } from './iped-archives.mjs';

await compareArchives({
  title: 'indexes of Lucene',
  golden: 'fields.jsonl',
  inside: 'case/iped/index',
  compare,
  verdict: 'as Lucene says',
});

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
