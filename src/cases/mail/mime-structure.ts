/**
 * Finds the parts of a mail and their extents in the file, from its lines in one pass. Nothing is decoded and no body is kept.
 * Memory grows with headers and the number of parts, and both are limited.
 */
import type { LineSpan } from '../files/line-reader.ts';
import {
  beginsField,
  firstField,
  type HeaderFields,
  parseFields,
  type StructuredValue,
  structured,
} from './header-fields.ts';
import { BOUNDARY_UNITS_MAX, DEPTH_MAX, HEADER_BYTES_MAX, PARTS_MAX } from './limits.ts';
import { transferEncodingOf } from './transfer-decoder.ts';

export interface MimePart {
  /** The only child of a `message` is a mail. A leaf has no children. */
  kind: 'leaf' | 'multipart' | 'message';
  fields: HeaderFields;
  type: StructuredValue;
  /** The beginning of the header, and the beginning and end of the body. */
  readonly start: number;
  bodyStart: number;
  bodyEnd: number;
  readonly children: MimePart[];
}

/** Counts of everything that could not be parsed or kept. */
export interface MimeLosses {
  headerBytes: number;
  cutFields: number;
  parts: number;
  tooDeep: number;
  /** Headers that end without an empty line, at a line that is not a field. */
  brokenHeaders: number;
  /** Number of multiparts without a final boundary, and of those without any boundary. */
  unclosed: number;
  unbounded: number;
}

export interface MailStructure {
  readonly root: MimePart;
  readonly losses: MimeLosses;
  /** Parts of the mail and of attached mails. */
  readonly parts: number;
  /** Whether there was any header field, and the empty line after them. */
  readonly hasHeader: boolean;
  readonly hasWholeHeader: boolean;
}

interface OpenPart {
  readonly part: MimePart;
  /** Lines of the header. Null after its end. */
  lines: string[] | null;
  boundary: string | null;
  isClosed: boolean;
  /** Whether it exceeds a limit, so that nothing of it is kept. */
  readonly isLeftOut: boolean;
  /** The default type of its parts. */
  childType: string;
}

