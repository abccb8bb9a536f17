/**
 * `node dist/bench/real-case.js --items N --out DIR [--texts FOLDER]… [--case DIR]… [--seed S] [--copy-items N]`.
 *
 * Generates a case of real texts: from other cases, and from manuals, documentation and dictionaries in folders, cut at the
 * ends of sentences. The same texts and seed give the same case, and a smaller case is the beginning of a larger one. Texts
 * after the first `--copy-items` have other words mixed into them, different ones for each such number of items.
 */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { caseRecords } from './corpus/case-lines.ts';
import { Random } from './random.ts';
import { writeCase } from './synthetic/write-case.ts';
import { withMixedWords } from './texts/mixed-words.ts';
import { readText, textFiles } from './texts/text-files.ts';
import { TextPieces } from './texts/text-pieces.ts';

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '1200000' },
    out: { type: 'string' },
    texts: { type: 'string', multiple: true, default: ['bench/.work/texts', '/usr/share/doc', '/usr/share/man'] },
    case: { type: 'string', multiple: true, default: [join(process.env.SHARED ?? '../shared', 'cases', 'library')] },
    seed: { type: 'string', default: '1' },
    'copy-items': { type: 'string', default: '1200000' },
  },
});
const items = Number(values.items);
const seed = Number(values.seed);
const out = values.out ?? `bench/.work/cases/real-${items}`;

const pieces = new TextPieces(seed);
for (const directory of values.case) {
  if (!existsSync(join(directory, 'case.json'))) console.error(`no case at ${directory}: without its texts`);
  else for await (const { text } of caseRecords(directory)) pieces.add(text);
  console.error(`${directory}: ${megabytes(pieces.textBytes)} so far`);
}
for (const folder of values.texts) {
  for (const path of textFiles(folder)) pieces.add(readText(path));
  console.error(`${folder}: ${megabytes(pieces.textBytes)} so far`);
}

const random = new Random(seed + 1);
const mixing = new Random(seed + 2);
const copyItems = Number(values['copy-items']);
const lengths: number[] = [];
const CATEGORIES = ['Plain Texts', 'HTML Documents', 'Emails', 'Text Documents', 'Chats', 'Log Files'];
await writeCase(out, {
  items,
  name: `Real texts: ${items} items, seed ${seed}`,
  producer: 'bench/real-case',
  line(index) {
    const copy = Math.floor(index / copyItems);
    const text = copy === 0 ? pieces.next() : withMixedWords(pieces.next(), copy, mixing);
    const bytes = Buffer.byteLength(text);
    lengths.push(bytes);
    const modified = new Date(Date.UTC(2010, 0, 1) + random.below(15 * 365 * 86_400) * 1000).toISOString();
    const properties = {
      name: [`${index + 1}.txt`],
      length: [String(bytes)],
      category: [random.pick(CATEGORIES)],
      modified: [`${modified.slice(0, 19)}Z`],
    };
    return JSON.stringify({ id: index + 1, properties, text });
  },
});
lengths.sort((a, b) => a - b);
const at = (share: number) => lengths[Math.floor(share * (lengths.length - 1))]!.toLocaleString('en');
const total = lengths.reduce((sum, length) => sum + length, 0);
console.log(
  `${basename(out)}: ${items} texts, ${megabytes(total)}; bytes at 10, 50, 90 and 99 %: ` +
    `${at(0.1)}, ${at(0.5)}, ${at(0.9)}, ${at(0.99)}; ${pieces.passes} passes over ${megabytes(pieces.textBytes)} of texts`,
);

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
