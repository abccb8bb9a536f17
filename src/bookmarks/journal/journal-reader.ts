/**
 * Reads a journal from its file and verifies its checksums. Nothing is mapped into memory: if the file is truncated or
 * overwritten meanwhile, the result is an error, not a signal.
 */
import { fstatSync, readSync } from 'node:fs';
import {
  checksum,
  DamagedJournalError,
  decodeSlot,
  ENTRIES_START,
  ENTRY_HEADER_BYTES,
  type Head,
  SLOT_BYTES,
} from './journal-format.ts';

const WINDOW_BYTES = 1024 * 1024;
const HEAD_ATTEMPTS = 5;

export interface JournalEntry {
  readonly offset: number;
  /** Valid until the next entry is requested. */
  readonly body: Buffer;
}

/** The newer head. Throws DamagedJournalError. */
export function readHead(fd: number): Head {
  for (let attempt = 1; ; attempt++) {
    try {
      const [first, second] = [0, 1].map((slot) => decodeSlot(readAt(fd, slot * SLOT_BYTES, SLOT_BYTES), slot));
      const head = second!.commit > first!.commit ? second! : first!;
      const { size } = fstatSync(fd);
      if (head.end < ENTRIES_START || head.end > size) {
        throw new DamagedJournalError(`it ends at byte ${size}, and ${head.end} are in use`);
      }
      return head;
    } catch (error) {
      // A server may be writing one of them.
      if (!(error instanceof DamagedJournalError) || attempt === HEAD_ATTEMPTS) throw error;
    }
  }
}

/** The entries before `end`, oldest first. Throws DamagedJournalError. */
export function* readEntries(fd: number, end: number): Generator<JournalEntry> {
  let start = 0;
  let window: Buffer = Buffer.alloc(0);
  const take = (offset: number, length: number): Buffer => {
    if (offset + length > end) throw new DamagedJournalError(`the entry at byte ${offset} goes beyond the end`);
    if (offset + length > start + window.length) {
      window = readAt(fd, offset, Math.min(Math.max(length, WINDOW_BYTES), end - offset));
      start = offset;
    }
    return window.subarray(offset - start, offset - start + length);
  };
  for (let offset = ENTRIES_START; offset < end; ) {
    const length = take(offset, ENTRY_HEADER_BYTES).readUInt32LE(0);
    const entry = take(offset, ENTRY_HEADER_BYTES + length);
    yield { offset, body: checked(entry, offset) };
    offset += entry.length;
  }
}

/** The body of one entry. Throws DamagedJournalError. */
export function readEntry(fd: number, offset: number): Buffer {
  const length = readAt(fd, offset, ENTRY_HEADER_BYTES).readUInt32LE(0);
  if (offset + ENTRY_HEADER_BYTES + length > fstatSync(fd).size) throw new DamagedJournalError('an entry is cut');
  return checked(readAt(fd, offset, ENTRY_HEADER_BYTES + length), offset);
}

/** Throws DamagedJournalError if the file ends before that. */
export function readAt(fd: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; ) {
    const read = readSync(fd, bytes, at, length - at, offset + at);
    if (read === 0) throw new DamagedJournalError(`it ends at byte ${offset + at}, within what is in use`);
    at += read;
  }
  return bytes;
}

function checked(entry: Buffer, offset: number): Buffer {
  const body = entry.subarray(ENTRY_HEADER_BYTES);
  if (checksum(offset, body) !== entry.readUInt32LE(4)) {
    throw new DamagedJournalError(`the entry at byte ${offset} has a wrong checksum`);
  }
  return body;
}
