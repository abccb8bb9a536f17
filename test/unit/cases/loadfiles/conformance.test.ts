import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { loadFileFormat } from '../../../../src/cases/loadfiles/load-file-format.ts';
import { encodePartRef } from '../../../../src/shared/part-ref.ts';
import { type ConformanceItem, describeCaseReader } from '../../../conformance/case-reader.ts';
import { CONCORDANCE, CSV, encode, writeDelimited } from '../../../support/load-files.ts';

/** Ids are row numbers, and the paths of parts are properties, too. */
const ITEMS: readonly ConformanceItem[] = [
  {
    id: 1,
    properties: {
      DOCID: ['A'],
      name: ['a.txt'],
      Textpath: ['text\\a.txt'],
      NATIVE: ['Native/A.bin'],
      tags: ['x y', 'é\u0301'],
    },
    text: 'Grüße, the heron',
    content: 'bytes of a',
  },
  {
    id: 2,
    parentId: 1,
    properties: { DOCID: ['B'], PARENTID: ['A'], name: ['b'], Textpath: ['text\\b.txt'] },
    text: '',
  },
  {
    id: 3,
    properties: {
      DOCID: ['C'],
      name: ['c'],
      NATIVE: ['/native/c'],
      thumbnail: ['c.jpg'],
      'my field': ['2021-03-04'],
      __proto__x: ['1'],
    },
    content: '',
    thumb: 'a picture',
  },
  {
    id: 4,
    properties: { DOCID: ['D'], name: ['d'], Textpath: ['.\\Text\\D.TXT'], length: ['12345678901234567890'] },
    text: 'x'.repeat(100_000),
  },
];
const COLUMNS = [
  'DOCID',
  'PARENTID',
  'name',
  'Textpath',
  'NATIVE',
  'thumbnail',
  'tags',
  'my field',
  'length',
  '__proto__x',
];

/** Parts have names in other letter case than in the table. */
async function writeParts(dir: string, item: ConformanceItem): Promise<void> {
  const { Textpath: text, NATIVE: native, thumbnail } = item.properties;
  for (const [path, content] of [
    [text, item.text],
    [native, item.content],
    [thumbnail, item.thumb],
  ] as const) {
    if (path === undefined || content === undefined) continue;
    const file = join(dir, path[0]!.toLowerCase().replaceAll('\\', '/'));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

for (const [name, file, dialect] of [
  ['a Concordance load file', 'VOL.DAT', CONCORDANCE],
  ['a load file in CSV', 'volume.csv', CSV],
] as const) {
  describeCaseReader(name, {
    format: loadFileFormat,
    isAnalyzed: false,
    items: ITEMS,
    async write(dir, items, broken) {
      for (const item of items) await writeParts(dir, item);
      const rows = items.map(({ properties }) => COLUMNS.map((column) => (properties[column] ?? []).join(';')));
      // A quote that never closes. The lines after it are read again.
      const lines = Array.from({ length: broken }, () => `${dialect.quote}never closed\r\n`);
      const text = writeDelimited({ columns: COLUMNS, rows }, dialect) + lines.join('');
      await writeFile(join(dir, file), encode(text, 'utf-8'));
    },
    hostileRefs: [
      ['file', '../x'],
      ['file', 'gone.bin'],
      ['text', 'C:\\Windows\\system.ini'],
      ['text', '\\\\server\\share\\x'],
      ['file', 'a\0b'],
      ['file', ''],
      ['file', 'text'],
      ['native', 'a'],
      ['file', 'text/a.txt', null],
    ].map((values) => encodePartRef(values)),
  });
}
