import { readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseQuery } from '../../../grammar/parse.ts';
import type { CaseFormat } from '../../../src/cases/case-format.ts';
import { STREAMS } from '../../../src/engine/format.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { streamOf } from '../../../src/engine/verify/stream-of.ts';
import { buildIndex } from '../../../src/indexing/build-index.ts';
import { verifyIndex } from '../../../src/indexing/verify-index.ts';
import { collectDocs, runToCompletion } from '../../../src/query/execute.ts';
import { Planner } from '../../../src/query/plan/planner.ts';
import type { FieldSpec } from '../../../src/schema/field-types.ts';
import { openSource } from '../../../src/sources/open-source.ts';
import { randomCase, toTinyItem } from '../../property/random-case.ts';
import { analyzeCase } from '../../support/analyze-case.ts';
import { type BlobTerm, blobFormat, writeBlobCase } from '../../support/blob-case.ts';
import { inOrderOfCase } from '../../support/in-order-of-case.ts';
import { type TinyCaseOptions, type TinyItem, withTempDir, writeCase } from '../../support/tiny-case.ts';

const formats = [blobFormat];

interface Facts {
  readonly streams: Readonly<Record<string, string>>;
  readonly fields: unknown;
  readonly ids: readonly number[];
}

/** The part of an index that does not depend on the format of the case. Stored items, and their offsets, do. */
async function factsOf(indexPath: string): Promise<Facts> {
  const index = await IndexReader.open(indexPath);
  try {
    const { coordinates, streamBytes } = index.header;
    const streams = STREAMS.filter((name) => name !== 'items' && name !== 'texts').map((name): [string, string] => {
      const stream = streamOf(index, name);
      const length = name === 'columns' ? coordinates.offset : streamBytes[name];
      stream.fetch(0, length);
      return [name, Buffer.from(stream.bytes.subarray(stream.start, stream.start + length)).toString('hex')];
    });
    return { streams: Object.fromEntries(streams), fields: [...index.fields], ids: [...index.ids] };
  } finally {
    await index.close();
  }
}

/** Terms of a case do not tell which tokens share a position, so there are no long words, and none divided at a line end. */
function withoutShared(item: TinyItem | string): TinyItem | string {
  if (typeof item === 'string') return item;
  return JSON.parse(JSON.stringify(item), (_key, value) =>
    typeof value === 'string' ? unshared(value) : value,
  ) as TinyItem;
}

function unshared(text: string): string {
  return text.replace(/[-\u2010\u00ad]\s*\n/gu, ' ').replace(/[\p{L}\p{N}]{200,}/gu, 'long');
}

async function compareWithText(
  items: readonly (TinyItem | string)[],
  options: TinyCaseOptions,
  segments: number,
): Promise<void> {
  await withTempDir(async (root) => {
    const portable = await writeCase(join(root, 'portable'), items.map(withoutShared), options);
    const analyzed = await analyzeCase(portable, join(root, 'analyzed'), segments);
    const fromText = await buildIndex({ casePath: portable, dataDir: join(root, 'data'), formats: [inOrderOfCase] });
    const fromTerms = await buildIndex({ casePath: analyzed, dataDir: join(root, 'data'), formats });
    expect(await factsOf(fromTerms.indexPath)).toEqual(await factsOf(fromText.indexPath));
    expect([fromTerms.items, fromTerms.searchable, fromTerms.texts]).toEqual([
      fromText.items,
      fromText.searchable,
      fromText.texts,
    ]);
    const verified = { casePath: analyzed, dataDir: join(root, 'data'), formats, isDeep: true };
    expect(await verifyIndex(verified)).toMatchObject({ isSound: true, findings: [], isStale: false });
  });
}

describe('the index of a case with its own terms', () => {
  test('equals that of its text, byte for byte, whatever the segments, and is sound', async () => {
    await fc.assert(
      fc.asyncProperty(randomCase(), fc.integer({ min: 1, max: 4 }), (random, segments) =>
        compareWithText(random.items.map(toTinyItem), random.options, segments),
      ),
      { numRuns: 20 },
    );
  });

  test('leaves out items with a repeated id, and nodes of the tree', () =>
    compareWithText(
      [
        { id: 1, properties: { name: 'a.txt', n: 7 }, text: 'one two' },
        { id: 1, properties: { name: 'again', alien: 'x' }, text: 'never found' },
        { id: 2, properties: { treeNode: 'true', n: 'seven', name: 'folder' }, text: 'nor this' },
        { id: 3, parentId: 2, properties: { name: ['b', 'c d'], n: ['8'] }, text: '' },
        { id: 0, properties: { name: '---' } },
      ],
      {},
      2,
    ));

  test('can be built without items and without segments', () => compareWithText([], {}, 1));
});

