/** The tokens file: users, their roles and their sources. It has hashes of tokens, never tokens. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isName, parseSettings } from './settings-file.ts';
import { ROLES } from './viewer.ts';

/** A larger file is refused. */
export const TOKENS_FILE_BYTES_MAX = 4 * 1024 * 1024;

const name = z.string().refine(isName, 'is not a valid name');

const entrySchema = z.strictObject({
  name,
  role: z.enum(ROLES as readonly ['reader', 'annotator', 'administrator']),
  /** Absent: all sources. */
  sources: z.array(z.string()).optional(),
  /** SHA-256 of the token, in hexadecimal. If absent, the name comes from a proxy. */
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in hexadecimal')
    .optional(),
});

const fileSchema = z.strictObject({
  format: z.literal('case-access-tokens'),
  version: z.literal(1),
  entries: z.array(entrySchema),
});

export type TokenEntry = z.infer<typeof entrySchema>;

/** Throws an Error whose message follows the file name. */
export function parseTokenFile(text: string): readonly TokenEntry[] {
  const { entries } = parseSettings(fileSchema, text);
  const names = new Set<string>();
  for (const entry of entries) {
    if (names.has(entry.name)) throw new Error(`has two entries with the name ${JSON.stringify(entry.name)}`);
    names.add(entry.name);
  }
  return entries;
}

export function printTokenFile(entries: readonly TokenEntry[]): string {
  return `${JSON.stringify({ format: 'case-access-tokens', version: 1, entries }, null, 2)}\n`;
}

export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
