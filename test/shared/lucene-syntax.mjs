/**
 * Compares the grammar with query strings from Lucene's own parser tests, and with Lucene's print of each.
 *
 *   node test/shared/lucene-syntax.mjs
 *
 * Every row either parses to an equivalent query or is listed, with the reason, in grammar/lucene-differences.md. Ends with 1
 * if a row does neither or the page is outdated. UPDATE_GOLDEN=1 writes the page. $SHARED names the folder of the rows (default
 * ../shared). If it is missing, the script says so and ends with 0.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reasonFor } from './lucene-differences.mjs';
import { printAsLucene } from './lucene-print.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const rowsPath = join(resolve(root, process.env.SHARED ?? '../shared'), 'oracle', 'lucene-syntax.tsv');
const pagePath = join(root, 'grammar', 'lucene-differences.md');

const PREFACE = `# Differences from Lucene

These query strings from the tests of Lucene's own parsers are read differently here. Each line has the
query as JSON, Lucene's output, and our reading in Lucene's notation. All other strings of those tests read the same.
`;

if (existsSync(rowsPath)) process.exitCode = await check(readRows(readFileSync(rowsPath, 'utf8')));
else console.log(`lucene syntax: skipped, ${rowsPath} does not exist`);

function readRows(tsv) {
  return tsv
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => {
      const [query, printed, kind, dialect, config = ''] = line.split('\t');
      return { query: JSON.parse(query), printed: JSON.parse(printed), kind, dialect, config };
    });
}

async function check(rows) {
  const { parseQuery } = await import('../../dist/grammar/parse.js');
  const differences = new Map();
  const unexplained = [];
  let equal = 0;
  for (const row of rows) {
    const ours = answer(parseQuery, row);
    if (isEquivalent(row, ours)) {
      equal++;
      continue;
    }
    const reason = reasonFor(row);
    if (reason === null)
      unexplained.push(
        `${JSON.stringify(row.query)}: Lucene ${row.printed}, ours ${ours} (${row.dialect}, ${row.config})`,
      );
    else add(differences, reason, row, ours);
  }
  for (const line of unexplained) console.error(`lucene syntax: no reason for ${line}`);
  const page = printPage(differences);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(pagePath, page);
  const isFresh = readFileSync(pagePath, 'utf8') === page;
  if (!isFresh) console.error('lucene syntax: grammar/lucene-differences.md is stale; UPDATE_GOLDEN=1 writes it');
  console.log(
    `lucene syntax: ${rows.length} rows, ${equal} equivalent, ${rows.length - equal - unexplained.length} explained, ${unexplained.length} not`,
  );
  return unexplained.length === 0 && isFresh ? 0 : 1;
}

function answer(parseQuery, { query, config }) {
  try {
    return printAsLucene(parseQuery(query, { defaultOperator: config.includes('defaultOperator=AND') ? 'AND' : 'OR' }));
  } catch (error) {
    return `error at ${error.position}`;
  }
}

function isEquivalent({ printed, kind }, ours) {
  if (kind === 'error') return ours.startsWith('error at ');
  // In our language an open end has no bracket of its own.
  return printed.toLowerCase().replaceAll('{*', '[*').replaceAll('*}', '*]') === ours;
}

function add(differences, reason, { query, printed }, ours) {
  const lines = differences.get(reason) ?? new Map();
  lines.set(JSON.stringify(query), { printed, ours });
  differences.set(reason, lines);
}

function printPage(differences) {
  const sections = [...differences]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([reason, lines]) => {
      const table = [...lines]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([query, { printed, ours }]) => `${query.padEnd(44)}  ${printed.padEnd(44)}  ${ours}`);
      return `## ${reason}\n\n\`\`\`text\n${table.join('\n')}\n\`\`\`\n`;
    });
  return `${PREFACE}\n${sections.join('\n')}`;
}
