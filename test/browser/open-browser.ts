/**
 * A real Chromium for tests. Without any, tests that need it are skipped by name. If ALL_TOOLS is set, as in CI, they fail.
 */
import { describe } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { findChromium, startChromium } from '../../bench/page/chromium.ts';
import { atEndOfFile } from '../support/endings.ts';

const found = findChromium();

export const describeInBrowser =
  found !== null || process.env['ALL_TOOLS'] !== undefined
    ? describe
    : (name: string, tests: () => void) => describe.skip(`${name} (needs Chromium: make browser)`, tests);

let opened: Promise<Browser> | null = null;

/** Returns the browser of the test file, which the first call opens. Use one context per test. `more` has further arguments. */
export function openBrowser(more: readonly string[] = []): Promise<Browser> {
  if (opened === null) {
    const started = startChromium(found, more);
    opened = started;
    atEndOfFile(async () => {
      opened = null;
      await (await started).close();
    });
  }
  return opened;
}
