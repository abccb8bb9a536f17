/** Values that a spreadsheet would replace, and values that it cannot hold. */
import { expect, test } from '@jest/globals';
import { CELL_UNITS_MAX, cutToFit, isReplaced } from '../../../../src/shared/cells/spreadsheet-cells.ts';

test.each([
  ...['007', '1.50', '1,5', '12345678901234567890', '1e5', '1E-5', '+351 912', '-0', ' 5', '50 %', '$5', '(5)', '２'],
  ...['3-4', '1/2', '2021-03-04', '4.3.2021', '10:30', '10:30 PM', 'MAR1', 'SEPT2', '4-Mär', 'true', 'FALSE'],
  ...['12 de março de 2021', 'Thursday, March 4, 2021', '4 mar 2021 10:30 pm'],
])('%j is replaced', (text) => {
  expect(isReplaced(text)).toBe(true);
});

test.each([
  ...['', '0', '12', '-5', '123456789012345', 'heron', 'file2.txt', '2021-03-04T08:00:00Z', 'a1b2', 'd41d8cd9', '-'],
  ...['heron; 5', `${'1'.repeat(256)}`, 'truely', '10.1.1.1_backup.zip', '<1>', 'C3PO and R2D2'],
])('%j is not', (text) => {
  expect(isReplaced(text)).toBe(false);
});

test('a text is cut to the maximum length, never within a character', () => {
  const fits = 'x'.repeat(CELL_UNITS_MAX);
  expect(cutToFit(fits)).toBe(fits);
  expect(cutToFit(`${fits}y`)).toBe(`${'x'.repeat(CELL_UNITS_MAX - 24)} [cut: 32768 characters]`);
  expect(cutToFit('🐦'.repeat(20), 25)).toBe('🐦🐦 [cut: 40 characters]');
  expect(cutToFit('🐦'.repeat(20), 26)).toBe('🐦🐦 [cut: 40 characters]');
});
