/** Users signed in by an OpenID provider, as long as it confirms them. */
import * as oidc from 'openid-client';
import type { SessionHolder } from '../sessions.ts';
import type { OidcSettings } from './oidc-file.ts';
import { type Grant, OidcProvider } from './oidc-provider.ts';
import { PendingSignIns } from './pending-sign-ins.ts';
import { type NamedViewer, viewerOfClaims } from './viewer-of-claims.ts';

/** The page's own addresses are far shorter. A longer one is dropped. */
const RETURN_QUERY_UNITS_MAX = 4096;

/** Result of a sign-in: the session's owner, or the reason for a refusal. */
export type SignIn =
  | { readonly holder: SignedInUser; readonly viewer: NamedViewer; readonly returnQuery: string }
  | { readonly fault: 'forgotten' | 'refused' | 'no-role' };

export class OidcUsers {
  /** The provider's host, for display. */
  readonly providerName: string;
  readonly #settings: OidcSettings;
  readonly #provider: OidcProvider;
  readonly #pending = new PendingSignIns();
  readonly #onFault: (fault: Error) => void;
  readonly #now: () => number;

  /** `onFault` is called each time the provider cannot be reached. */
  constructor(
    settings: OidcSettings,
    onFault: (fault: Error) => void = () => undefined,
    now: () => number = () => performance.now(),
  ) {
    this.#onFault = onFault;
    this.#settings = settings;
    this.#provider = new OidcProvider(settings);
    this.providerName = new URL(settings.issuer).host;
    this.#now = now;
  }

  /** Throws AppError ACCESS_UNKNOWN. */
  check(): Promise<void> {
    return this.#provider.check();
  }

  /** Returns the sign-in address and the content of the cookie until the user returns. Throws AppError ACCESS_UNKNOWN. */
  async begin(returnQuery: string): Promise<{ readonly address: URL; readonly secret: string }> {
    const isQuery = returnQuery.startsWith('?') && returnQuery.length <= RETURN_QUERY_UNITS_MAX;
    const state = oidc.randomState();
    const pending = {
      verifier: oidc.randomPKCECodeVerifier(),
      nonce: oidc.randomNonce(),
      returnQuery: isQuery ? returnQuery : '',
    };
    const address = await this.#provider.addressOf(state, pending);
    return { address, secret: this.#pending.begin(state, pending) };
  }

  /** `search` is the query with which the browser returns. Throws AppError ACCESS_UNKNOWN. */
  async finish(search: string, secret: string): Promise<SignIn> {
    const state = new URLSearchParams(search).get('state') ?? '';
    const pending = this.#pending.take(state, secret);
    if (pending === null) return { fault: 'forgotten' };
    const grant = await this.#provider.redeem(search, state, pending).catch((fault: Error) => {
      this.#onFault(fault);
      throw fault;
    });
    if (grant === null) return { fault: 'refused' };
    const viewer = viewerOfClaims(grant.claims, this.#settings);
    if (viewer === null) return { fault: 'no-role' };
    const holder = new SignedInUser(this.#provider, this.#settings, grant, this.#now);
    return { holder, viewer, returnQuery: pending.returnQuery };
  }
}

/** A signed-in user. A request checks with the provider again if the last check is too old. */
export class SignedInUser implements SessionHolder {
  readonly #provider: OidcProvider;
  readonly #settings: OidcSettings;
  readonly #now: () => number;
  #grant: Grant | null;
  #askedAt: number;
  #asking: Promise<void> | null = null;

  constructor(provider: OidcProvider, settings: OidcSettings, grant: Grant, now: () => number) {
    this.#provider = provider;
    this.#settings = settings;
    this.#grant = grant;
    this.#now = now;
    this.#askedAt = now();
  }

  /** All sessions of a user share one owner. */
  get owner(): string {
    return `oidc ${this.#grant?.subject ?? ''}`;
  }

  /**
   * Returns null if the provider no longer confirms the user. Throws AppError ACCESS_UNKNOWN, because an unconfirmed user has no
   * access.
   */
  async viewer(): Promise<NamedViewer | null> {
    if (this.#now() - this.#askedAt >= this.#settings.checkSeconds * 1000) {
      this.#asking ??= this.#ask().finally(() => {
        this.#asking = null;
      });
      await this.#asking;
    }
    return this.#grant === null ? null : viewerOfClaims(this.#grant.claims, this.#settings);
  }

  /** Returns the provider's sign-out address. */
  async signOutAt(): Promise<string | null> {
    return this.#grant === null ? null : ((await this.#provider.endAddressOf(this.#grant))?.href ?? null);
  }

  async #ask(): Promise<void> {
    if (this.#grant === null) return;
    this.#grant = await this.#provider.renew(this.#grant);
    this.#askedAt = this.#now();
  }
}
