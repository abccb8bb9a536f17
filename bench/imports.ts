/**
 * Measures the import of a case of IPED beside Lucene reading its index, in turn, each in a process of its own: Lucene reads stored
 * fields and `content` with positions, the reader of this project does the same, and the whole import makes an index.
 *
 *   node dist/bench/imports.js --case DIRECTORY [--rounds 3] [--threads 2]
 *
 * Without Lucene (`make bench-peers`) the rest is measured.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildIndex } from '../src/build/build-index.ts';
import { CaseFiles } from '../src/cases/files/safe-path.ts';
import { openLuceneIndex } from '../src/cases/lucene/lucene-index.ts';

const { values } = parseArgs({
  options: {
    case: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    threads: { type: 'string', default: '2' },
    part: { type: 'string' },
  },
});
if (values.case === undefined) throw new Error('name the case: --case DIRECTORY');
const casePath = realpathSync(values.case);

/** Times in milliseconds; of an import, also the peak of its memory. */
interface Round {
  readonly stored: number;
  readonly content: number;
}

if (values.part === 'read') console.log(JSON.stringify(await readCase()));
else if (values.part === 'import') console.log(JSON.stringify(await importCase()));
else compare();

function compare(): void {
  const table: string[] = [
    '| round | Lucene, first | Lucene, second | our reader | import | peak MB | import ÷ first | ÷ second |',
  ];
  table.push('| --- | --: | --: | --: | --: | --: | --: | --: |');
  for (let round = 1; round <= Number(values.rounds); round++) {
    const [first, second] = lucene();
    const read = own<Round>('read');
    const { total, peak } = own<{ total: number; peak: number }>('import');
    const sum = (times: Round | undefined): number => (times === undefined ? Number.NaN : times.stored + times.content);
    const cells = [round, sum(first), sum(second), sum(read), total, peak].map((cell) => cell.toFixed(0));
    table.push(`| ${[...cells, (total / sum(first)).toFixed(1), (total / sum(second)).toFixed(1)].join(' | ')} |`);
  }
  console.log(table.join('\n'));
}

/** Two rounds in one process: the second is of code that was compiled in the first. */
function lucene(): Round[] {
  const work = 'bench/.work/lucene-9';
  if (!existsSync(join(work, 'classes'))) return [];
  const classPath = `${work}/classes:${work}/lib/*`;
  const output = execFileSync('java', ['-cp', classPath, 'bench.ReadIndex', join(casePath, 'iped/index'), '2']);
  return output
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number))
    .map(([stored, content]) => ({ stored: stored!, content: content! }));
}

function own<T>(part: string): T {
  const script = fileURLToPath(import.meta.url);
  const args = [script, '--case', casePath, '--threads', values.threads, '--part', part];
  return JSON.parse(execFileSync(process.execPath, args).toString()) as T;
}

async function readCase(): Promise<Round> {
  const index = await openLuceneIndex({ casePath, files: new CaseFiles(casePath), folder: 'iped/index' });
  const started = performance.now();
  let stored = 0;
  for (const segment of index.segments) {
    for await (const batch of segment.storedDocuments()) for (const { values } of batch) stored += values.length;
  }
  const between = performance.now();
  let positions = 0;
  for (const segment of index.segments) {
    const content = segment.fields.find(({ name }) => name === 'content');
    const terms = content === undefined ? null : await segment.terms(content);
    while (terms?.next()) for (let count = terms.read(); count > 0; count = terms.read()) positions += count;
  }
  const ended = performance.now();
  await index.close();
  if (stored === 0 || positions === 0) throw new Error('the index has no stored fields, or no content');
  return { stored: between - started, content: ended - between };
}

async function importCase(): Promise<{ total: number; peak: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-import-'));
  try {
    const started = performance.now();
    await buildIndex({ casePath, dataDir, threads: Number(values.threads) });
    return { total: performance.now() - started, peak: process.resourceUsage().maxRSS / 1024 };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
