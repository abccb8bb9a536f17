/** Splits the text of a mail into own and quoted parts. */

export interface TextPart {
  readonly text: string;
  readonly isQuote: boolean;
}

const HEADER = /^(?:from|to|cc|bcc|date|subject|reply-to|message-id)\s*:/i;
const QUOTED = /^\s*>/;
/** `On Monday Ada wrote:` */
const INTRODUCTION = /:\s*$/;
/** `-----Original Message-----` and the like, in the languages of mail programs. */
const ORIGINAL =
  /^\s*[-_]{2,}.{0,20}(?:original message|forwarded message|mensagem original|mensagem encaminhada|urspr[uü]ngliche nachricht|mensaje original|message d.origine|messaggio originale|исходное сообщение)/i;
const SENDER = /^\s*\*?(?:from|de|von|van|fra|fr[aå]n|da|od|от)\*?\s*:/i;
const SENT =
  /^\s*\*?(?:sent|date|enviad[ao](?: em)?|data|gesendet|datum|envoy[eé]|fecha|verzonden|sendt|skickat|отправлено|дата)\*?\s*:/i;
/** Maximum number of lines between a sender and a date, in the header of a quoted mail. */
const HEADER_LINES = 4;

/** Skips the header that some cases put before the text. */
export function partsOf(text: string): readonly TextPart[] {
  const lines = text.split(/\r\n|\r|\n/);
  let from = 0;
  while (from < lines.length && (lines[from]!.trim() === '' || HEADER.test(lines[from]!))) from++;
  const parts: { lines: string[]; isQuote: boolean }[] = [];
  const put = (line: string, isQuote: boolean): void => {
    const last = parts.at(-1);
    if (last !== undefined && (last.isQuote === isQuote || (last.isQuote && line.trim() === ''))) last.lines.push(line);
    else parts.push({ lines: [line], isQuote });
  };
  for (let i = from; i < lines.length; i++) {
    if (isOriginal(lines, i)) {
      for (; i < lines.length; i++) put(lines[i]!, true);
      break;
    }
    put(lines[i]!, QUOTED.test(lines[i]!) || introduces(lines, i));
  }
  return parts
    .map(({ lines: own, isQuote }) => ({ text: own.join('\n').replace(/^\n+|\s+$/g, ''), isQuote }))
    .filter((part) => part.text !== '');
}

/** Whether everything from this line on is an earlier mail. */
function isOriginal(lines: readonly string[], i: number): boolean {
  if (ORIGINAL.test(lines[i]!)) return true;
  return SENDER.test(lines[i]!) && lines.slice(i + 1, i + 1 + HEADER_LINES).some((line) => SENT.test(line));
}

/** Matches a line that ends with a colon before quoted ones, or the first of two such lines. */
function introduces(lines: readonly string[], i: number): boolean {
  const next = lines[i + 1] ?? '';
  if (lines[i]!.trim() === '') return false;
  if (INTRODUCTION.test(lines[i]!)) return isQuotedSoon(lines, i + 1);
  return /\d/.test(lines[i]!) && INTRODUCTION.test(next) && isQuotedSoon(lines, i + 2);
}

function isQuotedSoon(lines: readonly string[], i: number): boolean {
  return QUOTED.test(lines[i] ?? '') || (lines[i]?.trim() === '' && QUOTED.test(lines[i + 1] ?? ''));
}
