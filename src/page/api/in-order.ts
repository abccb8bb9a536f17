/** Drops answers that are older than one already shown, because requests may overtake each other. */
export class InOrder {
  #asked = 0;
  #shown = 0;

  /** Call this before a request. The returned function says whether its answer may be shown. */
  ask(): () => boolean {
    this.#asked++;
    const own = this.#asked;
    return () => {
      if (own < this.#shown) return false;
      this.#shown = own;
      return true;
    };
  }
}
