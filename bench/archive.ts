/**
 * Measures how fast an export writes an archive of contents, in turn with `zip -0` on the same files and disk. Also measures
 * its memory at a tenth of the size and at the full size. `node dist/bench/archive.js [--gigabytes 10] [--turns 3] [--directory
 * DIR]`
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const MAIN = fileURLToPath(new URL('../src/cli/main.js', import.meta.url));
const FILE_BYTES = 4 * 1024 * 1024;
const GIGABYTE = 1e9;
const LOOK_MS = 50;
/** Minimum speed as a fraction of the speed of `zip -0`. */
const SHARE_MIN = 0.6;
/** Maximum growth of memory for an archive of ten times the size. */
const GROWTH_MAX = 32 * 1024 * 1024;

const { values } = parseArgs({
  options: {
    gigabytes: { type: 'string', default: '10' },
    turns: { type: 'string', default: '3' },
    directory: { type: 'string', default: tmpdir() },
  },
});
const turns = Number(values.turns);
const files = Math.ceil((Number(values.gigabytes) * GIGABYTE) / FILE_BYTES);
const root = mkdtempSync(join(values.directory, 'case-access-archive-'));

function writeCase(path: string, count: number): void {
  mkdirSync(join(path, 'content'), { recursive: true });
  const lines: string[] = [];
  const bytes = Buffer.alloc(FILE_BYTES);
  for (let i = 0; i < count; i++) {
    const file = `content/${i}.bin`;
    randomFillSync(bytes);
    writeFileSync(join(path, file), bytes);
    const properties = { name: [`${i}.bin`], length: [String(FILE_BYTES)] };
    lines.push(`${JSON.stringify({ id: i + 1, properties, content: { file } })}\n`);
  }
  writeFileSync(join(path, 'items.jsonl'), lines.join(''));
  const manifest = { format: 'case-directory', version: 1, name: 'archive', items: ['items.jsonl'], itemCount: count };
  writeFileSync(join(path, 'case.json'), JSON.stringify(manifest));
}

interface Run {
  readonly seconds: number;
  readonly bytes: number;
  readonly peakBytes: number;
}

/** Runs a command until its output is on disk, and samples its memory. */
async function timed(command: string, given: readonly string[], out: string): Promise<Run> {
  rmSync(out, { force: true });
  const started = performance.now();
  const child = spawn(command, given, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  let peakBytes = 0;
  const look = setInterval(() => {
    peakBytes = Math.max(peakBytes, peakOf(child.pid!));
  }, LOOK_MS);
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(look);
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${said.slice(-500)}`);
  execFileSync('sync', [out]);
  return { seconds: (performance.now() - started) / 1000, bytes: statSync(out).size, peakBytes };
}

function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

try {
  const paths = { small: join(root, 'small'), whole: join(root, 'whole') };
  writeCase(paths.small, Math.ceil(files / 10));
  writeCase(paths.whole, files);
  const data = join(root, 'data');
  for (const path of Object.values(paths)) {
    execFileSync(process.execPath, [MAIN, 'index', 'build', path, '--data', data], { stdio: 'ignore' });
  }
  const exported = (path: string): Promise<Run> => {
    const out = join(root, 'ours.zip');
    const given = ['--format', 'zip', '--exported-files', 'content', '--data', data, '--out', out];
    return timed(process.execPath, [MAIN, 'export', '', '--case', path, ...given], out);
  };
  const zipped = (): Promise<Run> => {
    const out = join(root, 'theirs.zip');
    return timed('zip', ['-0', '-q', '-r', out, 'whole/content'], out);
  };
  const small = await exported(paths.small);
  const shares: number[] = [];
  let peakBytes = 0;
  for (let turn = 0; turn < turns; turn++) {
    const theirs = await zipped();
    const ours = await exported(paths.whole);
    peakBytes = Math.max(peakBytes, ours.peakBytes);
    shares.push(ours.bytes / ours.seconds / (theirs.bytes / theirs.seconds));
    const speed = ({ bytes, seconds }: Run): string => `${(bytes / 1e6 / seconds).toFixed(0)} MB/s`;
    const gigabytes = (ours.bytes / GIGABYTE).toFixed(2);
    console.log(`${gigabytes} GB: export ${speed(ours)}, zip -0 ${speed(theirs)}, ${shares.at(-1)!.toFixed(2)} ×`);
  }
  const share = shares.sort((a, b) => a - b)[Math.floor(turns / 2)]!;
  const growth = peakBytes - small.peakBytes;
  const memory = `memory of a tenth ${mebibytes(small.peakBytes)}, of all ${mebibytes(peakBytes)}`;
  console.log(`${share.toFixed(2)} × the speed of zip -0 (at least ${SHARE_MIN}); ${memory}`);
  if (share < SHARE_MIN || growth > GROWTH_MAX) process.exitCode = 1;
} finally {
  rmSync(root, { recursive: true, force: true });
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MiB`;
}
