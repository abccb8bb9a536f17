/** Whether the server accepts requests, and since when it runs. A stopping server answers 503 to new requests. */
export class Lifecycle {
  readonly startedAt: number = performance.now();
  #isDraining = false;

  get isDraining(): boolean {
    return this.#isDraining;
  }

  drain(): void {
    this.#isDraining = true;
  }
}