describe('a case with its own terms', () => {
  const term = (field: number, text: string, ...occurrences: number[]): BlobTerm => [
    field,
    Buffer.from(text).toString('base64'),
    occurrences,
  ];
  const item = (id: number, serial: string): object => ({
    id,
    parentId: null,
    properties: [['serial', [serial]]],
    text: 0,
    content: 1,
    thumb: null,
  });
  const spec = (name: string, analysis: FieldSpec['analysis'], type: FieldSpec['type'] = null): FieldSpec => ({
    name,
    analysis,
    type,
  });

  async function withCase(
    fields: readonly FieldSpec[],
    segments: readonly (readonly BlobTerm[])[],
    body: (casePath: string, dataDir: string) => Promise<void>,
  ): Promise<void> {
    await withTempDir(async (root) => {
      const casePath = join(root, 'case');
      await mkdir(casePath);
      const items = [item(5, 'Alpha 1'), item(4, 'beta 22')];
      await writeBlobCase(casePath, items, [Buffer.from('The text.'), Buffer.from('bytes')], { fields, segments });
      await body(casePath, join(root, 'data'));
    });
  }

  test('is searched by the rules of its fields, and its parts are read by its own references', () =>
    withCase(
      [spec('serial', 'whole'), spec('content', 'text')],
      [
        [term(0, 'alpha 1', 0, 0), term(1, 'fox', 1, 3)],
        [term(0, 'beta 22', 1, 0), term(1, 'brown', 1, 2)],
      ],
      async (casePath, dataDir) => {
        await openSource(casePath, { dataDir, formats, buildIfNeeded: true }).then(async ({ engine, caseReader }) => {
          const path = join(dataDir, 'indexes', readdirSync(join(dataDir, 'indexes'))[0]!, 'gen-000001');
          const index = await IndexReader.open(path);
          expect(index.header.caseFormat).toEqual({ name: 'blob-case', version: 1 });
          expect(index.fields.get('serial')).toMatchObject({ analysis: 'whole', type: 'whole' });
          const { content, text } = index.item(index.docOf(5));
          const source = await caseReader.openPart(content!);
          expect(Buffer.concat((await source.stream().toArray()) as Buffer[]).toString()).toBe('bytes');
          await expect(caseReader.checkPart(text as NonNullable<typeof content>)).resolves.toBeUndefined();
          const found = (query: string): number[] => {
            const docs = runToCompletion(
              collectDocs(runToCompletion(new Planner(index, ['content']).plan(parseQuery(query)))),
            );
            return [...docs].map((doc) => index.ids[doc]!);
          };
          expect(found('serial:"BETA 22"')).toEqual([4]);
          expect(found('serial:beta')).toEqual([]);
          expect(found('"brown fox"')).toEqual([4]);
          expect(found('serial:*')).toEqual([5, 4]);
          await index.close();
          await engine.close();
          await caseReader.close();
        });
      },
    ));

  test('has values of the types that its fields declare', () =>
    withCase([spec('serial', 'text', 'number'), spec('content', 'text')], [], async (casePath, dataDir) => {
      const report = await buildIndex({ casePath, dataDir, formats });
      expect(report.problems).toMatchObject({ count: 2, byKind: { type: 2 } });
      expect(report.isComplete).toBe(true);
      const index = await IndexReader.open(report.indexPath);
      expect(index.fields.get('serial')).toMatchObject({ type: 'number', analysis: 'text', termCount: 0 });
      expect(index.fields.get('serial')?.exists.docFreq).toBe(2);
      await index.close();
    }));

  test('is indexed again if the references of its format changed', () =>
    withCase([spec('content', 'text')], [], async (casePath, dataDir) => {
      const next: CaseFormat = {
        ...blobFormat,
        version: 2,
        open: async (location) => Object.assign(await blobFormat.open(location), { format: next }),
      };
      expect(await buildIndex({ casePath, dataDir, formats })).toMatchObject({ isUpToDate: false, generation: 1 });
      expect(await buildIndex({ casePath, dataDir, formats })).toMatchObject({ isUpToDate: true, generation: 1 });
      const changed = { casePath, dataDir, formats: [next] };
      await expect(openSource(casePath, { ...changed, buildIfNeeded: false })).rejects.toMatchObject({
        code: 'INDEX_FORMAT',
        message: expect.stringContaining('another format than blob-case 2'),
      });
      await expect(verifyIndex({ ...changed, isDeep: true })).rejects.toMatchObject({ code: 'INDEX_FORMAT' });
      expect(await buildIndex(changed)).toMatchObject({ isUpToDate: false, generation: 2 });
    }));

  const one = spec('serial', 'text');
  test.each<[string, readonly FieldSpec[], readonly BlobTerm[], RegExp]>([
    ['a field that is not there', [one], [term(1, 'a', 0, 0)], /a term is of field 1, but there are only 1/],
    ['terms out of order', [one], [term(0, 'b', 0, 0), term(0, 'a', 0, 1)], /terms of field 0 are not in order/],
    ['a term twice', [one, spec('x', 'text')], [term(1, 'b', 0, 0), term(0, 'a', 0, 1)], /field 0 are not in order/],
    ['an item that is not there', [one], [term(0, 'a', 2, 0)], /in item 2, but there are only 2/],
    ['items that do not ascend', [one], [term(0, 'a', 1, 0, 0, 0)], /do not ascend/],
    ['a position twice', [one], [term(0, 'a', 0, 3, 0, 3)], /positions of field 0 in item 0 do not ascend/],
    ['a position beyond the last', [one], [term(0, 'a', 0, 2 ** 31)], /positions of field 0/],
    ['no UTF-8', [one], [[0, '/w==', [0, 0]]], /not UTF-8/],
    ['a term without end', [one], [term(0, 'a'.repeat(70_000), 0, 0)], /70000 bytes, more than 65535/],
    ['terms of the id', [spec('id', 'text')], [term(0, '5', 0, 0)], /a number of every item and has terms/],
    ['a field twice', [one, one], [], /the field "serial" twice/],
  ])('is refused with %s, and leaves nothing behind', (_name, fields, terms, fault) =>
    withCase(fields, [terms], async (casePath, dataDir) => {
      const building = buildIndex({ casePath, dataDir, formats });
      await expect(building).rejects.toMatchObject({ code: 'CASE_UNREADABLE', message: expect.stringMatching(fault) });
      const [key] = readdirSync(join(dataDir, 'indexes'));
      expect(readdirSync(join(dataDir, 'indexes', key!))).toEqual([]);
    }),
  );
});
