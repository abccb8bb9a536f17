/** Client of an OpenID provider: sign-in addresses, claims, renewal, sign-out. */
import * as oidc from 'openid-client';
import { AppError } from '../../shared/errors.ts';
import type { OidcSettings } from './oidc-file.ts';
import type { PendingSignIn } from './pending-sign-ins.ts';
import type { Claims } from './viewer-of-claims.ts';

/** Time limit for an answer of the provider. */
const ANSWER_SECONDS_MAX = 10;

/** A provider's grant: the tokens for later requests. */
export interface Grant {
  readonly subject: string;
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** Identifies the session to end at the provider. */
  readonly idToken: string | undefined;
  readonly claims: Claims;
}

export class OidcProvider {
  readonly #settings: OidcSettings;
  #discovery: Promise<oidc.Configuration> | null = null;

  constructor(settings: OidcSettings) {
    this.#settings = settings;
  }

  /** Fetches the provider's description. Throws AppError ACCESS_UNKNOWN. */
  async check(): Promise<void> {
    await this.#configuration();
  }

  /** Returns the sign-in address. Throws AppError ACCESS_UNKNOWN. */
  async addressOf(state: string, { verifier, nonce }: PendingSignIn): Promise<URL> {
    const { redirectUri, scope } = this.#settings;
    return oidc.buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: redirectUri,
      scope,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
  }

  /** Exchanges the code in a query for a grant; null if the provider refuses. Throws AppError ACCESS_UNKNOWN. */
  async redeem(search: string, state: string, { verifier, nonce }: PendingSignIn): Promise<Grant | null> {
    const configuration = await this.#configuration();
    const address = new URL(this.#settings.redirectUri);
    address.search = search;
    return answered(async () => {
      const tokens = await oidc.authorizationCodeGrant(configuration, address, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      return this.#grantOf(configuration, tokens, claims.sub, claims);
    });
  }

  /** Returns the current claims of a signed-in user; null if the provider has revoked access. Throws AppError ACCESS_UNKNOWN. */
  async renew({ subject, accessToken, refreshToken, idToken, claims }: Grant): Promise<Grant | null> {
    const configuration = await this.#configuration();
    return answered(async () => {
      if (refreshToken === undefined) {
        const tokens = { access_token: accessToken, ...(idToken !== undefined && { id_token: idToken }) };
        return this.#grantOf(configuration, tokens, subject, claims);
      }
      const tokens = await oidc.refreshTokenGrant(configuration, refreshToken);
      const renewed = { refresh_token: refreshToken, ...(idToken !== undefined && { id_token: idToken }), ...tokens };
      return this.#grantOf(configuration, renewed, subject, { ...claims, ...tokens.claims() });
    });
  }

  /** Returns the sign-out address; null if the provider has none or cannot be reached. */
  async endAddressOf({ idToken }: Grant): Promise<URL | null> {
    const configuration = await this.#configuration().catch(() => null);
    if (configuration?.serverMetadata().end_session_endpoint === undefined) return null;
    const { signedOutUri } = this.#settings;
    const address = oidc.buildEndSessionUrl(configuration, {
      ...(idToken === undefined ? {} : { id_token_hint: idToken }),
      ...(signedOutUri === undefined ? {} : { post_logout_redirect_uri: signedOutUri }),
    });
    return /^https?:$/.test(address.protocol) ? address : null;
  }

  /** Claims are in the ID token or at the user info endpoint. The endpoint also knows whether the token is still valid. */
  async #grantOf(
    configuration: oidc.Configuration,
    tokens: { readonly access_token: string; readonly refresh_token?: string; readonly id_token?: string },
    subject: string,
    claims: Claims,
  ): Promise<Grant> {
    const userInfo = await oidc.fetchUserInfo(configuration, tokens.access_token, subject);
    return {
      subject,
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token,
      idToken: tokens.id_token,
      claims: { ...claims, ...userInfo },
    };
  }

  async #configuration(): Promise<oidc.Configuration> {
    this.#discovery ??= this.#discover();
    try {
      return await this.#discovery;
    } catch (cause) {
      this.#discovery = null;
      throw unavailable(cause);
    }
  }

  #discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const isInsecure = new URL(issuer).protocol === 'http:';
    return oidc.discovery(
      new URL(issuer),
      clientId,
      undefined,
      clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
      { timeout: ANSWER_SECONDS_MAX, ...(isInsecure ? { execute: [oidc.allowInsecureRequests] } : {}) },
    );
  }
}

/** Returns null if the provider refuses. Other failures mean that it cannot be reached. */
async function answered<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (isRefusal(error)) return null;
    throw unavailable(error);
  }
}

function isRefusal(error: unknown): boolean {
  if (error instanceof oidc.AuthorizationResponseError) return true;
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.WWWAuthenticateChallengeError)
    return error.status < 500;
  return false;
}

function unavailable(cause: unknown): AppError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new AppError(
    'ACCESS_UNKNOWN',
    `The sign-in provider gave no usable answer: ${reason}. Try again, or check that it is running.`,
    { cause },
  );
}
