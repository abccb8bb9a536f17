/**
 * Reads entries of the ZIP archives that a case refers to. Their directories are read in processes that may crash. Data are
 * read directly from the archive: from any offset in a stored entry, and only from the beginning in a deflated entry.
 */
import { pipeline } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { ConfinedFault, ConfinedProcesses } from '../../confined/confined-processes.ts';
import { processEntry } from '../../shared/child/process-entry.ts';
import { AppError } from '../../shared/errors.ts';
import type { ByteInput } from '../case-reader.ts';
import type { EvidenceScope } from '../evidence/evidence-files.ts';
import type { FilePool } from '../files/byte-input.ts';
import { shown } from '../files/safe-path.ts';
import { cut, StreamedInput } from '../files/streamed-input.ts';
import { crc32Of, verifiedInput } from '../files/verified-input.ts';
import type { ArchiveEntry, ArchiveListing, ArchiveRequest } from './archive-request.ts';
import { ARCHIVE_LIMITS } from './limits.ts';

/** Shared by all cases, because the number of processes is limited for the program. */
const processes = new ConfinedProcesses<ArchiveRequest, ArchiveEntry | ArchiveListing>(
  processEntry('./archive-process.js', import.meta.url),
  ARCHIVE_LIMITS,
);

export class CaseArchives {
  readonly #scope: EvidenceScope;
  readonly #pool: FilePool;

  constructor(scope: EvidenceScope, pool: FilePool) {
    this.#scope = scope;
    this.#pool = pool;
  }

  /** Returns the bytes of an entry. Throws AppError NOT_FOUND with a reason that a client may see. */
  async open(file: string, name: string): Promise<ByteInput> {
    const entry = await this.#locate(file, name);
    const stored = await this.#pool.open({ file, offset: entry.start, length: entry.storedBytes });
    const expected = { kind: 'CRC-32', value: crc32Text(entry.crc32), digest: crc32Of } as const;
    if (!entry.isDeflated) return verifiedInput(stored, expected);
    const inflated = new InflatedInput(stored, entry.bytes);
    return verifiedInput(await inflated.begin(), expected);
  }

  /** Throws AppError NOT_FOUND with a reason that a client may see. */
  async list(file: string): Promise<ArchiveListing> {
    return (await this.#ask(file, null)) as ArchiveListing;
  }

  async #locate(file: string, name: string): Promise<ArchiveEntry> {
    return (await this.#ask(file, name.replaceAll('\\', '/'))) as ArchiveEntry;
  }

  async #ask(file: string, name: string | null): Promise<ArchiveEntry | ArchiveListing> {
    try {
      return await processes.ask(() => [{ scope: this.#scope, file, name }], file);
    } catch (error) {
      if (!(error instanceof ConfinedFault)) throw error;
      throw new AppError('NOT_FOUND', `archive ${shown(file)} ${error.message}`, { cause: error });
    }
  }
}

/** Closes its source when it is closed. */
class InflatedInput extends StreamedInput {
  readonly #stored: ByteInput;

  constructor(stored: ByteInput, bytes: number) {
    super(bytes, (start, end) => cut(inflate(stored), 0, start, end));
    this.#stored = stored;
  }

  override async begin(): Promise<ByteInput> {
    try {
      return await super.begin();
    } catch (error) {
      await this.close();
      throw new AppError('NOT_FOUND', `its archive is damaged: ${(error as Error).message}`);
    }
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#stored.close();
  }
}

async function* inflate(stored: ByteInput): AsyncGenerator<Buffer> {
  const source = stored.stream();
  const inflated = createInflateRaw();
  // The iteration below reports the faults of both.
  pipeline(source, inflated, () => undefined);
  try {
    yield* inflated as AsyncIterable<Buffer>;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code?.startsWith('Z_') === true ? new AppError('NOT_FOUND', message, { cause: error }) : error;
  } finally {
    source.destroy();
    inflated.destroy();
  }
}

function crc32Text(value: number): string {
  return value.toString(16).padStart(8, '0').toUpperCase();
}
