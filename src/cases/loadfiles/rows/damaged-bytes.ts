/** Reports bytes that are invalid in the encoding of a table. */
import type { RowObserver } from './row-source.ts';

export const DAMAGED_BYTES = 'bytes that are invalid in the encoding of the file were read as U+FFFD';

/** For an XML file, reports the damage before the elements of the piece are read. */
export function reportDamagedPiece(observer: RowObserver, { line }: { readonly line: number }): void {
  observer.problem('value', line, null, `${DAMAGED_BYTES}, near this line`);
}
