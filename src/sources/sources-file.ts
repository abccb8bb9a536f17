/**
 * The sources file: a JSON array of `{id, path}`, on disk or behind an http(s) URL. Any fault in it is one clear line (AppError
 * USAGE), because a server without its sources would only appear to work.
 */
import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { z } from 'zod';
import { AppError } from '../shared/errors.ts';
import { type SourceDefinition, sourceSchema } from './source-definition.ts';

export const SOURCES_FILE_BYTES_MAX = 16 * 1024 * 1024;
const SOURCES_URL_MS_MAX = 30_000;

/**
 * The sources of the file in order, with `resolvedPath` relative to the file's folder, or to the working directory for a URL.
 * Throws AppError USAGE, in one line, for a file that is missing, unreadable, malformed or names an id twice.
 */
export async function loadSourcesFile(fileOrUrl: string): Promise<readonly SourceDefinition[]> {
  const isUrl = /^https?:\/\//i.test(fileOrUrl);
  const text = isUrl ? await readUrl(fileOrUrl) : await readLocal(fileOrUrl);
  const baseDir = isUrl ? process.cwd() : dirname(resolve(fileOrUrl));
  return parseSources(text, fileOrUrl, baseDir);
}

function parseSources(text: string, origin: string, baseDir: string): readonly SourceDefinition[] {
  let json: unknown;
  try {
    // Windows editors write a byte order mark first, which JSON.parse rejects.
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw fault(origin, `is not valid JSON (${oneLine(cause)})`, cause);
  }
  if (!Array.isArray(json)) throw fault(origin, 'is not a JSON array of {"id", "path"} objects');
  const ids = new Set<string>();
  const mappings = new Map<string | undefined, string>();
  return json.map((entry: unknown, index) => {
    const source = parseEntry(entry, origin, index, baseDir);
    if (ids.has(source.id)) throw fault(origin, `names the source ${JSON.stringify(source.id)} twice`);
    ids.add(source.id);
    refuseSecondMapping(source, mappings, origin);
    return source;
  });
}

/** Two sources on one path share an index, and so their mapping and their engine. */
function refuseSecondMapping(
  { path, resolvedPath, mapping, engine }: SourceDefinition,
  mappings: Map<string | undefined, string>,
  origin: string,
): void {
  const spelled = JSON.stringify([mapping, engine]);
  if ((mappings.get(resolvedPath) ?? spelled) !== spelled) {
    throw fault(origin, `has two mappings or engines for the path ${JSON.stringify(path)}; they must be the same`);
  }
  mappings.set(resolvedPath, spelled);
}

function parseEntry(entry: unknown, origin: string, index: number, baseDir: string): SourceDefinition {
  const { data, error } = sourceSchema.safeParse(entry);
  if (data === undefined) throw fault(origin, findingOf(error.issues[0]!, index + 1));
  const { mapping, engine } = entry as { readonly mapping?: unknown; readonly engine?: unknown };
  if (engine !== undefined && typeof engine !== 'string') {
    throw fault(origin, `has an "engine" in entry ${index + 1} that is not a string`);
  }
  return {
    ...data,
    resolvedPath: resolve(baseDir, data.path),
    ...(mapping === undefined ? {} : { mapping }),
    ...(engine === undefined ? {} : { engine }),
  };
}

/** The fault of an entry, by its first invalid member. */
function findingOf({ code, message, path: [member] }: z.core.$ZodIssue, entry: number): string {
  if (member === undefined) return `has no {"id", "path"} object in entry ${entry}`;
  if (code !== 'custom') return `has no string "${String(member)}" in entry ${entry}`;
  return `has ${member === 'id' ? 'an' : 'a'} "${String(member)}" in entry ${entry} that ${message}`;
}

async function readLocal(file: string): Promise<string> {
  try {
    const stats = await stat(file);
    if (!stats.isFile()) throw fault(file, 'is not a file');
    if (stats.size > SOURCES_FILE_BYTES_MAX) throw fault(file, `is larger than ${SOURCES_FILE_BYTES_MAX} bytes`);
    return await readFile(file, 'utf8');
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const code = (cause as NodeJS.ErrnoException).code;
    throw fault(file, code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? oneLine(cause)})`, cause);
  }
}

async function readUrl(url: string): Promise<string> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(SOURCES_URL_MS_MAX),
    });
    if (!response.ok) throw fault(url, `was answered with status ${response.status}`);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > SOURCES_FILE_BYTES_MAX) throw fault(url, `is larger than ${SOURCES_FILE_BYTES_MAX} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (cause instanceof Error && cause.name === 'TimeoutError') {
      throw fault(url, `did not arrive within ${SOURCES_URL_MS_MAX / 1000} seconds`, cause);
    }
    const deeper = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause;
    throw fault(url, `cannot be fetched (${oneLine(deeper)})`, cause);
  }
}

function fault(origin: string, finding: string, cause?: unknown): AppError {
  return new AppError('USAGE', `The sources file ${oneLine(origin)} ${finding}.`, { cause });
}

function oneLine(value: unknown): string {
  const text = value instanceof Error ? value.message : String(value);
  return text.replace(/\s+/g, ' ').trim();
}
