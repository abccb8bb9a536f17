/** The terms of a case are imported with and without threads, which gives the same index, byte for byte. */
import { describe, expect, test } from '@jest/globals';
import { seeded } from '../../support/seeded.ts';
import { PRODUCTION, under } from '../../support/settings.ts';
import { isAlikeWithThreads, segments, thread, withIndex } from './analyzed-alike.ts';

describe('the terms of a case', () => {
  test('give the same index with threads and without, whatever the order of their documents', async () => {
    await isAlikeWithThreads();
  });

  test('give the same index if many threads reconstruct some texts each, and each begins with a frame', async () => {
    const setting = { ...PRODUCTION, format: { ...PRODUCTION.format, stretchTokens: 500 } };
    const module = new URL('./analyzed-alike.ts', import.meta.url);
    await (await under<typeof import('./analyzed-alike.ts')>(setting, module)).isAlikeWithThreads();
  });

  test.each(['open', 'count', 'sort', 'encode', 'range', 'collect', 'write'])(
    'end with the error of a thread that fails at %s',
    async (failing) => {
      const lists = segments(seeded(4));
      await expect(
        withIndex(
          lists,
          () => thread(lists, failing),
          () => undefined,
        ),
      ).rejects.toMatchObject({
        message: 'the disk is full',
        code: 'ENOSPC',
      });
    },
  );
});
