/** Access to a server that only this process uses, by a token that is not stored. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Access, type Credentials } from '../../../access/access.ts';
import type { Viewer } from '../../../access/viewer.ts';

export class OwnAccess extends Access {
  readonly #expected = Buffer.from(`Bearer ${randomBytes(32).toString('base64url')}`);
  readonly #viewer: Viewer;

  constructor(viewer: Viewer) {
    super();
    this.#viewer = viewer;
  }

  /** The authorization header of every request. */
  get authorization(): string {
    return this.#expected.toString();
  }

  override get isDemanded(): boolean {
    return true;
  }

  override async viewerOf({ authorization = '' }: Credentials): Promise<Viewer | null> {
    const given = Buffer.from(authorization);
    return given.length === this.#expected.length && timingSafeEqual(given, this.#expected) ? this.#viewer : null;
  }
}
