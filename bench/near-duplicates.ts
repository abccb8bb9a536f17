/**
 * `node dist/bench/near-duplicates.js --case DIR [--texts N] [--seed S]`.
 *
 * Measures how well the groups of near duplicates agree with their definition. Indexes some texts of a case, and an equal
 * number of copies with words replaced. Then looks for every pair that is alike by definition in the groups. Prints recall and
 * precision.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { placedTokenizer } from '../src/analysis/analyzer-of-index.ts';
import { IndexReader } from '../src/engine/index-reader.ts';
import { NEAR_DUPLICATE_SIMILARITY } from '../src/engine/neardup/sketch-row.ts';
import { readIndexState } from '../src/indexing/index-state.ts';
import { wholeValues } from '../src/query/columns/field-columns.ts';
import { NEAR_DUPLICATES_FIELD } from '../src/schema/well-known-fields.ts';
import { openSource } from '../src/sources/open-source.ts';
import { caseRecords } from './corpus/case-lines.ts';
import { Random } from './random.ts';
import { writeCase } from './synthetic/write-case.ts';

const { values } = parseArgs({
  options: {
    case: { type: 'string' },
    texts: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
  },
});
if (values.case === undefined) throw new Error('Name a case: --case DIR.');
const count = Number(values.texts);
/** Fraction of the words of a copy that are replaced. */
const EDITS = [0, 0.01, 0.02, 0.05, 0.08, 0.1, 0.12, 0.15, 0.2, 0.3];
/** Maximum length of a text. Longer texts are cut, because their copies would take most of the time. */
const UNITS_MAX = 20_000;

const texts = await textsOf(values.case);
const sets = tokenSets(texts);
const groups = await groupsOf(texts);
let alike = 0;
let found = 0;
for (const [a, b] of alikePairs(sets)) {
  alike++;
  if (groups[a] !== 0 && groups[a] === groups[b]) found++;
}
const members = new Map<number, number[]>();
for (const [text, group] of groups.entries()) {
  if (group === 0) continue;
  const own = members.get(group);
  if (own === undefined) members.set(group, [text]);
  else own.push(text);
}
let together = 0;
let right = 0;
let close = 0;
for (const own of members.values()) {
  for (const a of own) {
    let best = 0;
    for (const b of own) {
      if (a === b) continue;
      const likeness = similarity(sets[a]!, sets[b]!);
      best = Math.max(best, likeness);
      if (a > b) continue;
      together++;
      if (likeness >= NEAR_DUPLICATE_SIMILARITY) right++;
    }
    if (best >= NEAR_DUPLICATE_SIMILARITY) close++;
  }
}
const inGroups = groups.reduce((sum, group) => sum + (group === 0 ? 0 : 1), 0);
console.log(`${texts.length.toLocaleString('en')} texts, ${members.size.toLocaleString('en')} groups`);
console.log(
  `recall     ${percent(found, alike)} of ${alike.toLocaleString('en')} pairs with at least ${NEAR_DUPLICATE_SIMILARITY} in common are in one group`,
);
console.log(
  `precision  ${percent(right, together)} of ${together.toLocaleString('en')} pairs in a group have that much in common`,
);
console.log(
  `members    ${percent(close, inGroups)} of ${inGroups.toLocaleString('en')} texts in groups have that much in common with another text of their group`,
);

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`;
}

async function textsOf(directory: string): Promise<string[]> {
  const random = new Random(Number(values.seed));
  const all: string[] = [];
  for await (const { text } of caseRecords(directory)) {
    if (all.length >= count) break;
    const own = text.slice(0, UNITS_MAX);
    all.push(own);
    if (all.length >= count) break;
    const rate = random.pick(EDITS);
    const words = own.split(/(?<=\s)/);
    all.push(words.map((word) => (random.below(1_000_000) < rate * 1_000_000 ? random.pick(words) : word)).join(''));
  }
  return all;
}

/** Returns the numbers of the tokens of each text, ascending. The rarest tokens have the lowest numbers. */
function tokenSets(all: readonly string[]): Uint32Array[] {
  const numbers = new Map<string, number>();
  const texts: number[] = [];
  const found = all.map((text) => {
    const own = new Set<number>();
    const tokenizer = placedTokenizer(undefined, {
      placedToken(units, length) {
        const term = String.fromCharCode(...units.subarray(0, length));
        let number = numbers.get(term);
        if (number === undefined) {
          number = numbers.size;
          numbers.set(term, number);
        }
        own.add(number);
      },
      skippedToken() {},
    });
    tokenizer.feed(text);
    tokenizer.finish();
    for (const number of own) texts[number] = (texts[number] ?? 0) + 1;
    return own;
  });
  const order = Array.from(texts.keys()).sort((a, b) => texts[a]! - texts[b]! || a - b);
  const ranks = new Uint32Array(order.length);
  for (const [rank, number] of order.entries()) ranks[number] = rank;
  return found.map((own) => Uint32Array.from(own, (number) => ranks[number]!).sort());
}

/**
 * Yields all pairs that are alike by definition. Texts that have so much in common share one of the rarest tokens of each text.
 */
function* alikePairs(all: readonly Uint32Array[]): Generator<readonly [number, number]> {
  const holders = new Map<number, number[]>();
  for (const [b, own] of all.entries()) {
    const candidates = new Set<number>();
    const prefix = own.length - Math.ceil(NEAR_DUPLICATE_SIMILARITY * own.length) + 1;
    for (const token of own.subarray(0, prefix)) {
      const known = holders.get(token);
      if (known === undefined) holders.set(token, [b]);
      else {
        for (const a of known) candidates.add(a);
        known.push(b);
      }
    }
    for (const a of candidates) if (similarity(all[a]!, own) >= NEAR_DUPLICATE_SIMILARITY) yield [a, b];
  }
}

function similarity(a: Uint32Array, b: Uint32Array): number {
  let both = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i]! === b[j]!) {
      both++;
      i++;
      j++;
    } else if (a[i]! < b[j]!) i++;
    else j++;
  }
  return both / Math.max(1, a.length + b.length - both);
}

/** Indexed by text: the number of its group, from 1; 0 if it has none. */
async function groupsOf(all: readonly string[]): Promise<Uint32Array> {
  const directory = mkdtempSync(join(tmpdir(), 'near-duplicates-'));
  try {
    const path = join(directory, 'case');
    const line = (index: number): string => JSON.stringify({ id: index + 1, properties: {}, text: all[index] });
    await writeCase(path, { items: all.length, name: 'near duplicates', producer: 'bench/near-duplicates', line });
    const dataDir = join(directory, 'data');
    const { caseReader, close } = await openSource(path, { dataDir, buildIfNeeded: true });
    try {
      const state = await readIndexState(dataDir, caseReader, await caseReader.fingerprint());
      if (state.kind !== 'current') throw new Error(`The index is ${state.kind}.`);
      const index = await IndexReader.open(state.path);
      const groups = new Uint32Array(all.length);
      const steps = wholeValues(index, NEAR_DUPLICATES_FIELD);
      let step = steps.next();
      while (step.done !== true) step = steps.next();
      const column = step.value;
      if (column !== null) for (let doc = 0; doc < all.length; doc++) groups[doc] = column.docs.ordinals[doc]!;
      await index.close();
      return groups;
    } finally {
      await close();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
