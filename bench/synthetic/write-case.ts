import { once } from 'node:events';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip, type ZlibOptions } from 'node:zlib';
import { ItemLines, type SyntheticOptions } from './item-lines.ts';

const ITEMS_A_FILE = 50_000;
const CHUNK_UNITS = 1 << 18;

/** Writes a synthetic case directory (docs/case-directory.md), streaming: memory does not grow with the items. */
export async function writeSyntheticCase(directory: string, options: SyntheticOptions): Promise<void> {
  mkdirSync(directory, { recursive: true });
  const lines = new ItemLines(options);
  const files: string[] = [];
  for (let start = 0; start < options.items; start += ITEMS_A_FILE) {
    const file = `items-${String(files.length).padStart(5, '0')}.jsonl.gz`;
    files.push(file);
    await writeFile(join(directory, file), lines, start, Math.min(start + ITEMS_A_FILE, options.items));
  }
  const manifest = {
    format: 'case-directory',
    version: 1,
    name: `Synthetic: ${options.items} items, seed ${options.seed}`,
    created: '2024-01-01T00:00:00Z',
    producer: 'bench/synthetic-case',
    items: files,
    itemCount: options.items,
  };
  writeFileSync(join(directory, 'case.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

async function writeFile(path: string, lines: ItemLines, start: number, end: number): Promise<void> {
  // Room for several chunks, so that lines are made while others are compressed.
  const gzip = createGzip({ level: 1, chunkSize: 1 << 18, highWaterMark: 1 << 22 } as ZlibOptions);
  const output = gzip.pipe(createWriteStream(path));
  let chunk = '';
  for (let index = start; index < end; index++) {
    chunk += `${lines.line(index)}\n`;
    if (chunk.length < CHUNK_UNITS) continue;
    if (!gzip.write(chunk)) await once(gzip, 'drain');
    chunk = '';
  }
  gzip.end(chunk);
  await finished(output);
}
