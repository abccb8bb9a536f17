/** The names of the columns of a load file, each unique and none empty. */
import { shown } from '../../files/safe-path.ts';
import { COLUMN_NAME_UNITS_MAX, COLUMNS_MAX } from '../limits.ts';

/** Makes a name with a no-break space searchable with an ordinary space. */
const OTHER_BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const INVISIBLE = /[\u200b\u2060\ufeff]/g;

export class ColumnList {
  readonly #names: string[] = [];
  readonly #indexes = new Map<string, number>();
  /** Keyed by header: how often it was repeated. */
  readonly #repeats = new Map<string, number>();

  get names(): readonly string[] {
    return this.#names;
  }

  /** Adds a column. A column without a name is named by its number, and a repeated name gets a number. */
  add(header: string): void {
    const trimmed = cleaned(header);
    const wanted = trimmed === '' ? `column ${this.#names.length + 1}` : trimmed;
    let name = wanted;
    for (let n = this.#repeats.get(wanted) ?? 2; this.#indexes.has(name); n++) {
      name = `${wanted} (${n})`;
      this.#repeats.set(wanted, n + 1);
    }
    this.#indexes.set(name, this.#names.length);
    this.#names.push(name);
  }

  /** Returns the index of the column of that name, which is added if there is room. Otherwise returns -1. */
  indexOf(header: string): number {
    const name = this.#indexes.has(header) ? header : cleaned(header) || 'no name';
    const known = this.#indexes.get(name);
    if (known !== undefined) return known;
    if (this.#names.length >= COLUMNS_MAX) return -1;
    this.add(name);
    return this.#names.length - 1;
  }

  /** Returns the name for a message. */
  shown(column: number): string {
    return shown(this.#names[column] ?? `column ${column + 1}`);
  }
}

function cleaned(header: string): string {
  return flat(header.replace(OTHER_BLANKS, ' ').replace(INVISIBLE, '').trim().slice(0, COLUMN_NAME_UNITS_MAX));
}

/** A copy, so that the name does not keep its piece of the file in memory. */
function flat(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
