/** A database that stays in memory between pages of its rows, with the rows of its tables as they were counted first. */
import { type AskedRows, type DatabaseRows, databaseRows, type RowCounts } from './database-rows.ts';

export class KeptDatabase {
  /** Null: it is not asked for again. */
  readonly name: string | null;
  readonly #bytes: Buffer;
  readonly #counts: RowCounts = new Map();

  constructor(name: string | null, bytes: Buffer) {
    this.name = name;
    this.#bytes = bytes;
  }

  /** Throws Refusal, as `databaseRows`. */
  rows(asked: AskedRows): DatabaseRows {
    return databaseRows(this.#bytes, asked, this.#counts);
  }
}
