/**
 * Writes a small case on which queries can be expensive: long documents of few words, tens of thousands of distinct words,
 * many fields, many values.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from './random.mjs';

const ITEMS = 2400;
const LONG_ITEMS = 12;
const LONG_WORDS = 20_000;
const FIELDS = 150;

export function writeHostileCase(directory) {
  const random = new Random(11);
  mkdirSync(directory, { recursive: true });
  const lines = Array.from({ length: ITEMS }, (_, i) => JSON.stringify(item(i, random)));
  writeFileSync(join(directory, 'items-0.jsonl'), `${lines.join('\n')}\n`);
  const manifest = { format: 'case-directory', version: 1, name: 'hostile', items: ['items-0.jsonl'] };
  writeFileSync(join(directory, 'case.json'), JSON.stringify({ ...manifest, itemCount: ITEMS }));
}

function item(i, random) {
  const isLong = i < LONG_ITEMS;
  const words = Array.from({ length: isLong ? LONG_WORDS : 20 + random.below(150) }, () => word(random));
  const properties = {
    name: [`file ${i}.txt`],
    length: [String(random.below(1_000_000))],
    modified: [`20${10 + random.below(14)}-03-04T10:20:30Z`],
    tag: Array.from(
      { length: 1 + random.below(isLong ? 400 : 4) },
      () => `tag${random.below(50)} of the ${word(random)}`,
    ),
    [`field${i % FIELDS}`]: [words.slice(0, 8).join(' ')],
  };
  return { id: i + 1, properties, text: words.join(' ') };
}

function word(random) {
  const kind = random.next();
  if (kind < 0.3) return 'the';
  if (kind < 0.5) return random.pick(['and', 'of', 'aaaa', 'aaab', 'abab']);
  if (kind < 0.9) return `w${Math.floor(random.next() ** 3 * 2000)}`;
  return `rare${random.below(1_000_000).toString(36)}`;
}
