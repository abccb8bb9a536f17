/** The files of an item in an export: its content, the text that is searched, and the thumbnail in the case. */
import type { ByteInput } from '../../cases/case-reader.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import type { PartRef } from '../../shared/part-ref.ts';
import type { ExportSet, ExportSource, Pieces } from '../export-set.ts';
import { REPAIRED_BYTES, repaired } from './repaired-text.ts';

export type ItemFileKind = 'content' | 'text' | 'thumb';

export interface ItemFile {
  /** The caller must call `return` unless it reads them to the end. */
  readonly pieces: AsyncIterableIterator<Uint8Array>;
  readonly bytesMax: number;
}

/** Returns null if the item has no such file. Throws the errors of opening it. */
export async function openFile<T extends ExportSource>(
  set: ExportSet<T>,
  source: T,
  item: IndexedItem,
  kind: ItemFileKind,
): Promise<ItemFile | null> {
  const ref = item[kind];
  if (ref === null) return null;
  if (ref === 'stored') {
    const text = await set.items.storedText(source, item.id, set.signal);
    return { pieces: copies(text.pieces), bytesMax: text.bytes };
  }
  const input = await source.caseReader.openPart(ref as PartRef);
  if (kind === 'text') return { pieces: closing(repaired(input), input), bytesMax: input.bytes * REPAIRED_BYTES };
  return { pieces: closing(input.stream() as AsyncIterable<Uint8Array>, input), bytesMax: input.bytes };
}

/**
 * This is not a generator, because a generator that is ended before its first piece never runs its `finally`. The file would
 * then stay open.
 */
function closing(pieces: AsyncIterable<Uint8Array>, input: ByteInput): AsyncIterableIterator<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]();
  let isOpen = true;
  const end = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await source.return?.();
    await input.close();
  };
  return {
    async next() {
      try {
        const made = await source.next();
        if (made.done === true) await end();
        return made;
      } catch (fault) {
        await end();
        throw fault;
      }
    },
    async return() {
      await end();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** A piece may reuse the memory of the previous one. */
async function* copies(pieces: AsyncIterable<Uint8Array>): Pieces {
  for await (const piece of pieces) yield piece.slice();
}

/** Faults of the program or of an index, and temporary faults. They say nothing about the file. */
const ENDING: ReadonlySet<ErrorCode> = new Set([
  'CANCELLED',
  'CONFLICT',
  'DEADLINE',
  'DISK_FULL',
  'ENGINE_LOST',
  'INDEX_CORRUPT',
  'INDEX_FORMAT',
  'INDEX_MISSING',
  'OVERLOADED',
  'SOURCE_UNAVAILABLE',
]);

/** The same for error codes of the system: no more handles, memory or disk space. */
const ENDING_OF_SYSTEM: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOSPC', 'EDQUOT']);

/** Returns why a file could not be read, for clients. Throws errors that are not about the file. */
export function unreadableFile(fault: unknown): string {
  if (fault instanceof AppError && !ENDING.has(fault.code)) return fault.message;
  const { code } = fault as NodeJS.ErrnoException;
  const isOfFile = typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) && !ENDING_OF_SYSTEM.has(code);
  if (!(fault instanceof AppError) && fault instanceof Error && isOfFile) return `it cannot be read (${code})`;
  throw fault;
}
