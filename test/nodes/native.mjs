/** Loads every package with native code and calls it. Each must exist for this release of Node. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import { pack, unpack } from 'msgpackr';
import sharp from 'sharp';

const directory = mkdtempSync(join(tmpdir(), 'case-access-native-'));
try {
  const database = open({ path: join(directory, 'data') });
  await database.put('key', 'value');
  if (database.get('key') !== 'value') throw new Error('lmdb does not give back what it took');
  await database.close();
} finally {
  rmSync(directory, { recursive: true, force: true });
}
const picture = await sharp({ create: { width: 8, height: 4, channels: 3, background: 'red' } })
  .jpeg()
  .toBuffer();
const { width, height } = await sharp(picture).metadata();
if (width !== 8 || height !== 4) throw new Error('sharp does not read what it wrote');
if (unpack(pack({ a: 1 })).a !== 1) throw new Error('msgpackr does not give back what it took');
console.log(`lmdb, sharp (libvips ${sharp.versions.vips}), and msgpackr work on ${process.version}`);
