/** Recognizes texts that a spreadsheet reads as a formula, in a string or in UTF-8. */

/**
 * `-` is the first sign because these are a class of a regular expression. Japanese and Chinese programs also accept the
 * full-width signs.
 */
const SIGNS = '-=+@\t\r\n－＝＋＠';
const APOSTROPHE = 0x27;
/** A text that already has the guard of a formula, an apostrophe, gets another. */
const FORMULA = new RegExp(`^'*[${SIGNS}]`);
const ENCODED = [...SIGNS].map((sign) => Buffer.from(sign));

/** By byte: 1 if a formula may begin with it. */
export const BEGINS_FORMULA = new Uint8Array(256);
BEGINS_FORMULA[APOSTROPHE] = 1;
for (const [first] of ENCODED) BEGINS_FORMULA[first!] = 1;

export function isFormula(text: string): boolean {
  return FORMULA.test(text);
}

/** Returns the same for the first `length` bytes. */
export function isFormulaUtf8(bytes: Uint8Array, length: number): boolean {
  if (length === 0 || BEGINS_FORMULA[bytes[0]!] === 0) return false;
  let at = 0;
  while (at < length && bytes[at] === APOSTROPHE) at++;
  return ENCODED.some((sign) => at + sign.length <= length && sign.every((byte, i) => bytes[at + i] === byte));
}
