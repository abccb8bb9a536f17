/** Validates UTF-8, like src/codec/utf8-check.ts. */

const HIGH_BITS: u64 = ((<u64>0x80808080) << 32) | 0x80808080;

export function isUtf8(start: usize, bytes: usize): bool {
  const end = start + bytes;
  let at = start;
  // Most terms are ASCII. Bytes loaded past the end are ignored.
  for (; at < end; at += 8) {
    const left = end - at;
    const eight = load<u64>(at) & HIGH_BITS;
    if ((left >= 8 ? eight : eight & (((<u64>1) << ((<u64>left) << 3)) - 1)) !== 0) break;
  }
  while (at < end) {
    const lead = <u32>load<u8>(at++);
    if (lead < 0x80) continue;
    if (lead < 0xc2 || lead > 0xf4) return false;
    const more: usize = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    if (at + more > end) return false;
    // The valid range of the second byte depends on the first.
    const second = <u32>load<u8>(at);
    const least: u32 = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    const most: u32 = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    if (second < least || second > most) return false;
    const next = at + more;
    for (at++; at < next; at++) if ((<u32>load<u8>(at) & 0xc0) !== 0x80) return false;
  }
  return true;
}
