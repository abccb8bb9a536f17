/** The values of one document of XML by column, as many as a limit lets through. */
import { DOCUMENT_VALUES_MAX } from '../limits.ts';

export class DocumentValues {
  readonly number: number;
  readonly line: number;
  readonly values: (string | readonly string[] | undefined)[] = [];
  /** Values beyond a limit, and problems. */
  left = 0;
  problems = 0;
  #count = 0;

  constructor(number: number, line: number) {
    this.number = number;
    this.line = line;
  }

  /** A column below 0 is one for which there was no room. */
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
