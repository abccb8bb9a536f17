/** Headers for evidence bytes. File names are chosen by suspects, so they are cleaned. */
import { create } from 'content-disposition';
import type { IndexedItem } from '../../search/item-store.ts';
import { shortName } from '../../shared/names/short-name.ts';
import { propertyValue } from './item-record.ts';

/** Limit of file systems. The name of a mail is often its subject, which may be longer. */
const NAME_BYTES_MAX = 255;

/** Control characters, path separators, line breaks, and characters that change the display direction: `invoice\u202Efdp.exe`. */
const UNSAFE = /[\p{Cc}/\\\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** `attachment` with the item's name; unsafe characters become underscores. */
export function contentDisposition(item: IndexedItem): string {
  const name = propertyValue(item, 'name') ?? lastSegment(propertyValue(item, 'path')) ?? '';
  // Converted through UTF-8, because a lone surrogate cannot be percent-encoded.
  const wellFormed = Buffer.from(shortName(name, NAME_BYTES_MAX), 'utf8').toString('utf8');
  const safe = wellFormed.replace(UNSAFE, '_');
  return create(safe === '' || safe === '.' || safe === '..' ? `item-${item.id}` : safe);
}

function lastSegment(path: string | undefined): string | undefined {
  return path?.split(/[/\\]/).at(-1);
}

const hashProperties = ['sha-256', 'sha-512', 'sha-1', 'md5', 'hash'];

/** A strong validator from a hash stored by the case, or null if there is no plausible one. */
export function entityTag(item: IndexedItem): string | null {
  for (const name of hashProperties) {
    const value = propertyValue(item, name);
    if (value !== undefined && /^[0-9A-Za-z+/=_-]{16,128}$/.test(value)) return `"${name}:${value}"`;
  }
  return null;
}

/** Whether `header`, an If-None-Match or If-Range, contains `tag`. Weak comparison is only for If-None-Match. */
export function namesTag(header: string, tag: string | null, comparison: 'weak' | 'strong'): boolean {
  if (header.trim() === '*') return comparison === 'weak';
  if (tag === null) return false;
  return header
    .split(',')
    .map((entry) => (comparison === 'weak' ? entry.trim().replace(/^W\//, '') : entry.trim()))
    .includes(tag);
}
