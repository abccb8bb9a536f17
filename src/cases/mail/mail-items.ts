/**
 * Converts a mail to its item and the items of its attachments: files, inline pictures, and attached mails with their own
 * attachments.
 */
import { decodeWords } from 'postal-mime';
import type { CaseItem, CaseProblem } from '../case-reader.ts';
import type { FileWindow } from './file-window.ts';
import { fieldText, firstField, structured } from './header-fields.ts';
import { NAME_UNITS_MAX, PATH_UNITS_MAX, TEXT_UNITS_MAX } from './limits.ts';
import { type MailProperties, mailHeader } from './mail-headers.ts';
import type { FoundMail } from './mbox-splitter.ts';
import type { MimePart } from './mime-structure.ts';
import { refOfPart } from './part-bytes.ts';
import { decodePart, type TextKind } from './part-reader.ts';

export interface MailOrigin {
  readonly file: string;
  /** Path of the mail in the source, for display. */
  readonly path: string;
  /** Name of a mail without a subject. */
  readonly name: string;
  readonly parentId: number | null;
  /** Line in the file, or null if its items have none. */
  readonly line: number | null;
  readonly flags: readonly string[];
}

export interface MailObserver {
  readonly nextId: () => number;
  readonly report: (kind: CaseProblem['kind'], id: number, reason: string) => void;
}

/** Parts that become separate items, and parts that are shown in the text of their mail. */
interface Leaves {
  readonly shown: {
    readonly part: MimePart;
    readonly kind: 'plain' | 'html';
    readonly alternatives: MimePart | null;
  }[];
  readonly attached: MimePart[];
}

export async function mailItems(
  window: FileWindow,
  mail: FoundMail,
  origin: MailOrigin,
  observer: MailObserver,
): Promise<readonly CaseItem[]> {
  const items = new MailItems(window, origin, observer);
  await items.addMail(mail.structure.root, origin, { start: mail.start, end: mail.end }, []);
  const id = items.items[0]!.id;
  if (items.cutNames > 0)
    observer.report('limit', id, `${items.cutNames} names of its attachments exceed a limit and are cut`);
  for (const reason of lossReasons(mail)) observer.report('limit', id, reason);
  const { losses, hasHeader, hasWholeHeader } = mail.structure;
  if (!hasHeader) observer.report('value', id, 'it has no mail header fields');
  else if (!hasWholeHeader) observer.report('part', id, 'content: it ends within its header');
  if (losses.brokenHeaders > 0) {
    observer.report(
      'value',
      id,
      `${losses.brokenHeaders} of its headers end at a line that is not a field: the rest is read as text`,
    );
  }
  if (losses.unclosed > 0) observer.report('part', id, 'content: it ends within its last part');
  if (losses.unbounded > 0)
    observer.report(
      'value',
      id,
      `${losses.unbounded} of its multipart parts contain no boundary: they are read as text`,
    );
  return items.items;
}

function lossReasons({ structure: { losses } }: FoundMail): readonly string[] {
  const reasons: string[] = [];
  if (losses.headerBytes > 0) reasons.push(`${losses.headerBytes} bytes of its headers exceed a limit and are skipped`);
  if (losses.cutFields > 0) reasons.push(`${losses.cutFields} of its header fields exceed a limit and are cut`);
  if (losses.parts > 0) reasons.push(`${losses.parts} of its parts exceed a limit and have no item`);
  if (losses.tooDeep > 0)
    reasons.push(`${losses.tooDeep} of its parts are nested too deep: each is kept as one attachment`);
  return reasons;
}

class MailItems {
  readonly items: CaseItem[] = [];
  cutNames = 0;
  readonly #window: FileWindow;
  readonly #origin: MailOrigin;
  readonly #observer: MailObserver;

  constructor(window: FileWindow, origin: MailOrigin, observer: MailObserver) {
    this.#window = window;
    this.#origin = origin;
    this.#observer = observer;
  }

  /** Recursion is bounded by `DEPTH_MAX` of the structure. */
  async addMail(
    root: MimePart,
    { path, name, parentId }: Pick<MailOrigin, 'path' | 'name' | 'parentId'>,
    { start, end }: { readonly start: number; readonly end: number },
    more: MailProperties,
  ): Promise<void> {
    const id = this.#observer.nextId();
    const named = root.type.params.get('charset') ?? null;
    const header = mailHeader(root.fields, named);
    for (const fault of header.faults) this.#observer.report('type', id, fault);
    const leaves: Leaves = { shown: [], attached: [] };
    sortParts(root, null, leaves);
    const names = leaves.attached.map((part, n) => this.#cutName(nameOf(part, n + 1)));
    const body = await this.#body(id, leaves.shown);
    const flags = parentId === this.#origin.parentId ? this.#origin.flags : [];
    const text = [header.lines.join('\n'), body.trim(), names.length === 0 ? '' : `Attachments: ${names.join(', ')}`]
      .filter((part) => part !== '')
      .join('\n\n');
    if (text.length > TEXT_UNITS_MAX)
      this.#observer.report('limit', id, `its text is cut at ${TEXT_UNITS_MAX} characters`);
    this.items.push({
      id,
      parentId,
      properties: [
        ['name', [header.subject ?? name]],
        ['path', [path]],
        ['ext', ['eml']],
        ['contentType', ['message/rfc822']],
        ['category', ['Emails']],
        ['length', [String(end - start)]],
        ...header.properties,
        ...(flags.length === 0 ? [] : [['mailFlags', flags] as [string, readonly string[]]]),
        ...(names.length === 0 ? [] : [['attachments', names] as [string, readonly string[]]]),
        ...more,
      ],
      text: text.slice(0, TEXT_UNITS_MAX),
      content: refOfPart({
        file: this.#origin.file,
        offset: start,
        length: end - start,
        encoding: 'identity',
        bytes: end - start,
      }),
      thumb: null,
      line: this.#origin.line,
    });
    for (const [n, part] of leaves.attached.entries()) {
      const child = { path: `${path}/${names[n]!}`.slice(0, PATH_UNITS_MAX), name: names[n]!, parentId: id };
      const [inner] = part.children;
      if (part.kind === 'message' && inner !== undefined) {
        await this.addMail(inner, child, { start: part.bodyStart, end: part.bodyEnd }, []);
      } else await this.#addAttachment(part, child);
    }
  }

  #cutName(name: string): string {
    if (name.length > NAME_UNITS_MAX) this.cutNames++;
    return name.slice(0, NAME_UNITS_MAX);
  }

