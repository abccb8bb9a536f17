/**
 * Where the indexes of a case are in a data directory, and how a new one is published.
 *
 *   DATA/indexes/<key>/gen-000001/    finished: never written again; a grown one has folders of parts (index-parts.ts)
 *   DATA/indexes/<key>/building-<pid> not finished: removed by the next build
 *
 * The key is derived from the real path of the case. A finished generation is flushed and then renamed into place, so that
 * a reader sees the old one or the new one, never half of one. The highest number is current.
 */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeLockFile } from '../shared/lock-file.ts';

export function indexDirectory(dataDir: string, caseRealPath: string): string {
  return join(dataDir, 'indexes', indexKey(caseRealPath));
}

/** A readable part for people, and a hash of the whole path, which identifies it. */
export function indexKey(caseRealPath: string): string {
  const readable = basename(caseRealPath)
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, 40);
  const hash = createHash('sha256').update(caseRealPath).digest('hex').slice(0, 16);
  return readable === '' || readable.startsWith('.') ? hash : `${readable}-${hash}`;
}

const PART = 'part-';
const BUILDING = 'building-';
const GENERATION = /^gen-(\d{6,})$/;

export interface Generation {
  readonly path: string;
  readonly number: number;
}

/** The newest finished generation, or null. */
export function currentGeneration(directory: string): Generation | null {
  const newest = Math.max(0, ...generations(directory));
  return newest === 0 ? null : { path: generationPath(directory, newest), number: newest };
}

function generations(directory: string): number[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .map((name) => GENERATION.exec(name))
    .filter((match) => match !== null)
    .map((match) => Number(match[1]));
}

function generationPath(directory: string, number: number): string {
  return join(directory, `gen-${String(number).padStart(6, '0')}`);
}

/** A new empty folder for a build. Removes leftovers of killed builds. */
export function beginGeneration(directory: string): string {
  mkdirSync(directory, { recursive: true });
  removeAll(abandonedBuilds(directory));
  const path = join(directory, `${BUILDING}${process.pid}-${Date.now()}`);
  mkdirSync(path);
  return path;
}

/** The generation that the next build will become. */
export function nextGeneration(directory: string): Generation {
  const number = Math.max(0, ...generations(directory)) + 1;
  return { path: generationPath(directory, number), number };
}

/** Makes a finished build the current generation. `prove` throws if this process may no longer write; then nothing is published. */
export function publishGeneration(directory: string, building: string, prove: () => void): Generation {
  // A generation has the data of one index, or of each of its parts.
  const parts = readdirSync(building).filter((name) => name.startsWith(PART));
  const indexes = parts.length === 0 ? [building] : parts.map((name) => join(building, name));
  for (const index of indexes) writeLockFile(index);
  for (const folder of new Set([...indexes, building])) {
    for (const name of readdirSync(folder)) flush(join(folder, name));
    flush(folder);
  }
  prove();
  const generation = nextGeneration(directory);
  renameSync(building, generation.path);
  flush(directory);
  return generation;
}

/**
 * Removes everything but the current generation: leftovers of killed builds, and older generations. A reader that has a
 * generation open can still read its files, which the system frees after the last reader. A reader that was about to open it
 * looks again (see index-state.ts). Only the process that may write to the data directory may call this. Files that cannot be
 * removed now are left to the next call. `isOpen`: whether this process may open the generation with a path again.
 */
export function removeLeftovers(directory: string, isOpen?: (path: string) => boolean): void {
  removeOlder(directory, isOpen);
  removeAll(abandonedBuilds(directory));
}

/** The same for older generations only. A build may be running meanwhile. */
export function removeOlder(directory: string, isOpen: (path: string) => boolean = () => false): void {
  const current = currentGeneration(directory)?.number ?? 0;
  const older = generations(directory).filter((number) => number < current);
  removeAll(older.map((number) => generationPath(directory, number)).filter((path) => !isOpen(path)));
}

function abandonedBuilds(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => name.startsWith(BUILDING))
    .map((name) => join(directory, name));
}

function removeAll(paths: readonly string[]): void {
  for (const path of paths) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // Some systems do not remove files that a reader has open. Until they are removed, the older generation is ignored.
    }
  }
}

function flush(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
