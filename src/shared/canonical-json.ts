/** JSON in the one form of RFC 8785, so that whoever hashes or signs it works on the same bytes. */
import canonicalize from 'canonicalize';

/** Of what JSON can say. Half a surrogate pair, which the RFC forbids, is written as an escape, `\ud800`. */
export function canonicalJson(value: object): string {
  return canonicalize(value) ?? '';
}
