/** An LRU cache of columns by document, shared by all indexes of a process and limited in bytes. */
import { tuning } from '../../shared/thresholds.ts';

interface Column {
  readonly bytes: number;
}

export class ColumnCache {
  /** In order of last use. */
  readonly #columns = new Map<string, Column>();
  readonly #owners = new WeakMap<object, number>();
  #lastOwner = 0;
  #bytes = 0;

  /** Returns the column of this owner and name, loading it on a miss. */
  *get<C extends Column>(owner: object, name: string, load: () => Generator<void, C>): Generator<void, C> {
    const key = `${this.#numberOf(owner)} ${name}`;
    const known = this.#columns.get(key) as C | undefined;
    if (known !== undefined) {
      this.#columns.delete(key);
      this.#columns.set(key, known);
      return known;
    }
    const column = yield* load();
    this.#keep(key, column);
    return column;
  }

  #keep(key: string, column: Column): void {
    this.#bytes += column.bytes - (this.#columns.get(key)?.bytes ?? 0);
    this.#columns.delete(key);
    this.#columns.set(key, column);
    for (const [oldest, { bytes }] of this.#columns) {
      if (this.#bytes <= tuning.columnsKept) break;
      this.#columns.delete(oldest);
      this.#bytes -= bytes;
    }
  }

  #numberOf(owner: object): number {
    let number = this.#owners.get(owner);
    if (number === undefined) {
      number = ++this.#lastOwner;
      this.#owners.set(owner, number);
    }
    return number;
  }
}
