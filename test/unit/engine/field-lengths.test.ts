import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { LengthsByDocument } from '../../../src/engine/postings/field-lengths.ts';
import { PagedBytes, PageFile } from '../../../src/engine/store/page-file.ts';
import { temporaryDir } from '../../support/endings.ts';

test('every length is exact, for one field after the other', async () => {
  const directory = temporaryDir();
  const file = new PageFile(join(directory, 'pages'), 16);
  const lengthsOf: readonly (readonly (readonly [doc: number, length: number])[])[] = [
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
  const fields = lengthsOf.map((lengths) => {
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
    return { ...field, exists: exists.location(), lengths: values.location() };
  });
  const lengths = new LengthsByDocument((field) => fields[field]!);
  const filled = new Uint16Array(100_000);
  for (const field of [0, 1, 2, 0]) {
    lengths.enter(field);
    lengths.fill(filled);
    const own = lengthsOf[field]!;
    const sum = own.reduce((all, [, length]) => all + length, 0);
    expect(lengths.averageLength).toBe(own.length === 0 ? 1 : sum / own.length);
    const found = own.map(([doc]) => (filled[doc] === 65_535 ? lengths.longLength(doc) : filled[doc]));
    expect(found).toEqual(own.map(([, length]) => length));
  }
  file.close();
});
