/** Checks addresses without check digits, by their form alone. */
import { isIP } from 'node:net';

/** RFC 5321 limits the parts of an address. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || local.length > 64 || text.length > 254 || /^\.|\.\.|\.$/.test(local)) return false;
  const labels = domain.split('.');
  return (
    labels.length > 1 &&
    labels.every((label) => /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u.test(label)) &&
    /^(?:\p{L}{2,}|xn--.+)$/iu.test(labels.at(-1)!)
  );
}

/**
 * 7 to 15 digits (E.164), written as a telephone number: with +, 00, brackets or separators. Excludes dates and IP addresses.
 */
export function isPhone(text: string): boolean {
  const count = text.replace(/[^0-9]/g, '').length;
  if (count < 7 || count > 15 || !/^[+(]|^00|[ ().\-/]/.test(text)) return false;
  if (/[ .\-/]{3}|\)[^(]*\)|\([^)]*(?:\(|$)/.test(text) || /^[^(]*\)/.test(text)) return false;
  return !/^(?:\d{4}[.\-/]\d\d?[.\-/]\d\d?|\d\d?[.\-/]\d\d?[.\-/]\d{4})(?:\D|$)/.test(text) && isIP(text) === 0;
}

/** Version 4 or 6, but not `::` alone. */
export function isIpAddress(text: string): boolean {
  return isIP(text) !== 0 && /[0-9a-f]/i.test(text);
}

/** Six bytes with one kind of separator, or three pairs of bytes. */
export function isMac(text: string): boolean {
  return /^[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}$|^(?:[0-9a-f]{4}\.){2}[0-9a-f]{4}$/i.test(text);
}
