/** The parts of a request line, decoded strictly: invalid percent-encoding of UTF-8 is an error, never a guess. */
import { AppError } from '../../shared/errors.ts';

/** Throws AppError INVALID_REQUEST, naming `what`. */
export function decodeComponent(raw: string, what: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    throw new AppError('INVALID_REQUEST', `${what} is not valid percent-encoded UTF-8.`);
  }
}

/**
 * The parameters of a query string. A plus sign is a space. Those in `repeated` are lists. Throws AppError INVALID_REQUEST for
 * another name given twice.
 */
export function parseQueryString(raw: string, repeated: readonly string[] = []): Map<string, string | string[]> {
  const parameters = new Map<string, string | string[]>();
  for (const pair of raw.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const rawName = equals === -1 ? pair : pair.slice(0, equals);
    const rawValue = equals === -1 ? '' : pair.slice(equals + 1);
    const name = decodeComponent(rawName.replaceAll('+', ' '), 'The name of a query parameter');
    const shown = JSON.stringify(name.slice(0, 80));
    const value = decodeComponent(rawValue.replaceAll('+', ' '), `The query parameter ${shown}`);
    const known = parameters.get(name);
    if (Array.isArray(known)) known.push(value);
    else if (known !== undefined) {
      throw new AppError('INVALID_REQUEST', `The query parameter ${shown} is given twice.`);
    } else parameters.set(name, repeated.includes(name) ? [value] : value);
  }
  return parameters;
}

/** The path and query of a request target, or null if it is invalid: `/a?b`, `http://host/a?b`. */
export function originForm(target: string): string | null {
  if (target.startsWith('/')) return target;
  try {
    const url = new URL(target);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.pathname + url.search : null;
  } catch {
    return null;
  }
}

/** The host and port of a request target that names them, `a:1` of `http://a:1/b`; null for others. */
export function authorityOf(target: string): string | null {
  return /^https?:\/\/([^/?#\\]*)/i.exec(target)?.[1] ?? null;
}
