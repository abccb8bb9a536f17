/** The tokens of a value as one text: spaces between them, a mark at either end. What the cluster cuts at the spaces is what we cut. */
import type { TokenSink } from '../../analysis/analyzer.ts';
import { Tokenizer } from '../../analysis/tokenizer.ts';
import { VALUE_EDGE } from './field-names.ts';

const SPACE = 0x20;
const EDGE = VALUE_EDGE.charCodeAt(0);

export class TokenText implements TokenSink {
  readonly #tokenizer = new Tokenizer(this);
  #units = new Uint16Array(1 << 16);
  #length = 0;
  #tokens = 0;

  /** Begins a value. */
  begin(): void {
    this.#units[0] = EDGE;
    this.#length = 1;
    this.#tokens = 0;
  }

  feed(piece: string): void {
    this.#tokenizer.feed(piece);
  }

  /** UTF-16 units so far. */
  get length(): number {
    return this.#length;
  }

  /** Ends the value; null where it has no token. */
  end(): string | null {
    this.#tokenizer.finish();
    if (this.#tokens === 0) return null;
    this.#room(2);
    this.#units[this.#length++] = SPACE;
    this.#units[this.#length++] = EDGE;
    return Buffer.from(this.#units.buffer, 0, 2 * this.#length).toString('utf16le');
  }

  of(value: string): string | null {
    this.begin();
    this.feed(value);
    return this.end();
  }

  /** Called by the tokenizer. */
  token(units: Uint16Array, length: number): void {
    this.#room(length + 1);
    this.#units[this.#length++] = SPACE;
    for (let i = 0; i < length; i++) this.#units[this.#length++] = units[i]!;
    this.#tokens++;
  }

  #room(needed: number): void {
    if (this.#length + needed <= this.#units.length) return;
    const grown = new Uint16Array(2 * (this.#units.length + needed));
    grown.set(this.#units.subarray(0, this.#length));
    this.#units = grown;
  }
}
