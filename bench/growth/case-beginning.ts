import { linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ITEMS_A_FILE } from '../synthetic/write-case.ts';

/** Makes a case of the first items of one that `writeCase` made. It shares their files, so it takes no space. */
export function writeBeginning(casePath: string, items: number, directory: string): void {
  const manifest = JSON.parse(readFileSync(join(casePath, 'case.json'), 'utf8')) as Manifest;
  if (items > manifest.itemCount) throw new RangeError(`${casePath} has only ${manifest.itemCount} items`);
  if (items % ITEMS_A_FILE !== 0 && items !== manifest.itemCount) {
    throw new RangeError(`${items} is not a multiple of ${ITEMS_A_FILE}`);
  }
  mkdirSync(directory, { recursive: true });
  const files = manifest.items.slice(0, Math.ceil(items / ITEMS_A_FILE));
  for (const file of files) linkSync(join(casePath, file), join(directory, file));
  const beginning = {
    ...manifest,
    name: `The first ${items} items of: ${manifest.name}`,
    items: files,
    itemCount: items,
  };
  writeFileSync(join(directory, 'case.json'), `${JSON.stringify(beginning, null, 2)}\n`);
}

interface Manifest {
  readonly name: string;
  readonly items: readonly string[];
  readonly itemCount: number;
}
