/** Finds the file that a process or thread of this program runs. */
import { existsSync } from 'node:fs';

/**
 * Resolves `file`, which ends in `.js`, beside the calling module. If the sources run uncompiled, as in tests, returns the
 * compiled file if there is one. Otherwise returns the source, whose types Node strips.
 */
export function processEntry(file: string, base: string): URL {
  const entry = new URL(file, base);
  if (!base.endsWith('.ts')) return entry;
  const compiled = new URL(entry.href.replace(/\/src\/(?!.*\/src\/)/, '/dist/src/'));
  return existsSync(compiled) ? compiled : new URL(entry.href.replace(/js$/, 'ts'));
}
