import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { readConformance } from '../../../grammar/conformance.ts';
import { testTable } from '../../support/syntax-table.ts';

const sections = readConformance(readFileSync('grammar/conformance.tsv', 'utf8'));

test('conformance.tsv has 300 rows or more', () => {
  expect(sections.reduce((count, { rows }) => count + rows.length, 0)).toBeGreaterThanOrEqual(300);
});

testTable('grammar/conformance.tsv', {}, true);
