/** The contents of `@jest/globals` for test files (module-hooks.mjs). */
import { jestExpect } from '@jest/expect';
import { getState } from 'jest-circus';

export { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } from 'jest-circus';
export const expect = jestExpect;
export const jest = {
  /** Applies to all tests of the file that calls it. */
  setTimeout: (ms) => {
    getState().testTimeout = ms;
  },
};
