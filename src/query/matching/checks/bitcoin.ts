/** Bitcoin addresses: Base58Check, and segregated witness (BIP 173, BIP 350). */
import { createHash } from 'node:crypto';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const BECH32_SUM = 1;
const BECH32M_SUM = 0x2bc830a3;
/** Version, 20 bytes of hash, 4 of checksum. */
const BASE58_BYTES = 25;

export function isBitcoinAddress(text: string): boolean {
  return /^bc1/i.test(text) ? isWitnessAddress(text) : isBase58Address(text);
}

function isBase58Address(text: string): boolean {
  if (text.length < 26 || text.length > 35) return false;
  let number = 0n;
  for (const character of text) {
    const value = BASE58.indexOf(character);
    if (value < 0) return false;
    number = number * 58n + BigInt(value);
  }
  const hex = number.toString(16);
  if (hex.length > 2 * BASE58_BYTES) return false;
  const bytes = Buffer.from(hex.padStart(2 * BASE58_BYTES, '0'), 'hex');
  const leadingOnes = /^1*/.exec(text)![0].length;
  if (bytes.findIndex((byte) => byte !== 0) !== leadingOnes) return false;
  if (bytes[0] !== 0 && bytes[0] !== 5) return false;
  const sha256 = (part: Uint8Array): Buffer => createHash('sha256').update(part).digest();
  return sha256(sha256(bytes.subarray(0, 21)))
    .subarray(0, 4)
    .equals(bytes.subarray(21));
}

function isWitnessAddress(text: string): boolean {
  const lower = text.toLowerCase();
  if ((text !== lower && text !== text.toUpperCase()) || lower.length < 14 || lower.length > 74) return false;
  const values = [...lower.slice(3)].map((character) => BECH32.indexOf(character));
  if (values.includes(-1)) return false;
  // The first value is the version. Version 0 has the older checksum, and a program of 20 or 32 bytes.
  const version = values[0]!;
  const bits = 5 * (values.length - 7);
  const bytes = Math.floor(bits / 8);
  if (version > 16 || bits % 8 > 4 || bytes < 2 || bytes > 40) return false;
  if ((values.at(-7)! & ((1 << (bits % 8)) - 1)) !== 0) return false;
  if (version === 0 && bytes !== 20 && bytes !== 32) return false;
  const prefix = [...'bc'].map((character) => character.charCodeAt(0));
  const sum = polymod([...prefix.map((code) => code >> 5), 0, ...prefix.map((code) => code & 31), ...values]);
  return sum === (version === 0 ? BECH32_SUM : BECH32M_SUM);
}

function polymod(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (let i = 0; i < 5; i++) if ((top >>> i) & 1) sum ^= GENERATORS[i]!;
  }
  return sum;
}
