/** The words of a portable case, by the items of its first file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const UNITS_READ_MAX = 40_000_000;

/** The most frequent first. */
export function frequentWords(path) {
  const [first] = JSON.parse(readFileSync(join(path, 'case.json'), 'utf8')).items;
  const bytes = readFileSync(join(path, first));
  const text = (first.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').slice(0, UNITS_READ_MAX);
  const counts = new Map();
  for (const [word] of text.toLowerCase().matchAll(/(?<![\\\w])[a-z]{2,20}(?!\w)/g))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
}
