import type { CorpusProfile } from '../corpus/profile.ts';
import { Random } from '../random.ts';
import { type BenchQuery, boolean, queryText, type Tree } from './tree.ts';

/** Generates queries of every class with a seed from the contents of the corpus, so that they have hits on any corpus. */
export function generateQueries(profile: CorpusProfile, perClass: number, seed: number): BenchQuery[] {
  const random = new Random(seed);
  const draw = new Draw(profile, random);
  const classes: Record<string, () => Tree> = {
    term: () => draw.term(),
    intersection: () => boolean({ must: draw.neighbours(2 + random.below(2)).map(term) }),
    union: () => boolean({ should: [draw.term(), draw.term(), ...(random.below(2) ? [draw.term()] : [])] }),
    phrase: () => ({ kind: 'phrase', terms: draw.neighbours(2 + random.below(2)), slop: 0 }),
    'sloppy phrase': () => ({ kind: 'phrase', terms: draw.window(2), slop: 2 + random.below(3) }),
    negated: () => boolean({ must: [draw.term()], mustNot: [draw.term()] }),
    'intersection with union': () =>
      boolean({ must: [draw.term(), boolean({ should: [draw.term(), draw.term(), draw.term()] })] }),
    prefix: () => ({ kind: 'wildcard', pattern: `${draw.part('start', 2 + random.below(3))}*` }),
    'leading wildcard': () => ({ kind: 'wildcard', pattern: `*${draw.part('end', 3 + random.below(2))}` }),
    infix: () => ({ kind: 'wildcard', pattern: `*${draw.part('middle', 3 + random.below(2))}*` }),
    fuzzy: () => ({ kind: 'fuzzy', term: draw.longWord(5), distance: random.below(2) ? 2 : 1 }),
    'regular expression': () => ({ kind: 'regexp', pattern: draw.regexp() }),
    'text range': () => draw.textRange(),
    'number range': () => draw.range('length'),
    'date range': () => draw.range('modified'),
    'category and text': () =>
      boolean({ must: [{ kind: 'category', value: random.pick(profile.categories) }, draw.term()] }),
  };
  const queries: BenchQuery[] = [{ class: 'all items', text: '*:*', tree: { kind: 'all' } }];
  for (const [name, make] of Object.entries(classes)) {
    if (name === 'category and text' && profile.categories.length === 0) continue;
    const seen = new Set<string>();
    for (let attempt = 0; seen.size < perClass && attempt < perClass * 20; attempt++) {
      const tree = make();
      const text = queryText(tree);
      if (seen.has(text)) continue;
      seen.add(text);
      queries.push({ class: name, text, tree });
    }
  }
  return queries;
}

/** Returns terms of every frequency, for the list of many terms. */
export function termList(profile: CorpusProfile, count: number, seed: number): string[] {
  return new Random(seed).shuffled(profile.terms).slice(0, count);
}

export class Draw {
  readonly #profile: CorpusProfile;
  readonly #random: Random;
  readonly #long: readonly string[];

  constructor(profile: CorpusProfile, random: Random) {
    this.#profile = {
      ...profile,
      terms: profile.terms.map(asAsked),
      runs: profile.runs.map((run) => run.map(asAsked)),
    };
    this.#random = random;
    this.#long = profile.terms.filter((word) => /^[a-z\p{sc=Cyrillic}]{6,14}$/u.test(word));
  }

  /** Returns a term, uniform over the logarithm of the rank. */
  term(): Tree {
    const terms = this.#profile.terms;
    return term(terms[Math.floor(terms.length ** this.#random.fraction()) - 1]!);
  }

  /** Returns adjacent words of some text. */
  neighbours(count: number): string[] {
    const run = this.#random.pick(this.#profile.runs);
    const start = this.#random.below(Math.max(1, run.length - count));
    return run.slice(start, start + count);
  }

  /** Returns words of one text in order, with other words between them. */
  window(count: number): string[] {
    const wide = this.neighbours(count + 2);
    return wide.length < 3 ? wide : [wide[0]!, ...wide.slice(-count + 1)];
  }

  longWord(length: number): string {
    const words = this.#long.length > 0 ? this.#long : this.#profile.terms;
    const start = Math.floor(words.length ** this.#random.fraction()) - 1;
    return words.slice(start).find((word) => word.length >= length) ?? words[0]!;
  }

  part(where: 'start' | 'middle' | 'end', length: number): string {
    const word = this.longWord(6);
    if (where === 'start') return word.slice(0, length);
    if (where === 'end') return word.slice(-length);
    const start = 1 + this.#random.below(Math.max(1, word.length - length - 1));
    return word.slice(start, start + length);
  }

  regexp(): string {
    const word = this.longWord(6);
    const shapes = [
      `${word.slice(0, 3)}[a-m]+${word.slice(-1)}?`,
      `${word.slice(0, 2)}.${word.slice(3)}`,
      `(${word.slice(0, 4)}|${this.longWord(6).slice(0, 4)}).*`,
      `${word.slice(0, 3)}.{2,4}`,
      `[${word[0]!}${this.longWord(6)[0]!}]${word.slice(1, 3)}.*${word.slice(-2)}`,
    ];
    return this.#random.pick(shapes);
  }

  textRange(): Tree {
    const lower = this.longWord(6).slice(0, 4);
    return { kind: 'terms', lower, upper: `${lower.slice(0, 2)}zzz` };
  }

  range(field: 'length' | 'modified'): Tree {
    const values = field === 'length' ? this.#profile.lengths : this.#profile.dates;
    const width = 0.005 * 100 ** this.#random.fraction(); // 0.5 % to half of all
    const from = Math.floor(this.#random.fraction() * (1 - width) * values.length);
    const to = Math.min(values.length - 1, from + Math.ceil(width * values.length));
    if (field === 'length') return { kind: 'number', field, lower: values[from]!, upper: values[to]! };
    const dayOf = (time: number) => Math.floor(time / DAY) * DAY;
    return { kind: 'number', field, lower: dayOf(values[from]!), upper: dayOf(values[to]!) + DAY - 1 };
  }
}

const DAY = 86_400_000;

function term(word: string): Tree {
  return { kind: 'term', term: word };
}

/**
 * Terms are folded after they are lower-cased, and 'ɪ' becomes 'I'. Such a term is in the index, but the text of a query cannot
 * name it. So peers get a tree with the term that our engine reads from the text.
 */
function asAsked(word: string): string {
  return word.toLowerCase();
}
