/**
 * Valid names of bookmarks and of similar sets: case-sensitive, NFC-normalised, not trimmed, at most 255 UTF-8 bytes.
 *
 * An examiner sees two encodings of an accented letter as one name, so they are one name here. The limit keeps a name inside a
 * path segment, a log line and a key of the store.
 */
import { AppError } from '../shared/errors.ts';

const NAME_BYTES_MAX = 255;
/** Longer names, in code units, are rejected before normalisation, because NFC never shortens a text that much. */
const NAME_UNITS_MAX = 4 * NAME_BYTES_MAX;

/** Returns the stored form of a name. Throws INVALID_REQUEST for an invalid name. */
export function bookmarkName(name: string, what = 'bookmark'): string {
  const invalid = (finding: string): AppError => new AppError('INVALID_REQUEST', `The name of the ${what} ${finding}.`);
  if (typeof name !== 'string' || name.length === 0) throw invalid('is empty');
  if (name.length > NAME_UNITS_MAX) throw invalid(`is longer than ${NAME_BYTES_MAX} bytes in UTF-8`);
  if (/\p{Cs}/u.test(name)) throw invalid('holds half a surrogate pair');
  const normal = name.normalize('NFC');
  if (/\p{Cc}/u.test(normal)) throw invalid('holds a control character');
  if (Buffer.byteLength(normal) > NAME_BYTES_MAX) throw invalid(`is longer than ${NAME_BYTES_MAX} bytes in UTF-8`);
  return normal;
}
