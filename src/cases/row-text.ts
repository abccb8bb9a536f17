/** Creates a text for a table row that has none: its values in order, each as `Column: value` on a line. */

/**
 * Maximum units of all names in one text. A table may have 10,000 columns with names of 1,000 characters and values of a single
 * character. Beyond the limit, values have no name.
 */
export const ROW_NAME_UNITS_MAX = 65_536;
/** Units of one text. Values that would exceed it are left out, and reported. */
export const ROW_TEXT_UNITS_MAX = 64 * 1024 * 1024;

export class RowText {
  readonly #lines: string[] = [];
  #nameUnits = 0;
  #units = 0;
  /** Number of values without their name, and of values that are not in the text. */
  unnamed = 0;
  leftOut = 0;

  /** Adds a value. Skips blank ones. */
  add(name: string, value: string): void {
    if (value.trim() === '') return;
    const isNamed = this.#nameUnits + name.length <= ROW_NAME_UNITS_MAX;
    const line = isNamed ? `${name}: ${value}` : value;
    if (this.#units + line.length + 1 > ROW_TEXT_UNITS_MAX) {
      this.leftOut++;
      return;
    }
    if (isNamed) this.#nameUnits += name.length;
    else this.unnamed++;
    this.#units += line.length + 1;
    this.#lines.push(line);
  }

  /** Returns null if there is no value. */
  get text(): string | null {
    return this.#lines.length === 0 ? null : this.#lines.join('\n');
  }
}
