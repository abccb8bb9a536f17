/**
 * Compares the answers of another engine on a real case of 34,767 texts with those of a cluster of three nodes, by each count
 * and each set. If the case is missing, `test/shared/oracle.mjs` says so.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';
import { ended, runCli } from '../support/run-cli.ts';
import { TestCluster } from './support/test-cluster.ts';

test('gives the same answers as the other engine', async () => {
  const cluster = await TestCluster.start(3);
  const data = temporaryDir();
  try {
    // Built by the command line, because a build by `openSource` yields to everything else on the machine.
    const library = join(process.env.SHARED ?? '../shared', 'cases', 'library');
    const engine = `opensearch=${cluster.urls.join()}`;
    if (existsSync(library)) await runCli(['index', 'build', library, '--data', data, '--engine', engine]);
    const asked = ['test/shared/oracle.mjs', '--only', 'library', '--data', data, '--cluster', cluster.urls.join()];
    const child = spawn(process.execPath, asked, { stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.pipe(process.stderr);
    expect(await ended(child)).toBe(0);
  } finally {
    await cluster.stop();
    await rm(data, { recursive: true, force: true });
  }
});
