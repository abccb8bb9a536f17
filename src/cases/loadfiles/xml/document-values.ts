/** The values of one XML document by column, up to a limit. */
import { DOCUMENT_VALUES_MAX } from '../limits.ts';

export class DocumentValues {
  readonly number: number;
  readonly line: number;
  readonly values: (string | readonly string[] | undefined)[] = [];
  /** Number of values beyond a limit, and the problems. */
  left = 0;
  problems = 0;
  #count = 0;

  constructor(number: number, line: number) {
    this.number = number;
    this.line = line;
  }

  /** A negative column means that there is no space for it. */
  add(column: number, value: string): void {
    this.#count++;
    if (column < 0 || this.#count > DOCUMENT_VALUES_MAX) {
      this.left++;
      return;
    }
    const known = this.values[column];
    if (known === undefined) this.values[column] = value;
    else if (typeof known === 'string') this.values[column] = [known, value];
    else (known as string[]).push(value);
  }
}
