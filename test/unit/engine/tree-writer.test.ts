import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { HOLD_LIMITS } from '../../../src/engine/columns/field-files.ts';
import { PageFile } from '../../../src/engine/store/page-file.ts';
import { StoreWriter } from '../../../src/engine/store/store-writer.ts';
import { TreeWriter } from '../../../src/engine/structure/tree-writer.ts';
import { temporaryDir } from '../../support/endings.ts';

test('does not keep the ids of documents in their order while names are sorted', async () => {
  const count = 1000;
  const directory = temporaryDir();
  const store = StoreWriter.create(directory);
  const pages = new PageFile(join(directory, 'pages'), HOLD_LIMITS.pageBytes);
  const tree = new TreeWriter(directory, pages, HOLD_LIMITS);
  for (let doc = 0; doc < count; doc++) {
    const properties = [['name', [`${count - doc}`]]] as const;
    tree.add(doc, { parentId: doc % 10 === 0 ? null : doc - (doc % 10), properties });
  }
  const ids = Uint32Array.from({ length: count }, (_, doc) => doc);
  const held: number[] = [];
  const header = await tree.write(
    store.stream('tree'),
    { count, inMemory: () => ({ ids, order: null }) },
    async (part) => {
      if (part > 0.2) held.push(ids.length);
    },
  );
  expect(header.children.length).toBe(4 * count);
  expect(header.childStarts.length).toBe(4 * (count + 2));
  expect(new Set(held)).toEqual(new Set([0]));
  tree.close();
  pages.close();
  await store.abandon();
});
