/**
 * Checksums of the LMDB file itself, in a separate file. They are needed because a damaged page of LMDB's tree can
 * crash LMDB before the checksum of any value is read. The few pages of the tree are verified before the environment is
 * opened. Pages of values are not, because every value has its own checksum. `checkWholeFile` checks every byte.
 *
 *   file := "CASESUM1", bytes of the data file u40, tree pages u32, {page u32, CRC-32}{tree pages},
 *           spans u32, {CRC-32 of 65,536 bytes}{spans}, CRC-32 of all before it
 */
import { closeSync, fstatSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { readU32, readU40 } from '../../codec/byte-reader.ts';
import { ByteWriter } from '../../codec/byte-writer.ts';
import { AppError } from '../../shared/errors.ts';
import { READ_FLAGS } from '../../shared/platform.ts';
import { readRegularFile } from '../../shared/regular-file.ts';
import { PAGE_BYTES } from '../format.ts';
import { DATA_FILE } from './lmdb-environment.ts';

export const CHECKSUM_FILE = 'data.sums';
const MAGIC = 'CASESUM1';
const SPAN_BYTES = 65_536;
const BYTES_PER_PAUSE = 64 * SPAN_BYTES;
const OVERFLOW = 0x04;
/** Maximum size of the checksum file: enough for an index of more than ten terabytes. */
const SUMS_BYTES_MAX = 2 ** 30;

/** Writes the checksums of a finished, closed environment. Calls `onPart` regularly with the progress, 0 to 1. */
export async function writeChecksums(
  directory: string,
  onPart: (part: number) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const file = openSync(join(directory, DATA_FILE), 'r');
  try {
    const bytes = fstatSync(file).size;
    const out = new ByteWriter();
    out.copy(Buffer.from(MAGIC, 'latin1'));
    out.u40(bytes);
    const spans = new ByteWriter();
    const tree = new ByteWriter();
    let treePages = 0;
    let valueEnd = 0;
    for (const { span, offset } of spansOf(file, bytes)) {
      spans.u32(crc32(span));
      for (let at = 0; at < span.length; at += PAGE_BYTES) {
        const page = (offset + at) / PAGE_BYTES;
        if (page < valueEnd) continue;
        if ((span[at + 18]! & OVERFLOW) !== 0 && readU32(span, at) === page) {
          valueEnd = page + readU32(span, at + 20);
          continue;
        }
        tree.u32(page);
        tree.u32(crc32(span.subarray(at, at + PAGE_BYTES)));
        treePages++;
      }
      if (offset % BYTES_PER_PAUSE === 0) await onPart(offset / bytes);
    }
    out.u32(treePages);
    out.copy(tree.bytes, 0, tree.length);
    out.u32(spans.length / 4);
    out.copy(spans.bytes, 0, spans.length);
    out.u32(crc32(out.bytes.subarray(0, out.length)));
    writeFileSync(join(directory, CHECKSUM_FILE), out.bytes.subarray(0, out.length));
  } finally {
    closeSync(file);
  }
}

/** Throws INDEX_CORRUPT unless the data file has its size and every tree page matches its checksum. */
export function checkTreePages(directory: string): void {
  const sums = readSums(directory);
  withDataFile(directory, sums.dataBytes, (file) => {
    const page = new Uint8Array(PAGE_BYTES);
    for (let i = 0; i < sums.treePages; i++) {
      const number = readU32(sums.bytes, sums.treeStart + i * 8);
      if (readSync(file, page, 0, PAGE_BYTES, number * PAGE_BYTES) !== PAGE_BYTES) throw damaged(`page ${number}`);
      if (crc32(page) !== readU32(sums.bytes, sums.treeStart + i * 8 + 4)) throw damaged(`page ${number}`);
    }
  });
}

/** Checks every byte of the data file. Returns the spans that do not match their checksum. */
export function checkWholeFile(directory: string, onBytes: (bytes: number) => void): string[] {
  const sums = readSums(directory);
  const found: string[] = [];
  withDataFile(directory, sums.dataBytes, (file) => {
    let n = 0;
    for (const { span, offset } of spansOf(file, sums.dataBytes)) {
      if (crc32(span) !== readU32(sums.bytes, sums.spansStart + n++ * 4)) {
        found.push(`bytes ${offset} to ${offset + span.length}`);
      }
      onBytes(span.length);
    }
  });
  return found;
}

interface Sums {
  readonly bytes: Uint8Array;
  readonly dataBytes: number;
  readonly treePages: number;
  readonly treeStart: number;
  readonly spansStart: number;
}

function readSums(directory: string): Sums {
  let bytes: Uint8Array;
  try {
    bytes = readRegularFile(join(directory, CHECKSUM_FILE), SUMS_BYTES_MAX);
  } catch (cause) {
    throw new AppError('INDEX_CORRUPT', `the index has no readable ${CHECKSUM_FILE}; ${REMEDY}`, { cause });
  }
  const end = bytes.length - 4;
  const hasMagic = Buffer.from(bytes.subarray(0, MAGIC.length)).toString('latin1') === MAGIC;
  if (end < 25 || !hasMagic || crc32(bytes.subarray(0, end)) !== readU32(bytes, end)) throw damaged(CHECKSUM_FILE);
  const treeStart = MAGIC.length + 9;
  const treePages = readU32(bytes, MAGIC.length + 5);
  const spansStart = treeStart + treePages * 8 + 4;
  return { bytes, dataBytes: readU40(bytes, MAGIC.length), treePages, treeStart, spansStart };
}

const REMEDY = 'rebuild it with `case-access index build --force`';

function damaged(where: string): AppError {
  return new AppError('INDEX_CORRUPT', `the index is damaged (${where} does not match its checksum); ${REMEDY}`);
}

function withDataFile(directory: string, bytes: number, use: (file: number) => void): void {
  let file: number;
  try {
    // Opening a pipe would wait for a writer. With these flags it opens immediately, with size 0.
    file = openSync(join(directory, DATA_FILE), READ_FLAGS);
  } catch (cause) {
    throw new AppError('INDEX_CORRUPT', `the index has no readable data file; ${REMEDY}`, { cause });
  }
  try {
    const found = fstatSync(file).size;
    if (found !== bytes) {
      throw new AppError(
        'INDEX_CORRUPT',
        `the index is damaged: its data file has ${found} bytes, expected ${bytes}; ${REMEDY}`,
      );
    }
    use(file);
  } finally {
    closeSync(file);
  }
}

/** Yields pieces. Each is valid until the next one. */
function* spansOf(file: number, bytes: number): Generator<{ readonly span: Uint8Array; readonly offset: number }> {
  const buffer = new Uint8Array(SPAN_BYTES);
  for (let offset = 0; offset < bytes; offset += SPAN_BYTES) {
    const length = Math.min(SPAN_BYTES, bytes - offset);
    for (let read = 0; read < length; ) {
      const count = readSync(file, buffer, read, length - read, offset + read);
      if (count === 0) throw damaged('the end of the data file');
      read += count;
    }
    yield { span: buffer.subarray(0, length), offset };
  }
}
