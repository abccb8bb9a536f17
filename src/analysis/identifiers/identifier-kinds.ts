/**
 * The two kinds of identifiers that texts are searched for, each in a field of its own: sequences of decimal digits, and of hexadecimal ones.
 * docs/query-language.md, "Numbers and identifiers", says what a sequence is.
 */

export type IdentifierKind = 'digits' | 'hex';

/** Digits that a sequence of a kind has at least. */
export const DIGITS_MIN: Readonly<Record<IdentifierKind, number>> = { digits: 1, hex: 8 };
/** Characters between two digits of a sequence, at most; CR LF counts as one, ignorable characters do not count. */
export const GAP_MAX = 3;

/** A longer sequence is cut into pieces of so many digits, of which each begins so many digits behind the one before. */
export const SEQUENCE_PIECE = 255;
export const SEQUENCE_STEP = 128;
/** Before a piece that does not begin its sequence, and behind one that does not end it. */
export const CONTINUED = '<';
export const CONTINUES = '>';
