/** The output of our encoder equals that of the library, at every length at which the head changes. */
import { expect, test } from '@jest/globals';
import { pack } from '../../../src/engine/store/lmdb-environment.ts';
import { PlainMessage } from '../../../src/engine/store/plain-message.ts';
import { encodeItem, NameTable } from '../../../src/engine/store/stored-item.ts';
import type { PartRef } from '../../../src/shared/part-ref.ts';
import { expectSameBytes } from '../../support/same-bytes.ts';

function written(value: unknown): Uint8Array | null {
  const message = new PlainMessage();
  return message.value(value) ? message.written() : null;
}

function expectAsLibrary(value: unknown): void {
  expectSameBytes(written(value)!, pack(value), 'a message');
}

test('texts', () => {
  for (const unit of ['a', 'é', '界', '😀']) {
    for (const length of [0, 1, 10, 11, 15, 16, 31, 32, 63, 64, 85, 86, 127, 128, 255, 256, 21_845, 65_535, 65_536]) {
      expectAsLibrary(unit.repeat(length));
      expectAsLibrary(`${'a'.repeat(length)}${unit}`);
    }
  }
  expectAsLibrary('\u07ff\u0800\ud7ff\ue000\uffff\0\x7f\x80');
});

test('numbers, nothing and lists', () => {
  for (const number of [0, 127, 128, 255, 256, 65_535, 65_536, 2 ** 32 - 1]) expectAsLibrary(number);
  for (const length of [0, 15, 16, 65_535, 65_536]) expectAsLibrary(Array.from({ length }, () => null));
  expectAsLibrary([null, true, false, 'a', [1, ['b', []]], 70_000]);
});

test('values that only the library writes', () => {
  for (const value of [-1, 1.5, 2 ** 32, Number.NaN, undefined, {}, ['a', 0.5]]) expect(written(value)).toBeNull();
});

test('a record equals that of the library, whatever its parts are', () => {
  for (const part of [null, ['content', 5, null], ['content', 2 ** 40, -1, 'x']]) {
    const content = part as unknown as PartRef | null;
    const properties = [
      ['name', ['a', 'ü']],
      ['none', []],
    ] as const;
    const record = encodeItem({ parentId: 7, text: 'stored', content, thumb: null, properties }, new NameTable());
    expectSameBytes(record, pack([7, true, content, null, 0, ['a', 'ü'], 1, []]), 'a record');
    const row = { parentId: 7, text: 'stored', isRowText: true, content, thumb: null, properties } as const;
    expectSameBytes(encodeItem(row, new NameTable()), pack([7, false, content, null, 0, ['a', 'ü'], 1, []]), 'a row');
  }
});
