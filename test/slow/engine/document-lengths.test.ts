/** Lengths and norms by document, for any number of distinct lengths in a field. */
import { expect, test } from '@jest/globals';
import { ByteReader } from '../../../src/codec/byte-reader.ts';
import { ByteWriter } from '../../../src/codec/byte-writer.ts';
import { B, K1 } from '../../../src/engine/postings/bm25.ts';
import { BLOCK_SIZE } from '../../../src/engine/postings/doc-block.ts';
import { type BlockedDocuments, normsOf, readLengths } from '../../../src/engine/postings/document-lengths.ts';

const AVERAGE = 17.3;

/**
 * This many lengths, from `first` on, `step` apart, each twice. Every fifth document and the blocks between have no field, so
 * no length.
 */
function lengthsOf(count: number, first: number, step: number): Uint32Array {
  const documents = 10 * count;
  const lengths = new Uint32Array(documents);
  let given = 0;
  for (let doc = 0; given < 2 * count; doc++) if (doc % 5 !== 0) lengths[doc] = first + step * ((given++ * 7) % count);
  return lengths;
}

/** The documents that have a length, in blocks. */
function documentsOf(lengths: Uint32Array): BlockedDocuments {
  const withLength = Array.from(lengths.keys()).filter((doc) => lengths[doc]! > 0);
  const blockOf = (doc: number): number => Math.floor(doc / BLOCK_SIZE);
  const blocks = Uint32Array.from(new Set(withLength.map(blockOf)));
  return {
    blocks,
    decodeBlock(n, out) {
      const own = withLength.filter((doc) => blockOf(doc) === blocks[n]);
      out.set(own.map((doc) => doc % BLOCK_SIZE));
      return own.length;
    },
  };
}

function written(lengths: Uint32Array): ByteReader {
  const writer = new ByteWriter(lengths.length * 4);
  for (const length of lengths) if (length > 0) writer.varint(length);
  return new ByteReader(writer.toBytes());
}

test.each([
  ['one', lengthsOf(1, 1, 1), Uint8Array],
  ['255 and none', lengthsOf(255, 1, 1), Uint8Array],
  ['256 and none', lengthsOf(256, 1, 3), Uint16Array],
  ['long', lengthsOf(300, 65_400, 1), Uint16Array],
  ['65,535 and none', lengthsOf(65_535, 1, 11), Uint16Array],
  ['65,536 and none', lengthsOf(65_536, 1, 2), Uint32Array],
])('%s: each document has its length, and its norm', (_name, lengths, form) => {
  const read = readLengths(documentsOf(lengths), written(lengths), lengths.length);
  expect(read.numbers).toBeInstanceOf(form);
  expect(Uint32Array.from(read.numbers, (number) => read.distinct[number]!)).toEqual(lengths);
  const { numbers, values } = normsOf(read, AVERAGE);
  const found = Array.from(numbers, (number) => values[number]);
  expect(found).toEqual(Array.from(lengths, (length) => K1 * (1 - B + (B * length) / AVERAGE)));
  expect(new Set(values).size).toBe(values.length);
});

test('if none is written, each is 1', () => {
  const lengths = Uint32Array.of(0, 1, 1, 0, 1);
  const { numbers, distinct } = readLengths(documentsOf(lengths), null, lengths.length);
  expect(Array.from(numbers, (number) => distinct[number])).toEqual([...lengths]);
});

test('there may be no documents', () => {
  const none = new Uint32Array(0);
  expect(readLengths(documentsOf(none), written(none), 0).numbers).toHaveLength(0);
});
