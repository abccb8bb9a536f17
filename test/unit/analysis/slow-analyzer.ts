/** The analyzer written down from its definition, without a thought for speed: the twin that the real one is held to. */
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

export function slowAnalyze(text: string): string[] {
  const runs = text.normalize('NFC').match(/[\p{L}\p{Nd}]+/gu) ?? [];
  return runs
    .flatMap(cut)
    .map((token) => Array.from(token, (character) => slowFold(character.codePointAt(0)!)).join(''));
}

function cut(run: string): string[] {
  const tokens = [''];
  for (const character of run) {
    if (tokens.at(-1)!.length + character.length > 255) tokens.push('');
    tokens[tokens.length - 1] += character;
  }
  return tokens;
}
