/** The kernel with thresholds of tests. It is compiled once for each state of its sources, and kept in dist/. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Thresholds } from './thresholds-by-key.ts';

const BUILD = 'src/kernel/build-kernel.mjs';
const COMPILED = 'dist/kernels';

/** Returns the code of a kernel with these thresholds, compiled with assertions. */
export function kernelOver(thresholds: Thresholds): Buffer {
  const hash = createHash('sha256').update(JSON.stringify(thresholds));
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('/assembly/') && name.endsWith('.ts'))
    .map((name) => join('src', name));
  for (const source of [BUILD, ...sources.sort()]) hash.update(readFileSync(source));
  const path = join(COMPILED, `${hash.digest('hex')}.wasm`);
  if (!existsSync(path)) {
    mkdirSync(COMPILED, { recursive: true });
    const unfinished = `${path}.${process.pid}`;
    execFileSync('node', [BUILD, '--debug', unfinished, JSON.stringify(thresholds)]);
    renameSync(unfinished, path);
  }
  return readFileSync(path);
}
