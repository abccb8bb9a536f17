/** Base of cursors that read other cursors: the current term, and the available occurrences. */
import type { TermCursor } from '../../shared/term-cursor.ts';

export abstract class TakingCursor implements TermCursor {
  field = 0;
  bytes: Uint8Array = new Uint8Array(0);
  termStart = 0;
  termEnd = 0;
  docs: Uint32Array = new Uint32Array(0);
  positions: Uint32Array = new Uint32Array(0);
  from = 0;

  abstract next(): boolean;
  abstract read(): number;
  abstract close(): void;

  protected takeTerm({ bytes, termStart, termEnd }: TermCursor, field: number): void {
    this.field = field;
    this.bytes = bytes;
    this.termStart = termStart;
    this.termEnd = termEnd;
  }

  protected takeOccurrences({ docs, positions }: TermCursor, from: number): void {
    this.docs = docs;
    this.positions = positions;
    this.from = from;
  }
}
