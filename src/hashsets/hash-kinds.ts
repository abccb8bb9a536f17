/** Kinds of hashes in sets, distinguished by length. */

export const HASH_KINDS = ['md5', 'sha-1', 'sha-256'] as const;
export type HashKind = (typeof HASH_KINDS)[number];

export const HASH_BYTES: Readonly<Record<HashKind, number>> = { md5: 16, 'sha-1': 20, 'sha-256': 32 };

/** Names of properties, and of columns in lists, that contain hashes. */
export const HASH_NAME = /^(?:hash|md5|sha-?1|sha-?256)$/i;

/** The longest hash in hexadecimal digits. */
export const DIGITS_MAX = 64;

const KIND_OF_DIGITS: Readonly<Record<number, HashKind>> = { 32: 'md5', 40: 'sha-1', 64: 'sha-256' };

/** Returns null if no kind has this number of digits. */
export function kindOfDigits(count: number): HashKind | null {
  return KIND_OF_DIGITS[count] ?? null;
}

const NIBBLES = new Int8Array(256).fill(-1);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  NIBBLES[digit.charCodeAt(0)] = value;
  NIBBLES[digit.toUpperCase().charCodeAt(0)] = value;
}

/** Writes the bytes of hexadecimal digits into `target`. Returns false if a character is not a digit. */
export function writeHex(text: string, target: Uint8Array, at: number): boolean {
  for (let i = 0; i < text.length; i += 2) {
    const high = NIBBLES[text.charCodeAt(i)] ?? -1;
    const low = NIBBLES[text.charCodeAt(i + 1)] ?? -1;
    if ((high | low) < 0) return false;
    target[at++] = (high << 4) | low;
  }
  return true;
}
