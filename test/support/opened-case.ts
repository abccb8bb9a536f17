/** A small case, opened as a source until the end. */
import { join } from 'node:path';
import { type OpenedSource, openSource } from '../../src/sources/open-source.ts';
import { closedAtEnd, temporaryDir } from './endings.ts';
import { type TinyItem, writeCase } from './tiny-case.ts';

export async function openItems(items: readonly TinyItem[]): Promise<OpenedSource> {
  const directory = temporaryDir();
  const path = await writeCase(join(directory, 'case'), items);
  return closedAtEnd(await openSource(path, { dataDir: join(directory, 'data'), buildIfNeeded: true }));
}
