/** Keys and signatures: Ed25519 over JSON in the form of RFC 8785. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto';
import { canonicalJson } from '../shared/canonical-json.ts';

export interface Signed {
  /** Base64 of the key in DER (SPKI); null if it is not signed. */
  readonly publicKey: string | null;
  /** Base64. */
  readonly signature: string | null;
}

/** Both in PEM: the private key in PKCS #8, the public one in SPKI. */
export function newKeyPair(): { readonly privateKey: string; readonly publicKey: string } {
  return generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}

/** Throws an Error for anything but a private key for Ed25519. */
export function parsePrivateKey(pem: string): KeyObject {
  return ofEd25519(createPrivateKey(pem));
}

/** The same for a public key. */
export function parsePublicKey(pem: string): KeyObject {
  return ofEd25519(createPublicKey(pem));
}

function ofEd25519(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('is not an Ed25519 key');
  return key;
}

export function publicText(key: KeyObject): string {
  const shown = key.type === 'private' ? createPublicKey(key) : key;
  return shown.export({ type: 'spki', format: 'der' }).toString('base64');
}

/** Returns `document` with `publicKey` and `signature`. Both are null without a key. */
export function signed<T extends object>(document: T, key: KeyObject | null): T & Signed {
  if (key === null) return { ...document, publicKey: null, signature: null };
  const whole = { ...document, publicKey: publicText(key) };
  return { ...whole, signature: signBytes(null, Buffer.from(canonicalJson(whole)), key).toString('base64') };
}

/** Whether the signature matches the key in the document and the rest of the document. */
export function isSignatureSound(document: Signed): boolean {
  const { signature, ...rest } = document;
  if (signature === null || rest.publicKey === null) return false;
  try {
    const der = Buffer.from(rest.publicKey, 'base64');
    const key = ofEd25519(createPublicKey({ key: der, type: 'spki', format: 'der' }));
    // Base64 has several spellings of the same bytes; only ours is valid.
    const bytes = Buffer.from(signature, 'base64');
    const isSpelled = bytes.toString('base64') === signature && publicText(key) === rest.publicKey;
    return isSpelled && verifyBytes(null, Buffer.from(canonicalJson(rest)), key, bytes);
  } catch {
    return false;
  }
}
