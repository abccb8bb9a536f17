/**
 * The meaning of each UTF-16 unit in the language. The lexer reads with this table and the printer escapes with it, so the two
 * cannot disagree.
 *
 * Pasted text contains typographic quotes and dashes, which count as `"` and `-`.
 */

/** Part of a word everywhere. */
export const TEXT = 0;
/** Separates chunks. */
export const SPACE = 1;
/** `(` `)` `[` `]` `{` `}` `^` `~`: ends a chunk. */
export const BREAK = 2;
/** `"` and its typographic forms: ends a chunk, begins a phrase. */
export const QUOTE = 3;
export const BACKSLASH = 4;
/** `*` and `?`. */
export const WILDCARD = 5;
/** `:` `=` `<` `>`: ends a field name, is text in a value. */
export const FIELD_OPERATOR = 6;
/** The dashes other than `-` itself, which are read as `-`. */
export const DASH = 7;

const CLASSES = new Uint8Array(0x1_0000);
for (let unit = 0; unit < CLASSES.length; unit++) {
  if (/\s/u.test(String.fromCharCode(unit))) CLASSES[unit] = SPACE;
}
const mark = (characters: string, characterClass: number): void => {
  for (const character of characters) CLASSES[character.charCodeAt(0)] = characterClass;
};
mark('()[]{}^~', BREAK);
mark('"\u201C\u201D\u201E\u201F\u00AB\u00BB', QUOTE);
mark('\\', BACKSLASH);
mark('*?', WILDCARD);
mark(':=<>', FIELD_OPERATOR);
mark('\u2010\u2011\u2012\u2013\u2014\u2015\u2212', DASH);

/** Returns the class of the UTF-16 unit at `offset`. Past the end it is SPACE, because the end separates like white space. */
export function classAt(text: string, offset: number): number {
  return offset < text.length ? (CLASSES[text.charCodeAt(offset)] as number) : SPACE;
}

/** Whether the unit at `offset` is `-`, `+`, `!` or counts as `-`, which are operators at the start of a clause. */
export function isModifierAt(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset);
  return unit === 0x2d || unit === 0x2b || unit === 0x21 || (offset < text.length && CLASSES[unit] === DASH);
}

/** Words that are operators if they are a whole chunk with this spelling. */
export const KEYWORDS: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', '&&', '||']);

/**
 * `NEAR/5`, `BEFORE/5` between two clauses, `FIRST/5`, `LAST/5` after one. An operator if it is a whole chunk with this
 * spelling.
 */
export const PROXIMITY = /^(NEAR|BEFORE|FIRST|LAST)\/(\d+)$/;

/** `scheme://`. The colon is text, so that a pasted URL searches for its text. */
export const URL_START = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//;
