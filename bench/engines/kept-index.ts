/** Indexes that are built once and used again by later runs. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Corpus } from '../corpus/export.ts';
import type { Engine } from './engine.ts';

/** Returns the directory of an engine's index, which is built if it is missing. */
export async function keptIndex(engine: Engine, corpus: Corpus, work: string): Promise<string> {
  const directory = join(work, 'indexes', corpus.name, engine.name);
  if (existsSync(directory)) return directory;
  mkdirSync(directory, { recursive: true });
  const { seconds, bytes, peakBytes } = await engine.build(corpus, directory, 2);
  console.log(`${engine.name}: ${seconds.toFixed(0)} s, ${millions(bytes)} MB, peak ${millions(peakBytes)} MB`);
  return directory;
}

function millions(bytes: number): number {
  return Math.round(bytes / 1e6);
}
