/** Embeds pictures in a page if browsers support their format. */

/** The first bytes in hexadecimal; `.` is any digit. */
const FORMATS: readonly (readonly [type: string, magic: RegExp])[] = [
  ['png', /^89504e470d0a1a0a/],
  ['jpeg', /^ffd8ff/],
  ['gif', /^474946383[79]61/],
  ['webp', /^52494646.{8}57454250/],
];
const MAGIC_BYTES = 12;

/** Returns a `data:` URL, or null for other formats. */
export function pictureAddress(bytes: Uint8Array): string | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const start = buffer.toString('hex', 0, MAGIC_BYTES);
  const format = FORMATS.find(([, magic]) => magic.test(start));
  return format === undefined ? null : `data:image/${format[0]};base64,${buffer.toString('base64')}`;
}

export function pictureElement(bytes: Uint8Array): string | null {
  const address = pictureAddress(bytes);
  return address === null ? null : `<img alt="" src="${address}">`;
}
