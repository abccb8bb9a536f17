/** Part references of load files: [`file`, path] for its bytes, [`text`, path] for its text in UTF-8; the path as it is spelled. */
import { AppError } from '../../shared/errors.ts';
import { decodePartRef, encodePartRef, type PartRef } from '../../shared/part-ref.ts';

export type FileKind = 'file' | 'text';

export function refOfFile(kind: FileKind, path: string): PartRef {
  return encodePartRef([kind, path]);
}

/** Throws AppError NOT_FOUND if the reference was made by another format. */
export function fileOfRef(ref: PartRef): { readonly kind: FileKind; readonly path: string } {
  const [kind, path, ...more] = decodePartRef(ref) ?? [];
  if ((kind !== 'file' && kind !== 'text') || typeof path !== 'string' || more.length > 0) {
    throw new AppError('NOT_FOUND', 'the reference names no file');
  }
  return { kind, path };
}
