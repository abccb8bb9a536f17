/** Counts uses of openings. A replaced opening is closed only after every use that began before has ended. */
export class RunningUses {
  readonly #running = new Set<Promise<void>>();

  /** Returns a function that ends the use. */
  begin(): () => void {
    let end = (): void => undefined;
    const use = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#running.add(use);
    return () => {
      this.#running.delete(use);
      end();
    };
  }

  /** Resolves when every use that is running now has ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#running);
  }
}
