/**
 * The queries of a real case that IPED answered: in its syntax we find the same items and refuse the same queries. In our own syntax
 * every difference has a rule; the table of them in docs/query-iped.md is made here (`make golden`).
 */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { QuerySyntaxError } from '../../grammar/errors.ts';
import { parseQuery, type Syntax } from '../../grammar/parse.ts';
import { buildIndex } from '../../src/build/build-index.ts';
import { IndexReader } from '../../src/engine/index-reader.ts';
import { IPED_DEFAULT_FIELDS } from '../../src/search/search-request.ts';
import { AppError } from '../../src/shared/errors.ts';
import { AskedSource } from '../support/asked-source.ts';
import { ipedGolden, unpackIpedCase } from '../support/iped-fixture.ts';
import { digestOfIds, ownRuleOf, RULES } from '../support/iped-queries.mjs';

interface Golden {
  readonly q: string;
  readonly count?: number;
  readonly sha256?: string;
  readonly error?: string;
}

const PAGE = 'docs/query-iped.md';
const goldens: readonly Golden[] = ipedGolden('image', 'queries');
const casePath = unpackIpedCase('image');
const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'iped-queries-')));
let index: IndexReader;
let asked: AskedSource;

beforeAll(async () => {
  const { indexPath } = await buildIndex({ casePath, dataDir });
  index = await IndexReader.open(indexPath);
  asked = AskedSource.of(index);
});
afterAll(async () => {
  await index.close();
  rmSync(dirname(dirname(casePath)), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

/** The ids, or null for a query that is refused. */
async function answerOf(q: string, syntax: Syntax): Promise<number[] | null> {
  try {
    return await asked.ids(parseQuery(q, { syntax }), syntax === 'iped' ? IPED_DEFAULT_FIELDS : undefined);
  } catch (error) {
    if (error instanceof QuerySyntaxError || (error instanceof AppError && error.code === 'QUERY_INVALID')) return null;
    throw error;
  }
}

const isSame = ({ count, sha256 }: Golden, ids: readonly number[] | null): boolean =>
  sha256 === undefined ? ids === null : ids?.length === count && digestOfIds(ids ?? []) === sha256;

test('every query in the syntax of IPED finds what IPED found, and what it refused is refused', async () => {
  expect(goldens.length).toBeGreaterThan(200);
  const wrong: string[] = [];
  for (const golden of goldens) {
    const ids = await answerOf(golden.q, 'iped');
    if (!isSame(golden, ids))
      wrong.push(`${golden.q}: ${ids?.length ?? 'refused'}, not ${golden.count ?? golden.error}`);
  }
  expect(wrong).toEqual([]);
});

test('in our own syntax every difference has a rule, and the page lists them', async () => {
  const byRule = new Map<string, string[]>(RULES.map(({ rule }: { rule: string }) => [rule, []]));
  for (const golden of goldens) {
    const ids = await answerOf(golden.q, 'own');
    if (isSame(golden, ids)) continue;
    const rule = ownRuleOf(golden.q);
    const found = (count: number | undefined): string => (count === undefined ? 'refused' : String(count));
    const row = `\`${golden.q.replaceAll('|', '\\|')}\` ${found(golden.count)} → ${found(ids?.length)}`;
    expect([golden.q, rule]).toEqual([golden.q, expect.any(String)]);
    byRule.get(rule!)!.push(row);
  }
  const lines = [...byRule]
    .filter(([, rows]) => rows.length > 0)
    .map(([rule, rows]) => `| ${rule} | ${rows.join(' · ')} |`);
  const table = ['| rule | queries of the case, with the items that IPED → we find |', '|---|---|', ...lines].join(
    '\n',
  );
  const page = readFileSync(PAGE, 'utf8');
  const built = page.replace(/(<!-- differences -->\n)[\s\S]*?(<!-- end -->)/u, `$1\n${table}\n\n$2`);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(PAGE, built);
  else expect(page).toBe(built);
});
