/**
 * Cases other than a disk image: one of a folder of evidence with mails, archives, carved items and OCR texts, and a report
 * with new ids, tree nodes and exported contents. Expected are the answers of IPED's own code about the same items.
 */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QuerySyntaxError } from '../../../../grammar/errors.ts';
import { parseQuery } from '../../../../grammar/parse.ts';
import type { CaseReader } from '../../../../src/cases/case-reader.ts';
import { openCase } from '../../../../src/cases/open-case.ts';
import { IndexReader } from '../../../../src/engine/index-reader.ts';
import { buildIndex } from '../../../../src/indexing/build-index.ts';
import { TermPositions } from '../../../../src/query/phrase/term-positions.ts';
import { IPED_DEFAULT_FIELDS } from '../../../../src/search/search-request.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { AskedSource } from '../../../support/asked-source.ts';
import { temporaryDir } from '../../../support/endings.ts';
import { differencesOfImport, spelledText } from '../../../support/imported-goldens.mjs';
import { ipedGolden, unpackIpedCase } from '../../../support/iped-fixture.ts';
import { digestOf } from '../../../support/iped-items.ts';
import { readAll } from '../../../support/read-case.ts';

const dataDir = temporaryDir();

interface Opened {
  readonly path: string;
  readonly index: IndexReader;
  readonly reader: CaseReader;
  readonly problems: readonly string[];
}

async function open(name: string): Promise<Opened> {
  const path = unpackIpedCase(name, '.');
  const { indexPath, problems } = await buildIndex({ casePath: path, dataDir });
  const index = await IndexReader.open(indexPath);
  return { path, index, reader: await openCase(path), problems: problems.first.map(({ reason }) => reason) };
}

async function close({ path, index, reader }: Opened): Promise<void> {
  await index.close();
  await reader.close();
  rmSync(dirname(dirname(path)), { recursive: true, force: true });
}

/** The ids in ascending order, or null if the query is refused. */
async function idsOf({ index }: Opened, q: string): Promise<number[] | null> {
  try {
    const ids = await AskedSource.of(index).ids(parseQuery(q, { syntax: 'iped' }), IPED_DEFAULT_FIELDS);
    return ids.sort((a, b) => a - b);
  } catch (error) {
    if (error instanceof QuerySyntaxError || (error instanceof AppError && error.code === 'QUERY_INVALID')) return null;
    throw error;
  }
}

describe('a case of a folder', () => {
  const goldens = ipedGolden('tiny', 'items');
  let opened: Opened;
  beforeAll(async () => {
    opened = await open('tiny');
  });
  afterAll(() => close(opened));

  it('has the values, terms, positions and texts that IPED has', async () => {
    expect(goldens).toHaveLength(20);
    expect(await differencesOfImport(opened.index, TermPositions, goldens)).toEqual([]);
    expect(opened.problems).toEqual([
      expect.stringMatching(/^content: file "..\/evidence\/big.zip" is missing; if it is elsewhere/),
    ]);
  });

  it('has its contents, thumbnails and texts of pictures', async () => {
    const read: string[] = [];
    for (const { id, content, thumb, properties } of (await readAll(opened.reader)).items) {
      const golden = goldens.find((item) => item.id === id);
      if (golden.id !== 9) {
        expect([id, await digestOf(await opened.reader.openPart(content!))]).toEqual([id, golden.content]);
      }
      if (golden.thumb === undefined) expect([id, thumb]).toEqual([id, null]);
      else expect(await digestOf(await opened.reader.openPart(thumb!))).toEqual(golden.thumb);
      const values = new Map(properties);
      const text = await opened.reader.openText!('ocr', (name) => values.get(name)?.[0]);
      if (text !== null) read.push(`${id}: ${(await text.stream().toArray()).join('')}`);
    }
    // Three copies of one picture.
    expect(read.map((text) => text.split(':')[0])).toEqual(['8', '15', '20']);
    expect(new Set(read.map((text) => text.split(': ')[1])).size).toBe(1);
  });

  it('answers queries as IPED does', async () => {
    const queries = ipedGolden('tiny', 'queries');
    expect(queries.length).toBeGreaterThan(150);
    for (const { q, ids = null } of queries) expect([q, await idsOf(opened, q)]).toEqual([q, ids]);
  });
});

describe('a report', () => {
  /** Keyed by the origin of an item, which is the same in the case from which it was made. */
  const originals = new Map(ipedGolden('image', 'items').map((item) => [item.properties.trackId?.[0], item]));
  let opened: Opened;
  /** New ids, keyed by old ones. */
  const renumbered = new Map<number, number>();
  beforeAll(async () => {
    opened = await open('report');
  });
  afterAll(() => close(opened));

  it('has contents in the folder of the export, thumbnails in files, and no problem', async () => {
    const { items, problems } = await readAll(opened.reader);
    expect([items.length, problems, opened.problems]).toEqual([33, [], []]);
    for (const { id, parentId, properties, content, thumb } of items) {
      const values = new Map(properties);
      const original = originals.get(values.get('trackId')?.[0]);
      if (original === undefined) {
        expect(values.get('treeNode')).toEqual(['true']);
        continue;
      }
      renumbered.set(original.id, id);
      expect(values.get('name')).toEqual(original.properties.name);
      expect(values.get('parentIds')![0]!.split(' ')).toContain(String(parentId));
      expect(await digestOf(await opened.reader.openPart(content!))).toEqual(original.content);
      if (original.thumb === undefined) expect(thumb).toBeNull();
      else expect(await digestOf(await opened.reader.openPart(thumb!))).toEqual(original.thumb);
      const [fragment] = original.fragments;
      const words = spelledText(opened.index, opened.index.docOf(id)).split(' ');
      const sha256 = createHash('sha256')
        .update(words.map((word, n) => `${n}\t${word}\n`).join(''))
        .digest('hex');
      expect([id, words.length, sha256]).toEqual([id, fragment.tokens, fragment.sha256]);
    }
    expect(renumbered.size).toBe(13);
  });

  it('is searched without its tree', async () => {
    expect(await idsOf(opened, '')).toEqual([...renumbered.values()].sort((a, b) => a - b));
    expect(await idsOf(opened, 'treeNode:true')).toEqual([]);
    let found = 0;
    for (const { q, ids } of ipedGolden('image', 'queries')) {
      if (ids === undefined || !/^[\p{L} "*?]+$/u.test(q)) continue;
      const expected = ids.flatMap((id: number) => renumbered.get(id) ?? []).sort((a: number, b: number) => a - b);
      expect([q, await idsOf(opened, q)]).toEqual([q, expected]);
      found += expected.length;
    }
    expect(found).toBeGreaterThan(20);
  });
});
