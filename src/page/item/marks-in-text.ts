/** Finds words of an index in the text as its author wrote it, ignoring case, accents, and everything between words. */
import type { Match } from '../api/answers.ts';

/** Letters that become other letters in an index although they have no removable accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** `clauses`: the clause of each matched text. The marks are in order and do not overlap. */
export function marksInText(text: string, clauses: ReadonlyMap<string, number>): readonly Match[] {
  const byWords = new Map([...clauses].map(([matched, clause]) => [wordsOf(matched).join(' '), clause]));
  byWords.delete('');
  if (byWords.size === 0) return [];
  const { folded, starts } = foldedWithStarts(text);
  // Longest first. If two texts begin at the same offset, the longer one is more specific.
  const patterns = [...byWords.keys()].sort((a, b) => b.length - a.length).map(patternOf);
  const marks: Match[] = [];
  for (const found of folded.matchAll(new RegExp(patterns.join('|'), 'gu'))) {
    const clause = byWords.get(wordsOf(found[0]).join(' ')) ?? 0;
    const start = starts[found.index]!;
    const end = starts[found.index + found[0].length]!;
    marks.push({ field: 'content', value: 0, start, end, clause });
  }
  return marks;
}

function wordsOf(text: string): readonly string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function patternOf(words: string): string {
  const pattern = words.replaceAll(' ', '[^\\p{L}\\p{N}]+');
  // In scripts without spaces, a word may be anywhere.
  return /\p{Lo}/u.test(words) ? pattern : `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`;
}

function fold(text: string): string {
  return foldedWithStarts(text).folded;
}

/** `starts[i]` is the offset in `text` of the character that gave unit `i`. It has one more element, for the end. */
function foldedWithStarts(text: string): { readonly folded: string; readonly starts: Uint32Array } {
  const pieces: string[] = [];
  const starts: number[] = [];
  let at = 0;
  for (const char of text) {
    const piece = char < '\x80' ? char.toLowerCase() : foldedChar(char);
    pieces.push(piece);
    for (let i = 0; i < piece.length; i++) starts.push(at);
    at += char.length;
  }
  starts.push(at);
  return { folded: pieces.join(''), starts: Uint32Array.from(starts) };
}

function foldedChar(char: string): string {
  const lower = char.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  return LETTERS[lower] ?? lower;
}
