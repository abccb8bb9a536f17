/** Tokenizes texts into the memory of a term log. Folds the characters that the log's own tables do not fold. */
import { type FoldedCodePoint, foldedCodePoint } from '../../analysis/code-points.ts';
import { beginsSequence } from '../../analysis/sequences.ts';
import { type TextCutter, TextFeed } from '../../analysis/text-feed.ts';
import { EMOJI } from '../../analysis/unit-classes.ts';
import { CLASSES, FOLDS, STABILITY } from '../../analysis/unit-tables.ts';
import { WHOLE_VALUE_UNITS_MAX } from '../../analysis/whole-value.ts';
import { TermLog } from './term-log.ts';

/** Units copied out of a string at a time: half of a first-level cache. */
const BUFFER_UNITS = 8192;
/** Up to this many units are copied one by one, which is faster than a call out of JavaScript. */
const SHORT_UNITS = 64;

/** A pool of logs of this thread, because the memory of a log is not freed soon. */
const unused: TermLog[] = [];

/** Returns an empty log. A newly created log has room for `tokens`. */
export function takeTermLog(tokens: number): TermLog {
  const log = unused.pop();
  if (log !== undefined) {
    log.reset();
    return log;
  }
  const sizes = { textUnits: BUFFER_UNITS, wordUnits: WHOLE_VALUE_UNITS_MAX };
  return new TermLog({ folds: FOLDS, classes: CLASSES, stability: STABILITY }, sizes, tokens);
}

/** Returns a log to the pool. It must not be used afterwards. */
export function giveTermLogBack(log: TermLog): void {
  unused.push(log);
}

class LogCutter implements TextCutter {
  readonly log: TermLog;

  constructor(log: TermLog) {
    this.log = log;
  }

  cutText(text: string, from: number, to: number): void {
    for (let start = from; start < to; ) {
      let end = Math.min(to, start + BUFFER_UNITS);
      if (end < to && text.codePointAt(end - 1)! > 0xffff) end--;
      this.copy(text, start, end);
      this.cutBuffer(text, start, end);
      start = end;
    }
  }

  copy(text: string, from: number, to: number): void {
    const { text: buffer, textBytes } = this.log;
    if (to - from > SHORT_UNITS) textBytes.write(text.slice(from, to), 'utf16le');
    else for (let i = from; i < to; i++) buffer[i - from] = text.charCodeAt(i);
  }

  /** Tokenizes `text[from … to)`, which is already in the buffer. */
  cutBuffer(text: string, from: number, to: number): void {
    for (let at = from; at < to; ) {
      at = from + this.log.cut(at - from, to - from);
      if (at === to) return;
      const codePoint = text.codePointAt(at)!;
      this.cutSequence(foldedCodePoint(codePoint));
      at += codePoint > 0xffff ? 2 : 1;
    }
  }

  cutSequence(folded: readonly FoldedCodePoint[]): void {
    for (const { text, class: kind } of folded) {
      if (kind === EMOJI) this.log.logAlone(text);
      else this.log.take(kind, text);
    }
  }

  end(): void {
    this.log.endAll();
  }
}

export class LoggedTexts extends TextFeed<LogCutter> {
  constructor(log: TermLog) {
    super(new LogCutter(log));
  }

  /** Copies the text into the buffer first. Folds it here only if the log finds that it does not fold unit by unit. */
  protected override take(text: string, to: number, offset: number): void {
    for (let from = 0; from < to; ) {
      const end = bufferEnd(text, from, to);
      if (end - from > BUFFER_UNITS) this.takeStretch(text, from, end, offset);
      else {
        this.cutter.copy(text, from, end);
        if (this.cutter.log.isStable(end - from)) this.cutter.cutBuffer(text, from, end);
        else this.takeStretch(text, from, end, offset);
      }
      from = end;
    }
  }

  /**
   * Takes the ASCII bytes `bytes[from … to)` as the next piece. The first of these bytes ends the open sequence,
   * because no following mark changes how ASCII is folded.
   */
  feedAscii(bytes: Uint8Array, from: number, to: number): void {
    if (from === to) return;
    if (this.open !== '') {
      this.feed(String.fromCharCode(bytes[from]!));
      this.endOpen();
      from++;
    }
    this.cutter.log.cutAscii(bytes, from, to);
  }
}

/**
 * Returns the last boundary before a buffer that begins at `from` is full, or `to` if the text ends earlier or has no boundary.
 */
function bufferEnd(text: string, from: number, to: number): number {
  if (to - from <= BUFFER_UNITS) return to;
  for (let end = from + BUFFER_UNITS; end > from; end--) if (beginsSequence(text, end)) return end;
  return to;
}
