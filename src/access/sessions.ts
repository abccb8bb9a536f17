/** Browser sessions: a cookie stands for a user until it ends or the user loses access. Sessions end with the server. */
import { randomBytes } from 'node:crypto';
import { hashOfToken } from './token-file.ts';
import type { Viewer } from './viewer.ts';

/** Lifetime of a session. */
export const SESSION_MS_MAX = 12 * 60 * 60 * 1000;
/**
 * Maximum sessions of one owner, and of all owners. One more session ends the oldest of the same owner first, so that nobody
 * can end the sessions of others by signing in again and again.
 */
export const TOKEN_SESSION_COUNT_MAX = 100;
export const SESSION_COUNT_MAX = 10_000;

/** The user of a session. */
export interface SessionHolder {
  /** Identifies the owner. It is the same for all sessions of a token or a user. */
  readonly owner: string;
  /** Null if the user no longer has access. */
  viewer(): Promise<Viewer | null>;
  /** Returns an additional sign-out address. Null if there is none. */
  signOutAt?(): Promise<string | null>;
}

interface Session {
  readonly holder: SessionHolder;
  readonly owner: string;
  readonly endsAt: number;
}

export class Sessions {
  /** Keyed by the hash of the cookie's secret, oldest first. */
  readonly #sessions = new Map<string, Session>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Returns the secret for the cookie. */
  begin(holder: SessionHolder): string {
    const secret = randomBytes(32).toString('base64url');
    const { owner } = holder;
    this.#sessions.set(hashOfToken(secret), { holder, owner, endsAt: this.#now() + SESSION_MS_MAX });
    const own = [...this.#sessions].filter(([, session]) => session.owner === owner);
    if (own.length > TOKEN_SESSION_COUNT_MAX) this.#sessions.delete(own[0]![0]);
    for (const oldest of this.#sessions.keys()) {
      if (this.#sessions.size <= SESSION_COUNT_MAX) break;
      this.#sessions.delete(oldest);
    }
    return secret;
  }

  /** Returns the session's owner or null. The lookup is by hash, so its time reveals nothing about the secret. */
  holderOf(secret: string): SessionHolder | null {
    const key = hashOfToken(secret);
    const session = this.#sessions.get(key);
    if (session === undefined) return null;
    if (session.endsAt > this.#now()) return session.holder;
    this.#sessions.delete(key);
    return null;
  }

  /** Returns the former owner, or null. */
  end(secret: string): SessionHolder | null {
    const holder = this.holderOf(secret);
    this.#sessions.delete(hashOfToken(secret));
    return holder;
  }
}
