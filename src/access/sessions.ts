/** Sessions of browsers: a cookie that stands for a token, until it ends or the token does. They end with the server. */
import { randomBytes } from 'node:crypto';
import { hashOfToken } from './token-file.ts';

/** How long a session lasts. */
export const SESSION_MS_MAX = 12 * 60 * 60 * 1000;
/** With one more, the oldest ends: of the same token, so that nobody can end those of others, or of all. */
export const TOKEN_SESSION_COUNT_MAX = 100;
export const SESSION_COUNT_MAX = 10_000;

interface Session {
  readonly tokenHash: string;
  readonly endsAt: number;
}

export class Sessions {
  /** By the hash of what the cookie holds, oldest first. */
  readonly #sessions = new Map<string, Session>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Returns what the cookie holds. */
  begin(tokenHash: string): string {
    const secret = randomBytes(32).toString('base64url');
    this.#sessions.set(hashOfToken(secret), { tokenHash, endsAt: this.#now() + SESSION_MS_MAX });
    const own = [...this.#sessions].filter(([, session]) => session.tokenHash === tokenHash);
    if (own.length > TOKEN_SESSION_COUNT_MAX) this.#sessions.delete(own[0]![0]);
    for (const oldest of this.#sessions.keys()) {
      if (this.#sessions.size <= SESSION_COUNT_MAX) break;
      this.#sessions.delete(oldest);
    }
    return secret;
  }

  /** The hash of the token that it stands for, or null. Looked up by a hash: how long that takes says nothing of the secret. */
  tokenHashOf(secret: string): string | null {
    const key = hashOfToken(secret);
    const session = this.#sessions.get(key);
    if (session === undefined) return null;
    if (session.endsAt > this.#now()) return session.tokenHash;
    this.#sessions.delete(key);
    return null;
  }

  end(secret: string): void {
    this.#sessions.delete(hashOfToken(secret));
  }
}