  async #addAttachment(
    part: MimePart,
    { path, name, parentId }: Pick<MailOrigin, 'path' | 'name' | 'parentId'>,
  ): Promise<void> {
    const id = this.#observer.nextId();
    const contentType = part.type.value;
    const kind = textKindOf(contentType, name);
    const { encoding, bytes, text, faults } = await decodePart(this.#window, part, kind);
    for (const fault of faults)
      this.#observer.report('part', id, `content: attachment ${JSON.stringify(name.slice(0, 100))} ${fault}`);
    const ext = /\.([^./\\]{1,20})$/.exec(name)?.[1]?.toLowerCase();
    const contentId = firstField(part.fields, 'content-id');
    const properties: MailProperties = [
      ['name', [name]],
      ['path', [path]],
      ...(ext === undefined ? [] : [['ext', [ext]] as [string, readonly string[]]]),
      ['contentType', [contentType]],
      ['length', [String(bytes)]],
      ...(contentId === null || contentId === ''
        ? []
        : [['Content-ID', [fieldText(contentId)]] as [string, readonly string[]]]),
    ];
    const { bodyStart: offset, bodyEnd } = part;
    this.items.push({
      id,
      parentId,
      properties,
      text: text?.slice(0, TEXT_UNITS_MAX) ?? null,
      content: refOfPart({ file: this.#origin.file, offset, length: bodyEnd - offset, encoding, bytes }),
      thumb: null,
      line: this.#origin.line,
    });
  }

  /** A page is redundant if its plain alternative has the same words. */
  async #body(id: number, shown: Leaves['shown']): Promise<string> {
    const texts: string[] = [];
    const plain = new Map<MimePart | null, string>();
    let units = 0;
    for (const { part, kind, alternatives } of shown) {
      // Cut below, and reported.
      if (units > TEXT_UNITS_MAX) break;
      const { text, faults } = await decodePart(this.#window, part, kind);
      for (const fault of faults) this.#observer.report('value', id, `a part of its text ${fault}`);
      const body = text!.trim();
      if (body === '') continue;
      if (kind === 'plain') plain.set(alternatives, `${plain.get(alternatives) ?? ''} ${body}`);
      else if (alternatives !== null && hasWordsOf(plain.get(alternatives) ?? '', body)) continue;
      texts.push(body);
      units += body.length;
    }
    return texts.join('\n\n');
  }
}

function sortParts(part: MimePart, alternatives: MimePart | null, leaves: Leaves): void {
  if (part.kind === 'multipart') {
    const inside = part.type.value === 'multipart/alternative' ? part : alternatives;
    for (const child of part.children) sortParts(child, inside, leaves);
    return;
  }
  const { value } = part.type;
  const kind = value === 'text/html' ? 'html' : value === 'text/plain' ? 'plain' : null;
  const isAttached = dispositionOf(part).value === 'attachment' || givenName(part) !== null;
  if (part.kind === 'leaf' && kind !== null && !isAttached) leaves.shown.push({ part, kind, alternatives });
  else leaves.attached.push(part);
}

function dispositionOf(part: MimePart) {
  return structured(firstField(part.fields, 'content-disposition') ?? '');
}

function givenName(part: MimePart): string | null {
  const raw = dispositionOf(part).params.get('filename') ?? part.type.params.get('name') ?? '';
  const name = decodeWords(fieldText(raw)).trim();
  return name === '' ? null : name;
}

function nameOf(part: MimePart, number: number): string {
  const given = givenName(part);
  if (given !== null) return given;
  if (part.kind === 'message') {
    const subject = firstField(part.children[0]?.fields ?? [], 'subject');
    if (subject !== null && subject !== '') return decodeWords(fieldText(subject)).trim();
  }
  return `attachment ${number}`;
}

function textKindOf(contentType: string, name: string): TextKind {
  if (contentType === 'text/html' || contentType === 'application/xhtml+xml') return 'html';
  if (/^text\/|^message\/|^application\/(?:json|xml)$/.test(contentType)) return 'plain';
  const isUnknown = contentType === '' || contentType === 'application/octet-stream';
  if (!isUnknown) return null;
  if (/\.html?$/i.test(name)) return 'html';
  return /\.(?:txt|log|csv|md|json|xml|eml)$/i.test(name) ? 'plain' : null;
}

/** Units of texts that are compared word by word. A longer page is always included. */
const COMPARED_UNITS_MAX = 1024 * 1024;

function hasWordsOf(text: string, page: string): boolean {
  if (text.length > COMPARED_UNITS_MAX || page.length > COMPARED_UNITS_MAX) return false;
  const words = new Set(wordsOf(text));
  return wordsOf(page).every((word) => words.has(word));
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
