import { test } from '@jest/globals';
import fc from 'fast-check';
import { Utf8Memory } from '../../../src/codec/utf8-memory.ts';
import { expectSameBytes } from '../../support/same-bytes.ts';

const LONG = 'ä'.repeat(400_000);

test('each text has the same bytes as alone, however long, and so do halves of characters', () => {
  const memory = new Utf8Memory();
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', 'abc', '\ud800x', '\udc00', LONG));
  fc.assert(
    fc.property(text, (one) => {
      expectSameBytes(memory.bytesOf(one), Buffer.from(one, 'utf8'), JSON.stringify(one.slice(0, 20)));
    }),
  );
});
