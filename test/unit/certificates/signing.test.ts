/** A signature is valid for one key and one text, and has only one valid spelling. */
import { expect, test } from '@jest/globals';
import { isSignatureSound, newKeyPair, parsePrivateKey, signed } from '../../../src/certificates/signing.ts';

const key = parsePrivateKey(newKeyPair().privateKey);
const document = signed({ total: 17, digest: 'abc' }, key);

test('a signature is valid, but not for another text or key', () => {
  expect(isSignatureSound(document)).toBe(true);
  expect(isSignatureSound({ ...document, total: 18 } as typeof document)).toBe(false);
  const other = signed({ total: 17, digest: 'abc' }, parsePrivateKey(newKeyPair().privateKey));
  expect(isSignatureSound({ ...document, publicKey: other.publicKey })).toBe(false);
  expect(isSignatureSound(signed({ total: 17 }, null))).toBe(false);
});

test('the same bytes in another spelling of Base64 are not a valid signature', () => {
  const spelled = document.signature!;
  const last = spelled.at(-3)!;
  // Four bits of this character have no meaning.
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const respelled = `${spelled.slice(0, -3)}${alphabet[alphabet.indexOf(last) ^ 1]}==`;
  expect(Buffer.from(respelled, 'base64')).toEqual(Buffer.from(spelled, 'base64'));
  expect(isSignatureSound({ ...document, signature: respelled })).toBe(false);
  expect(isSignatureSound({ ...document, signature: ` ${spelled}` })).toBe(false);
});
