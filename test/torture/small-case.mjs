/**
 * Writes a case whose index has every structure of the format: lists of one, of a few and of many documents, dense and
 * sparse, inline and outlying positions, all kinds of columns, ids out of order, inline texts, and folders.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from './random.mjs';

export function writeSmallCase(directory, seed, items = 400) {
  const random = new Random(seed);
  mkdirSync(directory, { recursive: true });
  const lines = [];
  for (let i = 0; i < items; i++) lines.push(JSON.stringify(item(i, items, random)));
  writeFileSync(join(directory, 'items-00000.jsonl'), `${lines.join('\n')}\n`);
  const manifest = { format: 'case-directory', version: 1, name: 'torture', items: ['items-00000.jsonl'] };
  writeFileSync(join(directory, 'case.json'), JSON.stringify({ ...manifest, itemCount: items }));
}

function item(i, items, random) {
  const properties = {
    name: [`file ${i}.${random.pick(['jpg', 'txt', 'pdf'])}`],
    category: [random.pick(['Pictures', 'Documents', 'E-mails'])],
    modified: [`20${10 + random.below(14)}-0${1 + random.below(9)}-1${random.below(10)}T10:20:30Z`],
    length: [random.below(1_000_000)],
    tag: Array.from({ length: 1 + random.below(3) }, () => `tag${random.below(30)} of things`),
    ...(i % 7 === 0 ? { treeNode: [true] } : {}),
    ...(i % 5 === 0 ? { big: [`1234567890123456789${random.below(10)}`] } : {}),
  };
  const words = Array.from({ length: random.below(200) }, () => word(random));
  if (i === 3) words.push(...Array(300).fill('again'));
  // Ids no longer ascend in the second half.
  const id = i < items / 2 ? i + 1 : 2 * items - i;
  return { id, ...(i > 0 && i < 9 ? { parentId: 1 } : {}), properties, text: words.join(' ') };
}

function word(random) {
  const kind = random.next();
  if (kind < 0.3) return random.pick(['the', 'and', 'of', 'heron']);
  if (kind < 0.9) return `w${Math.floor(random.next() ** 3 * 800)}`;
  return random.pick(['重要文件', 'Straße', 'école', `rare${random.below(100_000)}`]);
}

/** Queries that read every structure of that index. */
export const QUERIES = [
  'heron',
  'the AND NOT w3',
  '"the heron"',
  '"of w1"~5',
  'w1* w2*',
  '*5',
  'rare7*',
  'rar?1*',
  'herom~',
  '/w[0-9]{2}/',
  'tag:"tag3 of things"',
  'tag:tag1*',
  'category:pictures',
  'name:jpg OR name:pdf',
  '重要',
  'école -strasse',
  'length:[1000 TO 90000]',
  'modified:[2012 TO 2015-03]',
  'modified:2016',
  'big:[12345678901234567891 TO 12345678901234567893]',
  'id:[10 TO 60]',
  'parentId:1',
  'tag:*',
  '*:*',
  'w1 w2 w3 w4',
];
