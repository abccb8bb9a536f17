/** The documentation in dist/docs, built here if it does not exist. `make test` builds it before. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export function buildDocs(...options: readonly string[]): void {
  execFileSync(process.execPath, ['src/packaging/docs/build-docs.mjs', ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

export function ensureDocs(): void {
  if (!existsSync('dist/docs/all.html')) buildDocs();
}
