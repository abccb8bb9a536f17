/** Whether the server accepts requests, and its start time. A stopping server answers new requests with 503. */
import { Announcer } from '../shared/listening/announcer.ts';

export class Lifecycle {
  /** Announces that the server is stopping. */
  readonly draining = new Announcer();
  readonly startedAt: number = performance.now();
  #isDraining = false;

  get isDraining(): boolean {
    return this.#isDraining;
  }

  drain(): void {
    this.#isDraining = true;
    this.draining.announce();
  }
}
