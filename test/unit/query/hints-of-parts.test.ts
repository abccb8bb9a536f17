/** Counts and names in hints cover all items, however many parts the index has. */
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { openSource } from '../../../src/sources/open-source.ts';
import { AskedSource } from '../../support/asked-source.ts';
import { closedAtEnd, temporaryDir } from '../../support/endings.ts';
import { addItemFile, type TinyItem, writeCase } from '../../support/tiny-case.ts';

const ITEMS: readonly TinyItem[] = Array.from({ length: 48 }, (_, id) => ({
  id,
  text: `heron ${id}`,
  properties: {
    name: `file ${id}`,
    // As often in each part; in the first parts more often; in the first part alone.
    ...(id === 1 || id === 41 || id === 45 ? { place: 'Porto' } : {}),
    ...(id < 8 || id === 45 ? { author: 'stork' } : {}),
    ...(id < 4 ? { camera: 'ibis' } : {}),
  },
}));

async function opened(added: boolean): Promise<AskedSource> {
  const directory = temporaryDir();
  const path = await writeCase(join(directory, 'case'), added ? ITEMS.slice(0, 40) : ITEMS, { gzip: false });
  const dataDir = join(directory, 'data');
  const open = () => openSource(path, { dataDir, buildIfNeeded: true });
  let source = await open();
  for (const from of added ? [40, 44] : []) {
    await source.close();
    addItemFile(path, `more-${from}.jsonl`, ITEMS.slice(from, from + 4));
    source = await open();
  }
  expect(source.summary.itemCount).toBe(ITEMS.length);
  return new AskedSource(closedAtEnd(source));
}

test('an index of several parts gives the hints of one', async () => {
  const [parted, whole] = [await opened(true), await opened(false)];
  for (const text of ['porto', 'stork', 'ibis AND heron', 'camerra:ibis', 'plce:x', '"file 45"']) {
    const ask = { query: parseQuery(text), written: text, want: ['count', 'hints'] } as const;
    const { hints } = await whole.ask(ask);
    expect(hints).toHaveLength(1);
    expect({ text, hints: (await parted.ask(ask)).hints }).toEqual({ text, hints });
  }
});
