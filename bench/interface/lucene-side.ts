import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LineProcess } from '../engines/line-process.ts';
import type { Answered, Side } from './side.ts';

const directory = 'bench/.work/lucene';
const command = [
  join(directory, 'java'),
  ...['--add-modules', 'jdk.incubator.vector', '--enable-native-access=ALL-UNNAMED', '-Xmx4g'],
  ...['-cp', `${join(directory, 'classes')}:${join(directory, 'lib')}/*`, 'bench.Interface'],
];

/** Null where Lucene is not installed. The index is built once. */
export function luceneSide(columns: string, index: string): Side | null {
  if (!existsSync(join(directory, 'java'))) return null;
  if (!existsSync(index)) {
    execFileSync(command[0]!, [...command.slice(1), 'build', columns, index], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  const asked = new LineProcess([...command, 'serve', index]);
  const ask = async (...words: (string | number)[]): Promise<Answered> => {
    const line = await asked.line(words.join('\t'));
    const tab = line.lastIndexOf('\t');
    return { answer: line.slice(0, tab), milliseconds: Number(line.slice(tab + 1)) / 1000 };
  };
  return {
    name: 'Lucene',
    facets: (from) => ask('FACETS', from),
    page: (field, from, offset, limit) => ask('SORT', field, from, offset, limit),
    next: (field, from, limit) => ask('NEXT', field, from, limit),
    snippets: (word, limit, pieces) => ask('SNIPPETS', word, limit, pieces),
    end: () => asked.end(),
  };
}
