/**
 * Tables with damage in one of their rows. Every other row has all of its values, or the reader reports something. RUNS=400
 * tries 2,100 damages of the seven kinds, and as many cuts. SEED= chooses others.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { AppError } from '../../src/shared/errors.ts';
import { CONCORDANCE, CSV, encode, type TextEncoding, TSV, writeDelimited } from '../support/load-files.ts';
import { type ReadCase, readCaseAt } from '../support/read-case.ts';
import { seeded } from '../support/seeded.ts';
import { withTempDir } from '../support/tiny-case.ts';

const RUNS = Math.floor(Number(process.env.RUNS ?? 1) * 0.7) + 20;
const SEED = Number(process.env.SEED ?? 1);
/** Far more than any of these tables takes. A reader that rereads its input again and again would exceed it. */
const GROWTH_BYTES_MAX = 500 * 1024 * 1024;

const COLUMNS = ['DOCID', 'WHEN', 'BOX', 'NOTES', 'END'];
const ROWS = Array.from({ length: 30 }, (_, i) => [
  `D${i + 1}`,
  `2021-03-${10 + (i % 20)} 10:20:30`,
  String(1000 + i),
  i % 3 === 0 ? `a "note" of row ${i},\nin two lines, é` : `plain ${i}`,
  `end ${i}`,
]);
const OBJECTS = ROWS.map((row) => Object.fromEntries(COLUMNS.map((column, i) => [column, row[i]!])));

interface Written {
  /** The text before the rows, the rows, and the text after them. */
  readonly head: string;
  readonly rows: readonly string[];
  readonly tail: string;
}

function delimited(dialect: typeof CSV): Written {
  const line = (columns: readonly string[]): string => writeDelimited({ columns, rows: [] }, dialect);
  return { head: line(COLUMNS), rows: ROWS.map(line), tail: '' };
}

const KINDS: readonly (readonly [name: string, file: string, written: Written])[] = [
  ['CSV', 'x.csv', delimited(CSV)],
  ['CSV with every value in quotes', 'x.csv', delimited({ ...CSV, isQuotingAll: true, end: '\n' })],
  ['TSV', 'x.tsv', delimited(TSV)],
  ['Concordance', 'x.dat', delimited(CONCORDANCE)],
  ['JSON Lines', 'x.jsonl', { head: '', rows: OBJECTS.map((row) => `${JSON.stringify(row)}\n`), tail: '' }],
  [
    'a JSON array of lines',
    'x.json',
    {
      head: '[\n',
      rows: OBJECTS.map((row, i) => `${JSON.stringify(row)}${i + 1 < ROWS.length ? ',' : ''}\n`),
      tail: ']\n',
    },
  ],
  [
    'a JSON array over lines',
    'x.json',
    {
      head: '[\n',
      rows: OBJECTS.map(
        (row, i) => `  ${JSON.stringify(row, null, 2).replaceAll('\n', '\n  ')}${i + 1 < ROWS.length ? ',' : ''}\n`,
      ),
      tail: ']\n',
    },
  ],
];

type Damage = (row: string, below: (end: number) => number) => string;
const insert =
  (...pieces: readonly string[]): Damage =>
  (row, below) => {
    const at = below(row.length);
    return row.slice(0, at) + pieces[below(pieces.length)]! + row.slice(at);
  };
const remove =
  (pattern: RegExp): Damage =>
  (row, below) => {
    const found = [...row.matchAll(pattern)];
    const one = found[below(found.length)];
    return one === undefined ? row : row.slice(0, one.index) + row.slice(one.index + one[0].length);
  };

