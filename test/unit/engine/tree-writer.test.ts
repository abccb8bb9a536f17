import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { collectGarbage } from '../../../src/engine/collect-garbage.ts';
import { HOLD_LIMITS } from '../../../src/engine/columns/field-files.ts';
import { PageFile } from '../../../src/engine/store/page-file.ts';
import { StoreWriter } from '../../../src/engine/store/store-writer.ts';
import type { DocumentIds } from '../../../src/engine/structure/document-ids.ts';
import { TreeWriter } from '../../../src/engine/structure/tree-writer.ts';
import { temporaryDir } from '../../support/endings.ts';

test('does not hold the ids of documents in their order while names are sorted', async () => {
  const count = 1000;
  const directory = temporaryDir();
  const store = StoreWriter.create(directory);
  const pages = new PageFile(join(directory, 'pages'), HOLD_LIMITS.pageBytes);
  const tree = new TreeWriter(directory, pages, HOLD_LIMITS);
  for (let doc = 0; doc < count; doc++) {
    const properties = [['name', [`${count - doc}`]]] as const;
    tree.add(doc, { parentId: doc % 10 === 0 ? null : doc - (doc % 10), properties });
  }
  let ids = new WeakRef<Uint32Array>(new Uint32Array(0));
  const inMemory = (): DocumentIds => {
    const all = Uint32Array.from({ length: count }, (_, doc) => doc);
    ids = new WeakRef(all);
    return { ids: all, order: null };
  };
  const areHeld: boolean[] = [];
  const header = await tree.write(store.stream('tree'), { count, inMemory }, async (part) => {
    if (part < 1) return;
    // A reference that was read is strong until the end of its turn.
    await nextTurn();
    collectGarbage();
    areHeld.push(ids.deref() !== undefined);
  });
  expect(header.children.length).toBe(4 * count);
  expect(header.childStarts.length).toBe(4 * (count + 2));
  expect(areHeld.at(-1)).toBe(false);
  tree.close();
  pages.close();
  await store.abandon();
});
