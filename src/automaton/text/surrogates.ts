/**
 * Pairs of surrogates, unit by unit. V8 of Node 26.12 optimizes a loop over `codePointAt` so that it sometimes takes a pair for one unit, if a string was put together
 * within the pair.
 */

export const HALF_BITS = 0xfc00;
export const FIRST_HALF = 0xd800;
const SECOND_HALF = 0xdc00;

export function isFirstHalf(text: string, at: number): boolean {
  return (text.charCodeAt(at) & HALF_BITS) === FIRST_HALF;
}

/** False at the end of the text. */
export function isSecondHalf(text: string, at: number): boolean {
  return (text.charCodeAt(at) & HALF_BITS) === SECOND_HALF;
}

/** The code point of the pair that begins there. */
export function pairAt(text: string, at: number): number {
  return ((text.charCodeAt(at) - FIRST_HALF) << 10) + text.charCodeAt(at + 1) - SECOND_HALF + 0x10000;
}
