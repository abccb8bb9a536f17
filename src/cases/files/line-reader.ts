/** Cuts chunks of a file into lines with their extents. Memory does not grow with the length of a line. */

/** The extent of a line in its file. */
export interface LineSpan {
  readonly start: number;
  /** The end of its content, before CR LF or LF. */
  readonly end: number;
  /** The beginning of the next line. */
  readonly next: number;
  /** From 1. */
  readonly number: number;
}

/** Receives lines in order. If a line exceeds the limit, the bytes are only its beginning. They are valid during the call. */
export type TakeLine = (bytes: Buffer, span: LineSpan) => void;

const LF = 10;
const CR = 13;
const NOTHING = Buffer.alloc(0);

export class LineReader {
  readonly #take: TakeLine;
  readonly #bytesMax: number;
  /** The beginning of an incomplete line, and its length so far. */
  #begun: Buffer = NOTHING;
  #begunBytes = 0;
  #lastByte = 0;
  #start = 0;
  #number = 0;

  /** `bytesMax`: maximum number of bytes of a line that are passed on. */
  constructor(take: TakeLine, bytesMax: number) {
    this.#take = take;
    this.#bytesMax = bytesMax;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, from)) {
      this.#finish(chunk.subarray(from, at), 1);
      from = at + 1;
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
  }

  /** Ends the last line, which may have no line break. */
  end(): void {
    if (this.#begunBytes > 0) this.#finish(NOTHING, 0);
  }

  #finish(piece: Buffer, terminatorBytes: number): void {
    const length = this.#begunBytes + piece.length;
    const last = piece.length > 0 ? piece[piece.length - 1] : this.#begunBytes > 0 ? this.#lastByte : 0;
    const bytes = this.#begunBytes === 0 ? piece : Buffer.concat([this.#begun, piece.subarray(0, this.#room())]);
    const crBytes = last === CR && terminatorBytes > 0 ? 1 : 0;
    const start = this.#start;
    const next = start + length + terminatorBytes;
    this.#number++;
    this.#begun = NOTHING;
    this.#begunBytes = 0;
    this.#start = next;
    const seen = Math.min(length - crBytes, this.#bytesMax);
    this.#take(bytes.subarray(0, seen), { start, end: start + length - crBytes, next, number: this.#number });
  }

  #keep(piece: Buffer): void {
    const room = this.#room();
    // Copied, so that the beginning of a line does not keep the chunk in memory.
    if (room > 0) this.#begun = Buffer.concat([this.#begun, piece.subarray(0, room)]);
    this.#begunBytes += piece.length;
    this.#lastByte = piece[piece.length - 1]!;
  }

  #room(): number {
    return Math.max(0, this.#bytesMax - this.#begun.length);
  }
}
