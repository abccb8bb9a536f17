/** Names of files in an archive that are safe to unpack anywhere, whatever the name of an item or a source. */
import { shortName } from '../../shared/names/short-name.ts';

/** Bytes of UTF-8. Paths of three such names stay below the limits of all common systems. */
const NAME_BYTES_MAX = 120;
/** Characters that some system does not allow in names, that separate paths, or that change the display direction. */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}"*/:<>?\\|\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const RESERVED = /^(?:con|prn|aux|nul|clock\$|com\d|lpt\d|com[¹²³]|lpt[¹²³])(?:\.|$)/i;

/** Without separators, control characters, reserved names and endings that a system would drop; of bounded length, with its extension. */
export function safeName(text: string): string {
  const cleaned = text.normalize('NFC').replace(UNSAFE, '_');
  const short = shortName(cleaned, NAME_BYTES_MAX).replace(/[. ]+$/, (end) => '_'.repeat(end.length));
  const named = short === '' ? '_' : short;
  return RESERVED.test(named) ? `_${named}` : named.replace(/^[ ]/, '_');
}

/** A safe name for each source, unique even on case-insensitive systems. */
export function safeFolders(ids: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const folders = new Map<string, string>();
  for (const id of ids) {
    const safe = safeName(id);
    let name = safe;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${safe}~${n}`;
    taken.add(name.toLowerCase());
    folders.set(id, name);
  }
  return folders;
}

/** `ID-NAME`; the number makes names unique and never reserved. */
export function itemFileName(id: number, name: string | undefined): string {
  return name === undefined || name === '' ? String(id) : `${id}-${safeName(name)}`;
}
