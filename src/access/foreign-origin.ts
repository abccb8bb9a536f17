/**
 * Whether a request was made by a web page that is not ours. Browsers say so themselves, and pages cannot change what they say:
 * `Origin`, or where that is absent `Sec-Fetch-Site`. Programs send neither.
 */
export interface OriginHeaders {
  readonly origin: string | undefined;
  readonly secFetchSite: string | undefined;
  readonly host: string | undefined;
}

/** The scheme does not count: behind a proxy it is another one. */
export function isForeign({ origin, secFetchSite, host }: OriginHeaders): boolean {
  if (origin === undefined) return secFetchSite?.trim().toLowerCase() === 'cross-site';
  return host === undefined || !isSameOrigin(origin, host);
}

/** A host without a port has the default one of the scheme of the page. */
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
