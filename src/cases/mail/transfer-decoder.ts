/** Content-Transfer-Encoding: decodes the bytes in a mail to the attached bytes, piece by piece. */

export type TransferEncoding = 'identity' | 'base64' | 'quoted-printable';

export interface TransferDecoder {
  write(bytes: Buffer): Buffer;
  end(): Buffer;
  /** Returns a description of the fault, to be appended to "its content". Null if there is none. Call this after `end`. */
  fault(): string | null;
}

const NOTHING = Buffer.alloc(0);

export function transferDecoder(encoding: TransferEncoding): TransferDecoder {
  if (encoding === 'base64') return new Base64Decoder();
  if (encoding === 'quoted-printable') return new QuotedPrintableDecoder();
  return { write: (bytes) => bytes, end: () => NOTHING, fault: () => null };
}

/** Returns the encoding named in a header, or null if it is not supported. */
export function transferEncodingOf(named: string | null): TransferEncoding | null {
  const name = (named ?? '').trim().toLowerCase();
  if (name === 'base64' || name === 'quoted-printable') return name;
  return /^(?:|7-?bit|8-?bit|binary|none)$/.test(name) ? 'identity' : null;
}

/** Skips other characters, and ends at padding. */
class Base64Decoder implements TransferDecoder {
  #rest = '';
  #pads = 0;
  #isEnded = false;
  #strange = 0;
  #behind = 0;
  #isCut = false;

  write(bytes: Buffer): Buffer {
    let text = bytes.toString('latin1').replace(/[\r\n\t ]+/g, '');
    const strangeAt = this.#isEnded ? 0 : text.search(/[^A-Za-z0-9+/]/);
    // Usually this is the padding at the end, so only the rest is filtered.
    if (strangeAt >= 0) text = text.slice(0, strangeAt) + this.#alphabet(text.slice(strangeAt), strangeAt);
    else if (text !== '') this.#pads = 0;
    text = this.#rest + text;
    const whole = text.length - (text.length % 4);
    this.#rest = text.slice(whole);
    return Buffer.from(text.slice(0, whole), 'base64');
  }

  end(): Buffer {
    const rest = this.#rest;
    this.#rest = '';
    // A single remaining character has too few bits for a byte.
    this.#isCut = rest.length === 1;
    return rest.length > 1 ? Buffer.from(rest, 'base64') : NOTHING;
  }

  fault(): string | null {
    if (this.#strange > 0) return `has ${this.#strange} characters that are not base64`;
    if (this.#behind > 0) return `has ${this.#behind} characters of base64 after its end`;
    return this.#isCut ? 'is base64 that is cut off' : null;
  }

  /** `before`: number of characters of this piece that were already kept. */
  #alphabet(text: string, before: number): string {
    if (before > 0) this.#pads = 0;
    let kept = '';
    for (let i = 0; i < text.length; i++) {
      const char = text[i]!;
      const isOfAlphabet = /[A-Za-z0-9+/]/.test(char);
      if (this.#isEnded) {
        if (isOfAlphabet) this.#behind++;
      } else if (isOfAlphabet) {
        kept += char;
        this.#pads = 0;
      } else if (char === '=') {
        const quad = (this.#rest.length + before + kept.length) % 4;
        if (quad >= 2 && quad + ++this.#pads >= 4) this.#isEnded = true;
        else if (quad < 2) this.#strange++;
      } else this.#strange++;
    }
    return kept;
  }
}

const EQUALS = 61;
const LF = 10;
const CR = 13;
/** Maximum number of blanks after `=` that are held until the next piece shows whether the line ends. */
const BLANKS_MAX = 256;

class QuotedPrintableDecoder implements TransferDecoder {
  #held: Buffer = NOTHING;
  #strange = 0;

  write(bytes: Buffer): Buffer {
    const all = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    const last = all.lastIndexOf(EQUALS);
    const isOpen = last >= 0 && all.length - last <= BLANKS_MAX && isUnfinished(all, last);
    this.#held = isOpen ? Buffer.from(all.subarray(last)) : NOTHING;
    return this.#decode(isOpen ? all.subarray(0, last) : all);
  }

  end(): Buffer {
    const rest = this.#held;
    this.#held = NOTHING;
    // A soft line break at the very end has no effect.
    return isSoftBreakAt(rest, 0, true) ? NOTHING : this.#decode(rest);
  }

  fault(): string | null {
    return this.#strange > 0 ? `has ${this.#strange} signs "=" that encode nothing` : null;
  }

  #decode(bytes: Buffer): Buffer {
    if (!bytes.includes(EQUALS)) return bytes;
    const decoded = Buffer.allocUnsafe(bytes.length);
    let length = 0;
    for (let i = 0; i < bytes.length; ) {
      const byte = bytes[i]!;
      if (byte !== EQUALS) {
        decoded[length++] = byte;
        i++;
        continue;
      }
      const value = hexAt(bytes, i + 1) * 16 + hexAt(bytes, i + 2);
      if (value >= 0) {
        decoded[length++] = value;
        i += 3;
      } else if (isSoftBreakAt(bytes, i, false)) {
        i = bytes.indexOf(LF, i) + 1;
      } else {
        decoded[length++] = byte;
        this.#strange++;
        i++;
      }
    }
    return decoded.subarray(0, length);
  }
}

/** Whether the meaning of `=` at `at` depends on more bytes. */
function isUnfinished(bytes: Buffer, at: number): boolean {
  if (bytes.length - at < 3) return true;
  return isSoftBreakAt(bytes, at, true) && bytes.indexOf(LF, at) < 0;
}

function isSoftBreakAt(bytes: Buffer, at: number, endCounts: boolean): boolean {
  if (bytes[at] !== EQUALS) return false;
  let i = at + 1;
  while (i < bytes.length && (bytes[i] === 32 || bytes[i] === 9)) i++;
  if (bytes[i] === CR) i++;
  return i >= bytes.length ? endCounts : bytes[i] === LF;
}

/** Returns a large negative number for a character that is not a hexadecimal digit. */
function hexAt(bytes: Buffer, at: number): number {
  const byte = bytes[at] ?? 0;
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1000;
}
