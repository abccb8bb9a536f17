/** Names of files in an archive that are safe to unpack anywhere, whatever the name of an item or a source. */
import { shortName } from '../../shared/names/short-name.ts';

/** Maximum bytes of a name in UTF-8. A path of three such names is below the limits of all common systems. */
const NAME_BYTES_MAX = 120;
/** Characters that some system does not allow in names, that separate paths, or that change the display direction. */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}"*/:<>?\\|\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const RESERVED = /^(?:con|prn|aux|nul|clock\$|com\d|lpt\d|com[¹²³]|lpt[¹²³])(?:\.|$)/i;

/**
 * Returns a name without separators and control characters, which is not reserved and has no ending that a system would drop.
 * Its length is limited, and it keeps its extension.
 */
export function safeName(text: string): string {
  const cleaned = text.normalize('NFC').replace(UNSAFE, '_');
  const short = shortName(cleaned, NAME_BYTES_MAX).replace(/[. ]+$/, (end) => '_'.repeat(end.length));
  const named = short === '' ? '_' : short;
  return RESERVED.test(named) ? `_${named}` : named.replace(/^[ ]/, '_');
}

/** Returns a safe name for each source, unique even on case-insensitive systems. */
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

/** Returns `ID-NAME`. Because of the number, names are unique and never reserved. */
export function itemFileName(id: number, name: string | undefined): string {
  return name === undefined || name === '' ? String(id) : `${id}-${safeName(name)}`;
}
