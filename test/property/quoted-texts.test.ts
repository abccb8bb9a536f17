/**
 * Every part of a text is found by quoting it: every sequence of 1 to 12 words with everything between them. Only `"` and `\`
 * are escaped, and nothing is if the part has no `"` and no `\` at its end. Tested on random texts full of operators, and on
 * every text of the sample cases.
 *
 * RUNS= sets the number of random texts (default 60) times the runs of each, SEED= repeats a run.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parseQuery } from '../../grammar/parse.ts';
import { readText } from '../../src/indexing/read-text.ts';
import { type OpenedSource, openSource } from '../../src/sources/open-source.ts';
import { AskedSource } from '../support/asked-source.ts';
import { readAll } from '../support/read-case.ts';
import { numbersBelow as numbers } from '../support/seeded.ts';
import { withTempDir, writeCase } from '../support/tiny-case.ts';

const RUNS = Number(process.env.RUNS ?? 60);
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const CUTS_OF_RANDOM = 12;
const CUTS_OF_SAMPLE = 6;
const WORDS_MAX = 12;
const TIMEOUT = 120_000;
const SAMPLES = new URL('../../data-samples/', import.meta.url).pathname;

const WORDS = [
  'where',
  'are',
  'you',
  'AND',
  'OR',
  'NOT',
  'TO',
  'users',
  'ação',
  'Straße',
  'мой',
  'https',
  'x',
  '42',
  'मेल',
];
const JOINTS = [
  ...[
    ' ',
    '  ',
    '\n',
    '\t',
    '\u00a0',
    '.',
    ',',
    '?',
    '??',
    '*',
    '**',
    '? ',
    ' ?',
    '* ',
    ' *',
    ' * ',
    '?*',
    '\\',
    '\\\\',
    '\\*',
  ],
  ...[
    ' \\? ',
    '"',
    ' "',
    '" ',
    '“',
    '”',
    '«',
    '»',
    "'",
    '(',
    ')',
    ' [',
    '] ',
    '{',
    '}',
    '~',
    '~2 ',
    '^2 ',
    ':',
    '=',
    '<',
    '>=',
    '/',
  ],
  ...[
    '//',
    '://',
    ' - ',
    ' -',
    '+',
    ' !',
    '@',
    '&&',
    ' || ',
    '_',
    '–',
    '…',
    '\u200f ',
    ' \u200b',
    '🔥',
    ' 🔥 ',
    '#',
    '%',
  ],
];

function randomText(random: (below: number) => number): string {
  let text = '';
  for (let words = 3 + random(20); words > 0; words--) {
    text += WORDS[random(WORDS.length)]!;
    for (let joints = 1 + random(3); joints > 0; joints--) text += JOINTS[random(JOINTS.length)]!;
    if (!/[^\p{L}\p{M}\p{Nd}\u200b\u200f][\u200b\u200f]*$/u.test(text)) text += ' ';
  }
  return text;
}

/** Yields sequences of words: words of letters, digits and marks, or everything between white space. */
function* cutsOf(text: string, count: number, random: (below: number) => number): Generator<string> {
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}\p{Default_Ignorable_Code_Point}]*/gu)];
  const chunks = [...text.matchAll(/\S*[\p{L}\p{Nd}]\S*/gu)];
  for (let i = 0; i < count; i++) {
    const from = i % 2 === 0 ? words : chunks;
    if (from.length === 0) continue;
    const first = random(from.length);
    const last = from[Math.min(from.length - 1, first + random(WORDS_MAX))]!;
    yield text.slice(from[first]!.index, last.index + last[0].length);
  }
}

function* quotesOf(cut: string): Generator<string> {
  yield `"${cut.replace(/["\\]/g, '\\$&')}"`;
  if (!cut.includes('"') && !cut.endsWith('\\')) yield `"${cut}"`;
}

async function expectFound(asked: AskedSource, id: number, cut: string): Promise<void> {
  const literal = await asked.ids(parseQuery(cut, { syntax: 'literal' }));
  if (!literal.includes(id)) throw new Error(`literal ${JSON.stringify(cut)} does not find item ${id} (SEED=${SEED})`);
  for (const quote of quotesOf(cut)) {
    const found = await asked.ids(parseQuery(quote));
    if (!found.includes(id)) throw new Error(`${JSON.stringify(quote)} does not find item ${id} (SEED=${SEED})`);
  }
}

describe(`a quoted text is found (SEED=${SEED})`, () => {
  test(
    'of random texts full of operators',
    async () => {
      const random = numbers(SEED);
      const texts = Array.from({ length: RUNS }, () => randomText(random));
      await withTempDir(async (dir) => {
        const path = await writeCase(
          join(dir, 'case'),
          texts.map((text, id) => ({ id, text })),
        );
        const opened = await openSource(path, { dataDir: join(dir, 'data'), buildIfNeeded: true });
        try {
          const asked = new AskedSource(opened);
          for (const [id, text] of texts.entries()) {
            for (const cut of cutsOf(text, CUTS_OF_RANDOM, random)) await expectFound(asked, id, cut);
          }
        } finally {
          await opened.close();
        }
      });
    },
    TIMEOUT,
  );

  const samples: { id: string; path: string }[] = JSON.parse(readFileSync(join(SAMPLES, 'sources.json'), 'utf8'));
  test.each(samples)(
    'of every text of the sample case $id',
    async ({ path }) => {
      const random = numbers(SEED);
      await withTempDir(async (dir) => {
        const opened = await openSource(join(SAMPLES, path), { dataDir: join(dir, 'data'), buildIfNeeded: true });
        try {
          expect(await expectTextsFound(opened, random)).toBeGreaterThan(0);
        } finally {
          await opened.close();
        }
      });
    },
    TIMEOUT,
  );
});

/** Returns how many runs were found. */
async function expectTextsFound(opened: OpenedSource, random: (below: number) => number): Promise<number> {
  const asked = new AskedSource(opened);
  const searchable = new Set(await asked.ids({ kind: 'all' }));
  let count = 0;
  for (const { id, text } of (await readAll(opened.caseReader)).items) {
    if (text === null || !searchable.has(id)) continue;
    let written = typeof text === 'string' ? text : '';
    if (typeof text !== 'string') for await (const piece of readText(opened.caseReader, text)) written += piece;
    for (const cut of cutsOf(written, CUTS_OF_SAMPLE, random)) {
      await expectFound(asked, id, cut);
      count++;
    }
  }
  return count;
}
