/** The folding of Lucene's tools, from its table. The folding of imported terms is compared with it. */
import { readFileSync } from 'node:fs';

export const FOLDING_ROWS: ReadonlyMap<number, string> = new Map(
  readFileSync(new URL('./ascii-folding.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t'))
    .map(([codePoint, result]) => [Number.parseInt(codePoint!, 16), result!]),
);

export function isLetterOrDigit(codePoint: number): boolean {
  return /^[\p{L}\p{Nd}]$/u.test(String.fromCodePoint(codePoint));
}

export function slowFold(codePoint: number): string {
  const text = String.fromCodePoint(codePoint);
  if (!isLetterOrDigit(codePoint)) return text;
  if (codePoint < 0x80 || codePoint > 0xffff) return text.toLowerCase();
  return FOLDING_ROWS.get(codePoint) ?? text;
}
