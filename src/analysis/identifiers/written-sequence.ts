/** A sequence of digits as written in a query, with separators. */
import { BLANK, COLON, CR, classOf, DIGIT, HEX_LETTER, IGNORED, LF, LINE_END, SIGN } from './identifier-classes.ts';
import type { IdentifierKind } from './identifier-kinds.ts';

/** Returns the digits of a text, as in terms, or the first character that cannot be part of a sequence. */
export function digitsOf(text: string, kind: IdentifierKind): { readonly digits: string } | { readonly odd: string } {
  let digits = '';
  for (const character of text) {
    const found = classOf(character.codePointAt(0)!);
    if (found >= DIGIT ? kind === 'digits' && found >= HEX_LETTER : !SEPARATORS[kind].has(found))
      return { odd: character };
    if (found >= DIGIT) digits += (found - DIGIT).toString(16);
  }
  return { digits };
}

const OF_DIGITS = [IGNORED, SIGN, BLANK, LINE_END, CR, LF];
const SEPARATORS: Readonly<Record<IdentifierKind, ReadonlySet<number>>> = {
  digits: new Set(OF_DIGITS),
  hex: new Set([...OF_DIGITS, COLON]),
};
