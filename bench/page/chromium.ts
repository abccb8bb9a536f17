/**
 * Finds and starts a real Chromium: the one that `make browser` installs, the one that CHROMIUM names, or one that is installed
 * on the machine. Tests of the page use it, too.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const packaged = resolve('.browser');

/** Returns the path to a Chromium that starts here, or null. */
export function findChromium(): string | null {
  const candidates = [process.env.CHROMIUM ?? '', resolve(packaged, 'chromium'), 'chromium', 'google-chrome'];
  return candidates.find((path) => path !== '' && starts(path)) ?? null;
}

function starts(path: string): boolean {
  if (path.includes('/') && !existsSync(path)) return false;
  try {
    execFileSync(path, ['--version'], { stdio: 'ignore', env: environment() });
    return true;
  } catch {
    return false;
  }
}

/** The packaged browser comes with fonts, and with libraries that a machine may lack. */
function environment(): Record<string, string> {
  const env = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? '']));
  if (!existsSync(packaged)) return env;
  return {
    ...env,
    FONTCONFIG_FILE: resolve(packaged, 'fonts.conf'),
    LD_LIBRARY_PATH: [env.LD_LIBRARY_PATH, resolve(packaged, 'lib')].filter(Boolean).join(':'),
  };
}

/** `path` comes from `findChromium`. `more` has further arguments. */
export async function startChromium(path: string | null, more: readonly string[] = []): Promise<Browser> {
  if (path === null) throw new Error('There is no Chromium that starts: run `make browser`, or set CHROMIUM=.');
  return chromium.launch({
    executablePath: path,
    env: environment(),
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--disable-dev-shm-usage', ...more],
  });
}
