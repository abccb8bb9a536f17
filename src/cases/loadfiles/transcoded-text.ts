/**
 * Serves a text file in any supported encoding as the UTF-8 that the rest of the program expects. A text that is not UTF-8 is
 * read once to learn its length. After that, any range is decoded from the beginning of its piece.
 */
import { Readable } from 'node:stream';
import type { ByteInput } from '../case-reader.ts';
import { changed } from '../files/byte-input.ts';
import type { FileTree } from './file-tree.ts';
import { TEXT_PIECE_BYTES } from './limits.ts';
import { readTextChunks } from './rows/text-chunks.ts';
import { type Encoding, findEncoding } from './rows/text-encoding.ts';

/** `file` is below the root of the case. Throws AppError NOT_FOUND with a reason that a client may see. */
export async function openText(tree: FileTree, file: string): Promise<ByteInput> {
  const input = await tree.open(file);
  try {
    const { encoding, markBytes } = await findEncoding(input);
    if (encoding !== 'utf-8') return new TranscodedText(input, encoding, await listPieces(input, encoding, markBytes));
    if (markBytes === 0) return input;
    const rest = await tree.open(file, markBytes);
    await input.close();
    return rest;
  } catch (error) {
    await input.close();
    throw error;
  }
}

interface Piece {
  /** Offsets in the file, and in the UTF-8 text. */
  readonly from: number;
  readonly at: number;
}

/** Returns the start of each piece, followed by the end of the text. */
async function listPieces(input: ByteInput, encoding: Encoding, offset: number): Promise<readonly Piece[]> {
  const pieces: Piece[] = [];
  let at = 0;
  for await (const chunk of readTextChunks(input, encoding, offset, TEXT_PIECE_BYTES)) {
    pieces.push({ from: chunk.offset, at });
    at += Buffer.byteLength(chunk.text, 'utf8');
  }
  pieces.push({ from: input.bytes, at });
  return pieces;
}

class TranscodedText implements ByteInput {
  readonly bytes: number;
  readonly #input: ByteInput;
  readonly #encoding: Encoding;
  readonly #pieces: readonly Piece[];
  /** The last decoded piece. */
  #decoded: { readonly index: number; readonly bytes: Buffer } | null = null;

  constructor(input: ByteInput, encoding: Encoding, pieces: readonly Piece[]) {
    this.#input = input;
    this.#encoding = encoding;
    this.#pieces = pieces;
    this.bytes = pieces.at(-1)!.at;
  }

  async read(target: Uint8Array, position: number): Promise<number> {
    const end = Math.min(this.bytes, position + target.length);
    let done = 0;
    for (let index = this.#pieceOf(position); position + done < end; index++) {
      const { at } = this.#pieces[index]!;
      const piece = await this.#decode(index);
      const from = position + done - at;
      const count = Math.min(piece.length - from, end - position - done);
      if (count <= 0) throw changed('the file changed while it was read');
      target.set(piece.subarray(from, from + count), done);
      done += count;
    }
    // Throws if the input is closed.
    if (done === 0) await this.#input.read(new Uint8Array(0), 0);
    return done;
  }

  stream(start = 0, end = this.bytes): Readable {
    return Readable.from(this.#streamed(Math.max(0, start), Math.min(end, this.bytes)), { objectMode: false });
  }

  async close(): Promise<void> {
    await this.#input.close();
  }

  async *#streamed(start: number, end: number): AsyncGenerator<Buffer> {
    for (let position = start; position < end; ) {
      const piece = Buffer.allocUnsafe(Math.min(TEXT_PIECE_BYTES, end - position));
      position += await this.read(piece, position);
      yield piece;
    }
  }

  async #decode(index: number): Promise<Buffer> {
    if (this.#decoded?.index === index) return this.#decoded.bytes;
    const { from } = this.#pieces[index]!;
    for await (const { text } of readTextChunks(this.#input, this.#encoding, from, TEXT_PIECE_BYTES)) {
      this.#decoded = { index, bytes: Buffer.from(text, 'utf8') };
      return this.#decoded.bytes;
    }
    throw changed('the file was truncated while it was read');
  }

  /** Returns the piece with this byte of the text. */
  #pieceOf(position: number): number {
    let low = 0;
    let high = this.#pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#pieces[middle]!.at <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
