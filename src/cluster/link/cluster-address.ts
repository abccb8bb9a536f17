/**
 * The address and credentials of a cluster. Plain data, so that it can be sent to a process. Never part of a message for users.
 */
import { readFileSync } from 'node:fs';
import { AppError } from '../../shared/errors.ts';

export interface ClusterAddress {
  /** http(s) URLs without a user. */
  readonly nodes: readonly string[];
  /** The value of the header `Authorization`. */
  readonly authorization?: string;
  /** PEM of the authority that signed the nodes' certificates. */
  readonly ca?: string;
}

export interface EngineFiles {
  readonly authFile?: string;
  readonly caFile?: string;
}

const PREFIX = 'opensearch=';
export const AUTH_VARIABLE = 'CASE_ACCESS_ENGINE_AUTH';
const FILE_BYTES_MAX = 1 << 20;

/** Reads `opensearch=URL[,URL…]`. Throws AppError USAGE. */
export function parseEngine(text: string, files: EngineFiles = {}): ClusterAddress {
  if (!text.startsWith(PREFIX)) {
    throw new AppError(
      'USAGE',
      `The engine ${JSON.stringify(text)} is unknown; write opensearch=URL[,URL…], or remove it.`,
    );
  }
  const nodes = text.slice(PREFIX.length).split(',').map(nodeOf);
  const authorization = authorizationOf(files.authFile);
  return {
    nodes: [...new Set(nodes)],
    ...(authorization === null ? {} : { authorization }),
    ...(files.caFile === undefined ? {} : { ca: read(files.caFile, '--engine-ca') }),
  };
}

function nodeOf(text: string): string {
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new AppError(
      'USAGE',
      'The address of an engine is not an http or https URL; write opensearch=https://HOST:PORT.',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new AppError(
      'USAGE',
      'The address of an engine contains a user; put user:password into the file of --engine-auth.',
    );
  }
  return url.href.replace(/\/$/, '');
}

/** Reads one line: `user:password`, or `Bearer TOKEN` or `ApiKey KEY`, which stay unchanged. */
function authorizationOf(file: string | undefined): string | null {
  const text = (file === undefined ? (process.env[AUTH_VARIABLE] ?? '') : read(file, '--engine-auth')).trim();
  if (text === '') return null;
  if (/[\r\n]/.test(text))
    throw new AppError('USAGE', 'The file of --engine-auth must have one line: user:password or Bearer TOKEN.');
  if (/^(Bearer|ApiKey|Basic) \S+$/.test(text)) return text;
  if (!text.includes(':'))
    throw new AppError('USAGE', 'The file of --engine-auth has neither user:password nor Bearer TOKEN.');
  return `Basic ${Buffer.from(text, 'utf8').toString('base64')}`;
}

function read(file: string, option: string): string {
  try {
    const bytes = readFileSync(file);
    if (bytes.length > FILE_BYTES_MAX)
      throw new AppError('USAGE', `The file of ${option} is larger than ${FILE_BYTES_MAX} bytes.`);
    return bytes.toString('utf8');
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const code = (cause as NodeJS.ErrnoException).code ?? 'error';
    throw new AppError('USAGE', `The file of ${option} cannot be read (${code}).`, { cause });
  }
}
