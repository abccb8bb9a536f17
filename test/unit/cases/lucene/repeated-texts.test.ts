/** Texts match their bytes, whatever was read before, and repeated texts are the same string. */
import { expect, test } from '@jest/globals';
import type { FieldInfo } from '../../../../src/cases/lucene/field-infos.ts';
import { RepeatedTexts, TextField } from '../../../../src/cases/lucene/repeated-texts.ts';

function fieldOf(number: number): TextField {
  return new TextField({ name: `field ${number}`, number } as FieldInfo);
}

function textOf(texts: RepeatedTexts, field: TextField, value: string): ReturnType<RepeatedTexts['textOf']> {
  const bytes = Buffer.from(`<${value}>`);
  return texts.textOf(field, bytes, 1, bytes.length - 1);
}

test('texts of two fields, many more than are cached', () => {
  const texts = new RepeatedTexts();
  const fields = [fieldOf(0), fieldOf(1)];
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < 5000; n++) {
      const value = ['', 'a', `text ${n}`, `té ${n % 7}`, 'x'.repeat(n % 80), `${n % 3}界😀`][n % 6]!;
      const field = fields[n % 2]!;
      const text = textOf(texts, field, value);
      expect(text).toEqual({ field: field.info, kind: 'string', value, alone: [field.info.name, [value]] });
    }
  }
});

test('a repeated one is the same string, in its field', () => {
  const texts = new RepeatedTexts();
  const [one, other] = [fieldOf(3), fieldOf(4)];
  const first = textOf(texts, one, 'again');
  expect(textOf(texts, one, 'again')).toBe(first);
  expect(textOf(texts, other, 'again')).not.toBe(first);
});

test('bytes that are not UTF-8', () => {
  const text = new RepeatedTexts().textOf(fieldOf(0), Buffer.from([0x61, 0xff, 0xed, 0xa0, 0x80]), 0, 5);
  expect(text.value.isWellFormed()).toBe(true);
  expect(text.value).toBe('a\ufffd\ufffd\ufffd\ufffd');
});

test('interning stops for a field of different texts, and its texts are still right', () => {
  const texts = new RepeatedTexts();
  const field = fieldOf(0);
  for (let n = 0; n < 1000; n++) expect(textOf(texts, field, `é ${n}`).value).toBe(`é ${n}`);
  expect(textOf(texts, field, 'same')).not.toBe(textOf(texts, field, 'same'));
});
