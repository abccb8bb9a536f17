/**
 * Marks texts that a query matched in a sanitized page: between its tags, never inside one. A text that a tag or a character
 * entity interrupts stays unmarked.
 */
/** Larger pages are not marked, because the process that marks them answers no other request meanwhile. */
export const MARKED_UNITS_MAX = 4 * 1024 * 1024;

export function markedPage(page: string, texts: readonly string[]): string {
  const wanted = texts.filter((text) => text.trim() !== '');
  if (wanted.length === 0 || page.length > MARKED_UNITS_MAX) return page;
  // Longest first, because the longer one of two texts that begin at the same offset is more specific.
  const patterns = [...wanted].sort((a, b) => b.length - a.length).map(patternOf);
  const either = new RegExp(patterns.join('|'), 'giu');
  return page
    .split(/(<[^>]*>|&#?\w+;)/)
    .map((piece, i) => (i % 2 === 1 ? piece : piece.replace(either, '<mark>$&</mark>')))
    .join('');
}

/** Matches the text as a separate word or, in scripts without spaces, anywhere. */
function patternOf(text: string): string {
  const pattern = text
    .trim()
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replace(/\s+/g, '\\s+');
  return /\p{Lo}/u.test(text) ? pattern : `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`;
}
