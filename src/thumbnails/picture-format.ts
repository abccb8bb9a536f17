/** Recognizes picture formats by their first bytes. Nothing else is passed to a decoder. */

/** Number of leading bytes that are needed. */
export const magicBytes = 16;

/** Returns the format that the first bytes belong to if it can be drawn, or else null. */
export function pictureFormat(start: Uint8Array): string | null {
  const text = Buffer.from(start.buffer, start.byteOffset, Math.min(start.length, magicBytes)).toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^GIF8[79]a/.test(text)) return 'gif';
  if (/^RIFF[\s\S]{4}WEBP/.test(text)) return 'webp';
  if (/^(II[*+]\0|MM\0[*+])/.test(text)) return 'tiff';
  if (/^[\s\S]{4}ftyp(avif|avis|heic|heix|hevc|mif1|msf1)/.test(text)) return 'heif';
  return null;
}

export function isWebp(start: Uint8Array): boolean {
  return pictureFormat(start) === 'webp';
}
