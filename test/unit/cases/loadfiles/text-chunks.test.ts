/** A file in chunks of text. Whatever the size of a chunk, none cuts a character, and one read serves several chunks. */
import { expect, test } from '@jest/globals';
import { readTextChunks } from '../../../../src/cases/loadfiles/rows/text-chunks.ts';
import type { Encoding, PositionReader } from '../../../../src/cases/loadfiles/rows/text-encoding.ts';

const TEXT = 'harbour "ledger"\n€ü😀,'.repeat(100);

/** Counts reads. Like a file on a slow disk, it may return fewer bytes than requested. */
class CountedBytes implements PositionReader {
  reads = 0;
  readonly #bytes: Buffer;
  readonly #most: number;

  constructor(bytes: Buffer, most = bytes.length) {
    this.#bytes = bytes;
    this.#most = most;
  }

  async read(target: Uint8Array, position: number): Promise<number> {
    this.reads++;
    return this.#bytes.copy(target.subarray(0, this.#most), 0, position);
  }
}

const encodings: readonly (readonly [Encoding, Buffer])[] = [
  ['utf-8', Buffer.from(TEXT)],
  ['utf-16le', Buffer.from(TEXT, 'utf16le')],
  ['utf-16be', Buffer.from(TEXT, 'utf16le').swap16()],
];

test.each(encodings)('chunks of %s are the text of the file, each from its offset on', async (encoding, bytes) => {
  for (const size of [4, 5, 7, 64, 1000, bytes.length - 1, bytes.length, bytes.length + 1]) {
    for (const most of [3, bytes.length]) {
      let text = '';
      let end = 0;
      for await (const chunk of readTextChunks(new CountedBytes(bytes, most), encoding, 0, size)) {
        expect(chunk.offset).toBe(end);
        expect(chunk.bytes).toBeLessThanOrEqual(size);
        end += chunk.bytes;
        text += chunk.text;
      }
      expect([size, most, end, text === TEXT]).toEqual([size, most, bytes.length, true]);
    }
  }
});

test('reading can start at an offset, and takes fewer reads than there are chunks', async () => {
  const bytes = Buffer.from(TEXT);
  const file = new CountedBytes(bytes);
  const start = TEXT.indexOf('€');
  let text = '';
  let chunks = 0;
  for await (const chunk of readTextChunks(file, 'utf-8', start, 64)) {
    chunks++;
    text += chunk.text;
  }
  expect(text).toBe(TEXT.slice(start));
  expect(chunks).toBeGreaterThan(bytes.length / 64 - 1);
  expect(file.reads).toBeLessThan(chunks / 4);
});
