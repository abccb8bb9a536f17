/** The current location of a source is looked up again after ten seconds, by a monotonic clock. */
import { expect, test } from '@jest/globals';
import type { EvidenceFiles } from '../../../../src/cases/evidence/evidence-files.ts';
import { MovedSources } from '../../../../src/cases/iped/content/moved-sources.ts';

test('a source that comes back is found within ten seconds', async () => {
  let isMounted = false;
  let looks = 0;
  const files = {
    locate: async () => {
      looks++;
      if (!isMounted) throw new Error('not there');
    },
    open: async () => {
      throw new Error('none');
    },
    find: async () => '/elsewhere',
  } as unknown as EvidenceFiles;
  let now = 1000;
  const moved = new MovedSources(files, () => now);
  expect(await moved.resolve('/disk', 'a')).toBe('/elsewhere/a');
  isMounted = true;
  now += 9999;
  expect([await moved.resolve('/disk', 'b'), looks]).toEqual(['/elsewhere/b', 1]);
  now += 2;
  expect([await moved.resolve('/disk', 'c'), looks]).toEqual(['/disk/c', 2]);
});
