/**
 * The location of an item's thumbnail. The part reference is ["thumb", hash, digest, segment, document, chunk]; the last four
 * are null if the index has no picture. The digest is that of the picture. It is needed because copies in databases and files
 * have no checksum.
 */
import { createHash } from 'node:crypto';
import { decodePartRef, encodePartRef, isPartCount, type PartRef } from '../../../shared/part-ref.ts';
import type { StoredDocument } from '../../lucene/lucene-segment.ts';
import { hashOf } from './content-reference.ts';

export interface ThumbnailReference {
  /** The key of the thumbnail in databases and folders. */
  readonly hash: string;
  readonly stored: StoredThumbnail | null;
}

export interface StoredThumbnail {
  readonly digest: string;
  readonly segment: number;
  readonly doc: number;
  readonly chunkAt: number;
}

const KIND = 'thumb';
const FIELD = 'thumbnail';
const DIGEST_DIGITS = 32;

/** Returns null if the case records that the item has none, or that drawing it failed. */
export function thumbnailReferenceOf(
  value: (property: string) => string | undefined,
  segment: number,
  document: StoredDocument,
): PartRef | null {
  const hash = value('hasThumb') === 'true' ? hashOf(value('hash')) : null;
  if (hash === null) return null;
  const picture = pictureOf(document);
  if (picture === null) return encodePartRef([KIND, hash, null, null, null, null]);
  return encodePartRef([KIND, hash, digestOf(picture), segment, document.doc, document.chunkAt]);
}

/** Returns null if the reference is of another kind or invalid. */
export function decodeThumbnailReference(ref: PartRef): ThumbnailReference | null {
  const values = decodePartRef(ref);
  if (values === null || values.length !== 6 || values[0] !== KIND) return null;
  const [, name, digest, segment, doc, chunkAt] = values;
  const hash = typeof name === 'string' ? hashOf(name) : null;
  if (hash === null) return null;
  if (typeof digest !== 'string' || !isPartCount(segment) || !isPartCount(doc) || !isPartCount(chunkAt)) {
    return { hash, stored: null };
  }
  return { hash, stored: { digest, segment, doc, chunkAt } };
}

/** Returns the picture of an item in the index. */
export function pictureOf({ values }: StoredDocument): Uint8Array | null {
  const found = values.find(({ field }) => field.name === FIELD);
  return found?.kind === 'binary' && found.value.length > 0 ? found.value : null;
}

export function digestOf(picture: Uint8Array): string {
  return createHash('sha256').update(picture).digest('hex').slice(0, DIGEST_DIGITS);
}
