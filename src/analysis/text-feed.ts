/**
 * Divides texts that come in pieces of any size, cut anywhere, into text that folds unit by unit and sequences that do not. The
 * text of an item may be far too large for memory. Its tokens do not depend on how it is cut.
 */
import { type FoldedCodePoint, foldedCodePoint, foldedParts } from './code-points.ts';
import { findUnstable, lastBoundary, SEQUENCE_UNITS_MAX, sequenceEnd, sequenceStart } from './sequences.ts';
import { BLANK, BREAK, SEPARATOR, SOFT_HYPHEN, SOFT_HYPHEN_UNIT } from './unit-classes.ts';
import { CLASSES } from './unit-tables.ts';

/** Tokenizes folded text. */
export interface TextCutter {
  /** Takes `text[from … to)`, complete code points that fold independently. `offset` is where `text` begins in the value. */
  cutText(text: string, from: number, to: number, offset: number): void;
  /** Takes a folded sequence, which is at `start … end` of the value. */
  cutSequence(folded: readonly FoldedCodePoint[], start: number, end: number): void;
  /** Ends the value. */
  end(): void;
}

const SOFT: FoldedCodePoint = { text: String.fromCharCode(SOFT_HYPHEN_UNIT), class: SOFT_HYPHEN };
const DIVIDER: FoldedCodePoint = { text: '\0', class: SEPARATOR };

export class TextFeed<Cutter extends TextCutter = TextCutter> {
  protected readonly cutter: Cutter;
  /** The last sequence so far, which the next piece may extend. */
  protected open = '';
  /** Where `open` begins in the value. */
  #offset = 0;

  constructor(cutter: Cutter) {
    this.cutter = cutter;
  }

  /** Takes the next piece of the text. */
  feed(piece: string): void {
    if (piece.length === 0) return;
    const text = this.open === '' ? piece : this.open + piece;
    const boundary = lastBoundary(text);
    this.take(text, boundary, this.#offset);
    let rest = text.slice(boundary);
    this.#offset += boundary;
    while (rest.length > SEQUENCE_UNITS_MAX) {
      const end = divided(rest, 0);
      this.#cutSequence(rest, 0, end, this.#offset);
      rest = rest.slice(end);
      this.#offset += end;
    }
    this.open = rest;
  }

  /** Ends the value. */
  finish(): void {
    this.endOpen();
    this.cutter.end();
    this.#offset = 0;
  }

  /** Takes the open sequence, because nothing can extend it now. */
  protected endOpen(): void {
    const { length } = this.open;
    if (length > 0) this.take(this.open, length, this.#offset);
    this.#offset += length;
    this.open = '';
  }

  /** Takes `text[0 … to)`, complete sequences. */
  protected take(text: string, to: number, offset: number): void {
    this.takeStretch(text, 0, to, offset);
  }

  protected takeStretch(text: string, begin: number, to: number, offset: number): void {
    for (let from = begin; from < to; ) {
      const unstable = findUnstable(text, from, to);
      const start = unstable === to ? to : sequenceStart(text, unstable, from);
      if (start > from) this.cutter.cutText(text, from, start, offset);
      if (start === to) return;
      const end = sequenceEnd(text, unstable, to);
      for (from = start; end - from > SEQUENCE_UNITS_MAX; ) {
        const part = divided(text, from);
        this.#cutSequence(text, from, part, offset);
        from = part;
      }
      this.#cutSequence(text, from, end, offset);
      from = end;
    }
  }

  #cutSequence(text: string, from: number, to: number, offset: number): void {
    const sequence = text.slice(from, to);
    const tail = tailOf(text, sequence, to);
    if (!LETTER_BEHIND.test(sequence)) {
      const folded = foldedParts(sequence);
      this.#cutFolded(tail === null ? folded : [...folded, tail], sequence, offset + from);
      return;
    }
    // Letters that may combine with the previous one, but usually do not.
    for (const [start, part, folded] of partsOf(sequence)) this.#cutFolded(folded, part, offset + from + start);
    if (tail !== null) this.#cutFolded([tail], '', offset + to);
  }

  #cutFolded(folded: readonly FoldedCodePoint[], sequence: string, start: number): void {
    this.cutter.cutSequence(folded, start, start + sequence.length - endOf(sequence).length);
  }
}

/**
 * Characters that belong to the previous one, for a class of a regular expression: marks, including halfwidth kana marks, skin
 * tones, and invisible characters.
 */
const BEHIND = '\\p{M}\\p{Emoji_Modifier}\\uff9e\\uff9f\\p{Default_Ignorable_Code_Point}\\u0640';
/** A letter, or half of a flag, after the first code point. */
const LETTER_BEHIND = new RegExp(`^.+[^${BEHIND}]`, 'su');
const LETTER_PARTS = new RegExp(`(?:\\p{RI}[${BEHIND}]*\\p{RI}|.)[${BEHIND}]*`, 'gsu');
const TRAILING = /(?:(?!\p{M})[\p{Default_Ignorable_Code_Point}\u0640])+$/u;

/** Returns the invisible characters after the last mark, which no match needs to cover. */
function endOf(sequence: string): string {
  return TRAILING.exec(sequence)?.[0] ?? '';
}

/** Divides a sequence into letters that fold independently. */
function* partsOf(sequence: string): Generator<[start: number, part: string, folded: readonly FoldedCodePoint[]]> {
  let part = '';
  let start = 0;
  for (const [next] of sequence.matchAll(LETTER_PARTS)) {
    if (part !== '' && shown(part + next) === shown(part) + shown(next)) {
      yield [start, part, foldedParts(part)];
      start += part.length;
      part = '';
    }
    part += next;
  }
  yield [start, part, foldedParts(part)];
}

/** Shows folded characters one by one: a flag is one character with two halves. */
function shown(part: string): string {
  return foldedParts(part)
    .map(({ text }) => `${text} `)
    .join('');
}

/** Returns where to divide a sequence that is too long. */
function divided(text: string, from: number): number {
  const end = from + SEQUENCE_UNITS_MAX;
  return text.codePointAt(end - 1)! > 0xffff ? end - 1 : end;
}

/**
 * Handles the effect of the text after a sequence: an ordinal indicator ends a word before a digit, and a soft hyphen may
 * divide it before white space.
 */
function tailOf(text: string, sequence: string, to: number): FoldedCodePoint | null {
  if (to === text.length) return null;
  if (/^[ªº]/.test(sequence) && beginsWithDigit(text.codePointAt(to)!)) return DIVIDER;
  if (!endOf(sequence).includes('\u00ad')) return null;
  const next = CLASSES[text.charCodeAt(to)];
  return next === BLANK || next === BREAK ? SOFT : null;
}

function beginsWithDigit(codePoint: number): boolean {
  return /^[0-9]/.test(foldedCodePoint(codePoint)[0]?.text ?? '');
}
