/** The contents of a certificate, and its parser. docs/certificates.md explains it. */
import { z } from 'zod';

const hash = z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in hexadecimal');
const count = z.int().min(0);

/** The requested set, as in docs/http-api.md. A member that was not given is null or an empty list. */
export const certifiedQueryShape = {
  q: z.string(),
  canonical: z.string(),
  defaultOperator: z.enum(['AND', 'OR']),
  fields: z.array(z.string()).nullable(),
  syntax: z.enum(['iped', 'dtsearch', 'dtsearch-noise', 'relativity', 'relativity-noise', 'nuix']).nullable(),
  /** The time zone of dates without an offset; UTC if absent, as in certificates of earlier releases. */
  timeZone: z.string().optional(),
  /** Present only if `q`, or each line of the list, is entirely literal text. */
  literal: z.literal(true).optional(),
  expand: z.array(z.enum(['children', 'parents', 'family', 'duplicates', 'thread', 'neardup'])),
  collapse: z.string().nullable(),
  bbox: z.string().nullable(),
  filter: z.array(z.string()),
};

export const certificateShape = {
  format: z.literal('case-access-certificate'),
  version: z.literal(1),
  query: z.strictObject(certifiedQueryShape),
  sources: z.array(
    z.strictObject({
      id: z.string(),
      caseIdentity: hash,
      items: count,
      searchable: count,
      unreadable: z.strictObject({ count, digest: hash }),
      indexIdentity: z.string(),
    }),
  ),
  bookmarks: z.array(z.strictObject({ name: z.string().nullable(), items: count, digest: hash })),
  /** Sets of hashes in the query, with their digests. */
  hashSets: z.array(z.strictObject({ name: z.string(), digest: hash })).optional(),
  /** Present only for a search term report. In that case `total` and `digest` cover the items that any line finds. */
  report: z
    .strictObject({ queries: count, failed: count, list: hash, digest: hash, hinted: count.optional() })
    .optional(),
  total: count,
  digest: hash,
  /** Parts of the query that were probably not searched as intended. Absent in certificates of older programs. */
  hints: z.array(z.string()).optional(),
  complete: z.boolean(),
  program: z.string(),
  analysis: z.string(),
  time: z.string(),
  who: z.string().nullable(),
  publicKey: z.string().nullable(),
  signature: z.string().nullable(),
};

const certificateSchema = z.strictObject(certificateShape);

export type Certificate = z.infer<typeof certificateSchema>;
export type CertifiedQuery = Certificate['query'];
export type CertifiedSource = Certificate['sources'][number];
export type CertifiedReport = NonNullable<Certificate['report']>;

/** Throws an Error with a message that follows the name of the file. */
export function parseCertificate(text: string): Certificate {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Error(`is not valid JSON: ${(error as Error).message}`);
  }
  const { data, error } = certificateSchema.safeParse(json);
  if (data !== undefined) return data;
  const { path, message } = error.issues[0]!;
  throw new Error(`is not a certificate: ${path.join('.') || 'it'} ${message}`);
}
