import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { saturation } from '../../../src/engine/postings/bm25.ts';
import { Impacts } from '../../../src/engine/postings/field-lengths.ts';
import { PagedBytes, PageFile } from '../../../src/engine/store/page-file.ts';
import { withDirectory } from './synthetic-index.ts';

test('the bounds of scores know every length exactly, of one field after the other', async () => {
  await withDirectory(async (directory) => {
    const file = new PageFile(join(directory, 'pages'), 16);
    const impacts = new Impacts(100_000);
    const lengthsOf: readonly (readonly [doc: number, length: number])[][] = [
      [
        [0, 1],
        [1, 65_534],
        [3, 65_535],
        [70_000, 65_536],
        [99_999, 2 ** 31],
      ],
      [
        [3, 7],
        [70_000, 65_535],
      ],
      [],
    ];
    for (const lengths of lengthsOf) {
      const exists = new PagedBytes(file);
      const values = new PagedBytes(file);
      let before = -1;
      for (const [doc, length] of lengths) {
        exists.varint(doc - before - 1);
        values.varint(length);
        before = doc;
      }
      const tokenCount = lengths.reduce((sum, [, length]) => sum + length, 0);
      const field = { docCount: lengths.length, tokenCount, isUnitLength: false };
      const written = { ...field, exists: exists.location(), lengths: values.location() };
      // The same field comes again, as it does in the next range of its terms.
      const docs = Uint32Array.from(lengths, ([doc]) => doc);
      for (let round = 0; round < 2; round++) {
        impacts.enter(written);
        const found = new Float64Array(lengths.length);
        impacts.fill(docs, 0, new Uint32Array(docs.length).fill(5), docs.length, found);
        for (const [i, [, length]] of lengths.entries())
          expect(found[i]).toBeCloseTo(saturation(5, length, tokenCount / lengths.length) / 2.2, 12);
      }
    }
    file.close();
  });
});
