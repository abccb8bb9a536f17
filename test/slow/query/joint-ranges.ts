/** Ranges of words that are expanded together, compared with each by itself. */
import fc from 'fast-check';
import type { TermRange } from '../../../src/engine/dictionary/term-range.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { collectDocs, runToCompletion } from '../../../src/query/execute.ts';
import { expandRanges } from '../../../src/query/plan/joint/joint-ranges.ts';
import { TermExpansion } from '../../../src/query/plan/term-expansion.ts';
import { withDirectory, writeIndex } from '../../unit/engine/synthetic-index.ts';

const DOCUMENTS = 200;
const letter = fc.constantFrom('a', 'b', 'é', '1');
const word = fc.array(letter, { minLength: 1, maxLength: 4 }).map((letters) => letters.join(''));
/** Few, so that a range has a word or two of them, or many. */
const text = fc.array(word, { maxLength: 2 }).map((words) => words.join(' '));
const encoder = new TextEncoder();
const end = fc.option(
  fc.oneof(word, fc.constantFrom('', '0', 'z')).map((of) => encoder.encode(of)),
  { freq: 6 },
);
const areOpen = { isLowerExclusive: fc.boolean(), isUpperExclusive: fc.boolean() };
const range: fc.Arbitrary<TermRange> = fc.oneof(
  fc.record({ lower: end, upper: end, ...areOpen }),
  // Narrow ones.
  fc.record({ first: word, further: word, ...areOpen }).map(({ first, further, ...ends }) => ({
    lower: encoder.encode(first),
    upper: encoder.encode(first + further),
    ...ends,
  })),
);
const given = fc.tuple(
  fc.array(text, { minLength: DOCUMENTS, maxLength: DOCUMENTS }),
  fc.array(range, { minLength: 1, maxLength: 60, size: 'max' }),
);

/** Throws if an answer differs from that of the range by itself. */
export async function agreesOnJointRanges(runs: number, seed: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(given, ([texts, ranges]) =>
      withDirectory(async (directory) => {
        await writeIndex(
          directory,
          texts.map((own, doc) => ({ doc, text: own })),
          { documentCount: DOCUMENTS },
        );
        const index = await IndexReader.open(directory);
        try {
          compare(index, ranges);
        } finally {
          await index.close();
        }
      }),
    ),
    { numRuns: runs, seed, endOnFailure: true },
  );
}

function compare(index: IndexReader, ranges: readonly TermRange[]): void {
  const field = index.fields.get('content')!;
  const named = new Map(ranges.map((one, i) => [String(i), one]));
  const together = runToCompletion(expandRanges(index, { field, ranges: named }));
  for (const [name, one] of named) {
    const single = new TermExpansion(index, false);
    const expected = runToCompletion(single.docsInRange(field, one, name));
    const { words, operator } = together.get(name)!;
    const [found, right] = [operator, expected].map((of) => [...runToCompletion(collectDocs(of))].join());
    const counted = single.expansions[0]!.termCount;
    if (found !== right || words !== counted || operator.isNothing !== (right === '')) {
      throw new Error(`${JSON.stringify(one)}: ${found} of ${words} words, expected ${right} of ${counted}`);
    }
  }
}
