/** Finds the words of a note by our own analysis, with the positions of each term. */
import type { PlacedTokenSink, TokenKind } from '../../analysis/analyzer.ts';
import { FIRST } from '../../analysis/analyzer.ts';
import { placedTokenizer } from '../../analysis/analyzer-of-index.ts';

export interface NoteWords {
  /** Ascending. */
  readonly positions: ReadonlyMap<string, readonly number[]>;
  readonly length: number;
}

export function wordsOfNote(text: string): NoteWords {
  const positions = new Map<string, number[]>();
  let position = -1;
  const sink: PlacedTokenSink = {
    placedToken(units, length, _hash, _start, _end, kind: TokenKind) {
      if (kind === FIRST) position++;
      const term = String.fromCharCode(...units.subarray(0, length));
      const known = positions.get(term);
      if (known === undefined) positions.set(term, [position]);
      else if (known.at(-1) !== position) known.push(position);
    },
    skippedToken() {
      position++;
    },
  };
  const tokenizer = placedTokenizer(undefined, sink);
  tokenizer.feed(text);
  tokenizer.finish();
  return { positions, length: position + 1 };
}
