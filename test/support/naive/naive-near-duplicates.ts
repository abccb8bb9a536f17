/** Near duplicates by their definition: the tokens that two texts share, divided by those that either has, for all pairs. */
import { tokenize } from './naive-analysis.ts';

export function tokenSet(text: string): ReadonlySet<string> {
  return new Set(tokenize(text).map(({ term }) => term));
}

/** Jaccard's coefficient; 0 for two empty sets. */
export function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const one of a) if (b.has(one)) both++;
  const either = a.size + b.size - both;
  return either === 0 ? 0 : both / either;
}
