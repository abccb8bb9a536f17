/** Chooses the extension of an exported file: without one, no program opens it. */
import type { IndexedItem } from '../../search/item-store.ts';
import { safeName } from '../zip/safe-names.ts';

const ENDING = /\.[\p{L}\p{N}]{1,15}$/u;

/** Extensions of content types that name one kind of file. */
const BY_CONTENT_TYPE: ReadonlyMap<string, string> = new Map([
  ['message/rfc822', '.eml'],
  ['application/vnd.ms-outlook', '.msg'],
  ['text/plain', '.txt'],
  ['text/html', '.html'],
  ['text/csv', '.csv'],
  ['text/vcard', '.vcf'],
  ['text/calendar', '.ics'],
  ['application/json', '.json'],
  ['application/xml', '.xml'],
  ['text/xml', '.xml'],
  ['application/pdf', '.pdf'],
  ['application/rtf', '.rtf'],
  ['application/zip', '.zip'],
  ['application/msword', '.doc'],
  ['application/vnd.ms-excel', '.xls'],
  ['application/vnd.ms-powerpoint', '.ppt'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', '.docx'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', '.xlsx'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', '.pptx'],
  ['image/jpeg', '.jpg'],
  ['image/png', '.png'],
  ['image/gif', '.gif'],
  ['image/tiff', '.tif'],
  ['image/webp', '.webp'],
  ['image/heic', '.heic'],
  ['audio/mpeg', '.mp3'],
  ['video/mp4', '.mp4'],
]);

/**
 * Takes the extension from the name, or else from the property `ext`, or else from the content type. Returns an empty text if
 * none of them gives one.
 */
export function nativeEnding({ properties }: Pick<IndexedItem, 'properties'>): string {
  const first = (wanted: string): string => properties.find(([property]) => property === wanted)?.[1][0] ?? '';
  const written = ENDING.exec(safeName(first('name'))) ?? ENDING.exec(`.${safeName(first('ext'))}`);
  if (written !== null) return written[0];
  const [contentType = ''] = first('contentType').split(';', 1);
  return BY_CONTENT_TYPE.get(contentType.trim().toLowerCase()) ?? '';
}
