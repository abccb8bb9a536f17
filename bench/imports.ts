/**
 * Measures the import of a case of IPED, and in turn how Lucene reads its index, each in its own process. Lucene reads stored
 * fields and `content` with positions, then the positions of other fields, then compares all checksums. The reader of this
 * project reads stored fields and `content`. The whole import makes an index.
 *
 *   node dist/bench/imports.js --case DIRECTORY [--rounds 3] [--threads 2]
 *
 * Without Lucene (`make bench-peers`) the rest is measured.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CaseFiles } from '../src/cases/files/safe-path.ts';
import { openLuceneIndex } from '../src/cases/lucene/lucene-index.ts';
import { buildEnvironment } from '../src/indexing/build-in-process.ts';
import { buildIndex } from '../src/indexing/build-index.ts';
import { notInstalled } from './engines/installed.ts';

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

/** Milliseconds of elapsed time and of processor time. On a busy machine, only processor times can be compared. */
interface Round {
  readonly milliseconds: number;
  readonly processors: number;
}

/** A round with its peak memory, in MB. */
interface ImportRound extends Round {
  readonly peak: number;
}

/** Lucene's times: for stored fields and `content`, for stored fields and all positions, and for everything that an import reads. */
interface Reading {
  readonly content: Round;
  readonly positions: Round;
  readonly all: Round;
}

const NOTHING: Round = { milliseconds: Number.NaN, processors: Number.NaN };
const NO_READING: Reading = { content: NOTHING, positions: NOTHING, all: NOTHING };

if (values.part === 'read') console.log(JSON.stringify(await readCase()));
else if (values.part === 'import') console.log(JSON.stringify(await importCase()));
else compare();

function compare(): void {
  const table: string[] = [
    'Milliseconds; in brackets processor time, and the time of the import as a multiple of both.',
    'Lucene: stored fields and content; stored fields and positions of all fields; with all checksums; all again in the same process.',
    '',
    '| round | Lucene, content | positions | all | again | our reader | import | peak MB | import ÷ content | ÷ positions | ÷ all | ÷ again |',
    '| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
  ];
  for (let round = 1; round <= Number(values.rounds); round++) {
    const [first = NO_READING, second = NO_READING] = lucene();
    const readings = [first.content, first.positions, first.all, second.all];
    const read = own<Round>('read');
    const { peak, ...imported } = own<ImportRound>('import');
    const cells = [...readings, read, imported].map((times) => shown(times, 0));
    const ratios = readings.map((times) =>
      shown(
        {
          milliseconds: imported.milliseconds / times.milliseconds,
          processors: imported.processors / times.processors,
        },
        1,
      ),
    );
    table.push(`| ${[round, ...cells, peak.toFixed(0), ...ratios].join(' | ')} |`);
  }
  console.log(table.join('\n'));
}

function shown({ milliseconds, processors }: Round, digits: number): string {
  return `${milliseconds.toFixed(digits)} (${processors.toFixed(digits)})`;
}

function processorsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Returns two rounds in one process, because the second one runs code that was compiled in the first. */
function lucene(): Reading[] {
  const work = 'bench/.work/lucene-9';
  const reason = notInstalled('lucene-9');
  if (reason !== null) {
    console.error(`lucene: ${reason}`);
    return [];
  }
  const classPath = `${work}/classes:${work}/lib/*`;
  const output = execFileSync('java', ['-cp', classPath, 'bench.ReadIndex', join(casePath, 'iped/index'), '2']);
  return output
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number))
    .map(([stored = 0, content = 0, others = 0, checksums = 0, ofContent = 0, ofPositions = 0, ofAll = 0]) => ({
      content: { milliseconds: stored + content, processors: ofContent },
      positions: { milliseconds: stored + content + others, processors: ofPositions },
      all: { milliseconds: stored + content + others + checksums, processors: ofAll },
    }));
}

function own<T>(part: string): T {
  const script = fileURLToPath(import.meta.url);
  const args = [script, '--case', casePath, '--threads', values.threads, '--part', part];
  return JSON.parse(execFileSync(process.execPath, args, { env: buildEnvironment() }).toString()) as T;
}

async function readCase(): Promise<Round> {
  const index = await openLuceneIndex({ casePath, files: new CaseFiles(casePath), folder: 'iped/index' });
  const started = performance.now();
  const before = process.cpuUsage();
  let stored = 0;
  for (const segment of index.segments) {
    for await (const batch of segment.storedDocuments()) for (const { values } of batch) stored += values.length;
  }
  let positions = 0;
  for (const segment of index.segments) {
    const content = segment.fields.find(({ name }) => name === 'content');
    const terms = content === undefined ? null : await segment.terms(content);
    while (terms?.next()) for (let count = terms.read(); count > 0; count = terms.read()) positions += count;
  }
  const found = { milliseconds: performance.now() - started, processors: processorsSince(before) };
  await index.close();
  if (stored === 0 || positions === 0) throw new Error('the index has no stored fields, or no content');
  return found;
}

async function importCase(): Promise<ImportRound> {
  await import('../src/indexing/v8-options.ts');
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-import-'));
  try {
    const started = performance.now();
    const before = process.cpuUsage();
    await buildIndex({ casePath, dataDir, threads: Number(values.threads) });
    const milliseconds = performance.now() - started;
    return { milliseconds, processors: processorsSince(before), peak: process.resourceUsage().maxRSS / 1024 };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
