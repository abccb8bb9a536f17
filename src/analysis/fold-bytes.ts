/** Folding of texts that are UTF-8, without making strings of them: the usual ones, for which tables are enough. */
import { ESCAPE, FOLD_TABLE, SEPARATOR } from './fold-table.ts';
import { STABILITY, STABLE } from './normalization-classes.ts';

/** For {@link foldBytes}: the folded form has so many times the bytes, at most. */
export const FOLDED_BYTES_FACTOR = 2;

/**
 * Writes what `foldText` makes of `from[start … end)`, valid UTF-8, to `to[at …]`; returns where that ends. -1: it is to be asked
 * itself, for one character that is not in NFC, is beyond the basic plane, or folds to several. Unit by unit: no text has more units then, and at most twice the bytes.
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
    const folded = FOLD_TABLE[unit]!;
    if (folded === ESCAPE || STABILITY[unit] !== STABLE) return -1;
    if (folded !== SEPARATOR) unit = folded;
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
