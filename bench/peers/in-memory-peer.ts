import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { peakBytesOf, residentBytesOf } from '../engines/measured-process.ts';
import type { Tree } from '../queries/tree.ts';
import { type Ask, serveLines } from '../serve-lines.ts';

export interface TokenItem {
  readonly id: number;
  readonly tokens: string;
}

/**
 * Runs a peer that has its index in memory. `build TOKENS` indexes and reports; `serve TOKENS ITERATIONS` indexes and answers.
 * The size of the index is the growth of the process's memory.
 */
export async function runInMemoryPeer(
  version: string,
  index: (items: readonly TokenItem[]) => (tree: Tree) => Ask,
): Promise<void> {
  const [mode, tokensFile, iterations] = process.argv.slice(2);
  const items: TokenItem[] = [];
  for await (const line of createInterface({ input: createReadStream(tokensFile!) })) {
    const columns = line.split('\t');
    items.push({ id: Number(columns[0]), tokens: columns[4]! });
  }
  const residentBefore = residentBytesOf(process.pid);
  const start = performance.now();
  const prepare = index(items);
  const seconds = (performance.now() - start) / 1000;
  if (mode === 'build') {
    const bytes = residentBytesOf(process.pid) - residentBefore;
    const peakBytes = peakBytesOf(process.pid);
    console.log(
      JSON.stringify({
        seconds,
        mergedSeconds: seconds,
        threads: 1,
        items: items.length,
        bytes,
        mergedBytes: bytes,
        peakBytes,
        version,
      }),
    );
    return;
  }
  await serveLines((query) => prepare(JSON.parse(query) as Tree), Number(iterations));
}
