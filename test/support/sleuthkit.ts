/**
 * Whether the tools of The Sleuth Kit are installed. Without them, tests that need them are skipped by name. If ALL_TOOLS is
 * set, as in CI, they fail.
 */
import { execFileSync } from 'node:child_process';
import { describe } from '@jest/globals';

function isInstalled(): boolean {
  try {
    execFileSync('icat', ['-V'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export const hasSleuthkit = isInstalled() || process.env['ALL_TOOLS'] !== undefined;

export const describeWithSleuthkit = hasSleuthkit
  ? describe
  : (name: string, tests: () => void) =>
      describe.skip(`${name} (needs The Sleuth Kit: apt-get install sleuthkit)`, tests);
