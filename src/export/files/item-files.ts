/** The files of an item as an export has them: its content, the text that is searched, the thumbnail that the case has. */
import type { ByteInput } from '../../cases/case-reader.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import type { PartRef } from '../../shared/part-ref.ts';
import type { ExportSet, ExportSource, Pieces } from '../export-set.ts';
import { REPAIRED_BYTES, repaired } from './repaired-text.ts';

export type FileKind = 'content' | 'text' | 'thumb';

export interface ItemFile {
  readonly pieces: Pieces;
  readonly bytesMax: number;
}

/** Null: the item has none. Throws what opening it throws. */
export async function openFile<T extends ExportSource>(
  set: ExportSet<T>,
  source: T,
  item: IndexedItem,
  kind: FileKind,
): Promise<ItemFile | null> {
  const ref = item[kind];
  if (ref === null) return null;
  if (ref === 'stored') {
    const text = await set.items.storedText(source, item.id, set.signal);
    return { pieces: copies(text.pieces), bytesMax: text.bytes };
  }
  const input = await source.caseReader.openPart(ref as PartRef);
  if (kind === 'text') return { pieces: closing(input, repaired(input)), bytesMax: input.bytes * REPAIRED_BYTES };
  return { pieces: closing(input, input.stream() as AsyncIterable<Uint8Array>), bytesMax: input.bytes };
}

async function* closing(input: ByteInput, pieces: AsyncIterable<Uint8Array>): Pieces {
  try {
    yield* pieces;
  } finally {
    await input.close();
  }
}

/** A piece may be reused by the next one. */
async function* copies(pieces: AsyncIterable<Uint8Array>): Pieces {
  for await (const piece of pieces) yield piece.slice();
}

/** Faults of the program, of an index, or of the moment: no finding about the file. */
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

/** The same, from the system: no more handles, no memory, no room. */
const ENDING_OF_SYSTEM: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOSPC', 'EDQUOT']);

/** Why a file could not be read, fit for a client. Throws what says nothing of the file. */
export function unreadable(fault: unknown): string {
  if (fault instanceof AppError && !ENDING.has(fault.code)) return fault.message;
  const { code } = fault as NodeJS.ErrnoException;
  const isOfFile = typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) && !ENDING_OF_SYSTEM.has(code);
  if (!(fault instanceof AppError) && fault instanceof Error && isOfFile) return `it cannot be read (${code})`;
  throw fault;
}
