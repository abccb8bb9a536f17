/** Memory of kernels grows as much as needed, by half, or to the expected size; only as much as needed if there is no more. */
import { expect, test } from '@jest/globals';
import { growTo } from '../../../src/kernel/wasm-memory.ts';

const PAGE = 65_536;

/** A memory of this many pages that can have at most `most`. */
function memoryOf(pages: number, most: number) {
  const memory = {
    pages,
    get buffer() {
      return { byteLength: memory.pages * PAGE } as ArrayBuffer;
    },
    grow(by: number) {
      if (by < 1 || memory.pages + by > most) throw new RangeError('no room');
      memory.pages += by;
    },
  };
  return memory;
}

test.each([
  ['what is there is enough', 8, 8 * PAGE, 99 * PAGE, 8],
  ['by half', 8, 8 * PAGE + 1, 0, 12],
  ['by what is missing', 8, 19 * PAGE + 1, 0, 20],
  ['to what is expected', 8, 8 * PAGE + 1, 40 * PAGE + 1, 41],
  ['beyond what was expected', 8, 50 * PAGE, 40 * PAGE, 50],
  ['expected, but there is no room', 8, 9 * PAGE, 65 * PAGE, 9],
])('%s', (_, pages, end, expected, then) => {
  const memory = memoryOf(pages, 64);
  growTo(memory, end, expected);
  expect(memory.pages).toBe(then);
});

test('without space for the requested memory', () => {
  expect(() => growTo(memoryOf(8, 64), 65 * PAGE)).toThrow(RangeError);
});
