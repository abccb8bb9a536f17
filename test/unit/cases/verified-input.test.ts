/** Contents whose bytes do not match the digest in their case. Small and large contents are reported in the same way. */
import { buffer } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { SMALL_CONTENT_BYTES_MAX } from '../../../src/cases/files/limits.ts';
import { memoryInput } from '../../../src/cases/files/memory-input.ts';
import { md5Of, verifiedInput } from '../../../src/cases/files/verified-input.ts';

test.each([1, SMALL_CONTENT_BYTES_MAX, SMALL_CONTENT_BYTES_MAX + 1])('a content of %i bytes', async (length) => {
  const content = Buffer.alloc(length, 'x');
  const digest = md5Of();
  digest.update(content);
  const expected = { kind: 'MD5', value: digest.value(), digest: md5Of } as const;
  const read = async (bytes: Buffer) => {
    const input = await verifiedInput(memoryInput(bytes), expected);
    return buffer(input.stream());
  };
  expect(await read(content)).toEqual(content);
  const other = Buffer.from(content);
  other[length >> 1]! ^= 1;
  await expect(read(other)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: expect.stringContaining('have the MD5'),
  });
});
