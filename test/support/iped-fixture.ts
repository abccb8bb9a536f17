/** The IPED cases in test/fixtures/iped, unpacked to a temporary folder, and IPED's answers about them. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { temporaryDir } from './endings.ts';

const fixtures = 'test/fixtures/iped';

/** Unpacks the part of a case below `inside`, and returns the folder of the case. The caller removes the folder above it. */
export function unpackIpedCase(name: string, inside = ''): string {
  const directory = temporaryDir();
  execFileSync('tar', ['xzf', join(fixtures, `${name}.tar.gz`), '-C', directory, join(name, inside)]);
  return join(directory, name, 'case');
}

/** Reads the objects of a golden file. `facts` is its name between that of the case and `.jsonl.gz`. */
// biome-ignore lint/suspicious/noExplicitAny: goldens are compared, not understood.
export function ipedGolden(name: string, facts: string): any[] {
  const path = join(fixtures, `${name}.${facts}`);
  if (existsSync(`${path}.json`)) return [JSON.parse(readFileSync(`${path}.json`, 'utf8'))];
  const lines = gunzipSync(readFileSync(`${path}.jsonl.gz`))
    .toString()
    .split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}
