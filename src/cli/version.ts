/** The output of `--version`: the release, and the index format that it reads and writes. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FORMAT_VERSION } from '../engine/format.ts';

export function versionLine(): string {
  return `case-access ${packageVersion()} (index format ${FORMAT_VERSION})`;
}

/** package.json is two folders up from the source, three from the compiled file. */
export function packageVersion(): string {
  for (let directory = import.meta.dirname; ; directory = dirname(directory)) {
    try {
      const found = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
        name: string;
        version: string;
      };
      if (found.name === 'case-access') return found.version;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    if (directory === dirname(directory)) throw new Error('package.json is missing');
  }
}
