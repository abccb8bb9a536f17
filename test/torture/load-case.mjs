/**
 * Cases to load a server with, and the correct answers. Queries are made together with their meaning, a predicate over the
 * words and values of the items, so the answers do not depend on the tested code.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { Random } from './random.mjs';

const CATEGORIES = ['Pictures', 'Documents', 'E-mails', 'Databases'];

/**
 * Writes a case and returns its items: `{id, words, properties, text, content, thumb, isHit}` and further members that queries
 * use.
 */
export async function writeLoadCase(directory, { seed, items: count, rareWords = 0 }) {
  const random = new Random(seed);
  mkdirSync(directory, { recursive: true });
  const picture = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#305070' } })
    .png()
    .toBuffer();
  const packs = {
    content: new Pack('content/pack-0'),
    text: new Pack('text/pack-0'),
    thumb: new Pack('thumbs/pack-0'),
  };
  const items = [];
  const lines = [];
  for (let i = 0; i < count; i++) {
    const item = makeItem(i, random, rareWords, picture);
    items.push(item);
    lines.push(JSON.stringify(recordOf(item, packs)));
  }
  for (const pack of Object.values(packs)) pack.write(directory);
  writeFileSync(join(directory, 'items-0.jsonl'), `${lines.join('\n')}\n`);
  const manifest = { format: 'case-directory', version: 1, name: 'load', items: ['items-0.jsonl'], itemCount: count };
  writeFileSync(join(directory, 'case.json'), JSON.stringify(manifest));
  return items.sort((a, b) => a.id - b.id);
}

function makeItem(i, random, rareWords, picture) {
  const words = random.next() < 0.1 ? [] : Array.from({ length: 5 + random.below(60) }, () => makeWord(random));
  for (let n = 0; n < rareWords && words.length > 0; n++) words.push(`r${random.below(2 ** 31).toString(36)}x`);
  const category = random.pick(CATEGORIES);
  const length = random.below(1_000_000);
  const year = 2010 + random.below(14);
  const tag = random.below(20);
  const isHit = i % 23 !== 0;
  const isPicture = i % 37 === 1;
  return {
    // Gaps between the ids, and an order that differs from that of the file.
    id: ((i * 7) % 16 === 3 ? 3_000_000 : 0) + i * 3 + 1,
    words,
    category,
    length,
    year,
    tag,
    isHit,
    isPicture,
    properties: {
      name: [`file ${i}.txt`],
      category: [category],
      length: [String(length)],
      modified: [`${year}-03-04T10:20:30Z`],
      tag: [`tag${tag} of things`],
      ...(isHit ? {} : { treeNode: ['true'] }),
      ext: ['txt'],
    },
    text: words.length > 0 ? Buffer.from(words.join(' ')) : null,
    isTextInline: i % 2 === 0,
    content: isPicture ? picture : i % 3 === 0 ? Buffer.from(`content ${i} `.repeat(1 + random.below(4000))) : null,
    thumb: !isPicture && i % 5 === 0 ? Buffer.from(`\xff\xd8\xff${i}`, 'latin1') : null,
  };
}

function makeWord(random) {
  const kind = random.next();
  if (kind < 0.25) return random.pick(['the', 'and', 'of', 'heron']);
  return `w${Math.floor(random.next() ** 3 * 600)}`;
}

function recordOf(item, packs) {
  const text = item.text === null ? undefined : item.isTextInline ? item.text.toString() : packs.text.add(item.text);
  return {
    id: item.id,
    properties: item.properties,
    ...(text === undefined ? {} : { text }),
    ...(item.content === null ? {} : { content: packs.content.add(item.content) }),
    ...(item.thumb === null ? {} : { thumb: packs.thumb.add(item.thumb) }),
  };
}

class Pack {
  #file;
  #chunks = [];
  #offset = 0;

  constructor(file) {
    this.#file = file;
  }

