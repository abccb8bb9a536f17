/** People whom an OpenID provider signs in, for as long as it stands by them. */
import * as oidc from 'openid-client';
import type { SessionHolder } from '../sessions.ts';
import type { OidcSettings } from './oidc-file.ts';
import { type Grant, OidcProvider } from './oidc-provider.ts';
import { PendingSignIns } from './pending-sign-ins.ts';
import { type NamedViewer, viewerOfClaims } from './viewer-of-claims.ts';

/** The page's own addresses are far shorter; a longer one is forgotten. */
const RETURN_QUERY_UNITS_MAX = 4096;

/** What came of a sign-in: whose session begins, or why none does. */
export type SignIn =
  | { readonly holder: SignedInUser; readonly viewer: NamedViewer; readonly returnQuery: string }
  | { readonly fault: 'forgotten' | 'refused' | 'no-role' };

export class OidcUsers {
  /** The host of the provider, to be shown. */
  readonly providerName: string;
  readonly #settings: OidcSettings;
  readonly #provider: OidcProvider;
  readonly #pending = new PendingSignIns();
  readonly #onFault: (fault: Error) => void;
  readonly #now: () => number;

  /** `onFault` is told each time that the provider cannot be asked. */
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

  /** Where a browser goes to sign in, and what its cookie holds meanwhile. Throws AppError ACCESS_UNKNOWN. */
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

  /** `search`: the query with which the browser came back. Throws AppError ACCESS_UNKNOWN. */
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

/** Somebody who is signed in. The provider is asked again every now and then, when the next request comes. */
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

  /** Sessions of one person are counted together. */
  get owner(): string {
    return `oidc ${this.#grant?.subject ?? ''}`;
  }

  /** Null once the provider no longer stands by them. Throws AppError ACCESS_UNKNOWN: nobody stays in unseen. */
  async viewer(): Promise<NamedViewer | null> {
    if (this.#now() - this.#askedAt >= this.#settings.checkSeconds * 1000) {
      this.#asking ??= this.#ask().finally(() => {
        this.#asking = null;
      });
      await this.#asking;
    }
    return this.#grant === null ? null : viewerOfClaims(this.#grant.claims, this.#settings);
  }

  /** Where their browser ends its session at the provider. */
  async signOutAt(): Promise<string | null> {
    return this.#grant === null ? null : ((await this.#provider.endAddressOf(this.#grant))?.href ?? null);
  }

  async #ask(): Promise<void> {
    if (this.#grant === null) return;
    this.#grant = await this.#provider.renew(this.#grant);
    this.#askedAt = this.#now();
  }
}
