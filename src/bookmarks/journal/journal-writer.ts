/**
 * Writes a whole journal to a temporary file and renames it into place: a new store, a migrated one, or one that is taken
 * over from a process that may still have it open (which then writes to a file without a name).
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { ENTRIES_START, encodeEntry, encodeSlot, FORMAT_VERSION, slotOffset } from './journal-format.ts';

const PIECE_BYTES = 1024 * 1024;

export interface Chain {
  readonly records: number;
  readonly hash: Buffer;
}

/** `bodies` are encoded bodies. Throws what the disk throws: then the old file is unchanged. */
export function writeJournal(path: string, bodies: Iterable<Buffer>, chain: () => Chain): void {
  const partial = `${path}.partial`;
  rmSync(partial, { force: true });
  const fd = openSync(partial, 'wx', 0o600);
  try {
    let end = ENTRIES_START;
    writeWhole(fd, Buffer.alloc(ENTRIES_START), 0);
    let waiting: Buffer[] = [];
    let waitingBytes = 0;
    const flush = (): void => {
      writeWhole(fd, Buffer.concat(waiting), end - waitingBytes);
      waiting = [];
      waitingBytes = 0;
    };
    for (const body of bodies) {
      const entry = encodeEntry(end, body);
      waiting.push(entry);
      waitingBytes += entry.length;
      end += entry.length;
      if (waitingBytes > PIECE_BYTES) flush();
    }
    flush();
    for (const commit of [0, 1]) {
      writeWhole(fd, encodeSlot({ format: FORMAT_VERSION, commit, end, ...chain() }), slotOffset(commit));
    }
    fsyncSync(fd);
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  flushDirectory(dirname(path));
}

/** A write may be incomplete, especially on a full disk: the next one then reports why. */
export function writeWhole(fd: number, bytes: Uint8Array, offset: number): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at, offset + at);
}

export function flushDirectory(directory: string): void {
  const fd = openSync(directory, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
