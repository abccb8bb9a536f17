/**
 * `node dist/bench/game/make-index.js DIRECTORY < corpus.json`: converts the corpus of the public search-benchmark-game, one
 * document of `id` and `text` per line, to a case in DIRECTORY/case with its index in DIRECTORY/data.
 */
import './without-pairs.ts';

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildIndex } from '../../src/indexing/build-index.ts';
import { writeLines } from '../synthetic/write-case.ts';

const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error('make-index.js needs a directory');
const casePath = join(directory, 'case');

async function* records(): AsyncGenerator<string> {
  let id = 0;
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line === '') continue;
    const { id: name, text } = JSON.parse(line) as { readonly id: string; readonly text: string };
    yield JSON.stringify({ id: id++, properties: { name: [String(name)] }, text });
  }
}

try {
  await writeLines(casePath, { name: 'search-benchmark-game', producer: 'bench/game', lines: records() });
  const { items, milliseconds } = await buildIndex({ casePath, dataDir: join(directory, 'data'), threads: 1 });
  console.error(`${items} documents in ${(milliseconds / 1000).toFixed(1)} s`);
} catch (fault) {
  // An existing folder would count as a finished index.
  rmSync(directory, { recursive: true, force: true });
  throw fault;
}
