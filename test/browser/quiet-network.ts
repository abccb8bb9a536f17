/** Waits until a page has no pending requests. The stream of changes, which stays open, does not count. */
import type { Page, Request } from 'playwright-core';
import { pause } from '../support/until.ts';

const QUIET_MS = 500;

export class QuietNetwork {
  readonly #underWay = new Set<Request>();
  #changes = 0;

  /** Call this before the page sends any request. */
  constructor(page: Page) {
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/changes') return;
      this.#changes++;
      this.#underWay.add(request);
    });
    const done = (request: Request): void => {
      this.#changes++;
      this.#underWay.delete(request);
    };
    page.on('requestfinished', done);
    page.on('requestfailed', done);
  }

  /** Resolves after half a second without a request or an answer. */
  async settled(): Promise<void> {
    for (let before = -1; before !== this.#changes || this.#underWay.size > 0; ) {
      before = this.#changes;
      await pause(QUIET_MS);
    }
  }
}
