/** Decides by the type in the record which items a browser can show safely, and how. */
import { type ContentKind, contentKind } from './content-kind.ts';

/**
 * `picture` is drawn again, and `pdf` is shown as its bytes. The others are decoded, and parts that run or fetch are removed.
 */
export type ViewKind = 'picture' | 'pdf' | ContentKind;

/** Formats that are drawn. SVG is excluded, because it can fetch and run. */
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

/** Returns null if there is no such view. The extension counts only if there is no type. */
export function viewKind(contentType: string | null, extension: string | null): ViewKind | null {
  const type = (contentType ?? '').split(';', 1).join('').trim().toLowerCase();
  const hasNone = type === '' || type === 'application/octet-stream';
  if (hasNone) return EXTENSIONS[extension?.toLowerCase() ?? ''] ?? contentKind(contentType, extension);
  if (PICTURE.test(type)) return 'picture';
  return type === 'application/pdf' ? 'pdf' : contentKind(contentType, extension);
}
