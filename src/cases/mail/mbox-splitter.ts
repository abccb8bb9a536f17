/**
 * Splits a mailbox into mails. A mail begins at a `From ` line that is at the beginning of the file, after an empty line, or
 * has a date as mail programs write it. An unquoted line of a text that begins with `From ` has neither such a date nor a
 * header after it.
 */
import type { LineSpan } from '../files/line-reader.ts';
import { beginsField } from './header-fields.ts';
import { type MailStructure, MimeScanner } from './mime-structure.ts';

/** A mail and its extent: `start` is after its `From ` line. */
export interface FoundMail {
  readonly structure: MailStructure;
  readonly start: number;
  readonly end: number;
  /** The line of the file where it begins, from 1. */
  readonly line: number;
}

/** `mbox`: mails one after another. `single`: the file is one mail. */
export type MailboxKind = 'mbox' | 'single';

/** `From ada@example.org Thu Mar 4 10:20:30 2021`, with or without a zone. */
const DATED =
  /^From .*\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? +(?:[A-Z][a-z]{2} +\d{1,2}|\d{1,2} +[A-Z][a-z]{2}) +(?:\d{4} +)?\d{1,2}:\d{2}(?::\d{2})?\b.*\d{4}|^From .*\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? +\d{1,2} +[A-Z][a-z]{2} +\d{2,4} +\d{1,2}:\d{2}/;
/** These lines are never longer. */
const FROM_LINE_BYTES_MAX = 1000;

interface OpenMail {
  readonly scanner: MimeScanner;
  readonly start: number;
  readonly line: number;
}

interface HeldLine {
  readonly bytes: Buffer;
  readonly span: LineSpan;
}

export class MboxSplitter {
  readonly #kind: MailboxKind;
  readonly #found: (mail: FoundMail) => void;
  #mail: OpenMail | null = null;
  /** A `From ` line whose meaning depends on the next line. */
  #held: HeldLine | null = null;
  #wasEmpty = true;
  /** The end of the last non-empty line, where the following empty line begins. */
  #emptyStart = 0;
  /** Bytes before the first mail that belong to no mail. */
  strangeBytes = 0;
  /** `From ` lines that were read as text. */
  fromLinesInTexts = 0;

  constructor(kind: MailboxKind, found: (mail: FoundMail) => void) {
    this.#kind = kind;
    this.#found = found;
  }

  line(given: Buffer, span: LineSpan): void {
    const isMarked = span.start === 0 && given[0] === 0xef && given[1] === 0xbb && given[2] === 0xbf;
    const bytes = isMarked ? given.subarray(3) : given;
    const held = this.#held;
    if (held !== null) {
      this.#held = null;
      if (beginsField(bytes.toString('latin1', 0, 300)) || isFromLine(bytes)) this.#begin(held.span);
      else {
        this.fromLinesInTexts++;
        this.#body(held.bytes, held.span);
      }
    }
    if (this.#kind === 'mbox' && isFromLine(bytes) && this.#separates(bytes, span)) return;
    this.#body(bytes, span);
  }

  end(fileEnd: number): void {
    const held = this.#held;
    this.#held = null;
    if (held !== null) this.#begin(held.span);
    this.#finish(this.#kind === 'mbox' && this.#wasEmpty ? this.#emptyStart : fileEnd);
  }

  /** Whether a `From ` line separates mails, or possibly does. */
  #separates(bytes: Buffer, span: LineSpan): boolean {
    if (span.end - span.start > FROM_LINE_BYTES_MAX) return false;
    if (this.#mail === null || DATED.test(bytes.toString('latin1'))) {
      this.#begin(span);
      return true;
    }
    if (!this.#wasEmpty) {
      this.fromLinesInTexts++;
      return false;
    }
    this.#held = { bytes: Buffer.from(bytes), span };
    return true;
  }

  #begin(span: LineSpan): void {
    this.#finish(this.#wasEmpty ? this.#emptyStart : span.start);
    this.#mail = { scanner: new MimeScanner(span.next), start: span.next, line: span.number };
    this.#wasEmpty = false;
  }

  #body(bytes: Buffer, span: LineSpan): void {
    if (this.#mail === null) {
      const isMail = this.#kind === 'single' || beginsField(bytes.toString('latin1', 0, 300));
      if (span.end === span.start) return;
      if (!isMail) {
        this.strangeBytes += span.next - span.start;
        return;
      }
      // Thunderbird and others keep the `From ` line of the mailbox in a file with a single mail.
      this.#mail = { scanner: new MimeScanner(span.start), start: span.start, line: span.number };
    }
    this.#mail.scanner.line(bytes, span);
    this.#wasEmpty = span.end === span.start;
    if (this.#wasEmpty) this.#emptyStart = span.start;
  }

  #finish(end: number): void {
    const mail = this.#mail;
    this.#mail = null;
    if (mail === null) return;
    const last = Math.max(mail.start, end);
    this.#found({ structure: mail.scanner.finish(last), start: mail.start, end: last, line: mail.line });
  }
}

function isFromLine(bytes: Buffer): boolean {
  return bytes.length >= 5 && bytes.toString('latin1', 0, 5) === 'From ';
}
