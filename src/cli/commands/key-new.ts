/** `key new`: makes a pair of keys, to sign certificates and to check their signatures. */
import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { AppError } from '../../shared/errors.ts';
import { exitCodesHelp } from '../exit-codes.ts';

export function addKeyNew(parent: Command): void {
  parent
    .command('new')
    .description('make a key that signs certificates (Ed25519)')
    .requiredOption('--out <file>', 'file for the private key, for its owner only; the public one goes to FILE.pub')
    .addHelpText('after', EXAMPLES + exitCodesHelp)
    .action(async ({ out }: { readonly out: string }) => {
      const { newKeyPair } = await import('../../certificates/signing.ts');
      const { privateKey, publicKey } = newKeyPair();
      await writeNew(out, privateKey, 0o600);
      await writeNew(`${out}.pub`, publicKey, 0o644);
    });
}

/** An existing key is kept, because its signatures could no longer be verified. */
async function writeNew(file: string, text: string, mode: number): Promise<void> {
  await writeFile(file, text, { mode, flag: 'wx' }).catch((cause: NodeJS.ErrnoException) => {
    const finding =
      cause.code === 'EEXIST' ? 'already exists; give another --out' : `cannot be written (${cause.code})`;
    throw new AppError(cause.code === 'EEXIST' ? 'ALREADY_EXISTS' : 'USAGE', `The file ${file} ${finding}.`, { cause });
  });
}

const EXAMPLES = `
Examples:
  case-access key new --out expert.key
  case-access certify heron --case /cases/4711 --key expert.key --out heron.cert

Keep the private key to yourself. To check a signature, others need the public one, expert.key.pub. They must get it
from you, not from the certificate.
`;
