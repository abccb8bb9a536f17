/** JSON in the one form of RFC 8785, so that whoever hashes or signs it works on the same bytes. */
import canonicalize from 'canonicalize';

/** Of what JSON can say. Throws for half a surrogate pair, which the RFC forbids. */
export function canonicalJson(value: object): string {
  return canonicalize(value) ?? '';
}