export class MimeScanner {
  readonly #stack: OpenPart[] = [];
  readonly #losses: MimeLosses = {
    headerBytes: 0,
    cutFields: 0,
    parts: 0,
    tooDeep: 0,
    brokenHeaders: 0,
    unclosed: 0,
    unbounded: 0,
  };
  readonly #root: MimePart;
  #headerBytes = 0;
  #parts = 1;
  #contentEnd: number;

  /** `start` is the offset of the mail in its file. */
  constructor(start: number) {
    this.#root = this.#open(start, 'text/plain', false);
    this.#contentEnd = start;
  }

  line(bytes: Buffer, span: LineSpan): void {
    if (!this.#isBoundary(bytes, span)) {
      const top = this.#stack.at(-1)!;
      if (top.lines !== null && !this.#headerLine(top, bytes, span)) top.lines = null;
    }
    this.#contentEnd = span.end;
  }

  /** `end` is the end of the mail in its file. */
  finish(end: number): MailStructure {
    const top = this.#stack.at(-1)!;
    const hasWholeHeader = this.#stack[0]!.lines === null;
    if (top.lines !== null) this.#endHeader(top, end);
    while (this.#stack.length > 0) this.#close(end, true);
    const root = this.#root;
    return { root, losses: this.#losses, parts: this.#parts, hasHeader: root.fields.length > 0, hasWholeHeader };
  }

  #open(start: number, type: string, isLeftOut: boolean): MimePart {
    const part: MimePart = {
      kind: 'leaf',
      fields: [],
      type: structured(type),
      start,
      bodyStart: start,
      bodyEnd: start,
      children: [],
    };
    this.#stack.push({ part, lines: [], boundary: null, isClosed: false, isLeftOut, childType: 'text/plain' });
    return part;
  }

  #isBoundary(bytes: Buffer, span: LineSpan): boolean {
    const isShort = span.end - span.start <= BOUNDARY_UNITS_MAX + 4;
    if (bytes[0] !== 45 || bytes[1] !== 45 || !isShort) return false;
    const line = bytes.toString('latin1').trimEnd().slice(2);
    // Tries the innermost part first, because a broken mail may use a boundary twice.
    for (let level = this.#stack.length - 1; level >= 0; level--) {
      const { boundary, isClosed } = this.#stack[level]!;
      if (boundary === null || isClosed) continue;
      const isLast = line === `${boundary}--`;
      if (!isLast && line !== boundary) continue;
      this.#separate(level, isLast, span);
      return true;
    }
    return false;
  }

  /** The line break before a boundary belongs to the boundary. */
  #separate(level: number, isLast: boolean, span: LineSpan): void {
    const top = this.#stack.at(-1)!;
    if (top.lines !== null) this.#endHeader(top, span.start);
    while (this.#stack.length > level + 1) this.#close(Math.min(this.#contentEnd, span.start), false);
    const parent = this.#stack[level]!;
    if (isLast) {
      parent.isClosed = true;
      return;
    }
    const isLeftOut = parent.isLeftOut || this.#parts >= PARTS_MAX;
    if (isLeftOut) this.#losses.parts++;
    else this.#parts++;
    const child = this.#open(span.next, parent.childType, isLeftOut);
    if (!isLeftOut) parent.part.children.push(child);
  }

  #close(end: number, atEnd: boolean): void {
    const { part, boundary, isClosed, isLeftOut } = this.#stack.pop()!;
    part.bodyEnd = Math.max(part.bodyStart, end);
    if (boundary === null || isLeftOut) return;
    if (part.children.length === 0 && !isClosed) {
      this.#losses.unbounded++;
      // A multipart without parts is a text.
      part.kind = 'leaf';
      part.type = structured('text/plain');
    } else if (!isClosed && atEnd) this.#losses.unclosed++;
  }

  /** Returns false if the line belongs to the body. */
  #headerLine(open: OpenPart, bytes: Buffer, span: LineSpan): boolean {
    const lines = open.lines!;
    if (bytes.length === 0) {
      this.#endHeader(open, span.next);
      return true;
    }
    const line = bytes.toString('latin1');
    const isFirst = lines.length === 0;
    // Servers put an mbox line, quoted or unquoted, before a header.
    if (isFirst && /^>?From /.test(line)) return true;
    if (!beginsField(line) && (isFirst || !/^[ \t]/.test(line))) {
      if (!isFirst) this.#losses.brokenHeaders++;
      this.#endHeader(open, span.start);
      return true;
    }
    const room = HEADER_BYTES_MAX - this.#headerBytes;
    const length = span.end - span.start;
    if (length > room || length > bytes.length) this.#losses.headerBytes += length - Math.min(bytes.length, room);
    this.#headerBytes += Math.min(bytes.length, room);
    if (room > 0) lines.push(line.slice(0, room));
    return true;
  }

  #endHeader(open: OpenPart, bodyStart: number): void {
    const { part } = open;
    const { fields, cut } = parseFields(open.lines!);
    open.lines = null;
    this.#losses.cutFields += cut;
    part.bodyStart = bodyStart;
    if (open.isLeftOut) return;
    part.fields = fields;
    const named = firstField(fields, 'content-type');
    if (named !== null && /^[^/\s;]+\/[^/\s;]+/.test(named)) part.type = structured(named);
    const { value, params } = part.type;
    const boundary = params.get('boundary')?.trimEnd() ?? '';
    const isMultipart = value.startsWith('multipart/');
    const isMessage =
      isMail(value) && transferEncodingOf(firstField(fields, 'content-transfer-encoding')) === 'identity';
    if (!isMultipart && !isMessage) return;
    if (this.#stack.length >= DEPTH_MAX) {
      this.#losses.tooDeep++;
      return;
    }
    if (isMultipart) {
      if (boundary === '' || boundary.length > BOUNDARY_UNITS_MAX) {
        this.#losses.unbounded++;
        part.type = structured('text/plain');
        return;
      }
      part.kind = 'multipart';
      open.boundary = boundary;
      open.childType = value === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
      return;
    }
    part.kind = 'message';
    this.#parts++;
    part.children.push(this.#open(bodyStart, 'text/plain', false));
  }
}

export function isMail(type: string): boolean {
  return type === 'message/rfc822' || type === 'message/global';
}
