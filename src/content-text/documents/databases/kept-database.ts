/** A database that stays in memory between pages of its rows, with the row counts of its tables from the first page. */
import { type AskedRows, type DatabaseRows, databaseRows, type RowCounts } from './database-rows.ts';

export class KeptDatabase {
  /** Null if no further page is expected. */
  readonly name: string | null;
  readonly #bytes: Buffer;
  readonly #counts: RowCounts = new Map();

  constructor(name: string | null, bytes: Buffer) {
    this.name = name;
    this.#bytes = bytes;
  }

  /** Throws Refusal, like `databaseRows`. */
  rows(asked: AskedRows): DatabaseRows {
    return databaseRows(this.#bytes, asked, this.#counts);
  }
}
