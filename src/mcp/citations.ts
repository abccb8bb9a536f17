/**
 * Citations of texts: `"quote" [source/id@start-end]`, in UTF-16 units of the text that the service gives for an item. A source
 * whose name has `]`, `%` or a control character is written with percent signs, as `a%5Db`.
 */

export interface Citation {
  readonly source: string;
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

/** A quotation in a draft. A part is null if it is absent. */
export interface Quotation {
  readonly quote: string | null;
  readonly citation: Citation | null;
}

export function citationText({ source, id, start, end }: Citation): string {
  return `${source.replace(UNSAFE, encodeURIComponent)}/${id}@${start}-${end}`;
}

/** Characters that would end a citation, and the one that escapes them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: names of sources may have them.
const UNSAFE = /[\]%\u0000-\u001f\u007f]/g;
const ESCAPED = /%(?:5D|25|[01][0-9A-F]|7F)/gi;

/** In straight quotes, `\"` and `\\` are a quote and a backslash. There are no escapes between “ and ”. */
const QUOTE = /"((?:[^"\\]|\\.)*)"|“([^“”]*)”/suy;
/** Every part is bounded, so a draft full of brackets takes linear time. */
const CITATION = /\s{0,9}\[([^\]\n]{1,765})\/(\d{1,15})@(\d{1,15})-(\d{1,15})\]/uy;
const BEGINNING = /["“[]/g;

/** Returns every quote and every citation of a draft, in order. A citation belongs to the quote directly before it. */
export function quotationsOf(draft: string): Quotation[] {
  const found: Quotation[] = [];
  let isUnclosed = false;
  for (let at = beginningFrom(draft, 0); at < draft.length; ) {
    const isStraight = draft[at] === '"';
    // If one straight quote is not closed, no further one is.
    const quote: RegExpExecArray | null = isStraight && isUnclosed ? null : matchAt(QUOTE, draft, at);
    isUnclosed ||= isStraight && quote === null;
    const end = at + (quote?.[0].length ?? 0);
    const cited = quote === null && draft[at] !== '[' ? null : matchAt(CITATION, draft, end);
    if (quote !== null || cited !== null) found.push({ quote: quotedText(quote), citation: citationOf(cited) });
    at = beginningFrom(draft, Math.max(at + 1, end + (cited?.[0].length ?? 0)));
  }
  return found;
}

function beginningFrom(text: string, at: number): number {
  BEGINNING.lastIndex = at;
  return BEGINNING.exec(text)?.index ?? text.length;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function quotedText(quote: RegExpExecArray | null): string | null {
  if (quote === null) return null;
  const [, straight, curly] = quote;
  return straight === undefined ? (curly ?? '') : straight.replace(/\\(.)/gsu, '$1');
}

function citationOf(cited: RegExpExecArray | null): Citation | null {
  if (cited === null) return null;
  const [, source, id, start, end] = cited;
  return {
    source: (source ?? '').replace(ESCAPED, decodeURIComponent),
    id: Number(id),
    start: Number(start),
    end: Number(end),
  };
}
