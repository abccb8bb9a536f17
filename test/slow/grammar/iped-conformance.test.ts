/** The table of IPED's syntax: the meaning of each text, and that its canonical form has the same meaning. */
import { testHostile, testNesting, testTable } from '../../support/syntax-table.ts';

const iped = { syntax: 'iped' } as const;

testTable('grammar/iped/conformance.tsv', iped, true);

testNesting(iped, 'iped', 400_000);

testHostile(
  [
    ['words', 'word ', 100_000],
    ['escapes', '\\a', 500_000],
    ['open ranges', '["a ', 90_000],
    ['quotes of ranges', '[\\" ', 90_000],
    ['accents', 'é', 500_000],
    ['unclosed quotes', '"a\\', 300_000],
    ['names', 'a:', 500_000],
    ['comparisons', 'a>1 ', 90_000],
  ],
  iped,
);
