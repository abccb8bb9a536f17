/** Sign-ins under way at a provider. Each is bound to the browser that began it. */
import { randomBytes } from 'node:crypto';
import { hashOfToken } from '../token-file.ts';

/** Time limit of a sign-in, and the maximum number of sign-ins at a time. One more drops the oldest. */
export const SIGN_IN_MS_MAX = 10 * 60 * 1000;
export const SIGN_IN_COUNT_MAX = 1000;

/** The data to finish a sign-in. */
export interface PendingSignIn {
  readonly verifier: string;
  readonly nonce: string;
  /** The query string of the page that began the sign-in. */
  readonly returnQuery: string;
}

interface Entry extends PendingSignIn {
  readonly secretHash: string;
  readonly endsAt: number;
}

export class PendingSignIns {
  /** Keyed by state, oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Returns the secret for the browser's cookie. */
  begin(state: string, pending: PendingSignIn): string {
    const secret = randomBytes(32).toString('base64url');
    this.#entries.set(state, {
      ...pending,
      secretHash: hashOfToken(secret),
      endsAt: this.#now() + SIGN_IN_MS_MAX,
    });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= SIGN_IN_COUNT_MAX) break;
      this.#entries.delete(oldest);
    }
    return secret;
  }

  /** Removes and returns the sign-in of a state; null if there is none, it expired, or another browser began it. */
  take(state: string, secret: string): PendingSignIn | null {
    const entry = this.#entries.get(state);
    if (entry === undefined || entry.secretHash !== hashOfToken(secret)) return null;
    this.#entries.delete(state);
    return entry.endsAt > this.#now() ? entry : null;
  }
}
