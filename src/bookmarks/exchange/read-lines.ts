/** Reads the lines of a text file one at a time, so that an import needs memory for one line only. */
import { readSync } from 'node:fs';
import { AppError } from '../../shared/errors.ts';
import { LINE_UNITS_MAX } from './exchange-format.ts';

const CHUNK_BYTES = 64 * 1024;
const LF = 0x0a;

/** Yields the lines without their ends (LF or CRLF). Throws INVALID_REQUEST for a line that is too long or not UTF-8. */
export function* readLines(fd: number): Generator<string> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let parts: Buffer[] = [];
  let length = 0;
  let number = 1;
  for (let read = readSync(fd, chunk); read > 0; read = readSync(fd, chunk)) {
    let from = 0;
    for (let end = chunk.indexOf(LF); end >= 0 && end < read; end = chunk.indexOf(LF, from)) {
      parts.push(Buffer.from(chunk.subarray(from, end)));
      yield decode(parts, number);
      parts = [];
      length = 0;
      number++;
      from = end + 1;
    }
    length += read - from;
    if (length > LINE_UNITS_MAX) throw new AppError('INVALID_REQUEST', `Line ${number} is too long.`);
    parts.push(Buffer.from(chunk.subarray(from, read)));
  }
  if (length > 0) yield decode(parts, number);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(parts: Buffer[], number: number): string {
  try {
    const line = utf8.decode(Buffer.concat(parts));
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  } catch (error) {
    throw new AppError('INVALID_REQUEST', `Line ${number} is not UTF-8.`, { cause: error });
  }
}
