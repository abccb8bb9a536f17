/** `token new`: adds an entry to a tokens file, and shows its token, which is not stored. */
import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { hashOfToken, parseTokenFile, printTokenFile, type TokenEntry } from '../../access/token-file.ts';
import { ROLES, type Role } from '../../access/viewer.ts';
import { AppError } from '../../shared/errors.ts';
import { exitCodesHelp } from '../exit-codes.ts';
import type { Session } from '../session.ts';

interface TokenOptions {
  readonly tokens: string;
  readonly name: string;
  readonly role: Role;
  readonly source: readonly string[];
  readonly token: boolean;
}

const TOKEN_BYTES = 32;

export function addTokenNew(parent: Command, session: Session): void {
  parent
    .command('new')
    .description('write a new entry into a tokens file, and print its token')
    .requiredOption('--tokens <file>', 'the tokens file; created if missing, readable by its owner only')
    .requiredOption('--name <name>', 'user name in logs')
    .addOption(new Option('--role <role>', 'role of the user').choices(ROLES).makeOptionMandatory())
    .addOption(
      new Option('--source <id>', 'a source that the user may see; repeatable')
        .argParser((id: string, before: readonly string[]) => [...before, id])
        .default([], 'all'),
    )
    .option('--no-token', 'the name comes from a proxy (serve --user-header): nothing is printed')
    .addHelpText('after', EXAMPLES + exitCodesHelp)
    .action(async (options: TokenOptions) => {
      const token = options.token ? randomBytes(TOKEN_BYTES).toString('base64url') : null;
      await addEntry(options, token);
      if (token !== null) await session.terminal.write(`${token}\n`);
    });
}

async function addEntry({ tokens: file, name, role, source }: TokenOptions, token: string | null): Promise<void> {
  const entry: TokenEntry = {
    name,
    role,
    ...(source.length === 0 ? {} : { sources: [...source] }),
    ...(token === null ? {} : { hash: hashOfToken(token) }),
  };
  // The new file is written under another name and then renamed, so that no server reads half a file. Only one process can do
  // this at a time.
  const next = `${file}.new`;
  const handle = await open(next, 'wx', 0o600).catch((cause: unknown) => {
    throw unusable(next, cause);
  });
  try {
    const before = await readEntries(file);
    if (before.some((one) => one.name === name)) {
      throw new AppError(
        'ALREADY_EXISTS',
        `The tokens file ${file} has an entry ${JSON.stringify(name)} already: remove it first.`,
      );
    }
    const text = printTokenFile([...before, entry]);
    parseEntries(text, file);
    await handle.writeFile(text);
    await handle.sync();
    await rename(next, file);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

async function readEntries(file: string): Promise<readonly TokenEntry[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw unusable(file, cause);
  }
  return parseEntries(text, file);
}

function parseEntries(text: string, file: string): readonly TokenEntry[] {
  try {
    return parseTokenFile(text);
  } catch (cause) {
    throw new AppError('USAGE', `The tokens file ${file} ${(cause as Error).message}.`, { cause });
  }
}

function unusable(file: string, cause: unknown): AppError {
  const { code } = cause as NodeJS.ErrnoException;
  const finding =
    code === 'EEXIST'
      ? 'already exists: another token is being made, or an earlier attempt was interrupted; remove it then'
      : `cannot be used (${code})`;
  return new AppError('USAGE', `The file ${file} ${finding}.`, { cause });
}

const EXAMPLES = `
Examples:
  case-access token new --tokens tokens.json --name ana --role annotator
  case-access token new --tokens tokens.json --name lab --role reader --source laptop --source usb

The file contains only a hash of the token; the token itself is printed once, alone on a line. A running server reads the file again
when it changes: to revoke a token, remove its entry.
`;
