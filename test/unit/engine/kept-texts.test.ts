/** Texts kept in a temporary file, read in any order. */
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PageFile } from '../../../src/engine/store/page-file.ts';
import { KeptTexts } from '../../../src/engine/structure/kept-texts.ts';
import { withDirectory } from './synthetic-index.ts';

test('are read by number, several on a page and several pages of a text, in any order', async () => {
  const text = fc.oneof(fc.constantFrom('', 'a', '\u00e9\ud83d\ude00'), fc.string({ maxLength: 200 }));
  const texts = fc.array(text, { minLength: 1, maxLength: 60 });
  const order = fc.array(fc.oneof(fc.nat(), fc.constant(-1)), { maxLength: 100 });
  await fc.assert(
    fc.asyncProperty(texts, order, async (list, jumps) => {
      await withDirectory(async (directory) => {
        const pages = new PageFile(join(directory, 'pages'), 64);
        const kept = new KeptTexts(pages);
        for (const one of list) kept.add(one);
        const read = kept.open();
        let at = 0;
        // -1 means the next text.
        for (const jump of [0, ...jumps]) {
          at = (jump < 0 ? at + 1 : jump) % list.length;
          expect(read.text(at)).toBe(list[at]!.toWellFormed());
        }
        read.close();
        pages.close();
      });
    }),
  );
});
