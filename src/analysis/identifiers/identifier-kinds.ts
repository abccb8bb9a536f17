/**
 * The two kinds of identifiers that are found in texts, each in its own field: sequences of decimal digits, and of hexadecimal
 * ones. docs/query-language.md, "Numbers and identifiers", defines sequences.
 */

export type IdentifierKind = 'digits' | 'hex';

/** Minimum digits of a sequence, by kind. */
export const DIGITS_MIN: Readonly<Record<IdentifierKind, number>> = { digits: 1, hex: 8 };
/** Maximum characters between two digits of a sequence. CR LF counts as one. Ignorable characters do not count. */
export const GAP_MAX = 3;

/**
 * A longer sequence is cut into overlapping pieces of SEQUENCE_PIECE digits. Each piece begins SEQUENCE_STEP digits after the
 * previous one.
 */
export const SEQUENCE_PIECE = 255;
export const SEQUENCE_STEP = 128;
/** Marks a piece that does not begin its sequence, or does not end it. */
export const CONTINUED = '<';
export const CONTINUES = '>';
