/** Checks the signature of a certificate. */
import type { KeyObject } from 'node:crypto';
import type { Certificate } from '../../certificates/certificate.ts';
import { isSignatureSound, publicText } from '../../certificates/signing.ts';

/** `key` is the key of the required signer. Null allows any signer. */
export function signatureFindings(certificate: Certificate, key: KeyObject | null): string[] {
  const { publicKey, signature } = certificate;
  if (publicKey === null && signature === null) return key === null ? [] : ['the certificate is not signed'];
  if (key !== null && publicKey !== publicText(key)) return ['the certificate is signed with another key'];
  return isSignatureSound(certificate)
    ? []
    : ['the signature does not match this certificate: it was changed, or signed by somebody else'];
}
