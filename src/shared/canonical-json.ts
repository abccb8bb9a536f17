/** JSON in the canonical form of RFC 8785, so that hashes and signatures are over the same bytes everywhere. */
import canonicalize from 'canonicalize';

/** `value` must be JSON data. Throws for an unpaired surrogate, which the RFC forbids. */
export function canonicalJson(value: object): string {
  return canonicalize(value) ?? '';
}
