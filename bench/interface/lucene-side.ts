/** Lucene in a separate process, over an index that is built once. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { notInstalled } from '../engines/installed.ts';
import { lineSide } from './line-side.ts';
import type { Side } from './side.ts';

const directory = 'bench/.work/lucene';
const command = [
  join(directory, 'java'),
  ...['--add-modules', 'jdk.incubator.vector', '--enable-native-access=ALL-UNNAMED', '-Xmx4g'],
  ...['-cp', `${join(directory, 'classes')}:${join(directory, 'lib')}/*`, 'bench.Interface'],
];

/** Returns null if Lucene is not installed. */
export function luceneSide(columns: string, index: string): Side | null {
  const reason = notInstalled('lucene');
  if (reason !== null) {
    console.error(`lucene: ${reason}`);
    return null;
  }
  if (!existsSync(index)) {
    const stdio: ['ignore', 'ignore', 'inherit'] = ['ignore', 'ignore', 'inherit'];
    execFileSync(command[0]!, [...command.slice(1), 'build', columns, index], { stdio });
  }
  return lineSide('Lucene', [...command, 'serve', index]);
}
