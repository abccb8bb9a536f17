/** Part references of the portable case directory: a range of a file, [file, offset or null, length or null]. */
import { AppError } from '../../shared/errors.ts';
import { decodePartRef, encodePartRef, type PartRef } from '../../shared/part-ref.ts';
import type { FileRange } from '../files/byte-input.ts';

export function refOfRange({ file, offset, length }: FileRange): PartRef {
  return encodePartRef([file, offset ?? null, length ?? null]);
}

/** Throws AppError NOT_FOUND if another format made the reference. Does not check whether the range exists. */
export function rangeOfRef(ref: PartRef): FileRange {
  const [file, offset, length] = decodePartRef(ref) ?? [];
  if (typeof file !== 'string' || typeof offset === 'string' || typeof length === 'string') {
    throw new AppError('NOT_FOUND', 'the reference names no file');
  }
  return { file, ...(offset == null ? {} : { offset }), ...(length == null ? {} : { length }) };
}
