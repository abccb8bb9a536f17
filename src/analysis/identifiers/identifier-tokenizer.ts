/** Tokenizes the sequences of digits of a text, with offsets. */
import type { PlacedTokenizer, PlacedTokenSink } from '../analyzer.ts';
import { FIRST } from '../analyzer.ts';
import { hashUnits } from '../term-hash.ts';
import { type IdentifierKind, SEQUENCE_PIECE } from './identifier-kinds.ts';
import { IdentifierScanner } from './identifier-scanner.ts';

export class IdentifierTokenizer implements PlacedTokenizer {
  readonly #scanner: IdentifierScanner;
  readonly #units = new Uint16Array(SEQUENCE_PIECE + 2);

  constructor(kind: IdentifierKind, sink: PlacedTokenSink) {
    const units = this.#units;
    this.#scanner = new IdentifierScanner({
      [kind]: (bytes: Uint8Array, from: number, to: number, start: number, end: number) => {
        const length = to - from;
        for (let i = 0; i < length; i++) units[i] = bytes[from + i]!;
        sink.placedToken(units, length, hashUnits(units, length), start, end, FIRST, end);
      },
    });
  }

  get settledTo(): number {
    return this.#scanner.settledTo;
  }

  feed(piece: string): void {
    this.#scanner.feed(piece);
  }

  finish(): void {
    this.#scanner.finish();
  }
}
