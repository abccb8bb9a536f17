/** Folds whole texts without tokenizing them. */
import { foldedCodePoint } from './code-points.ts';
import { foldSequence } from './folding.ts';
import { findUnstable, sequenceEnd, sequenceStart } from './sequences.ts';
import { FOLDS, NO_FOLD } from './unit-tables.ts';

/** Folded units collected at a time. A query may be a single value of a megabyte. */
const BATCH_UNITS = 4096;

/** Returns the folded form of a text, including separators: for patterns, ranges and whole values. */
export function foldText(text: string): string {
  const batches: string[] = [];
  for (let from = 0; from < text.length; ) {
    const unstable = findUnstable(text, from, text.length);
    const start = unstable === text.length ? unstable : sequenceStart(text, unstable, from);
    foldStable(text, from, start, batches);
    if (start === text.length) break;
    from = sequenceEnd(text, unstable, text.length);
    batches.push(foldSequence(text.slice(start, from)));
  }
  return batches.length === 1 ? batches[0]! : batches.join('');
}

/** Appends the folded forms of code points that fold one by one. */
function foldStable(text: string, from: number, to: number, batches: string[]): void {
  let batch: number[] = [];
  const flush = (): void => {
    if (batch.length > 0) batches.push(String.fromCharCode(...batch));
    batch = [];
  };
  for (let i = from; i < to; i++) {
    const folded = FOLDS[text.charCodeAt(i)]!;
    if (folded !== NO_FOLD) batch.push(folded);
    else {
      const codePoint = text.codePointAt(i)!;
      if (codePoint > 0xffff) i++;
      flush();
      for (const part of foldedCodePoint(codePoint)) batches.push(part.text);
    }
    if (batch.length === BATCH_UNITS) flush();
  }
  flush();
}
