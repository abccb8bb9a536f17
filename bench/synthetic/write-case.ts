import { once } from 'node:events';
import { createWriteStream, mkdirSync, type WriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip, type ZlibOptions } from 'node:zlib';
import { ItemLines, type SyntheticOptions } from './item-lines.ts';

export const ITEMS_A_FILE = 50_000;
const CHUNK_UNITS = 1 << 18;

/** The contents of a case: `line` returns the record of each item in order, as a line of JSON without its newline. */
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

/** Writes a case directory (docs/case-directory.md) as a stream, so that memory does not grow with the items. */
export async function writeCase(directory: string, { items, name, producer, line }: CaseLines): Promise<void> {
  function* lines(): Generator<string> {
    for (let index = 0; index < items; index++) yield line(index);
  }
  await writeLines(directory, { name, producer, lines: lines() });
}

/** Like `writeCase`, for lines whose number is known only at the end. Returns the number. */
export async function writeLines(
  directory: string,
  {
    lines,
    ...described
  }: { readonly name: string; readonly producer: string; readonly lines: Iterable<string> | AsyncIterable<string> },
): Promise<number> {
  mkdirSync(directory, { recursive: true });
  const files: string[] = [];
  let output: ItemFile | null = null;
  let count = 0;
  for await (const line of lines) {
    if (count++ % ITEMS_A_FILE === 0) {
      await output?.end();
      files.push(`items-${String(files.length).padStart(5, '0')}.jsonl.gz`);
      output = new ItemFile(join(directory, files.at(-1)!));
    }
    const drained = output!.add(line);
    if (drained !== undefined) await drained;
  }
  await output?.end();
  const manifest = {
    format: 'case-directory',
    version: 1,
    name: described.name,
    created: '2024-01-01T00:00:00Z',
    producer: described.producer,
    items: files,
    itemCount: count,
  };
  writeFileSync(join(directory, 'case.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return count;
}

class ItemFile {
  // Buffers several chunks, so that lines are generated while others are compressed.
  readonly #gzip = createGzip({ level: 1, chunkSize: 1 << 18, highWaterMark: 1 << 22 } as ZlibOptions);
  readonly #output: WriteStream;
  #chunk = '';

  constructor(path: string) {
    this.#output = this.#gzip.pipe(createWriteStream(path));
  }

  add(line: string): Promise<unknown> | undefined {
    this.#chunk += `${line}\n`;
    if (this.#chunk.length < CHUNK_UNITS) return undefined;
    const isFull = !this.#gzip.write(this.#chunk);
    this.#chunk = '';
    return isFull ? once(this.#gzip, 'drain') : undefined;
  }

  async end(): Promise<void> {
    this.#gzip.end(this.#chunk);
    await finished(this.#output);
  }
}
