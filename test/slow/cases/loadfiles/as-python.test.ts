/** Every value of a table equals the value that Python's csv and json read. RUNS= and SEED= work as in other tests. */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openCase } from '../../../../src/cases/open-case.ts';
import { hasPython } from '../../../support/has-python.ts';
import { CSV, encode, TSV, writeDelimited } from '../../../support/load-files.ts';
import { readAll } from '../../../support/read-case.ts';
import { seeded } from '../../../support/seeded.ts';
import { withTempDir } from '../../../support/tiny-case.ts';

const runs = Number(process.env['RUNS'] ?? 1) * 40;
const seed = Number(process.env['SEED'] ?? 1);
const script = join(import.meta.dirname, '../../../support/tables/read-tables.py');

const PIECES = [
  ...[
    'a',
    'Ω',
    'é',
    '𝄞',
    ' ',
    ',',
    '\t',
    '"',
    "'",
    '\n',
    '\r\n',
    ';',
    '|',
    '\\',
    '{',
    '}',
    '[',
    ']',
    ':',
    '0',
    '-7',
    '1.50',
  ],
  ...['\u2028', 'þ', '®', '\u00a0', '=', 'x'.repeat(300)],
];
const NUMBERS = ['0', '-0', '1.50', '1e5', '-2.5E-3', '12345678901234567890', '0.1000000000000000055'];

type Below = (end: number) => number;

const text = (below: Below): string => Array.from({ length: below(6) }, () => PIECES[below(PIECES.length)]).join('');

function json(below: Below, depth: number): string {
  const kind = below(depth > 3 ? 5 : 8);
  if (kind === 0) return NUMBERS[below(NUMBERS.length)]!;
  if (kind === 1) return ['true', 'false', 'null'][below(3)]!;
  if (kind < 5) return JSON.stringify(text(below));
  const inner = (): string => json(below, depth + 1);
  if (kind === 5) return `[${Array.from({ length: below(4) }, inner).join(', ')}]`;
  return `{${Array.from({ length: below(4) }, () => `"k${below(3)}" : ${inner()}`).join(',')}}`;
}

function write(run: number, below: Below): readonly [file: string, bytes: Buffer] {
  const kind = run % 4;
  const count = 1 + below(12);
  if (kind < 2) {
    const columns = ['row', 'p', 'q', 'r'];
    const rows = Array.from({ length: count }, (_, i) => [`row ${i}`, text(below), text(below), `x${text(below)}`]);
    const dialect = {
      ...(kind === 0 ? CSV : TSV),
      isQuotingAll: kind === 1 || below(2) === 0,
      isLastEnded: below(2) === 0,
    };
    const encoding = below(2) === 0 ? 'utf-8' : 'utf-8 with mark';
    return [`${run}.${kind === 0 ? 'csv' : 'tsv'}`, encode(writeDelimited({ columns, rows }, dialect), encoding)];
  }
  const objects = Array.from(
    { length: count },
    (_, i) => `{"row":"row ${i}","p":${json(below, 1)},"q":${json(below, 1)}}`,
  );
  return kind === 2
    ? [`${run}.jsonl`, Buffer.from(`${objects.join('\n')}\n`)]
    : [`${run}.json`, Buffer.from(`[${objects.join(below(2) === 0 ? ',' : ',\n')}]`)];
}

/** The values of a row by name. A blank value counts as missing. */
function byName(pairs: readonly (readonly [string, string])[]): unknown {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) if (value.trim() !== '') values.set(name, [...(values.get(name) ?? []), value]);
  return Object.fromEntries([...values].sort(([a], [b]) => (a < b ? -1 : 1)));
}

(hasPython() || process.env['ALL_TOOLS'] !== undefined ? test : test.skip)(
  'values are those of Python (needs python3)',
  async () => {
    await withTempDir(async (dir) => {
      const random = seeded(seed);
      const below = (end: number): number => Math.floor(random() * end);
      for (let run = 0; run < runs; run++) {
        const [file, bytes] = write(run, below);
        await writeFile(join(dir, file), bytes);
      }
      const read = execFileSync('python3', [script, dir], { encoding: 'utf8', maxBuffer: 1 << 28 });
      for (const line of read.trimEnd().split('\n')) {
        const { file, rows } = JSON.parse(line) as { file: string; rows: [string, string][][] };
        const reader = await openCase(join(dir, file));
        try {
          const { items } = await readAll(reader);
          const own = items.map(({ properties }) =>
            byName(properties.flatMap(([name, values]) => values.map((value) => [name, value] as const))),
          );
          expect([file, own]).toEqual([file, rows.map(byName)]);
        } finally {
          await reader.close();
        }
      }
    });
  },
);