const DAMAGES: readonly (readonly [name: string, damage: Damage])[] = [
  ['a quote more', insert('"', 'þ', "'", '""')],
  ['a quote less', remove(/["þ]/g)],
  ['a line end more', insert('\n', '\r\n', '\r', '\n\n')],
  ['a line end less', remove(/\r?\n/g)],
  ['a delimiter more', insert(',', '\t', '\x14', ';', '}', '{', ']', '[', ':')],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a delimiter of tables is one.
  ['a delimiter less', remove(/[,\t\x14{}:]/g)],
  ['a character more', insert('x', '\0', '\x1a', '\ufffd', '\ufeff', '\\', '®', '\u2028')],
  [
    'a piece less',
    (row, below) => {
      const from = below(row.length - 2);
      return row.slice(0, from) + row.slice(from + below(row.length - 2 - from));
    },
  ],
  ['the end less, but its line end', (row, below) => row.slice(0, below(row.length)) + /\r?\n$/.exec(row)![0]],
  ['itself twice', (row) => row + row],
];

const ENCODINGS: readonly TextEncoding[] = ['utf-8', 'utf-8 with mark', 'windows-1252', 'utf-16le', 'utf-16be'];

async function read(file: string, bytes: Buffer): Promise<ReadCase | null> {
  return withTempDir(async (dir) => {
    await writeFile(join(dir, file), bytes);
    try {
      return await readCaseAt(dir);
    } catch (error) {
      expect([error, (error as AppError).code]).toEqual([expect.any(AppError), 'CASE_UNREADABLE']);
      return null;
    }
  });
}

/** Returns the values of each row by its document id. If two rows have one id, returns both. */
function valuesOf({ items }: ReadCase): Map<string, readonly string[]> {
  const values = new Map<string, readonly string[]>();
  for (const { properties } of items) {
    const byName = new Map(properties);
    const id = byName.get('DOCID')?.join('|') ?? '';
    const own = ['WHEN', 'BOX', 'NOTES', 'END'].map((name) => byName.get(name)?.join('|') ?? '');
    values.set(id, [...(values.get(id) ?? []), ...own]);
  }
  return values;
}

test.each(KINDS)('%s: damage costs its own row, or is reported', async (_kind, file, { head, rows, tail }) => {
  const random = seeded(SEED);
  const below = (end: number): number => Math.floor(random() * end);
  const isJson = file.startsWith('x.json');
  const sound = valuesOf((await read(file, Buffer.from(head + rows.join('') + tail)))!);
  expect(sound.size).toBe(ROWS.length);
  const before = process.memoryUsage.rss();
  for (let run = 0; run < RUNS; run++) {
    const at = below(rows.length);
    const [name, damage] = DAMAGES[run % DAMAGES.length]!;
    const encoding = isJson ? ENCODINGS[run % 2]! : ENCODINGS[below(ENCODINGS.length)]!;
    const changed = rows.with(at, damage(rows[at]!, below));
    const found = await read(file, encode(head + changed.join('') + tail, encoding));
    const what = { run, name, encoding, at, row: changed[at] };
    expect([what, found === null]).toEqual([what, false]);
    if (found!.problems.length > 0) continue;
    const values = valuesOf(found!);
    for (const [id, own] of sound) {
      if (id !== `D${at + 1}`) expect([what, id, values.get(id)]).toEqual([what, id, own]);
    }
    // The row's own id may be damaged, but the row exists. A row without a remaining character is an empty line, which tables
    // may have anywhere, so nothing in the file shows that it was a row.
    if (changed[at]!.trim() !== '') expect([what, found!.items.length >= ROWS.length]).toEqual([what, true]);
  }
  expect(process.memoryUsage.rss() - before).toBeLessThan(GROWTH_BYTES_MAX);
});

test.each(KINDS)(
  '%s: a truncated file has the rows before the cut, or the loss is reported',
  async (_kind, file, written) => {
    const random = seeded(SEED + 1);
    const { head, rows, tail } = written;
    const whole = head + rows.join('') + tail;
    const sound = valuesOf((await read(file, Buffer.from(whole)))!);
    for (let run = 0; run < RUNS; run++) {
      const cut = head.length + Math.floor(random() * (whole.length - head.length));
      const found = await read(file, Buffer.from(whole.slice(0, cut)));
      if (found === null || found.problems.length > 0) continue;
      const values = valuesOf(found);
      let end = head.length;
      for (const [i, row] of rows.entries()) {
        end += row.length;
        const what = { run, cut, row: i };
        if (end <= cut) expect([what, values.get(`D${i + 1}`)]).toEqual([what, sound.get(`D${i + 1}`)]);
      }
    }
  },
);

test.each(KINDS.filter(([, file]) => !file.startsWith('x.json')))(
  '%s: a row in another encoding leaves the others unchanged, or is reported',
  async (_kind, file, { head, rows, tail }) => {
    const random = seeded(SEED + 2);
    for (let run = 0; run < RUNS; run++) {
      const at = Math.floor(random() * rows.length);
      const [most, one] = run % 2 === 0 ? (['utf-8', 'windows-1252'] as const) : (['windows-1252', 'utf-8'] as const);
      const row = rows[at]!.replace('end', 'énd ü');
      const bytes = [head, ...rows].map((text, i) => (i === at + 1 ? encode(row, one) : encode(text, most)));
      const found = await read(file, Buffer.concat([...bytes, Buffer.from(tail)]));
      expect([run, at, found?.items.length, found!.problems.length > 0]).toEqual([run, at, ROWS.length, true]);
    }
  },
);
