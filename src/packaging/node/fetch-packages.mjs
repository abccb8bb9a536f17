/**
 * Fetches the packages of a lock file into a folder, verified by their hashes, without running any of their scripts. Runs on
 * any version of Node that supports modules.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const names = ['package.json', 'package-lock.json'];

/** Whether the packages in a folder match the lock file in another. Both are URLs that end in a slash. */
export function isFetched(from, folder) {
  return names.every((name) => {
    const there = new URL(name, folder);
    return existsSync(there) && readFileSync(new URL(name, from)).equals(readFileSync(there));
  });
}

/** Returns whether npm succeeded. */
export function fetchPackages(from, folder, flags = []) {
  mkdirSync(folder, { recursive: true });
  for (const name of names) copyFileSync(new URL(name, from), new URL(name, folder));
  const all = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', ...flags];
  return spawnSync('npm', all, { cwd: fileURLToPath(folder), stdio: 'inherit' }).status === 0;
}
