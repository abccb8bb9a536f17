import { describe, expect, test } from '@jest/globals';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import type { FieldState } from '../../../src/engine/inversion/field-state.ts';
import { PagedBytes, PageFile, PageReader } from '../../../src/engine/store/page-file.ts';
import { verifyHeader } from '../../../src/engine/verify/verify-header.ts';
import { verifyStructure } from '../../../src/engine/verify/verify-structure.ts';
import { VerifyFindings } from '../../../src/engine/verify-findings.ts';
import { AppError } from '../../../src/shared/errors.ts';
import type { TermCursor } from '../../../src/shared/term-cursor.ts';
import { temporaryDir } from '../../support/endings.ts';
import { type SyntheticDoc, type SyntheticOptions, writeIndex } from '../../unit/engine/synthetic-index.ts';

/** Documents with lists of one, short and long lists, inline and outlying positions, several values, numbers and dates. */
const DOCS: readonly SyntheticDoc[] = Array.from({ length: 300 }, (_, n) => ({
  doc: n < 200 ? n : n + 65_400,
  text: `the ${n % 3 === 0 ? 'third '.repeat(1 + (n % 4)) : ''}${n === 5 ? 'often '.repeat(20) : ''}w${n % 50} once${n}`,
  fields: {
    tag: n % 2 === 0 ? ['a b', 'c'] : ['d'],
    size: [String(n * 3)],
    modified: [`20${10 + (n % 10)}`],
    category: ['Pictures'],
  },
}));

async function findingsOf(options: SyntheticOptions, docs = DOCS): Promise<string[]> {
  const directory = temporaryDir();
  await writeIndex(directory, docs, options);
  const findings = new VerifyFindings();
  await verifyStructure(directory, findings, async () => undefined);
  return findings.list.map(({ what, where }) => `${where}: ${what}`);
}

/** Wraps a source, so that a test can change each read. */
function altered(
  change: (term: string, docs: Uint32Array, positions: Uint32Array) => void,
): (source: TermCursor) => TermCursor {
  return (source) => {
    let docs = new Uint32Array(0);
    let positions = new Uint32Array(0);
    return {
      get field() {
        return source.field;
      },
      get bytes() {
        return source.bytes;
      },
      get termStart() {
        return source.termStart;
      },
      get termEnd() {
        return source.termEnd;
      },
      next: () => source.next(),
      read() {
        const count = source.read();
        docs = source.docs.slice(source.from, source.from + count);
        positions = source.positions.slice(source.from, source.from + count);
        const term = Buffer.from(source.bytes.subarray(source.termStart, source.termEnd)).toString();
        if (count > 0) change(term, docs, positions);
        return count;
      },
      get docs() {
        return docs;
      },
      get positions() {
        return positions;
      },
      from: 0,
      close: () => source.close(),
    };
  };
}

function alteredField(name: string, change: (field: FieldState) => void): SyntheticOptions {
  return {
    fields: (fields) => {
      change(fields.find((field) => field.name === name)!);
      return fields;
    },
  };
}

function withFirstGreater(lengths: PagedBytes): PagedBytes {
  const other = new PagedBytes(new PageFile('never made', 1 << 16));
  const reader = new PageReader(lengths.location());
  for (let i = 0; i < DOCS.length; i++) other.varint(reader.varint() + (i === 0 ? 1 : 0));
  reader.close();
  return other;
}

describe('an index as written', () => {
  test('is sound, with ids in order or not, also if empty', async () => {
    expect(await findingsOf({})).toEqual([]);
    expect(await findingsOf({ idOf: (doc) => 1_000_000 - doc })).toEqual([]);
    expect(await findingsOf({}, [])).toEqual([]);
    expect(await findingsOf({ documentCount: 3 }, [])).toEqual([]);
    expect(await findingsOf({}, [{ doc: 0, text: '' }])).toEqual([]);
  });

  test('is counted', async () => {
    const directory = temporaryDir();
    await writeIndex(directory, DOCS);
    const findings = new VerifyFindings();
    const phases = new Set<string>();
    await verifyStructure(directory, findings, async ({ phase }) => void phases.add(phase));
    expect(findings.counts).toMatchObject({ items: 65_700, texts: 300, fields: 6, numbers: 600 });
    expect([...phases]).toEqual(['file', 'chunks', 'frames', 'items', 'tree', 'terms']);
  });
});

/** Changes how many items have the value according to the field. */
function withValue(field: FieldState, value: string, items: number): void {
  const values = new Map(field.values()).set(value, items);
  Object.assign(field, { values: () => values });
}

