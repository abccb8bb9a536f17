/**
 * Compares two independently written analyzers token by token: the naive one of the tests, whose Unicode data is JavaScript's
 * own, and the one of the Lucene peer, whose data is that of ICU4J. Texts are every code point alone and between letters of
 * several scripts, random texts of characters that matter to the rules, then all texts of the cases next to the checkout, if
 * present.
 *
 *   node test/shared/analysis-peer.mjs [--only code-points|random|library|files]
 *
 * Without the peer (`make analysis-peer` installs it) the script says so and ends with 0. It ends with 1 if a text differs.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { textsOfCase } from './case-texts.mjs';

const SHOWN = 20;
const JAVA = 'bench/.work/lucene/java';
const CLASSES = 'bench/.work/lucene/classes:bench/.work/lucene/lib/*';
/** A code point is placed between these, because its neighbours decide whether it joins, divides or changes them. */
const NEIGHBOURS = ['ab', 'яе', 'αν', 'نا', 'של', 'कम', 'กา', '東京', 'かガ', '가나', '가', '34', '🔥🔥'];

const RANDOM_TEXTS = 400_000;
/** Characters that the rules mention, to be mixed. */
const MATERIAL = Array.from(
  'abZßéøŁﬁªº019٣½²Ⅷ①-‐\u2011\u00ad\n\r\t \u00a0\u2028\u0085\u200b\u200d\ufe0f\u0640\u180e\u115f\u3164\u0300\u0301\u0306\u0308\u0327\u0334\u0345\u05b8\u064b\u0654' +
    '\u093c\u094d\u3099\u309a\u20dd\u0e48\u0e4dеЁйгіяΣςᾴאשׁاأةىکहिक़คทีำ東京葛〇々かガﾀﾞーㄱㅏ각가각ᄒㄅˊʼ🔥👍🏽©™🇧🇷ꭰᎠ\u{16d63}\u{16d67}\u{1d7ce}𐐀İı._',
);

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const shared = resolve(root, process.env.SHARED ?? '../shared');
const { values: options } = parseArgs({ options: { only: { type: 'string' } } });

process.chdir(root);
const { notInstalled } = await import('../../dist/bench/engines/installed.js');
const reason = notInstalled('lucene');
if (reason !== null) console.log(`analysis: skipped: ${reason}`);
else process.exitCode = (await compareAll()) === 0 ? 0 : 1;

async function compareAll() {
  const { tokenize } = await import('../support/naive/naive-analysis.ts');
  const unicode = spawnSync(JAVA, ['-cp', CLASSES, 'bench.Main', 'unicode'], { encoding: 'utf8' }).stdout.trim();
  const isOneVersion = unicode.startsWith(`${process.versions.unicode}.`);
  console.log(
    isOneVersion
      ? `analysis: naive and peer, both over Unicode ${unicode}`
      : `analysis: naive over Unicode ${process.versions.unicode}, peer over ${unicode}: code points of one alone may differ`,
  );
  let differences = 0;
  for (const [name, texts] of [
    ['code-points', codePointTexts()],
    ['random', randomTexts()],
    ['library', textsOfCase(join(shared, 'cases', 'library'))],
    ['files', textsOfCase(join(shared, 'cases', 'files'))],
  ]) {
    if (options.only === undefined || options.only === name) differences += await compare(name, texts, tokenize);
  }
  return differences;
}

async function compare(name, texts, tokenize) {
  const started = Date.now();
  const peer = spawn(JAVA, ['-cp', CLASSES, 'bench.Main', 'tokens'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const asked = [];
  const counts = { texts: 0, tokens: 0, differences: 0 };
  const answered = (async () => {
    for await (const line of createInterface({ input: peer.stdout, crlfDelay: Infinity })) {
      const text = asked.shift();
      const tokens = tokenize(text);
      counts.texts++;
      counts.tokens += tokens.length;
      const own = tokens.map(lineOf).join('\t');
      if (own === line) continue;
      counts.differences++;
      if (counts.differences <= SHOWN) showDifference(text, own.split('\t'), line.split('\t'));
    }
  })();
  for await (const text of texts) {
    asked.push(text);
    if (!peer.stdin.write(`${JSON.stringify(text)}\n`)) await once(peer.stdin, 'drain');
  }
  peer.stdin.end();
  await answered;
  const missing = asked.length;
  if (missing > 0) console.log(`DIFFERS  ${name}: the peer ended ${missing} texts early`);
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  console.log(`${name}: ${counts.texts} texts, ${counts.tokens} tokens, ${counts.differences} differ, ${seconds} s`);
  return counts.differences + missing;
}

function lineOf({ term, position, start, end, first }) {
  const line = `${term} ${position} ${start} ${end}`;
  return first === null ? line : `${line} ${first.end}`;
}

function showDifference(text, own, peers) {
  const at = own.findIndex((token, i) => token !== peers[i]);
  const i = at < 0 ? own.length : at;
  const shown = text.length > 60 ? `${text.length} units` : JSON.stringify(text);
  console.log(`DIFFERS  ${shown} ${pointsOf(text)}: token ${i}: naive ${own[i] ?? 'none'}, peer ${peers[i] ?? 'none'}`);
}

function pointsOf(text) {
  const points = Array.from(text.slice(0, 12), (character) => character.codePointAt(0).toString(16).toUpperCase());
  return `(${points.join(' ')})`;
}

/** The same in every run. */
function* randomTexts() {
  let state = 1;
  const below = (limit) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return (Math.imul(state ^ (state >>> 13), 0x297a2d39) >>> 8) % limit;
  };
  for (let i = 0; i < RANDOM_TEXTS; i++) {
    const own = Array.from({ length: 2 + below(5) }, () => MATERIAL[below(MATERIAL.length)]);
    yield Array.from({ length: 1 + below(12) }, () => own[below(own.length)]).join('');
  }
}

function* codePointTexts() {
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    if (codePoint >= 0xd800 && codePoint <= 0xdfff) continue;
    const character = String.fromCodePoint(codePoint);
    yield character;
    if (/[\p{Co}\p{Cn}]/u.test(character) && !/\p{Default_Ignorable_Code_Point}/u.test(character)) continue;
    for (const pair of NEIGHBOURS) {
      const [before, after] = Array.from(pair);
      yield `${before}${character}${after}`;
    }
  }
}
