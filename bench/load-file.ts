/**
 * `node dist/bench/load-file.js [--rows N] [--seed S] [--out FILE] [--wide] [--build] [--sqlite]`: measures the speed and
 * memory of reading, and of building, a CSV load file. The file is generated if it is missing, with 30 columns if it is wide.
 * `--build` builds its index as a build process does; `--sqlite` imports it with sqlite3 and indexes all of its columns with
 * FTS5.
 */
// Imported so that a build is as fast as in a build process.
import '../src/indexing/v8-options.ts';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openCase } from '../src/cases/open-case.ts';
import { buildEnvironment } from '../src/indexing/build-in-process.ts';
import type { BuildReport } from '../src/indexing/build-report.ts';
import { writeLoadFile } from './synthetic/load-file.ts';
import { timeCommand } from './synthetic/processor-time.ts';
import { importWithSqlite } from './synthetic/sqlite-import.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
    build: { type: 'boolean', default: false },
    wide: { type: 'boolean', default: false },
    sqlite: { type: 'boolean', default: false },
  },
});
const rows = Number(values.rows);
const file = values.out ?? `bench/.work/load-files/rows-${rows}${values.wide ? '-wide' : ''}.csv`;
if (!existsSync(file)) await writeLoadFile(file, rows, Number(values.seed), values.wide);
const megabytes = statSync(file).size / 1e6;

let processor = process.cpuUsage();

function tell(what: string, start: number): void {
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(processor);
  processor = process.cpuUsage();
  const speed = `${((user + system) / 1e6).toFixed(1)} s of processor time, ${Math.round(rows / seconds)} rows a second, ${(megabytes / seconds).toFixed(0)} MB a second`;
  console.log(
    `${what}: ${seconds.toFixed(1)} s, ${speed}, peak ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`,
  );
}

console.log(`${file}: ${rows} rows, ${megabytes.toFixed(0)} MB`);
const reader = await openCase(file);
let start = performance.now();
await reader.columns!();
tell('understanding its columns', start);
start = performance.now();
let items = 0;
let problems = 0;
const observer = { problem: () => void problems++, progress: () => undefined };
for (const part of reader.parts) for await (const batch of reader.readItems(part, observer)) items += batch.length;
tell('reading its items', start);
await reader.close();
if (items !== rows || problems > 0) throw new Error(`${items} items and ${problems} problems`);

if (values.build) {
  const dataDir = mkdtempSync(join(tmpdir(), 'case-access-load-file-'));
  try {
    const build = new URL('./synthetic/timed-build.js', import.meta.url).pathname;
    const env = { ...buildEnvironment(), NODE: process.execPath, BUILD: build, CASE: file, DATA: dataDir };
    const { stdout, stderr, processorSeconds } = timeCommand('"$NODE" "$BUILD" "$CASE" "$DATA"', env);
    if (stdout === '') throw new Error(stderr);
    const { milliseconds, indexBytes, peakMemoryBytes }: BuildReport = JSON.parse(stdout);
    const took = `${(milliseconds / 1000).toFixed(1)} s, ${processorSeconds.toFixed(1)} s of processor time`;
    console.log(
      `building its index (${(indexBytes / 1e6).toFixed(0)} MB): ${took}, peak ${Math.round(peakMemoryBytes / 2 ** 20)} MB`,
    );
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (values.sqlite) console.log(importWithSqlite(file));
