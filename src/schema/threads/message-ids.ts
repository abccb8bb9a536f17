/**
 * Message-IDs as in mails: in `<…>`, several in a field, folded over lines, or without the brackets, as in load files.
 * Normalizes them to lower case without brackets and white space, so that spellings of an id compare equal.
 */

/** Longer ids are not used. RFC 5322 limits lines to 998 characters. */
const ID_UNITS_MAX = 998;
/** Maximum characters of a value that are read. */
const VALUE_UNITS_MAX = 1 << 16;

/** Returns all ids of a field, in order. */
export function idsIn(values: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const value of values) addIds(value.length > VALUE_UNITS_MAX ? value.slice(0, VALUE_UNITS_MAX) : value, found);
  return found;
}

/** Adds texts in brackets or, if there are no brackets, words with an `@`. */
function addIds(value: string, found: string[]): void {
  let start = value.indexOf('<');
  if (start < 0) {
    for (const word of value.split(/[\s,;]+/)) if (word.includes('@')) add(word, found);
    return;
  }
  while (start >= 0) {
    const end = value.indexOf('>', start);
    const next = value.indexOf('<', start + 1);
    if (next < 0 || (end >= 0 && end < next)) {
      add(end < 0 ? firstWord(value.slice(start + 1)) : value.slice(start + 1, end), found);
    } else if (end < 0 || next < end) add(firstWord(value.slice(start + 1, next)), found);
    start = next;
  }
}

function firstWord(text: string): string {
  return /^\s*(\S*)/.exec(text)![1]!;
}

function add(written: string, found: string[]): void {
  const id = written.replace(/\s+/g, '').toLowerCase();
  if (id !== '' && id !== '@' && id.length <= ID_UNITS_MAX) found.push(id);
}
