/** Documents of a block in the kernel, over settings: every form of a list, borders of words, and blocks of 64 documents. */
import { describe, expect, test } from '@jest/globals';
import { BITMAP, GAPS, INTERVALS } from '../../../../src/engine/postings/doc-block.ts';
import { SETTINGS, under } from '../../../support/settings.ts';

describe.each(SETTINGS)('thresholds $name', (setting) => {
  test('documents are counted, listed, looked up and ranked', async () => {
    const { setsAgree, lookUpsAgree, singlesAgree } = await under<typeof import('./documents-agree.ts')>(
      setting,
      new URL('./documents-agree.ts', import.meta.url),
    );
    setsAgree();
    singlesAgree();
    // If a bitmap may be much larger than gaps, there are no gaps.
    const forms = new Set([...(setting.format.bitmapFavour > 7 ? [] : [GAPS]), BITMAP, INTERVALS]);
    expect(lookUpsAgree()).toEqual(forms);
  });
});
