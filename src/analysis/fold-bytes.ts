/** Folds UTF-8 without making strings. This works for all texts that the tables cover, which are most texts. */
import { FOLDS, NO_FOLD, STABILITY, STABLE } from './unit-tables.ts';

/** The folded form has at most this many times as many bytes. See {@link foldBytes}. */
export const FOLDED_BYTES_FACTOR = 2;

/**
 * Writes the folded form of `from[start … end)`, valid UTF-8, to `to[at …]` and returns the end. Returns -1 if only `foldText`
 * can fold it: a character depends on its neighbours, is beyond the basic plane, or folds to several. The folded text never has
 * more units, and it has at most twice as many bytes.
 */
export function foldBytes(from: Uint8Array, start: number, end: number, to: Uint8Array, at: number): number {
  let into = at;
  for (let i = start; i < end; ) {
    let unit = from[i++]!;
    if (unit < 0x80) {
      to[into++] = unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
      continue;
    }
    if (unit >= 0xf0) return -1;
    if (unit < 0xe0) unit = ((unit & 0x1f) << 6) | (from[i++]! & 0x3f);
    else {
      unit = ((unit & 0x0f) << 12) | ((from[i]! & 0x3f) << 6) | (from[i + 1]! & 0x3f);
      i += 2;
    }
    const folded = FOLDS[unit]!;
    if (folded === NO_FOLD || STABILITY[unit] !== STABLE) return -1;
    unit = folded;
    if (unit < 0x80) to[into++] = unit;
    else {
      if (unit < 0x800) to[into++] = 0xc0 | (unit >> 6);
      else {
        to[into++] = 0xe0 | (unit >> 12);
        to[into++] = 0x80 | ((unit >> 6) & 0x3f);
      }
      to[into++] = 0x80 | (unit & 0x3f);
    }
  }
  return into;
}
