/**
 * `node dist/bench/hash-set.js [--hashes N] [--items N] [--list FILE]`: how long a list of hashes is sorted, in how much memory, and how long a
 * lookup takes: of many items in one pass over the sorted file, half of them known, and of one item among those found.
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
import { hashSetOf } from '../src/hashsets/build-hash-set.ts';
import { foundItems, type HashedItem } from '../src/hashsets/found-items.ts';

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

/** A list as NIST has it: in no order, in capitals. */
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
  const set = await hashSetOf({ name: 'bench', file }, dataDir);
  const seconds = (performance.now() - start) / 1000;
  const mb = (statSync(file).size / 1e6).toFixed(0);
  console.log(`${set.head.counts['sha-1']} hashes of ${mb} MB sorted: ${seconds.toFixed(1)} s, ${megabytes()}`);

  const every = Math.max(1, Math.floor((hashes * 2) / items));
  const known = Buffer.alloc(20 * Math.ceil(hashes / every));
  let line = 0;
  for await (const hash of createInterface({ input: createReadStream(file) })) {
    if (line % every === 0) known.write(hash, (20 * line) / every, 'hex');
    line++;
  }
  const hashOf = (id: number): string =>
    id % 2 === 0 ? known.toString('hex', 10 * id, 10 * id + 20) : createHash('sha1').update(`${id}`).digest('hex');
  const batches = async function* () {
    for (let from = 0; from < items; from += 2000) {
      yield Array.from({ length: Math.min(2000, items - from) }, (_, n): HashedItem => {
        return { id: from + n, properties: [['hash', [hashOf(from + n)]]] };
      });
    }
  };
  for (const round of [1, 2, 3]) {
    start = performance.now();
    const processor = process.cpuUsage();
    const [found] = await foundItems([set], { identity: `bench ${round}`, batches }, join(dataDir, 'found'));
    const spent = performance.now() - start;
    const { user, system } = process.cpuUsage(processor);
    console.log(
      `${items} items looked up, ${found!.length} found: ${(spent / 1000).toFixed(2)} s, ${((spent * 1000) / items).toFixed(2)} µs each (${((user + system) / items).toFixed(2)} µs of processors), ${megabytes()}`,
    );
    if (found!.length !== items / 2) throw new Error('half of the items are known');
  }
} finally {
  if (values.data === undefined) rmSync(dataDir, { recursive: true, force: true });
  else rmSync(join(dataDir, 'found'), { recursive: true, force: true });
}
