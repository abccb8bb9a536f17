/** Reads the lines of a text file in UTF-8, piece by piece. */
import type { ByteInput } from '../case-reader.ts';
import { LineReader } from '../files/line-reader.ts';
import { LINE_BYTES_MAX } from './limits.ts';

export interface TextLine {
  readonly text: string;
  /** From 1. */
  readonly number: number;
  /** Number of bytes of the line that were left out. */
  readonly cutBytes: number;
  /** Whether the line has bytes that are not UTF-8. */
  readonly isDamaged: boolean;
}

/** Yields batches of lines. `progress` receives the number of bytes read. */
export async function* linesOf(
  input: ByteInput,
  progress: (bytes: number) => void,
): AsyncGenerator<readonly TextLine[]> {
  let lines: TextLine[] = [];
  const reader = new LineReader((bytes, { start, end, number }) => {
    const text = bytes.toString('utf8');
    const isDamaged = text.includes('\ufffd') && !bytes.includes('\ufffd', 0, 'utf8');
    lines.push({ text, number, cutBytes: end - start - bytes.length, isDamaged });
  }, LINE_BYTES_MAX);
  for await (const piece of input.stream() as AsyncIterable<Buffer>) {
    reader.push(piece);
    progress(piece.length);
    yield lines;
    lines = [];
  }
  reader.end();
  yield lines;
}
