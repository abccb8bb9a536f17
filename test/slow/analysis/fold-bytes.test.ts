/** Bytes fold like their text, or are left to `foldText`. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FOLDED_BYTES_FACTOR, foldBytes } from '../../../src/analysis/fold-bytes.ts';
import { foldText } from '../../../src/analysis/fold-text.ts';

/** Returns null if the bytes are left to `foldText`. */
function folded(text: string): string | null {
  const bytes = Buffer.from(`<${text}>`);
  const to = new Uint8Array(3 + FOLDED_BYTES_FACTOR * (bytes.length - 2));
  const end = foldBytes(bytes, 1, bytes.length - 1, to, 3);
  expect(end).toBeLessThanOrEqual(to.length);
  return end < 0 ? null : Buffer.from(to.subarray(3, end)).toString();
}

test('each character of the basic plane, alone and between others', () => {
  let left = 0;
  for (let unit = 0; unit < 0x10000; unit++) {
    if (unit >= 0xd800 && unit < 0xe000) continue;
    for (const text of [String.fromCharCode(unit), `aé${String.fromCharCode(unit)}Éz`]) {
      const found = folded(text);
      if (found === null) left++;
      else if (found !== foldText(text)) throw new Error(`${unit.toString(16)}: ${found}, not ${foldText(text)}`);
    }
  }
  // Marks, compatibility characters, ligatures: few of 63,488.
  expect(left).toBeGreaterThan(1000);
  expect(left).toBeLessThan(8000);
});

test('texts', () => {
  const units = fc.constantFrom(
    'a',
    'Z',
    'é',
    'İ',
    'ß',
    'ﬁ',
    '重',
    '\u0301',
    '\u{1f600}',
    '\uac01',
    '\u1100',
    '\u1161',
  );
  fc.assert(
    fc.property(fc.array(units, { maxLength: 20 }), (list) => {
      const text = list.join('');
      const found = folded(text);
      if (found !== null) expect(found).toBe(foldText(text));
      if (/^[a-zé重]*$/i.test(text)) expect(found).not.toBeNull();
    }),
  );
});
