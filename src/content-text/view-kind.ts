/** Decides by the type in the record which items a browser can show safely, and how. */
import { type ContentKind, contentKind } from './content-kind.ts';

/** `picture`: drawn again; `pdf`: its bytes; the others: decoded, and active or fetching parts removed. */
export type ViewKind = 'picture' | 'pdf' | ContentKind;

/** Formats that are drawn. Not SVG, which can fetch and run. */
const PICTURE = /^image\/(jpeg|pjpeg|jpg|png|x-png|gif|webp|tiff|avif|heic|heif)$/;
const EXTENSIONS: Readonly<Record<string, ViewKind>> = {
  jpg: 'picture',
  jpeg: 'picture',
  png: 'picture',
  gif: 'picture',
  webp: 'picture',
  tif: 'picture',
  tiff: 'picture',
  avif: 'picture',
  heic: 'picture',
  heif: 'picture',
  pdf: 'pdf',
};

/** Null if there is no such view. The extension counts only if there is no type. */
export function viewKind(contentType: string | null, extension: string | null): ViewKind | null {
  const type = (contentType ?? '').split(';', 1).join('').trim().toLowerCase();
  const hasNone = type === '' || type === 'application/octet-stream';
  if (hasNone) return EXTENSIONS[extension?.toLowerCase() ?? ''] ?? contentKind(contentType, extension);
  if (PICTURE.test(type)) return 'picture';
  return type === 'application/pdf' ? 'pdf' : contentKind(contentType, extension);
}