/** Wrong indexes, whose checksums all match. */
const WRONG: readonly [what: string, options: SyntheticOptions, finding: RegExp][] = [
  ['an id twice', { idOf: (doc) => (doc === 9 ? 8 : doc) }, /ids: id 8 occurs twice/],
  [
    'a document too far',
    { source: altered((term, docs) => term === 'once5' && docs.fill(70_000)) },
    /"content":"once5": document 70000 does not exist/,
  ],
  [
    'a document too far in a long list',
    { source: altered((term, docs) => term === 'the' && docs.fill(70_000, docs.length - 1)) },
    /"content":"the": document 70000 does not exist/,
  ],
  [
    'a document that no search can hit',
    { source: altered((term, docs) => term === 'w7' && docs.fill(300, 0, 1)) },
    /"content":"w7"/,
  ],
  [
    'a posting of a document without the field',
    { source: altered((term, docs) => term === 'once5' && docs.fill(210)) },
    /"content":"once5": document 210 does not have the field/,
  ],
  [
    'an occurrence in another document',
    { source: altered((term, docs) => term === 'once5' && docs.fill(6)) },
    /field "content": document \d+ has \d+ tokens/,
  ],
  [
    'a sum of tokens',
    alteredField('content', (field) => field.tokenCount++),
    /field "content", lengths: lengths sum to/,
  ],
  ['a count of documents', alteredField('tag', (field) => field.docCount--), /field "tag"/],
  ['lengths that are not there', alteredField('content', (field) => (field.isUnitLength = true)), /field "content"/],
  [
    'a length of one document',
    alteredField('content', (field) => Object.assign(field, { lengths: withFirstGreater(field.lengths) })),
    /field "content"/,
  ],
  [
    'values of no document',
    alteredField('tag', (field) => withValue(field, 'never', 0)),
    /values, field "tag": value \d is of 0 items/,
  ],
  [
    'values of too many',
    alteredField('tag', (field) => withValue(field, 'c', 301)),
    /values, field "tag": value \d is of 301 items/,
  ],
  ['incomplete without a problem', { facts: { isComplete: false } }, /header: incomplete without a problem/],
  ['names that are missing', { facts: { names: ['tag'] } }, /items, document \d+: a property has none of the 1 names/],
  [
    'a name twice',
    { facts: { names: ['tag', 'tag', 'modified', 'category'] } },
    /items, document \d+: property "tag" occurs twice/,
  ],
];

describe('a wrong index with valid checksums', () => {
  for (const [what, options, finding] of WRONG) {
    test(`is detected: ${what}`, async () => {
      const findings = await findingsOf(options);
      expect(findings.join('\n')).toMatch(finding);
    });
  }

  test('is detected: headers that do not match the streams', async () => {
    const directory = temporaryDir();
    await writeIndex(directory, DOCS);
    const index = await IndexReader.open(directory);
    const { header } = index;
    const fields = [...index.fields.values()];
    const content = fields[0]!;
    const shifted = { offset: content.termsIndex.offset + 1, length: content.termsIndex.length };
    const headers: [typeof header, typeof fields, RegExp][] = [
      [{ ...header, searchableCount: 1 }, fields, /another count/],
      [{ ...header, documentCount: -1 }, fields, /number of documents/],
      [{ ...header, textCount: 2 ** 31 }, fields, /more texts/],
      [{ ...header, ids: { offset: 0, length: 4 } }, fields, /number of ids/],
      [
        { ...header, streamBytes: { ...header.streamBytes, columns: header.streamBytes.columns + 1 } },
        fields,
        /columns ends at/,
      ],
      [header, [{ ...content, termsIndex: shifted }, ...fields.slice(1)], /terms-index has bytes/],
      [header, [{ ...content, blockCount: 0 }, ...fields.slice(1)], /0 buckets/],
      [header, [content, ...fields], /occurs twice/],
      [header, fields.slice(1), /terms-index|missing/],
      [header, [{ ...content, type: 'other' as 'text' }, ...fields.slice(1)], /unknown type/],
    ];
    for (const [wrong, wrongFields, finding] of headers) {
      const findings = new VerifyFindings();
      expect(verifyHeader(wrong, wrongFields, [], findings)).toBe(false);
      expect(findings.list[0]!.what).toMatch(finding);
    }
    expect(verifyHeader(header, fields, [], new VerifyFindings())).toBe(true);
    await index.close();
  });
});

describe('a verification', () => {
  test('stops at the requested point', async () => {
    const directory = temporaryDir();
    await writeIndex(directory, DOCS);
    const pause = async (): Promise<void> => {
      throw new AppError('CANCELLED', 'enough');
    };
    await expect(verifyStructure(directory, new VerifyFindings(), pause)).rejects.toMatchObject({
      code: 'CANCELLED',
    });
  });

  test('keeps a bounded number of findings and counts the rest', () => {
    const findings = new VerifyFindings();
    for (let i = 0; i < 1000; i++) findings.add('here', `number ${i}`);
    expect(findings.count).toBe(1000);
    expect(findings.list).toHaveLength(201);
    expect(findings.list.at(-1)).toEqual({ what: '800 more findings', where: 'index' });
  });
});
