/** The indexes of an engine by the names of their sources. They are open until `close`. */
import type { IndexReader } from '../engine/index-reader.ts';
import { AppError } from '../shared/errors.ts';

export class OpenIndexes {
  readonly #indexes: ReadonlyMap<string, IndexReader>;
  #closing: Promise<void> | null = null;

  constructor(indexes: ReadonlyMap<string, IndexReader>) {
    this.#indexes = indexes;
  }

  /** Throws AppError NOT_FOUND for an unknown source, SOURCE_UNAVAILABLE after `close`. */
  get(source: string): IndexReader {
    if (this.#closing !== null) throw new AppError('SOURCE_UNAVAILABLE', 'The engine is closed.');
    const index = this.#indexes.get(source);
    if (index === undefined) throw new AppError('NOT_FOUND', `The engine has no source ${JSON.stringify(source)}.`);
    return index;
  }

  /** The engine and the item store share the indexes. The first to close closes them for both. */
  close(): Promise<void> {
    this.#closing ??= Promise.all([...this.#indexes.values()].map((index) => index.close())).then(() => undefined);
    return this.#closing;
  }
}
