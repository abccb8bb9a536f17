/**
 * Detects requests from foreign web pages. Browsers send `Origin`, or else `Sec-Fetch-Site`, and pages cannot change either.
 * Programs send neither.
 */
export interface OriginHeaders {
  readonly origin: string | undefined;
  readonly secFetchSite: string | undefined;
  readonly host: string | undefined;
}

/** The scheme is ignored because it differs behind a proxy. */
export function isForeign({ origin, secFetchSite, host }: OriginHeaders): boolean {
  if (origin === undefined) return secFetchSite?.trim().toLowerCase() === 'cross-site';
  return host === undefined || !isSameOrigin(origin, host);
}

/** A host without a port has the default port of the page's scheme. */
function isSameOrigin(origin: string, host: string): boolean {
  try {
    const page = new URL(origin);
    const own = new URL(`${page.protocol}//${host}`);
    const isWeb = page.protocol === 'http:' || page.protocol === 'https:';
    return isWeb && trimmed(page.hostname) === trimmed(own.hostname) && page.port === own.port;
  } catch {
    return false;
  }
}

function trimmed(name: string): string {
  return name.replace(/\.$/, '');
}
