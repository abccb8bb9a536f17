/** Sign-ins that a provider was asked for and that have not come back. They are bound to the browser that began them. */
import { randomBytes } from 'node:crypto';
import { hashOfToken } from '../token-file.ts';

/** How long one may take, and how many there may be: with one more, the oldest is forgotten. */
export const SIGN_IN_MS_MAX = 10 * 60 * 1000;
export const SIGN_IN_COUNT_MAX = 1000;

/** What must be known when a sign-in comes back. */
export interface PendingSignIn {
  readonly verifier: string;
  readonly nonce: string;
  /** The query of the page that asked. */
  readonly returnQuery: string;
}

interface Entry extends PendingSignIn {
  readonly secretHash: string;
  readonly endsAt: number;
}

export class PendingSignIns {
  /** By state, oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Returns what the browser's cookie holds. */
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

  /** Ends the sign-in of a state, and returns it; null if there is none, it took too long, or another browser began it. */
  take(state: string, secret: string): PendingSignIn | null {
    const entry = this.#entries.get(state);
    if (entry === undefined || entry.secretHash !== hashOfToken(secret)) return null;
    this.#entries.delete(state);
    return entry.endsAt > this.#now() ? entry : null;
  }
}
