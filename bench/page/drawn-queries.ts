/** Queries and texts for the page, drawn from a case with a seed. No two are equal. */
import type { CorpusProfile } from '../corpus/profile.ts';
import { generateQueries } from '../queries/generate.ts';
import { largeQueries } from '../queries/large-classes.ts';
import { Random } from '../random.ts';

/** Classes of queries that nobody types, or that need no texts. */
const NOT_ASKED = /^(all items|NEAR of groups|number range|date range|category and text)$/;
/** Approximate number of classes that are left. */
const CLASSES = 20;
/** Names of fields, some with typing errors. */
const FIELDS = ['category', 'modified', 'length', 'name', 'categry', 'lenght'];

export function drawnQueries(profile: CorpusProfile, count: number, seed: number): string[] {
  const perClass = Math.ceil((count / CLASSES) * 2);
  const all = [...generateQueries(profile, perClass, seed), ...largeQueries(profile, perClass, seed)];
  const texts = new Random(seed)
    .shuffled(all)
    .filter((query) => !NOT_ASKED.test(query.class))
    .map(({ text }) => text);
  return [...new Set(texts)].slice(0, count);
}

/** Names of fields, and values of `category` after their field, to be typed letter by letter. Further ones follow a word. */
export function typedTexts(profile: CorpusProfile, count: number): string[] {
  const words = profile.terms.filter((term) => /^[a-z]{3,8}$/.test(term));
  const starts = [...FIELDS, ...profile.categories.map((value) => `category:${value.slice(0, 4)}`)];
  return Array.from({ length: count }, (_, n) => {
    const start = starts[n % starts.length]!;
    return n < starts.length ? start : `${words[n % words.length]!} ${start}`;
  });
}
