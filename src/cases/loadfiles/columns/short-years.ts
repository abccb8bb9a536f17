/**
 * Dates of three short numbers, such as `21-03-04`. If the last number varies more than the first in a column, the first may be
 * the year.
 */
const HYPHEN = 0x2d;
const SLASH = 0x2f;
const SHORT = /^(\d{2})([-/.])(\d{2})\2(\d{2})(?!\d)/;

export class ShortYears {
  /** Sets of the first and last numbers, as bits. */
  #first = 0n;
  #last = 0n;
  #canBeYearFirst = true;

  observe(text: string): void {
    const separator = text.charCodeAt(2);
    const match = separator >= HYPHEN && separator <= SLASH ? SHORT.exec(text) : null;
    if (match === null) return;
    const [month, day] = [Number(match[3]), Number(match[4])];
    if (month < 1 || month > 12 || day < 1 || day > 31) this.#canBeYearFirst = false;
    this.#first |= 1n << BigInt(match[1]!);
    this.#last |= 1n << BigInt(match[4]!);
  }

  get mayBeYearFirst(): boolean {
    return this.#canBeYearFirst && bits(this.#last) > bits(this.#first);
  }
}

/** Whether a date has three short numbers, whose first may be a year. */
export function isShortYears(text: string): boolean {
  return SHORT.test(text);
}

function bits(set: bigint): number {
  return set.toString(2).replaceAll('0', '').length;
}
