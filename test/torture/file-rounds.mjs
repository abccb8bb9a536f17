/**
 * Cuts, zeroes and overwrites files of one index while it is served: `data.mdb` including tree pages, and `data.sums`. Only the
 * source of this index may fail, and the error names it. The other source answers as before, and no answer is wrong.
 */
import {
  closeSync,
  cpSync,
  existsSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MixedLoad } from './mixed-load.mjs';
import { Random } from './random.mjs';
import { ServedProcess } from './served-process.mjs';

const SOUND = 'sound';
const DAMAGED = 'damaged';
const PAGE = 4096;

/** A server for each round, because one damage takes the source out of service. Returns figures, and the failures as texts. */
export async function fileRounds({ rounds, seed, items = 600, onRound = () => undefined }) {
  const root = mkdtempSync(join(tmpdir(), 'case-access-files-'));
  const random = new Random(seed);
  const figures = { rounds: 0, takenOut: 0, unnoticed: 0 };
  const failures = [];
  let what = '';
  const fail = (why) => failures.length < 20 && failures.push(`seed ${seed}, round ${figures.rounds}, ${what}: ${why}`);
  const load = new MixedLoad({ names: [SOUND, DAMAGED], seed, fail });
  const pathOf = (name) => join(root, 'cases', name);
  let server = null;
  try {
    await load.writeCases(pathOf, { items, queries: 60 });
    const sources = [SOUND, DAMAGED].map((id) => ({ id, path: pathOf(id) }));
    const data = join(root, 'data');
    const whole = join(root, 'whole');
    while (figures.rounds < rounds) {
      rmSync(data, { recursive: true, force: true });
      // Undamaged indexes, built at the first start.
      if (existsSync(whole)) cpSync(whole, data, { recursive: true });
      server = await ServedProcess.start({ root, sources, options: ['--engine-processes', '2'] });
      load.start(server.url, { clients: 6, mayRefuse: isOfDamaged, mayLack: (name) => name === DAMAGED });
      if (!existsSync(whole)) cpSync(join(data, 'indexes'), join(whole, 'indexes'), { recursive: true });
      await sleep(random.below(200));
      what = damageServed(indexOf(data, DAMAGED), random);
      await sleep(1200);
      await load.stop();
      await judge(server, figures, fail);
      const { code, signal } = await server.kill('SIGTERM');
      if (code !== 0) fail(`the server ended with ${code ?? signal}`);
      figures.rounds++;
      onRound(figures);
    }
  } catch (error) {
    fail(`ended early: ${error.stack}`);
  } finally {
    await load.stop();
    if (server !== null && !server.hasEnded) await server.kill('SIGTERM');
    rmSync(root, { recursive: true, force: true });
  }
  return { figures: { ...figures, ...load.figures }, failures };
}

/** A 5xx of its own that names it; or a 503 while a process that read it is replaced and the indexes are checked. */
function isOfDamaged({ status, headers, bytes }, names) {
  const text = bytes.toString();
  if (status === 503) return headers['retry-after'] !== undefined && /engine process/.test(text);
  return status === 500 && names.includes(DAMAGED) && names.length === 1 && text.includes(`"${DAMAGED}\\"`);
}

/** The newest generation of the index of the case. */
function indexOf(data, name) {
  const indexes = join(data, 'indexes');
  const directory = readdirSync(indexes).find((entry) => entry.startsWith(name));
  const [newest] = readdirSync(join(indexes, directory))
    .filter((entry) => entry.startsWith('gen-'))
    .sort()
    .reverse();
  return join(indexes, directory, newest);
}

/** Damages a file in place, because the processes have it open and mapped. */
function damageServed(directory, random) {
  const name = random.next() < 0.85 ? 'data.mdb' : 'data.sums';
  const path = join(directory, name);
  const { size } = statSync(path);
  const handle = openSync(path, 'r+');
  try {
    const kind = random.pick(['cut', 'zero', 'noise', 'zero all', 'tree pages']);
    const from = kind === 'cut' ? random.below(size) : random.below(Math.ceil(size / PAGE)) * PAGE;
    const length = kind === 'zero all' ? size : 1 + random.below(random.next() < 0.5 ? 2 * PAGE : size);
    if (kind === 'cut') ftruncateSync(handle, from);
    else if (kind === 'zero all') writeSync(handle, Buffer.alloc(size), 0, size, 0);
    else if (kind === 'tree pages') return `${name}: ${damageTree(handle, path, size, random)}`;
    else writeSync(handle, bytes(kind, Math.min(length, size - from), random), 0, Math.min(length, size - from), from);
    return `${name}: ${kind} from ${from} of ${size}, ${length} bytes`;
  } finally {
    closeSync(handle);
  }
}

function bytes(kind, length, random) {
  const filled = Buffer.alloc(length);
  if (kind === 'noise') for (let i = 0; i < length; i++) filled[i] = random.below(256);
  return filled;
}

/** Bytes of some of the pages that LMDB itself walks. The file of checksums lists them. */
function damageTree(handle, path, size, random) {
  const sums = readFileSync(path.replace('data.mdb', 'data.sums'));
  const count = path.endsWith('data.mdb') ? sums.readUInt32LE(13) : 0;
  const pages = Array.from({ length: count }, (_, i) => sums.readUInt32LE(17 + 8 * i));
  const hurt = pages.filter(() => random.next() < 0.5);
  for (const page of hurt) {
    const at = page * PAGE + (random.next() < 0.5 ? random.below(32) : random.below(PAGE));
    if (at < size) writeSync(handle, Buffer.from([random.below(256), random.below(256)]), 0, 2, at);
  }
  return `two bytes of each of ${hurt.length} of ${pages.length} tree pages`;
}

async function judge(server, figures, fail) {
  const { sources } = await server.status();
  for (const { id, state, reason } of sources) {
    if (id === SOUND && state !== 'ready') fail(`the other source is ${state}: ${reason}`);
    if (id === DAMAGED && state === 'failed') figures.takenOut++;
    if (id === DAMAGED && state === 'ready') figures.unnoticed++;
  }
  for (const line of server.faults()) {
    if (!/engine process|answer cut off|did not open|INDEX_CORRUPT/.test(line)) {
      fail(`the log has a fault: ${line.slice(0, 500)}`);
    }
  }
}
