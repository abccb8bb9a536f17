/**
 * Random cases, written as load files and built, answer queries like the naive evaluator on the same items. RUNS= and SEED= as
 * usual.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { CaseItem } from '../../../../src/cases/case-reader.ts';
import { openSource } from '../../../../src/sources/open-source.ts';
import { foundOrRefused, outcomeOf } from '../../../property/agreement.ts';
import { fittedQuery } from '../../../property/fitted-query.ts';
import { randomCase } from '../../../property/random-case.ts';
import { randomQuery } from '../../../property/random-query.ts';
import { showQuery } from '../../../property/show-query.ts';
import { AskedSource } from '../../../support/asked-source.ts';
import {
  CONCORDANCE,
  CSV,
  type Dialect,
  encode,
  type TextEncoding,
  writeDelimited,
} from '../../../support/load-files.ts';
import { NaiveCase, type NaiveItem } from '../../../support/naive/naive-case.ts';
import { answerOf } from '../../../support/naive/naive-evaluator.ts';
import { naiveRowText } from '../../../support/naive/naive-row-text.ts';
import { readAll } from '../../../support/read-case.ts';
import { withTempDir } from '../../../support/tiny-case.ts';

const runs = Number(process.env.RUNS ?? 1) * 4;
const seed = Number(process.env.SEED ?? 1);
const QUERIES = 60;
/** Separates the values of a list. No vocabulary contains it. */
const SEPARATOR = '\x1f';

/**
 * Rows are items, so the ids become row numbers, in the order of the case. Halves of surrogate pairs and empty values cannot be
 * written to a load file.
 */
function renumbered(drawn: readonly NaiveItem[]): readonly NaiveItem[] {
  const items = drawn.map(({ properties, text, ...item }) => ({
    ...item,
    text: text === null ? null : whole(text),
    properties: properties
      .map(
        ([name, values]) => [name, values.map((value) => whole(value).trim()).filter((value) => value !== '')] as const,
      )
      .filter(([, values]) => values.length > 0),
  }));
  const rows = new Map(items.map(({ id }, i) => [id, i + 1]));
  return items.map((item, i) => ({
    ...item,
    id: i + 1,
    parentId:
      item.parentId === null ? null : rows.get(item.parentId) === i + 1 ? null : (rows.get(item.parentId) ?? null),
  }));
}

function whole(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

interface WrittenTable {
  readonly mapping: unknown;
  /** The texts of rows that have no text of their own. */
  readonly rowTexts: readonly (string | null)[];
}

async function writeLoadFile(
  dir: string,
  items: readonly NaiveItem[],
  dialect: Dialect,
  encoding: TextEncoding,
): Promise<WrittenTable> {
  await mkdir(join(dir, 'Text'), { recursive: true });
  const names = [...new Set(items.flatMap(({ properties }) => properties.map(([name]) => name)))];
  const rows = await Promise.all(
    items.map(async ({ id, parentId, properties, text }) => {
      const byName = new Map(properties);
      if (text !== null)
        await writeFile(join(dir, 'Text', `D${id}.txt`), encode(text, id % 2 === 0 ? 'utf-16le' : 'utf-8'));
      return [
        `D${id}`,
        parentId === null ? '' : `D${parentId}`,
        text === null ? '' : `TEXT\\d${id}.TXT`,
        ...names.map((name) => (byName.get(name) ?? []).join(SEPARATOR)),
      ];
    }),
  );
  const columns = ['DOCID', 'PARENT_DOCID', 'TEXTPATH', ...names.map((_, i) => `c${i}`)];
  await writeFile(join(dir, 'x.dat'), encode(writeDelimited({ columns, rows }, dialect), encoding));
  const given = names.map((property, i) => [`c${i}`, { property, separator: SEPARATOR, dates: 'none', use: null }]);
  const separators = Object.fromEntries(names.map((_, i) => [`c${i}`, SEPARATOR]));
  return {
    mapping: { columns: Object.fromEntries(given) },
    rowTexts: rows.map((row) => naiveRowText(columns, row, separators)),
  };
}

/** Returns an item in the form for the naive evaluator, without what the load file adds. */
function toNaive(item: CaseItem, text: string | null): NaiveItem {
  const own = new Set(['DOCID', 'PARENT_DOCID', 'TEXTPATH']);
  return { id: item.id, parentId: item.parentId, properties: item.properties.filter(([name]) => !own.has(name)), text };
}

test.each([
  [CONCORDANCE, 'utf-8'],
  [CSV, 'utf-16be'],
] as const)('searches in random cases are the same after writing and reading them', async (dialect, encoding) => {
  const cases = fc.sample(randomCase(), { numRuns: runs, seed });
  for (const [n, { items: drawn }] of cases.entries()) {
    await withTempDir(async (dir) => {
      const items = renumbered(drawn);
      const path = join(dir, 'case');
      const { mapping, rowTexts } = await writeLoadFile(path, items, dialect, encoding);
      const opened = await openSource(path, {
        dataDir: join(dir, 'data'),
        caseOptions: { mapping },
        buildIfNeeded: true,
      });
      try {
        const { items: found, problems } = await readAll(opened.caseReader);
        // Random values are not all of the type of their property, and random parents may form cycles.
        expect(problems.filter(({ kind }) => kind !== 'type')).toEqual([]);
        const texts = new Map(items.map(({ id, text }) => [id, text]));
        const ownTexts = found.map((item) => toNaive(item, texts.get(item.id)!));
        expect(ownTexts.map(comparable)).toEqual(items.map(comparable));
        const read = ownTexts.map((item) => ({ ...item, text: item.text ?? rowTexts[item.id - 1]! }));
        expect(found.filter(({ isRowText }) => isRowText).map(({ text }) => text)).toEqual(
          ownTexts.filter(({ text }) => text === null).map(({ id }) => rowTexts[id - 1]),
        );
        const asked = new AskedSource(opened);
        const twin = new NaiveCase(read);
        for (const drawnQuery of fc.sample(randomQuery(), { numRuns: QUERIES, seed: seed + n })) {
          const query = fittedQuery(drawnQuery, [twin]);
          const expected = outcomeOf(() => answerOf(query, twin, ['content']) ?? new Set());
          expect([showQuery(query), await foundOrRefused(asked, query, ['content'])]).toEqual([
            showQuery(query),
            expected,
          ]);
        }
      } finally {
        await opened.close();
      }
    });
  }
});

/** Extensions are read in lower case, and missing names are made. */
function comparable({ id, parentId, properties, text }: NaiveItem): unknown {
  const values = properties
    .filter(([name]) => name !== 'name')
    .map(([name, list]) => [name, name === 'ext' ? list.map((value) => value.toLowerCase()) : list]);
  return { id, parentId, text, properties: values.map((entry) => JSON.stringify(entry)).sort() };
}
