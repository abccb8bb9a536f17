/** Decodes the parts of a request line strictly: invalid percent-encoding or UTF-8 is an error, never guessed. */
import { AppError } from '../../shared/errors.ts';
import { PARAMETERS_MAX } from '../limits.ts';

/** Throws AppError INVALID_REQUEST with `what`. */
export function decodeComponent(raw: string, what: string): string {
  if (!raw.includes('%')) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    throw new AppError('INVALID_REQUEST', `${what} is not valid percent-encoded UTF-8.`);
  }
}

/**
 * Parses a query string. A plus sign is a space. Names in `repeated` become lists. Throws AppError INVALID_REQUEST for another
 * repeated name.
 */
export function parseQueryString(raw: string, repeated: readonly string[] = []): Map<string, string | string[]> {
  const parameters = new Map<string, string | string[]>();
  const pairs = raw.split('&', PARAMETERS_MAX + 1);
  if (pairs.length > PARAMETERS_MAX) {
    throw new AppError('INVALID_REQUEST', `There are more than ${PARAMETERS_MAX} query parameters. Remove some.`);
  }
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const rawName = equals === -1 ? pair : pair.slice(0, equals);
    const rawValue = equals === -1 ? '' : pair.slice(equals + 1);
    const name = decodeComponent(spaced(rawName), 'The name of a query parameter');
    const shown = JSON.stringify(name.slice(0, 80));
    const value = decodeComponent(spaced(rawValue), `The query parameter ${shown}`);
    const known = parameters.get(name);
    if (Array.isArray(known)) known.push(value);
    else if (known !== undefined) {
      throw new AppError('INVALID_REQUEST', `The query parameter ${shown} is given twice.`);
    } else parameters.set(name, repeated.includes(name) ? [value] : value);
  }
  return parameters;
}

const PLUS = '+'.charCodeAt(0);
const SPACE = ' '.charCodeAt(0);
/** Longer texts are not decoded with `replaceAll`, which takes 100 ms for a million plus signs. */
const FEW_UNITS = 4096;

function spaced(text: string): string {
  if (!text.includes('+')) return text;
  if (text.length <= FEW_UNITS) return text.replaceAll('+', ' ');
  const bytes = Buffer.from(text, 'utf16le');
  for (let i = 0; i < bytes.length; i += 2) if (bytes[i] === PLUS && bytes[i + 1] === 0) bytes[i] = SPACE;
  return bytes.toString('utf16le');
}

/** Returns the path and query of a request target, or null if it is invalid: `/a?b`, `http://host/a?b`. */
export function originForm(target: string): string | null {
  if (target.startsWith('/')) return target;
  try {
    const url = new URL(target);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.pathname + url.search : null;
  } catch {
    return null;
  }
}

/** Returns the host and port of a request target that has them, such as `a:1` of `http://a:1/b`. Null for others. */
export function authorityOf(target: string): string | null {
  return /^https?:\/\/([^/?#\\]*)/i.exec(target)?.[1] ?? null;
}
