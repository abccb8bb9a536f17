/**
 * The answers of IPED about a real case. For queries in its syntax, we find the same items and refuse the same queries. In our
 * own syntax, every difference has a rule. For requests to its web API, every answer of ours is the same or differs for a
 * reason. The tables of rules and reasons in docs/query-iped.md are made here (`make golden`).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { QuerySyntaxError } from '../../grammar/errors.ts';
import { parseQuery, type Syntax } from '../../grammar/parse.ts';
import { printQuery } from '../../grammar/print.ts';
import { importIped } from '../../src/bookmarks/iped/import-iped.ts';
import { readIpedBookmarks } from '../../src/bookmarks/iped/iped-bookmarks.ts';
import { AppError } from '../../src/shared/errors.ts';
import { AskedSource } from '../support/asked-source.ts';
import { Service } from '../support/http-service.ts';
import { ipedGolden, unpackIpedCase } from '../support/iped-fixture.ts';
import { digestOfIds, ownRuleOf, RULES } from '../support/iped-queries.mjs';
import { compareWebApi, webApiTable } from '../support/iped-webapi.mjs';
import { describeWithSleuthkit } from '../support/sleuthkit.ts';

interface Golden {
  readonly q: string;
  readonly count?: number;
  readonly sha256?: string;
  readonly error?: string;
}

const PAGE = 'docs/query-iped.md';
const goldens: readonly Golden[] = ipedGolden('image', 'queries');
const responses = ipedGolden('image', 'webapi');
const isContent = ({ path }: { readonly path: string }): boolean => path.endsWith('/content');
const casePath = unpackIpedCase('image');
const service = Service.beforeTests({ paths: { I: casePath } });
let asked: AskedSource;

beforeAll(async () => {
  asked = new AskedSource(service.sources.getReady('I'));
});

/** The ids, or null for a refused query. */
async function answerOf(q: string, syntax: Syntax): Promise<number[] | null> {
  try {
    return await asked.ids(parseQuery(q, { syntax }));
  } catch (error) {
    if (error instanceof QuerySyntaxError || (error instanceof AppError && error.code === 'QUERY_INVALID')) return null;
    throw error;
  }
}

const isSame = ({ count, sha256 }: Golden, ids: readonly number[] | null): boolean =>
  sha256 === undefined ? ids === null : ids?.length === count && digestOfIds(ids ?? []) === sha256;

test('every query in the syntax of IPED finds the items that IPED finds, and is refused if IPED refuses it', async () => {
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
  holdTable('differences', table);
});

/** One example of each difference that the page describes. */
const EXAMPLES = [
  ...[
    'suspect',
    'image.jpeg',
    'a OR b AND c',
    'a AND b OR c',
    'a - b',
    '(image jpeg text)@2',
    'IMG_*.jpg',
    '"test*"',
    '*',
    'tset~',
  ],
  ...['/y(r|o)/', '“in the”', 'size:1,000', 'size:100x', 'size:-5', 'size:\\-5', 'modified:[2015-01-31 TO 2015-03-31]'],
  ...[
    'modified:2015-03*',
    'created:""',
    'category:images',
    'category:"PDF Documents"',
    'john@example.com',
    'hello!',
    '...',
  ],
];

test('the examples of the page mean what the page says', async () => {
  const cell = async (q: string, syntax: Syntax): Promise<string> => {
    const ids = await answerOf(q, syntax);
    if (ids === null) return 'refused';
    return `\`${printQuery(parseQuery(q, { syntax })).replaceAll('|', '\\|')}\`: ${ids.length}`;
  };
  const lines: string[] = [];
  for (const q of EXAMPLES) {
    lines.push(`| \`${q.replaceAll('|', '\\|')}\` | ${await cell(q, 'iped')} | ${await cell(q, 'own')} |`);
  }
  holdTable('examples', ['| query | with `syntax=iped` | in ours |', '|---|---|---|', ...lines].join('\n'));
});

test('every request of the web API is answered as IPED answers it, or differently for a listed reason', async () => {
  const found = readIpedBookmarks(readFileSync(join(casePath, 'iped', 'bookmarks.iped')));
  const origin = { remoteAddress: null, requestId: null };
  await importIped(service.bookmarks, found, { source: 'I', origin, known: async (ids) => ids });
  const rows = await compareWebApi(
    responses.filter((response) => !isContent(response)),
    (path) => service.get(path),
  );
  expect(rows.flatMap(({ wrong }) => wrong)).toEqual([]);
  holdTable('web api', webApiTable(rows));
});

describeWithSleuthkit('the web API', () => {
  test('contents are those that IPED serves', async () => {
    const rows = await compareWebApi(responses.filter(isContent), (path) => service.get(path));
    expect(rows).toMatchObject([{ same: 25, wrong: [] }]);
  });
});

function holdTable(name: string, table: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const built = page.replace(new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- end -->)`, 'u'), `$1\n${table}\n\n$2`);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(PAGE, built);
  else expect(page).toBe(built);
}
