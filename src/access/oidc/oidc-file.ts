/** The settings file of `serve --oidc`: the provider, and the meaning of its claims. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { isLoopbackName } from '../allowed-hosts.ts';
import { parseSettings } from '../settings-file.ts';
import { ROLES } from '../viewer.ts';

/** A larger file is refused. */
export const OIDC_FILE_BYTES_MAX = 1024 * 1024;
/** The redirect path, below the address of the server. */
export const CALLBACK_PATH = '/session/oidc/callback';

const safeUrl = z.url().refine((text) => {
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname));
}, 'is not https (http only works for this machine itself)');
const claim = z.string().min(1);

const fileSchema = z.strictObject({
  format: z.literal('case-access-oidc'),
  version: z.literal(1),
  issuer: safeUrl,
  clientId: z.string().min(1),
  /** Absent: a public client. */
  clientSecret: z.string().min(1).optional(),
  redirectUri: safeUrl.refine(
    (text) => new URL(text).pathname.endsWith(CALLBACK_PATH),
    `does not end with ${CALLBACK_PATH}`,
  ),
  /**
   * The page after a sign-out at the provider. The provider must know this address. If absent, the provider shows its own page.
   */
  signedOutUri: safeUrl.optional(),
  scope: z.string().default('openid profile'),
  /** The claim with the user name for logs. */
  name: claim.default('preferred_username'),
  /** A claim and the roles that its values mean. If a user has several values, the highest role counts. */
  roles: z.strictObject({
    claim,
    values: z.record(z.string(), z.enum(ROLES as readonly ['reader', 'annotator', 'administrator'])),
  }),
  /** If absent, everyone with a role may see all sources. A user with several values may see the sources of each of them. */
  sources: z.strictObject({ claim, values: z.record(z.string(), z.array(z.string())) }).optional(),
  /** Seconds between two checks at the provider whether a user still has access. */
  checkSeconds: z.number().int().min(1).max(86_400).default(300),
});

export type OidcSettings = z.infer<typeof fileSchema>;

/** Throws an Error whose message follows the file name. */
export async function readOidcFile(file: string): Promise<OidcSettings> {
  const bytes = await readFile(file);
  if (bytes.length > OIDC_FILE_BYTES_MAX) throw new Error(`is larger than ${OIDC_FILE_BYTES_MAX} bytes`);
  return parseSettings(fileSchema, bytes.toString());
}
