/** Stored values of every kind, empty documents, a document of many pieces, deletions: all are read like Lucene reads them. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { CaseFiles } from '../../../../src/cases/files/safe-path.ts';
import { openLuceneIndex } from '../../../../src/cases/lucene/lucene-index.ts';
import type { LuceneSegment } from '../../../../src/cases/lucene/lucene-segment.ts';
import type { StoredValue } from '../../../../src/cases/lucene/stored-values.ts';
import { temporaryDir } from '../../../support/endings.ts';

const fixtures = 'test/fixtures/lucene';

test('all lines that Lucene prints', async () => {
  const directory = temporaryDir();
  execFileSync('tar', ['xzf', join(fixtures, 'kinds.tar.gz'), '-C', directory]);
  const index = await openLuceneIndex({ casePath: 'CASE', files: new CaseFiles(directory), folder: 'index' });
  const lines: string[] = [];
  for (const segment of index.segments) lines.push(...(await documentsOf(segment)), ...(await termsOf(segment)));
  await index.close();
  const expected = gunzipSync(readFileSync(join(fixtures, 'kinds.txt.gz')))
    .toString()
    .split('\n')
    .slice(0, -1);
  expect(lines.length).toBe(expected.length);
  expect(lines.filter((line, n) => line !== expected[n])).toEqual([]);
  expect(index.segments).toHaveLength(2);
});

async function documentsOf(segment: LuceneSegment): Promise<string[]> {
  const lines: string[] = [];
  for await (const batch of segment.storedDocuments()) {
    for (const { doc, values } of batch) {
      lines.push(`doc ${segment.docBase + doc} ${segment.isLive(doc)}`);
      for (const value of values) lines.push(`${value.field.name} ${value.kind} ${shown(value)}`);
    }
  }
  return lines;
}

async function termsOf(segment: LuceneSegment): Promise<string[]> {
  const lines: string[] = [];
  const terms = (await segment.terms(segment.fields.find(({ name }) => name === 'key')!))!;
  while (terms.next()) {
    const docs: number[] = [];
    for (let count = terms.read(); count > 0; count = terms.read()) docs.push(...terms.docs.subarray(0, count));
    const term = Buffer.from(terms.bytes.subarray(0, terms.length)).toString();
    lines.push(`term ${term} ${terms.docFreq} ${docs.join(' ')}`);
  }
  return lines;
}

function shown({ kind, value }: StoredValue): string {
  if (kind === 'binary') return Buffer.from(value).toString('base64');
  const bits = new DataView(new ArrayBuffer(8));
  if (kind === 'float') {
    bits.setFloat32(0, value);
    return String(bits.getInt32(0));
  }
  if (kind !== 'double') return String(value);
  bits.setFloat64(0, value);
  return String(bits.getBigInt64(0));
}
