/**
 * Reads the SQLite databases of one case: rows, numbers, and values as byte inputs. They are read in processes that may crash.
 */
import { Readable } from 'node:stream';
import { ConfinedFault, ConfinedProcesses } from '../../confined/confined-processes.ts';
import { processEntry } from '../../shared/child/process-entry.ts';
import { AppError } from '../../shared/errors.ts';
import type { ByteInput } from '../case-reader.ts';
import type { EvidenceScope } from '../evidence/evidence-files.ts';
import { shown } from '../files/safe-path.ts';
import type { DatabaseRequest, DatabaseRow, RowsWanted, ValueAnswer, ValueWanted } from './database-request.ts';
import { DATABASE_LIMITS, PIECE_BYTES } from './limits.ts';

/** Shared by all cases, because the number of processes is limited for the program. */
const processes = new ConfinedProcesses<DatabaseRequest, unknown>(
  processEntry('./database-process.js', import.meta.url),
  DATABASE_LIMITS,
);

export type Query = Pick<DatabaseRequest, 'file' | 'sql' | 'values'>;

/** `sql` follows the list of columns. */
export type RowsQuery = Query & Pick<RowsWanted, 'columns'> & Partial<RowsWanted>;

export class CaseDatabases {
  readonly #scope: EvidenceScope;

  constructor(scope: EvidenceScope) {
    this.#scope = scope;
  }

  /** Throws AppError NOT_FOUND, with a reason that a client may see, if the database is missing, damaged or over a limit. */
  async rows({ columns, before = '', ...query }: RowsQuery): Promise<readonly DatabaseRow[]> {
    return (await this.#ask(query, { columns, before })) as readonly DatabaseRow[];
  }

  /** Returns the columns of all rows in one array; NULL is NaN. */
  async numbers(query: Query): Promise<Float64Array> {
    return (await this.#ask(query, 'numbers')) as Float64Array;
  }

  /**
   * Returns the first column of the first row, or null if there is none. The value was already read, decompressed and verified.
   */
  async value(query: Query, kind: Pick<ValueWanted, 'isGzip' | 'md5'>): Promise<ByteInput | null> {
    const ask = async (start: number): Promise<ValueAnswer> =>
      (await this.#ask(query, { ...kind, start, end: start + PIECE_BYTES })) as ValueAnswer;
    const first = await ask(0);
    return first === null ? null : new ValueInput(first, ask);
  }

  async #ask(query: Query, want: DatabaseRequest['want']): Promise<unknown> {
    const { file, sql, values } = query;
    try {
      return await processes.ask(() => [{ scope: this.#scope, file, sql, values, want }], file);
    } catch (error) {
      if (!(error instanceof ConfinedFault)) throw error;
      throw new AppError('NOT_FOUND', `database ${shown(file)} ${error.message}`, { cause: error });
    }
  }
}

/**
 * A value that is fetched piece by piece. So a slow reader occupies no process, and does not keep the whole value in memory.
 */
class ValueInput implements ByteInput {
  readonly bytes: number;
  readonly #ask: (start: number) => Promise<ValueAnswer>;
  #piece: { readonly start: number; readonly bytes: Uint8Array };

  constructor(first: NonNullable<ValueAnswer>, ask: (start: number) => Promise<ValueAnswer>) {
    this.bytes = first.bytes;
    this.#ask = ask;
    this.#piece = { start: 0, bytes: first.piece };
  }

  async read(target: Uint8Array, position: number): Promise<number> {
    const wanted = Math.min(target.length, this.bytes - position);
    let done = 0;
    while (done < wanted) {
      const piece = await this.#pieceAt(position + done);
      const part = piece.subarray(0, wanted - done);
      target.set(part, done);
      done += part.length;
    }
    return Math.max(0, done);
  }

  stream(start = 0, end = this.bytes): Readable {
    return Readable.from(this.#pieces(start, Math.min(end, this.bytes)), { objectMode: false });
  }

  async close(): Promise<void> {}

  async *#pieces(start: number, end: number): AsyncGenerator<Uint8Array> {
    for (let position = start; position < end; ) {
      const piece = (await this.#pieceAt(position)).subarray(0, end - position);
      yield piece;
      position += piece.length;
    }
  }

  /** Returns the bytes from `position` to the end of its piece, which is at least one byte. */
  async #pieceAt(position: number): Promise<Uint8Array> {
    const at = position - this.#piece.start;
    if (at >= 0 && at < this.#piece.bytes.length) return this.#piece.bytes.subarray(at);
    const answer = await this.#ask(position);
    if (answer === null || answer.bytes !== this.bytes || answer.piece.length === 0) {
      throw new AppError('NOT_FOUND', 'the database changed while it was read');
    }
    this.#piece = { start: position, bytes: answer.piece };
    return answer.piece;
  }
}
