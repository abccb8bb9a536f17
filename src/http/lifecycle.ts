/** Whether the server accepts requests, and since when it runs. A stopping server answers 503 to new requests. */
import { Announcer } from '../shared/listening/announcer.ts';

export class Lifecycle {
  /** Announces that the server stops. */
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
