/** Whether the server takes requests, and since when it runs. A stopping server answers 503 to what still comes in. */
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
