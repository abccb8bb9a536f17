import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ByteWriter } from '../../../src/codec/byte-writer.ts';
import { PagedBytes, PageFile, PageReader } from '../../../src/engine/store/page-file.ts';
import { temporaryDir } from '../../support/endings.ts';

function wholeOf(sequence: PagedBytes): Buffer {
  const reader = new PageReader(sequence.location());
  const pages: Buffer[] = [];
  while (reader.nextPage()) pages.push(Buffer.from(reader.bytes.subarray(0, reader.length)));
  reader.close();
  return Buffer.concat(pages);
}

describe('sequences of bytes that share a file', () => {
  test('have the bytes written to each, whatever the page size', async () => {
    const kind = fc.constantFrom('varint', 'u32', 'u40', 'f64');
    const write = fc.tuple(fc.nat(3), kind, fc.oneof(fc.nat(300), fc.integer({ min: 0, max: 2 ** 32 - 1 })));
    const directory = temporaryDir();
    let made = 0;
    fc.assert(
      fc.property(fc.array(write, { maxLength: 500 }), fc.constantFrom(8, 13, 128, 256), (writes, pageBytes) => {
        const file = new PageFile(join(directory, String(made++)), pageBytes);
        const sequences = Array.from({ length: 4 }, () => new PagedBytes(file));
        const twins = sequences.map(() => new ByteWriter());
        for (const [n, how, value] of writes) for (const out of [sequences, twins]) out[n]![how as 'u32'](value);
        for (const [n, sequence] of sequences.entries()) {
          expect(sequence.length).toBe(twins[n]!.length);
          expect(wholeOf(sequence)).toEqual(Buffer.from(twins[n]!.toBytes()));
        }
        file.close();
      }),
      { numRuns: 200 },
    );
  });

  test('end correctly: at a page, a byte before it, a byte after it', async () => {
    const directory = temporaryDir();
    for (const pageBytes of [128, 65_536]) {
      for (const length of [0, 1, 127, 128, 129, 256, 65_535, 65_536, 65_537]) {
        const file = new PageFile(join(directory, 'made', `${pageBytes}-${length}`), pageBytes);
        const sequence = new PagedBytes(file);
        for (let i = 0; i < length; i++) sequence.varint(i & 127);
        expect([sequence.length, wholeOf(sequence).length]).toEqual([length, length]);
        // Less than a page creates no file.
        expect([length, existsSync(file.path)]).toEqual([length, length >= pageBytes]);
        const reader = new PageReader(sequence.location());
        for (let i = 0; i < length; i++) if (reader.varint() !== (i & 127)) throw new Error(`byte ${i}`);
        expect(() => reader.varint()).toThrow(RangeError);
        reader.close();
        file.close();
      }
    }
  });

  test('can be read as numbers, which may cross pages, while more is written', async () => {
    const directory = temporaryDir();
    const file = new PageFile(join(directory, 'pages'), 9);
    const varints = new PagedBytes(file);
    const words = new PagedBytes(file);
    const values = Array.from({ length: 1000 }, (_, i) => (i % 3 === 0 ? 2 ** (i % 53) : i * i));
    for (const [i, value] of values.entries()) {
      varints.varint(value);
      words.u32(value % 2 ** 32);
      if (i % 100 > 0) continue;
      const [a, b] = [new PageReader(varints.location()), new PageReader(words.location())];
      expect(values.slice(0, i + 1).map(() => [a.varint(), b.u32()])).toEqual(
        values.slice(0, i + 1).map((expected) => [expected, expected % 2 ** 32]),
      );
      a.close();
      b.close();
    }
    file.close();
  });
});
