/** Runs the whole benchmark on a tiny corpus with the peers that npm installs, so that it cannot rot. */

import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';

const run = promisify(execFile);

describe('the benchmark', () => {
  test('runs, and every engine gives the same answers', async () => {
    if (!existsSync('dist/bench/main.js')) throw new Error('dist/ is not built: run `npm run build` first');
    const work = mkdtempSync(join(tmpdir(), 'bench-smoke-'));
    try {
      // A disagreement makes the exit code 1, which rejects.
      const { stdout } = await run('node', ['dist/bench/main.js', '--smoke', '--work', work]);
      for (const engine of ['case-access', 'flexsearch', 'minisearch']) expect(stdout).toContain(engine);
      for (const command of ['COUNT', 'IDS', 'TOP_10', 'TOP_10_COUNT', 'GET /search'])
        expect(stdout).toContain(command);
      expect(stdout).not.toContain('DISAGREES');
      expect(stdout).not.toMatch(/NaN|Infinity/);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }, 240_000);
});
