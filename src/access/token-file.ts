/** The tokens file: who there is, in which role, for which sources. It has hashes of tokens, never tokens. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ROLES } from './viewer.ts';

/** A larger file is refused. */
export const TOKENS_FILE_BYTES_MAX = 4 * 1024 * 1024;
export const NAME_BYTES_MAX = 255;

const name = z
  .string()
  .refine(
    (text) => text !== '' && Buffer.byteLength(text) <= NAME_BYTES_MAX && !/[\p{Cc}\p{Cs}]/u.test(text),
    'is no name',
  );

const entrySchema = z.strictObject({
  name,
  role: z.enum(ROLES as readonly ['reader', 'annotator', 'administrator']),
  /** Absent: all sources. */
  sources: z.array(z.string()).optional(),
  /** SHA-256 of the token, in hexadecimal. Absent: the name comes from a proxy. */
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'is no SHA-256 in hexadecimal')
    .optional(),
});

const fileSchema = z.strictObject({
  format: z.literal('case-access-tokens'),
  version: z.literal(1),
  entries: z.array(entrySchema),
});

export type TokenEntry = z.infer<typeof entrySchema>;

/** Throws an Error that says what is wrong, to be said after the name of the file. */
export function parseTokenFile(text: string): readonly TokenEntry[] {
  const { data, error } = fileSchema.safeParse(parseJson(text));
  if (data === undefined) {
    const { path, message } = error.issues[0]!;
    throw new Error(`has a fault at ${path.join('.') || 'its beginning'}: ${message}`);
  }
  const names = new Set<string>();
  for (const entry of data.entries) {
    if (names.has(entry.name)) throw new Error(`has two entries of the name ${JSON.stringify(entry.name)}`);
    names.add(entry.name);
  }
  return data.entries;
}

export function printTokenFile(entries: readonly TokenEntry[]): string {
  return `${JSON.stringify({ format: 'case-access-tokens', version: 1, entries }, null, 2)}\n`;
}

export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`is not JSON: ${(error as Error).message}`);
  }
}
