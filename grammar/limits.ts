/**
 * The limits of a query, each a named constant. Exceeding one is a QuerySyntaxError. They limit the cost of hostile text. Below
 * them, parsing takes linear time.
 */

/** Length of a query in bytes of UTF-8: 1 MiB. A lone surrogate counts as three bytes, as it is sent. */
export const QUERY_BYTES_MAX = 1_048_576;

/**
 * Depth of nesting: parentheses open at once, operators directly before one another (`NOT NOT a`, `--a`), and parentheses in
 * the canonical print of the query, where `a AND b OR c` is `(+a +b) c`. It limits every recursion over the text and over the
 * tree. Because it counts the canonical print too, every tree prints to a text that parses.
 *
 * Uncompiled, the parser fills Node's stack at about 215 levels. This limit leaves half of it to the callers.
 */
export const NESTING_MAX = 100;

/** Maximum words, phrases, ranges and regular expressions in one query. A mebibyte of ten-letter words stays below it. */
export const CLAUSES_MAX = 100_000;

/** Queries up to this length in UTF-16 units get a suggestion with their error. A repair is parsed before it is shown. */
export const SUGGESTION_UNITS_MAX = 4_096;
