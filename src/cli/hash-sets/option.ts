/** `--hash-set NAME=FILE`: sets of hashes for a server or a command. */
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import type { HashSet, NamedList } from '../../hashsets/build-hash-set.ts';
import { formatCount } from '../terminal/quantities.ts';
import { printable, type Terminal } from '../terminal/terminal.ts';

export interface HashSetOption {
  readonly hashSet: readonly NamedList[];
}

/** Sets that are ready, and the data directory that caches their items. */
export interface HashLists {
  readonly sets: readonly HashSet[];
  readonly dataDir: string;
}

/** A name is also a file name. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u;

export function hashSetOption(): Option {
  return new Option('--hash-set <name=file>', 'list of hashes, which queries name as hashset:NAME; repeatable')
    .argParser((text: string, before: readonly NamedList[]) => {
      const equals = text.indexOf('=');
      const [name, file] = [text.slice(0, Math.max(0, equals)).normalize('NFC'), text.slice(equals + 1)];
      if (!NAME.test(name) || file === '')
        throw new InvalidArgumentError('It must be NAME=FILE, as nsrl=NSRLFile.txt.');
      if (before.some((one) => one.name === name))
        throw new InvalidArgumentError(`There are two hash sets named ${name}.`);
      return [...before, { name, file }];
    })
    .default([], 'none');
}

/**
 * Sorts the new lists. Returns undefined if no list is given. Throws AppError USAGE, and DATA_DIR_INSIDE before anything is
 * written into a case.
 */
export async function readyHashSets(
  { hashSet, data }: HashSetOption & { readonly data: string },
  casePaths: readonly string[],
  terminal: Terminal,
): Promise<HashLists | undefined> {
  if (hashSet.length === 0) return undefined;
  const { checkDataDir } = await import('../../data-dir/data-dir.ts');
  checkDataDir(data, await Promise.all(casePaths.map((path) => realpath(path).catch(() => resolve(path)))));
  const { hashSetOf } = await import('../../hashsets/build-hash-set.ts');
  const sets: HashSet[] = [];
  for (const list of hashSet) {
    const onBegin = (): void => terminal.say(`hash set ${list.name}: ${printable(list.file)} is being read and sorted`);
    const set = await hashSetOf(list, data, { signal: terminal.signal, onBegin });
    const { counts, digest, skipped } = set.head;
    const kinds = Object.entries(counts).flatMap(([kind, count]) =>
      count === 0 ? [] : [`${count.toLocaleString('en')} ${kind}`],
    );
    const lines = skipped === 0 ? '' : `, ${formatCount(skipped, 'line')} without a hash`;
    terminal.say(`hash set ${list.name}: ${kinds.join(', ')}, digest ${digest}${lines}`);
    sets.push(set);
  }
  return { sets, dataDir: data };
}
