/** Decodes UTF-8 piece by piece and refuses everything else: text in another encoding would be read as words that nobody wrote. */
import { isUtf8 } from 'node:buffer';
import { AppError } from './errors.ts';

const NONE = Buffer.alloc(0);
/** Number of bytes of the longest character. */
const CHARACTER_BYTES_MAX = 4;

export class NotUtf8 extends AppError {
  constructor(what: string) {
    super('INVALID_REQUEST', `${what} is not UTF-8: save or send it as that.`);
  }
}

/** Throws NotUtf8. */
export function requireUtf8(bytes: Uint8Array, what: string): string {
  if (isUtf8(bytes)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  throw new NotUtf8(what);
}

/** The same for bytes that come in pieces, cut anywhere. Returns everything before the first line with an invalid byte before it throws. */
export class Utf8Decoder {
  readonly #what: string;
  #open: Buffer = NONE;

  constructor(what: string) {
    this.#what = what;
  }

  *write(piece: Buffer): Generator<string> {
    const bytes = this.#open.length === 0 ? piece : Buffer.concat([this.#open, piece]);
    const end = endOfWhole(bytes);
    this.#open = Buffer.from(bytes.subarray(end));
    const whole = bytes.subarray(0, end);
    if (isUtf8(whole)) {
      yield whole.toString('utf8');
      return;
    }
    for (let from = 0; ; ) {
      const line = whole.subarray(from, whole.indexOf('\n', from) + 1 || whole.length);
      if (!isUtf8(line)) throw new NotUtf8(this.#what);
      yield line.toString('utf8');
      from += line.length;
    }
  }

  /** Must be called after the last piece. */
  end(): void {
    if (this.#open.length > 0) throw new NotUtf8(this.#what);
  }
}

/** Returns the offset of the last character if it is incomplete, or else the end. */
function endOfWhole(bytes: Buffer): number {
  for (let at = bytes.length - 1; at >= Math.max(0, bytes.length - CHARACTER_BYTES_MAX + 1); at--) {
    const byte = bytes[at]!;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return at + length > bytes.length ? at : bytes.length;
  }
  return bytes.length;
}
