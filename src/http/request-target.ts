/**
 * The parts of a request line, decoded strictly: what is not valid percent-encoding of UTF-8 is an error, never a guess.
 * Bytes over 127 that a client sends as they are (a terminal's `curl '…?q=ação'`) are taken as the UTF-8 they are.
 */
import { AppError } from '../shared/errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Throws AppError INVALID_REQUEST, naming `what`. */
export function decodeComponent(raw: string, what: string): string {
  try {
    // Node hands out the bytes of the request line as Latin-1.
    return decodeURIComponent(/[\x80-\xff]/.test(raw) ? utf8.decode(Buffer.from(raw, 'latin1')) : raw);
  } catch {
    throw new AppError('INVALID_REQUEST', `${what} is not valid percent-encoded UTF-8.`);
  }
}

/** The parameters of a query string. A plus sign is a space. Throws AppError INVALID_REQUEST for a name given twice. */
export function parseQueryString(raw: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const pair of raw.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const rawName = equals === -1 ? pair : pair.slice(0, equals);
    const rawValue = equals === -1 ? '' : pair.slice(equals + 1);
    const name = decodeComponent(rawName.replaceAll('+', ' '), 'The name of a query parameter');
    const shown = JSON.stringify(name.slice(0, 80));
    if (parameters.has(name)) throw new AppError('INVALID_REQUEST', `The query parameter ${shown} is given twice.`);
    parameters.set(name, decodeComponent(rawValue.replaceAll('+', ' '), `The query parameter ${shown}`));
  }
  return parameters;
}

/** The path and query of a request target, or null where it is none: `/a?b`, `http://host/a?b`. */
export function originForm(target: string): string | null {
  if (target.startsWith('/')) return target;
  try {
    const url = new URL(target);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.pathname + url.search : null;
  } catch {
    return null;
  }
}
