/**
 * `node dist/bench/hash-set.js [--hashes N] [--items N] [--list FILE]`: measures the time and memory of sorting a list of
 * hashes, and the time of looking up many hashes, half of them known, in one pass over the sorted file. At most 1,048,576
 * items.
 */
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { AskedHashes } from '../src/hashsets/asked-hashes.ts';
import { hashSetOf } from '../src/hashsets/build-hash-set.ts';
import { findInSet } from '../src/hashsets/hash-set-file.ts';
import { atOnce } from '../src/shared/slices.ts';

const { values } = parseArgs({
  options: {
    hashes: { type: 'string', default: '40000000' },
    items: { type: 'string', default: '1000000' },
    list: { type: 'string' },
    data: { type: 'string' },
  },
});
const hashes = Number(values.hashes);
const items = Number(values.items);
const file = values.list ?? `bench/.work/hash-sets/sha-1-${hashes}.txt`;
if (!existsSync(file)) writeList(file);

/** Writes an unsorted list in upper case, like those of NIST. */
function writeList(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const descriptor = openSync(path, 'w');
  for (let left = hashes; left > 0; left -= 50_000) {
    const digits = randomBytes(20 * Math.min(left, 50_000))
      .toString('hex')
      .toUpperCase();
    writeSync(descriptor, digits.replace(/.{40}/g, '$&\n'));
  }
  closeSync(descriptor);
}

const megabytes = (): string => `peak ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`;
const dataDir = values.data ?? mkdtempSync(join(tmpdir(), 'case-access-hash-set-'));
try {
  let start = performance.now();
  let processor = process.cpuUsage();
  const set = await hashSetOf({ name: 'bench', file }, dataDir);
  const seconds = (performance.now() - start) / 1000;
  const mb = (statSync(file).size / 1e6).toFixed(0);
  const { user: own, system: ofSystem } = process.cpuUsage(processor);
  const spent = `${seconds.toFixed(1)} s, ${((own + ofSystem) / 1e6).toFixed(1)} s of processor time`;
  console.log(`${set.head.counts['sha-1']} hashes of ${mb} MB sorted: ${spent}, ${megabytes()}`);

  const every = Math.max(1, Math.floor((hashes * 2) / items));
  const known = Buffer.alloc(20 * Math.ceil(hashes / every));
  let line = 0;
  for await (const hash of createInterface({ input: createReadStream(file) })) {
    if (line % every === 0) known.write(hash, (20 * line) / every, 'hex');
    line++;
  }
  const hashOf = (id: number): string =>
    id % 2 === 0 ? known.toString('hex', 10 * id, 10 * id + 20) : createHash('sha1').update(`${id}`).digest('hex');
  const digits = Array.from({ length: items }, (_, id) => hashOf(id));
  for (let round = 1; round <= 3; round++) {
    processor = process.cpuUsage();
    const asked = new AskedHashes();
    for (const [id, hash] of digits.entries()) asked.add(hash, id);
    const sorted = atOnce(asked.sorted());
    const sorting = process.cpuUsage(processor);
    start = performance.now();
    processor = process.cpuUsage();
    const found = await findInSet(set.path, set.head, sorted);
    const each = (spent: { user: number; system: number }): string =>
      `${((spent.user + spent.system) / items).toFixed(2)} µs`;
    const looking = `${each(process.cpuUsage(processor))} of processor time a lookup, ${((performance.now() - start) / 1000).toFixed(2)} s in all`;
    const what = round === 1 ? ', the digest of the file compared' : '';
    console.log(`${items} hashes sorted: ${each(sorting)} each; looked up${what}: ${looking}`);
    if (found['sha-1'].reduce((sum, one) => sum + one, 0) !== items / 2) throw new Error('half of them are known');
  }
} finally {
  if (values.data === undefined) rmSync(dataDir, { recursive: true, force: true });
}
