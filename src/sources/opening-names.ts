/**
 * Gives each opening of a case its own name, so that data cached for one state of a case is not used for another. Only a number is
 * kept, because a watched case may be opened again for years.
 */
export class OpeningNames {
  #openings = 0;

  /** `path`: a real path, which never contains `//`. */
  next(path: string): string {
    this.#openings++;
    return `${path}//${this.#openings}`;
  }
}
