/**
 * Part references of load files: [`file`, path] for bytes, [`text`, path] for text in UTF-8, with the path as spelled. If a
 * case has several tables, the folder of the table follows, because paths may be relative to it.
 */
import { AppError } from '../../shared/errors.ts';
import { decodePartRef, encodePartRef, type PartRef } from '../../shared/part-ref.ts';

export type RowFileKind = 'file' | 'text';

export interface FileRef {
  readonly kind: RowFileKind;
  readonly path: string;
  /** The folder of the table below the case, with a trailing slash. Null for the folder that the case defines. */
  readonly folder: string | null;
}

export function refOfFile(kind: RowFileKind, path: string, folder: string | null = null): PartRef {
  return encodePartRef(folder === null ? [kind, path] : [kind, path, folder]);
}

/** Throws AppError NOT_FOUND if another format made the reference. */
export function fileOfRef(ref: PartRef): FileRef {
  const [kind, path, ...more] = decodePartRef(ref) ?? [];
  const [folder = '', ...others] = more;
  const isPath = typeof path === 'string' && typeof folder === 'string' && others.length === 0;
  if ((kind !== 'file' && kind !== 'text') || !isPath) {
    throw new AppError('NOT_FOUND', 'the reference names no file');
  }
  return { kind, path, folder: more.length === 0 ? null : folder };
}
