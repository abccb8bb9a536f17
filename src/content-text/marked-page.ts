/**
 * Texts that a query matched, marked where they stand in a page that was made safe: between its tags, never inside of one. What a
 * tag, or a character that is written by name, interrupts stays unmarked.
 */
/** A larger page stays as it is. The process that marks it serves nobody else meanwhile. */
export const MARKED_UNITS_MAX = 4 * 1024 * 1024;

export function markedPage(page: string, texts: readonly string[]): string {
  const wanted = texts.filter((text) => text.trim() !== '');
  if (wanted.length === 0 || page.length > MARKED_UNITS_MAX) return page;
  // The longest first: of two that begin at the same place it says more.
  const patterns = [...wanted].sort((a, b) => b.length - a.length).map(patternOf);
  const either = new RegExp(patterns.join('|'), 'giu');
  return page
    .split(/(<[^>]*>|&#?\w+;)/)
    .map((piece, i) => (i % 2 === 1 ? piece : piece.replace(either, '<mark>$&</mark>')))
    .join('');
}

/** A text that stands alone there; in scripts that write words together, anywhere. */
function patternOf(text: string): string {
  const pattern = text
    .trim()
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replace(/\s+/g, '\\s+');
  return /\p{Lo}/u.test(text) ? pattern : `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`;
}
