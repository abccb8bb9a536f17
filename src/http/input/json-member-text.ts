/**
 * Parses a JSON object with one long array member. The array is parsed in slices as it arrives. The rest is parsed at the end,
 * with an empty array in its place.
 */
import { AppError } from '../../shared/errors.ts';
import { QUERY_BODY_BYTES_MAX } from '../limits.ts';
import { JsonArrayText } from './json-array-text.ts';

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c] as const;
const [OPENS_ARRAY, CLOSES_ARRAY, OPENS_OBJECT, CLOSES_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d] as const;

export class JsonMemberText {
  readonly #name: string;
  #array: JsonArrayText | null = null;
  #rest = '';
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** Offsets in `#rest`: of the object's last string, and of the name of the member whose value follows. */
  #textFrom = 0;
  #member: string | null = null;
  /** Depth of the array that is read in slices, or 0 outside. */
  #arrayDepth = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** Whether the array member has begun. */
  get hasBegun(): boolean {
    return this.#array !== null;
  }

  /** Adds the next piece. Throws AppError INVALID_REQUEST, TOO_LARGE. */
  add(piece: string): void {
    let from = 0;
    for (let i = 0; i < piece.length; i++) {
      const code = piece.charCodeAt(i);
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (code === BACKSLASH) this.#isEscaped = true;
        else if (code === QUOTE) this.#isInString = false;
        continue;
      }
      if (code === QUOTE) {
        this.#isInString = true;
        if (this.#depth === 1) this.#textFrom = this.#rest.length + i - from;
      } else if (code === OPENS_ARRAY || code === OPENS_OBJECT) {
        this.#depth++;
        if (code !== OPENS_ARRAY || this.#depth !== 2 || this.#member !== this.#name) continue;
        this.#keep(`${piece.slice(from, i)}[]`);
        this.#begin();
        from = i;
      } else if (code === CLOSES_ARRAY || code === CLOSES_OBJECT) {
        this.#depth--;
        if (this.#arrayDepth === 0 || this.#depth >= this.#arrayDepth) continue;
        this.#array!.add(piece.slice(from, i + 1));
        this.#arrayDepth = 0;
        from = i + 1;
      } else if (this.#depth === 1 && code === COLON) {
        this.#member = nameOf(
          this.#rest.slice(this.#textFrom) + piece.slice(from, i),
          this.#textFrom,
          this.#rest.length,
        );
      } else if (this.#depth === 1 && code === COMMA) this.#member = null;
    }
    if (this.#arrayDepth > 0) this.#array!.add(piece.slice(from));
    else this.#keep(piece.slice(from));
  }

  /** Returns the elements of the next slice, or null if more text is needed. Throws AppError INVALID_REQUEST. */
  nextSlice(): readonly unknown[] | null {
    return this.#array?.nextSlice() ?? null;
  }

  /** Called at the end: returns the last elements, and the text of the rest. Throws AppError INVALID_REQUEST. */
  finish(): { readonly elements: readonly unknown[]; readonly rest: string } {
    this.#array?.requireArray();
    return { elements: this.#array?.lastSlice() ?? [], rest: this.#rest };
  }

  #begin(): void {
    if (this.#array !== null)
      throw new AppError('INVALID_REQUEST', `The body has ${JSON.stringify(this.#name)} twice.`);
    this.#array = new JsonArrayText();
    this.#arrayDepth = this.#depth;
  }

  #keep(text: string): void {
    this.#rest += text;
    if (this.#rest.length <= QUERY_BODY_BYTES_MAX) return;
    throw new AppError(
      'TOO_LARGE',
      `The body has more than ${QUERY_BODY_BYTES_MAX} bytes beside ${JSON.stringify(this.#name)}.`,
    );
  }
}

/**
 * Returns the string before a colon. Returns null if there is none, an error that JSON.parse will report. `text` begins at the
 * last string, if that was stored.
 */
function nameOf(text: string, textFrom: number, restLength: number): string | null {
  const offset = Math.max(0, textFrom - restLength);
  try {
    const name: unknown = JSON.parse(text.slice(offset));
    return typeof name === 'string' ? name : null;
  } catch {
    return null;
  }
}
