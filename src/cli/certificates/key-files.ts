/** Keys of certificates in files. */
import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { AppError } from '../../shared/errors.ts';

/** Returns null if no file is given. Throws AppError USAGE. */
export async function readPrivateKey(file: string | undefined): Promise<KeyObject | null> {
  if (file === undefined) return null;
  const { parsePrivateKey } = await import('../../certificates/signing.ts');
  return readKey(file, parsePrivateKey, 'private key that "key new" made');
}

/** The same for a public key. */
export async function readPublicKey(file: string | undefined): Promise<KeyObject | null> {
  if (file === undefined) return null;
  const { parsePublicKey } = await import('../../certificates/signing.ts');
  return readKey(file, parsePublicKey, 'public key (FILE.pub) that "key new" made');
}

async function readKey(file: string, parse: (pem: string) => KeyObject, what: string): Promise<KeyObject> {
  try {
    return parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new AppError('USAGE', `The key ${file} cannot be used: give a ${what}.`, { cause });
  }
}
