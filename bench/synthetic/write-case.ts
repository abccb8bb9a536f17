import { once } from 'node:events';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip, type ZlibOptions } from 'node:zlib';
import { ItemLines, type SyntheticOptions } from './item-lines.ts';

const ITEMS_A_FILE = 50_000;
const CHUNK_UNITS = 1 << 18;

/** What a case is made of: `line` gives the record of each item in turn, as a line of JSON without its newline. */
export interface CaseLines {
  readonly items: number;
  readonly name: string;
  readonly producer: string;
  line(index: number): string;
}

export async function writeSyntheticCase(directory: string, options: SyntheticOptions): Promise<void> {
  const lines = new ItemLines(options);
  const { items, seed } = options;
  const name = `Synthetic: ${items} items, seed ${seed}`;
  await writeCase(directory, {
    items,
    name,
    producer: 'bench/synthetic-case',
    line: (index) => lines.line(index),
  });
}

/** Writes a case directory (docs/case-directory.md), streaming: memory does not grow with the items. */
export async function writeCase(directory: string, lines: CaseLines): Promise<void> {
  mkdirSync(directory, { recursive: true });
  const files: string[] = [];
  for (let start = 0; start < lines.items; start += ITEMS_A_FILE) {
    const file = `items-${String(files.length).padStart(5, '0')}.jsonl.gz`;
    files.push(file);
    await writeFile(join(directory, file), lines, start, Math.min(start + ITEMS_A_FILE, lines.items));
  }
  const manifest = {
    format: 'case-directory',
    version: 1,
    name: lines.name,
    created: '2024-01-01T00:00:00Z',
    producer: lines.producer,
    items: files,
    itemCount: lines.items,
  };
  writeFileSync(join(directory, 'case.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

async function writeFile(path: string, lines: CaseLines, start: number, end: number): Promise<void> {
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
