/**
 * Finds the mails of a thread that must be read. These are the mails whose text no mail below them contains completely, quoted
 * or not.
 *
 * A text is a sequence of words: letters and digits in lower case. Quote marks at the beginning of lines do not count. Nor do
 * the header that some cases put before the text, and a last line of attachment names. A text contains another one if it has
 * the words of the other in sequence, from the beginning of a line to the end of a line, which is how mails quote. A text that
 * was shortened, or answered between its lines, is not contained.
 */
const FIELD = /^(?:from|to|cc|bcc|date|sent|subject|reply-to|message-id|attachments)\s*:/i;
const ATTACHMENTS = /^attachments\s*:/i;
const QUOTE = /^[\s>|]+/;
const WORD = /[\p{L}\p{N}]+/gu;

/** Words between two yields. */
const WORDS_PER_SLICE = 1 << 15;

/** Numbers for words, shared by the texts of a thread. */
export class WordNumbers {
  readonly #numbers = new Map<string, number>();

  numberOf(word: string): number {
    let number = this.#numbers.get(word);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(word, number);
    }
    return number;
  }
}

export interface MailText {
  readonly words: Uint32Array;
  /** Indexed by word: 1 if it begins a line, plus 2 if it ends one. */
  readonly edges: Uint8Array;
}

export function* splitMailText(text: string, known: WordNumbers): Generator<void, MailText> {
  const lines = text.split(/\r\n|\r|\n/);
  let from = 0;
  while (from < lines.length && (lines[from]!.trim() === '' || FIELD.test(lines[from]!))) from++;
  let to = lines.length;
  while (to > from && lines[to - 1]!.trim() === '') to--;
  if (to > from && ATTACHMENTS.test(lines[to - 1]!)) to--;
  const words: number[] = [];
  const edges: number[] = [];
  let sinceYield = 0;
  for (let i = from; i < to; i++) {
    const before = words.length;
    for (const [word] of lines[i]!.replace(QUOTE, '').toLowerCase().matchAll(WORD)) {
      words.push(known.numberOf(word));
      edges.push(0);
      if (++sinceYield % WORDS_PER_SLICE === 0) yield;
    }
    if (words.length === before) continue;
    edges[before]! |= 1;
    edges[words.length - 1]! |= 2;
  }
  return { words: Uint32Array.from(words), edges: Uint8Array.from(edges) };
}

/**
 * Whether a text has all words of another one, in sequence, from the beginning of a line to the end of a line. Takes time
 * linear in both.
 */
export function* contains(text: MailText, part: MailText): Generator<void, boolean> {
  const { words, edges } = text;
  const wanted = part.words;
  if (wanted.length === 0) return true;
  if (wanted.length > words.length) return false;
  const back = yield* borders(wanted);
  let matched = 0;
  for (let at = 0; at < words.length; at++) {
    while (matched > 0 && (matched === wanted.length || wanted[matched] !== words[at])) matched = back[matched - 1]!;
    if (wanted[matched] === words[at]) matched++;
    if (at % WORDS_PER_SLICE === WORDS_PER_SLICE - 1) yield;
    if (matched < wanted.length) continue;
    if ((edges[at]! & 2) !== 0 && (edges[at - wanted.length + 1]! & 1) !== 0) return true;
  }
  return false;
}

/** Returns the length of the longest border of each prefix of the words (Knuth, Morris, Pratt). */
function* borders(words: Uint32Array): Generator<void, Uint32Array> {
  const back = new Uint32Array(words.length);
  let matched = 0;
  for (let at = 1; at < words.length; at++) {
    while (matched > 0 && words[matched] !== words[at]) matched = back[matched - 1]!;
    if (words[matched] === words[at]) matched++;
    back[at] = matched;
    if (at % WORDS_PER_SLICE === WORDS_PER_SLICE - 1) yield;
  }
  return back;
}
