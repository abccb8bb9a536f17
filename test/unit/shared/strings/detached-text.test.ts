/** A copy of a text is equal, also if it has unpaired surrogates. */
import { expect, test } from '@jest/globals';
import { detachedText } from '../../../../src/shared/strings/detached-text.ts';

test.each(['', 'a', 'ü €', '𝄞', '\ud834', 'x\udd1ey', '\ufffd', '\0'])('%j is unchanged', (text) => {
  expect(detachedText(text)).toBe(text);
});
