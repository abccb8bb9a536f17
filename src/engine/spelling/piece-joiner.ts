/**
 * Joins the pieces of one text that was cut into overlapping pieces before it was analyzed. Only the tokens are known,
 * so the overlap must be found in them: the last tokens of a piece are the first ones of the next. If a cut divided a
 * word, one piece has a part of it and the other has the whole word.
 */

/** Receives tokens, as UTF-8. */
export interface TokenSink {
  token(bytes: Uint8Array, start: number, end: number): void;
}

/**
 * Tokens of a text, piece by piece: call `token`, `beginPiece` between two pieces, then `end`. Memory: twice the
 * maximum overlap.
 */
export class PieceJoiner {
  readonly #sink: TokenSink;
  readonly #overlapUnits: number;
  /** Maximum tokens of an overlap: one per two characters, plus a partial token at each end. */
  readonly #overlapTokens: number;
  /** The last tokens so far, which may be in the overlap, and the first tokens of the current piece. */
  #tail: Uint8Array[] = [];
  #head: Uint8Array[] | null = null;

  constructor(sink: TokenSink, overlapUnits: number) {
    this.#sink = sink;
    this.#overlapUnits = overlapUnits;
    this.#overlapTokens = Math.ceil(overlapUnits / 2) + 2;
  }

  token(bytes: Uint8Array, start: number, end: number): void {
    const token = bytes.slice(start, end);
    if (this.#head !== null) {
      this.#head.push(token);
      if (this.#head.length === this.#overlapTokens) this.#join();
      return;
    }
    this.#tail.push(token);
    if (this.#tail.length === 4 * this.#overlapTokens) this.#give(3 * this.#overlapTokens);
  }

  beginPiece(): void {
    this.#join();
    this.#head = [];
  }

  end(): void {
    this.#join();
    this.#give(this.#tail.length);
  }

  /** Appends the beginning of the piece to the tokens before it, without their overlap. */
  #join(): void {
    const head = this.#head;
    if (head === null) return;
    const shared = overlapOf(this.#tail.slice(-this.#overlapTokens), head, this.#overlapUnits);
    // The last token may be only the end of a word that is complete in this piece.
    if (shared > 0) this.#tail.pop();
    for (let i = shared; i < head.length; i++) this.#tail.push(head[i]!);
    this.#head = null;
  }

  #give(count: number): void {
    for (let i = 0; i < count; i++) this.#sink.token(this.#tail[i]!, 0, this.#tail[i]!.length);
    this.#tail = this.#tail.slice(count);
  }
}

/**
 * Returns the number of tokens of `head` that repeat the end of `tail`, or 0. The last token of `tail` may be cut, in
 * which case the next token of `head` begins with it. Chooses the longest overlap within the maximum, or the shortest
 * if all are longer.
 */
export function overlapOf(tail: readonly Uint8Array[], head: readonly Uint8Array[], overlapUnits: number): number {
  const before = tail.slice(0, -1).map(textOf);
  const after = head.map(textOf);
  const last = tail.length === 0 ? '' : textOf(tail.at(-1)!);
  // The first token may be the end of a word, so comparing whole words begins with the second.
  const words = after.slice(1);
  const failures = failuresOf(words);
  let matched = 0;
  for (const word of before) {
    while (matched > 0 && (matched === words.length || words[matched] !== word)) matched = failures[matched - 1]!;
    if (words[matched] === word) matched++;
  }
  let shortest = 0;
  for (let length = matched; ; length = failures[length - 1]!) {
    const first = before[before.length - 1 - length];
    const isWhole = first?.endsWith(after[0] ?? '\0') === true && words[length]?.startsWith(last) === true;
    if (isWhole) {
      if (after[0]!.length + unitsOf(words, length) + last.length <= overlapUnits) return length + 1;
      shortest = length + 1;
    }
    if (length === 0) return shortest;
  }
}

/** Returns, by word, the length of the longest proper prefix of the words that ends there (the failure function). */
function failuresOf(words: readonly string[]): Uint32Array {
  const failures = new Uint32Array(words.length);
  for (let i = 1, length = 0; i < words.length; i++) {
    while (length > 0 && words[i] !== words[length]) length = failures[length - 1]!;
    if (words[i] === words[length]) length++;
    failures[i] = length;
  }
  return failures;
}

/** Returns the minimum length of a text with these words between two others. */
function unitsOf(words: readonly string[], length: number): number {
  let units = length + 1;
  for (let i = 0; i < length; i++) units += words[i]!.length;
  return units;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function textOf(token: Uint8Array): string {
  return decoder.decode(token);
}
