/**
 * A sorted run of whole values, between a build's items and its columns. held-values.ts writes it, merged-values.ts reads it:
 *
 *   run   := {column + 1, bytes of the folded value, UTF-8, bytes of the spelling + 1, UTF-8, documents}, 0
 *            if the spelling is the folded value: 0 and no bytes
 *   documents := first document + 1, {distance to the one before}, 0
 */
import { FOLDED_BYTES_FACTOR, foldBytes } from '../../../analysis/fold-bytes.ts';
import { foldWhole } from '../../../analysis/whole-value.ts';
import type { HeldValues } from './held-values.ts';

/** Texts of up to this many units or bytes are never truncated by folding. */
const SHORT = 1000;

const ASCII = /^[\0-\x7f]*$/;

/** Returns the sort key of a value. For most characters it is their lower case. */
export function foldedOf(spelling: string): string {
  return spelling.length <= SHORT && ASCII.test(spelling) ? spelling.toLowerCase() : foldWhole(spelling);
}

/** Writes values as a run. `onBytes` gets it in pieces, each valid only during the call. */
export function writeValueRun(held: HeldValues, onBytes: (bytes: Uint8Array) => void): void {
  held.beginRun();
  for (let value = held.foldFrom(0); value < held.count; value = held.foldFrom(value + 1)) foldOther(held, value);
  held.order();
  for (let bytes = held.nextBytes(); bytes !== null; bytes = held.nextBytes()) onBytes(bytes);
}

/** Folds a value that the kernel does not fold, because it is not ASCII, or too long. */
function foldOther(held: HeldValues, value: number): void {
  const { length } = held.spelling(value);
  if (length <= SHORT) {
    const to = held.foldedRoom(FOLDED_BYTES_FACTOR * length);
    const bytes = foldBytes(held.spelling(value), 0, length, to, 0);
    if (bytes >= 0) {
      held.endFolded(value, bytes);
      return;
    }
  }
  const folded = Buffer.from(foldWhole(Buffer.from(held.spelling(value)).toString('utf8')));
  held.foldedRoom(folded.length).set(folded);
  held.endFolded(value, folded.length);
}
