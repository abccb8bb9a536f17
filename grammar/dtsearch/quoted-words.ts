/** Finds the ends of words, and reads words in quotes. */
import { classAt, QUOTE, SPACE } from '../characters.ts';
import { END_OF_QUERY, QuerySyntaxError } from '../errors.ts';
import type { WrittenWord } from './words.ts';

export function endsChunk(text: string, at: number): boolean {
  return classAt(text, at) === SPACE || classAt(text, at) === QUOTE || text[at] === '(' || text[at] === ')';
}

/**
 * Returns the words of the quote at `start`, and the index after it. `escaper`: a character after which a quote is part of a
 * word. Throws QuerySyntaxError.
 */
export function quotedAt(text: string, start: number, escaper = ''): { words: readonly WrittenWord[]; end: number } {
  let end = start + 1;
  while (end < text.length && classAt(text, end) !== QUOTE) end += text[end] === escaper ? 2 : 1;
  if (end >= text.length) {
    throw new QuerySyntaxError({
      fault: 'unclosedQuote',
      position: text.length,
      found: END_OF_QUERY,
      expected: ["'\"'"],
      note: `the quote at ${start} is not closed`,
    });
  }
  const words = [...text.slice(start + 1, end).matchAll(/\S+/gu)].map(({ 0: word, index }) => ({
    text: word,
    start: start + 1 + index,
  }));
  return { words, end: end + 1 };
}
