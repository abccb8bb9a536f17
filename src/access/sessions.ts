/** Sessions of browsers: a cookie that stands for somebody, until it ends or they are known no longer. They end with the server. */
import { randomBytes } from 'node:crypto';
import { hashOfToken } from './token-file.ts';
import type { Viewer } from './viewer.ts';

/** How long a session lasts. */
export const SESSION_MS_MAX = 12 * 60 * 60 * 1000;
/** With one more, the oldest ends: of the same owner, so that nobody can end those of others, or of all. */
export const TOKEN_SESSION_COUNT_MAX = 100;
export const SESSION_COUNT_MAX = 10_000;

/** Whom a session stands for. */
export interface SessionHolder {
  /** The same for all sessions of a token or a person. */
  readonly owner: string;
  /** Null: known no longer. */
  viewer(): Promise<Viewer | null>;
  /** Where a browser signs out elsewhere, too; null or absent: nowhere. */
  signOutAt?(): Promise<string | null>;
}

interface Session {
  readonly holder: SessionHolder;
  readonly owner: string;
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

  /** Whom it stands for, or null. Looked up by a hash: how long that takes says nothing of the secret. */
  holderOf(secret: string): SessionHolder | null {
    const key = hashOfToken(secret);
    const session = this.#sessions.get(key);
    if (session === undefined) return null;
    if (session.endsAt > this.#now()) return session.holder;
    this.#sessions.delete(key);
    return null;
  }

  /** Returns whom it stood for, or null. */
  end(secret: string): SessionHolder | null {
    const holder = this.holderOf(secret);
    this.#sessions.delete(hashOfToken(secret));
    return holder;
  }
}