  add(bytes) {
    const ref = { file: this.#file, offset: this.#offset, length: bytes.length };
    this.#chunks.push(bytes);
    this.#offset += bytes.length;
    return ref;
  }

  write(directory) {
    mkdirSync(join(directory, this.#file, '..'), { recursive: true });
    writeFileSync(join(directory, this.#file), Buffer.concat(this.#chunks));
  }
}

/** Query texts, each with the ids that it finds in each list of items, ascending. */
export function makeQueries(lists, { seed, count }) {
  const random = new Random(seed);
  const queries = [];
  while (queries.length < count) {
    const { text, matches } = makeQuery(random, lists, random.below(3));
    queries.push({ text, ids: lists.map((items) => items.filter((i) => i.isHit && matches(i)).map(({ id }) => id)) });
  }
  return queries;
}

function makeQuery(random, lists, depth) {
  if (depth === 0) return random.pick(LEAVES)(random, lists);
  const a = makeQuery(random, lists, depth - 1);
  const b = makeQuery(random, lists, depth - 1);
  switch (random.below(4)) {
    case 0:
      return { text: `(${a.text} AND ${b.text})`, matches: (item) => a.matches(item) && b.matches(item) };
    case 1:
      return { text: `(${a.text} OR ${b.text})`, matches: (item) => a.matches(item) || b.matches(item) };
    case 2:
      return { text: `(${a.text} AND NOT ${b.text})`, matches: (item) => a.matches(item) && !b.matches(item) };
    default:
      return { text: `(${a.text} ${b.text})`, matches: (item) => a.matches(item) || b.matches(item) };
  }
}

const someWord = (random) => makeWord(random);
const someWordWhere = (text, test) => ({ text, matches: (item) => item.words.some(test) });

/** Every kind of leaf that the planner handles separately. */
const LEAVES = [
  (random) => {
    const word = someWord(random);
    return someWordWhere(word, (other) => other === word);
  },
  (random, lists) => {
    const { words } = random.pick(random.pick(lists));
    const at = random.below(Math.max(1, words.length - 1));
    const [a = 'heron', b = 'the'] = words.slice(at, at + 2);
    return {
      text: `"${a} ${b}"`,
      matches: (item) => item.words.some((word, i) => word === a && item.words[i + 1] === b),
    };
  },
  (random) => {
    const start = someWord(random).slice(0, 3);
    return someWordWhere(`${start}*`, (word) => word.startsWith(start));
  },
  (random) => {
    const end = String(random.below(100));
    return someWordWhere(`*${end}`, (word) => word.endsWith(end));
  },
  (random) => {
    const part = String(random.below(30));
    return someWordWhere(`*${part}*`, (word) => word.includes(part));
  },
  (random) => {
    const [a, b] = [random.below(10), random.below(10)];
    return someWordWhere(`w${a}?${b}`, (word) => word.length === 4 && word[1] === `${a}` && word[3] === `${b}`);
  },
  (random) => {
    const pattern = `w[${random.below(5)}-${5 + random.below(5)}]{${1 + random.below(3)}}|h.*${random.pick('norx')}`;
    const expression = new RegExp(`^(?:${pattern})$`);
    return someWordWhere(`/${pattern}/`, (word) => expression.test(word));
  },
  (random) => {
    const word = someWord(random);
    return someWordWhere(`${word}~1`, (other) => isNear(word, other));
  },
  (random) => {
    const from = random.below(1_000_000);
    const to = from + random.below(400_000);
    return { text: `length:[${from} TO ${to}]`, matches: ({ length }) => length >= from && length <= to };
  },
  (random) => {
    const wanted = 2010 + random.below(14);
    return { text: `modified:[${wanted} TO *]`, matches: ({ year }) => year >= wanted };
  },
  (random) => {
    const wanted = random.pick(CATEGORIES);
    return { text: `category:"${wanted}"`, matches: ({ category }) => category === wanted };
  },
  (random) => {
    const wanted = random.below(20);
    return { text: `tag:"tag${wanted} of"`, matches: ({ tag }) => tag === wanted };
  },
  () => ({ text: '*:*', matches: () => true }),
];

/**
 * Whether the distance is at most one, where a transposition counts as one, and the first two characters are equal, as in the
 * query language.
 */
function isNear(word, other) {
  if (word === other) return true;
  if (word.length <= 2 || other.slice(0, 2) !== word.slice(0, 2)) return false;
  let start = 2;
  while (start < word.length && start < other.length && word[start] === other[start]) start++;
  const [a, b] = [word.slice(start), other.slice(start)];
  if (a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1)) return true;
  return a.length >= 2 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
}

/** The exact bytes of the answer for a query over sources `names`. `ids` has one list for each. */
export function searchAnswer(names, ids, limit = Number.POSITIVE_INFINITY) {
  const docs = names.flatMap((source, i) => ids[i].map((id) => `{"source":${JSON.stringify(source)},"id":${id}}`));
  return `{"docs":[${docs.slice(0, limit).join(',')}]}`;
}
