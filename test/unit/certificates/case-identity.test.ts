/** The identity of a case that provides its own terms. It depends on each term, wherever the term is. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { openCase } from '../../../src/cases/open-case.ts';
import { readCaseIdentity } from '../../../src/certificates/case-identity.ts';
import { type BlobTerm, blobFormat, writeBlobCase } from '../../support/blob-case.ts';
import { closedAtEnd, temporaryDir } from '../../support/endings.ts';
import { writeCase } from '../../support/tiny-case.ts';

let dir: string;
beforeAll(async () => {
  dir = temporaryDir();
});

const item = (id: number) => ({ id, parentId: null, properties: [], text: null, content: null, thumb: null });
const term = (text: string, ...occurrences: number[]): BlobTerm => [
  0,
  Buffer.from(text).toString('base64'),
  occurrences,
];

async function identityOf(terms: readonly BlobTerm[], ids = [1, 2]): Promise<string> {
  const fields = [{ name: 'content', type: 'text', analysis: 'text' } as const];
  await writeBlobCase(dir, ids.map(item), [], { fields, segments: [terms] });
  const reader = await openCase(dir, [blobFormat]);
  try {
    return (await readCaseIdentity(reader)).identity;
  } finally {
    await reader.close();
  }
}

test('any change of an item, a word, its position or its item gives another case', async () => {
  const terms = [term('coot', 0, 1), term('heron', 0, 0, 1, 3)];
  const known = await identityOf(terms);
  expect(await identityOf(terms)).toBe(known);
  const others = [
    await identityOf([term('coot', 0, 2), terms[1]!]),
    await identityOf([term('coot', 1, 1), terms[1]!]),
    await identityOf([term('coox', 0, 1), terms[1]!]),
    await identityOf([terms[0]!, term('heron', 0, 0)]),
    await identityOf(terms, [1, 3]),
  ];
  expect(new Set([known, ...others]).size).toBe(1 + others.length);
});

test('a content is compared with every hash in its record; without one nothing is known about it', async () => {
  const sum = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest('hex');
  const records = [
    { hash: sum('md5', 'heron').toUpperCase(), 'sha-256': sum('sha256', 'heron') },
    { hash: sum('md5', 'heron'), 'sha-256': sum('sha256', 'coot') },
    { MD5: sum('md5', 'coot') },
    { hash: '', 'sha-1': 'none' },
    { sha1: sum('sha1', 'heron'), hash: 'not one' },
  ];
  const path = await writeCase(
    join(dir, 'hashed'),
    records.map((properties, id) => ({ id, properties, content: 'heron' })),
  );
  const reader = closedAtEnd(await openCase(path));
  const { wrongContents, unhashedContents } = await readCaseIdentity(reader, { isDeep: true });
  expect([wrongContents, unhashedContents]).toEqual([
    [
      { id: 1, finding: 'its content does not match its sha256 hash' },
      { id: 2, finding: 'its content does not match its md5 hash' },
    ],
    1,
  ]);
});

test('the values of a row that are its text are not part of it: a certificate of an older version stays valid', async () => {
  const path = join(dir, 'rows.csv');
  await writeFile(path, 'DOCID,Custodian,Metal Found\nA1,Ada,copper\nA2,Bea,tin\n');
  const reader = closedAtEnd(await openCase(path));
  // As written by a version in which rows had no text.
  const known = '64d85a8a9c829376171d43d3b19622bf31938c852ce67644369a2edf4094283f';
  expect((await readCaseIdentity(reader)).identity).toBe(known);
});
