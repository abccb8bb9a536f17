/**
 * Checks the terms of a case, and maps their fields to those of the index. A case may be hostile, so this checks order
 * and encoding. Nothing gets into an index that its readers cannot handle.
 */
import { compareBytes } from '../../codec/compare-bytes.ts';
import { isUtf8Within } from '../../codec/utf8-check.ts';
import { AppError } from '../../shared/errors.ts';
import type { TermCursor } from '../../shared/term-cursor.ts';

/** Maximum length of a term that a case brings, in bytes. */
export const ANALYZED_TERM_BYTES_MAX = 65_535;

export class TermCheck {
  /** Indexed by field of the cursor, ascending: the field of the index, or null if it has no terms. */
  readonly #fields: readonly (number | null)[];
  /** The last term, for comparison with the next. */
  #last: Uint8Array = new Uint8Array(1024);
  #lastLength = 0;
  /** The field of the last term, as the case numbers it. */
  field = -1;

  constructor(fields: readonly (number | null)[]) {
    this.#fields = fields;
  }

  /** Checks the next term of a cursor, and returns its field in the index. */
  take({ field, bytes, termStart, termEnd }: TermCursor): number {
    const target = indexField(field, this.#fields);
    const length = termEnd - termStart;
    if (!(length >= 0 && length <= ANALYZED_TERM_BYTES_MAX && termStart >= 0 && termEnd <= bytes.length)) {
      throw unusableTerms(
        `a term of field ${field} has ${length} bytes, more than ${ANALYZED_TERM_BYTES_MAX} or than there are`,
      );
    }
    const isAfter =
      field > this.field ||
      (field === this.field && compareBytes(this.#last, 0, this.#lastLength, bytes, termStart, termEnd) < 0);
    if (!isAfter) throw unusableTerms(`the terms of field ${field} are not in order`);
    if (length > this.#last.length) this.#last = new Uint8Array(length * 2);
    const last = this.#last;
    let all = 0;
    for (let i = 0; i < length; i++) {
      const byte = bytes[termStart + i]!;
      last[i] = byte;
      all |= byte;
    }
    if (all >= 0x80 && !isUtf8Within(bytes, termStart, termEnd))
      throw unusableTerms(`a term of field ${field} is not UTF-8`);
    this.#lastLength = length;
    this.field = field;
    return target;
  }
}

/** Returns the index field for a field of a cursor. */
export function indexField(field: number, fields: readonly (number | null)[]): number {
  const target = fields[field];
  if (target === undefined)
    throw unusableTerms(`a term is of field ${field}, but there are only ${fields.length} fields`);
  if (target === null) throw unusableTerms(`field ${field} is a number of every item and has terms`);
  return target;
}

export function unusableTerms(fault: string): AppError {
  return new AppError('CASE_UNREADABLE', `the analyzed terms of the case cannot be used: ${fault}`);
}
