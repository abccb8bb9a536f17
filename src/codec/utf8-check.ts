/**
 * Validates UTF-8 without calling the runtime for each term. Rejects overlong forms, surrogates, and code points above
 * U+10FFFF.
 */
export function isUtf8Within(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; ) {
    const lead = bytes[at++]!;
    if (lead < 0x80) continue;
    if (lead < 0xc2 || lead > 0xf4) return false;
    const more = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    if (at + more > end) return false;
    // The valid range of the second byte depends on the first.
    const second = bytes[at]!;
    const least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    const most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    if (second < least || second > most) return false;
    for (const next = at + more; ++at < next; ) if ((bytes[at]! & 0xc0) !== 0x80) return false;
  }
  return true;
}
