/**
 * Indexes whose bytes were changed and whose checksums were made to match, as if a writer were faulty. A verification must end
 * whatever the bytes are, and a comparison must find every change.
 */
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { StreamName } from '../../../src/engine/format.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { verifyStructure } from '../../../src/engine/verify/verify-structure.ts';
import { VerifyFindings } from '../../../src/engine/verify-findings.ts';
import { compareIndexes } from '../../../src/indexing/compare-with-case.ts';
import { BesideControl } from '../../support/growth.ts';
import { bytesOf, rewriteIndex, withDirectory, writeIndex } from '../../unit/engine/synthetic-index.ts';

/** Damage may cost this many times as much as verifying the healthy index. */
const HEALTHY_TIMES_MAX = 50;
const DOCS = Array.from({ length: 200 }, (_, doc) => ({
  doc,
  text: `the ${'again '.repeat(doc % 5)}w${doc % 20} ${doc === 3 ? 'often '.repeat(30) : ''}x${doc}`,
  fields: { tag: doc % 2 === 0 ? ['a', 'b c'] : ['d'], size: [String(doc % 50)], category: ['Pictures'] },
}));

interface Change {
  readonly stream: StreamName;
  readonly at: number;
  readonly bytes: readonly number[];
}

const changes: fc.Arbitrary<Change> = fc.record({
  stream: fc.constantFrom<StreamName>(
    'terms',
    'terms',
    'terms-index',
    'postings',
    'postings',
    'postings',
    'postings',
    'columns',
    'items',
    'values',
  ),
  at: fc.nat(),
  bytes: fc.array(fc.oneof(fc.constantFrom(0, 1, 127, 128, 255), fc.nat(255)), { minLength: 1, maxLength: 6 }),
});

test('changed bytes with valid checksums end no verification early, and a comparison finds all of them', async () => {
  await withDirectory(async (root) => {
    const whole = join(root, 'whole');
    await writeIndex(whole, DOCS);
    const original = await bytesOf(whole);
    const cost = await BesideControl.of(() => verifyStructure(whole, new VerifyFindings(), async () => undefined));
    let round = 0;
    let found = 0;
    await fc.assert(
      fc.asyncProperty(changes, async ({ stream, at, bytes }) => {
        const streams = new Map([...original].map(([name, copy]) => [name, copy.slice()]));
        const target = streams.get(stream)!;
        const from = at % target.length;
        for (const [i, byte] of bytes.entries()) if (from + i < target.length) target[from + i] = byte;
        fc.pre(Buffer.compare(target, original.get(stream)!) !== 0);
        const directory = join(root, `round-${round++}`);
        await rewriteIndex(whole, directory, streams);

        const findings = new VerifyFindings();
        await cost.run(() => verifyStructure(directory, findings, async () => undefined));
        if (findings.count > 0) found++;

        const compared = new VerifyFindings();
        await compareIndexes(directory, whole, compared, async () => undefined);
        expect(compared.list.map(({ where }) => where.split(',')[0])).toEqual([stream]);
      }),
      { numRuns: 150 },
    );
    // The other changes give words, values, positions and scores that are different but also valid.
    expect(found).toBeGreaterThan(150 * 0.7);
    expect(cost.most).toBeLessThan(HEALTHY_TIMES_MAX);
  });
});

test('a wrong pair of code points, or a bound that is not the shortest, is found', async () => {
  await withDirectory(async (root) => {
    const whole = join(root, 'whole');
    await writeIndex(whole, [{ doc: 0, text: Array.from({ length: 3000 }, (_, i) => `w${i * 7919}x`).join(' ') }]);
    const original = await bytesOf(whole);
    const index = await IndexReader.open(whole);
    const { termsIndex, grams } = index.fields.get('content')!;
    await index.close();
    const offsets = [grams!.offset, grams!.offset + grams!.length - 1, grams!.offset + 1234, termsIndex.offset + 4];
    for (const [round, at] of offsets.entries()) {
      const streams = new Map([...original].map(([name, copy]) => [name, copy.slice()]));
      streams.get('terms-index')![at]! ^= 1;
      await rewriteIndex(whole, join(root, `${round}`), streams);
      const findings = new VerifyFindings();
      await verifyStructure(join(root, `${round}`), findings, async () => undefined);
      expect(findings.list[0]?.what).toMatch(at < grams!.offset ? /bound|term/ : /row \d+ of the grams/);
    }
  });
});
