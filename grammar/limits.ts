/**
 * The limits of a query: each one a named constant, each one a QuerySyntaxError when exceeded. They keep the cost of a
 * hostile text bounded; parsing is linear below them.
 */

/** Length of a query in bytes of UTF-8: 1 MiB. A lone surrogate counts three bytes, as it is sent. */
export const queryBytesMax = 1_048_576;

/**
 * Depth of nesting: parentheses open at once, operators directly before one another (`NOT NOT a`, `--a`), and
 * parentheses in the canonical print of the query, where `a AND b OR c` is `(+a +b) c`. It bounds every recursion over
 * the text and over the tree, and because it counts the canonical print too, every tree prints to a text that parses.
 *
 * Uncompiled, the parser fills Node's stack at about 215 levels; this leaves its callers half of it.
 */
export const nestingMax = 100;

/** Words, phrases, ranges and regular expressions in one query. A mebibyte of words of ten letters stays below it. */
export const clausesMax = 100_000;

/** Queries up to this length in UTF-16 units get a suggestion with their error; a repair is parsed before it is shown. */
export const suggestionUnitsMax = 4_096;
