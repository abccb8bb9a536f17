/** Extracts the text of shapes: slides and their notes, diagrams, charts. */
import type { XmlAttributes, XmlTaker } from '../../cases/loadfiles/workbook/xml-part.ts';
import type { DocumentPackage } from './document-package.ts';
import { element, type Inline, type PageWriter } from './page-writer.ts';

/** A separate part that is referred to. */
export async function shapesOf(
  parts: DocumentPackage,
  part: string,
  page: PageWriter,
  title: string | null,
): Promise<void> {
  page.open('blockquote');
  if (title !== null) page.line('b', title);
  await parts.readBeside(page, part, new ShapesTaker(page, await parts.relations(part), await parts.addresses(part)));
  page.close();
}

interface TextStyle {
  bold: boolean;
  italic: boolean;
  address: string | null;
}

/** Takes paragraphs of shapes, tables and pictures, in the order of the part. */
export class ShapesTaker implements XmlTaker {
  readonly #page: PageWriter;
  readonly #relations: ReadonlyMap<string, { readonly target: string }>;
  readonly #addresses: ReadonlyMap<string, string>;
  isHidden = false;
  #isTitle = false;
  #isParagraphOpen = false;
  #style: TextStyle = { bold: false, italic: false, address: null };
  #isText = false;
  #isValue = false;
  #skipped = 0;

  constructor(
    page: PageWriter,
    relations: ReadonlyMap<string, { readonly target: string }>,
    addresses: ReadonlyMap<string, string>,
  ) {
    this.#page = page;
    this.#relations = relations;
    this.#addresses = addresses;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#skipped > 0 || name === 'Fallback') {
      this.#skipped++;
      return;
    }
    switch (name) {
      case 'sld':
        this.isHidden = attributes.get('show') === '0';
        break;
      case 'sp':
        this.#isTitle = false;
        break;
      case 'ph':
        this.#isTitle = /^(?:ctrTitle|title)$/.test(attributes.get('type') ?? '');
        break;
      case 'p':
        this.#begin();
        break;
      case 'r':
        this.#style = { bold: false, italic: false, address: null };
        break;
      case 'rPr':
        this.#style.bold = attributes.get('b') === '1';
        this.#style.italic = attributes.get('i') === '1';
        break;
      case 'hlinkClick':
        this.#style.address = this.#addresses.get(attributes.get('id') ?? '') ?? null;
        break;
      // The text of a comment has no runs.
      case 'text':
      case 't':
        this.#isText = true;
        break;
      case 'v':
        this.#isValue = true;
        this.#begin();
        break;
      case 'br':
        this.#page.void('br');
        break;
      case 'tbl':
        this.#page.open('table', { border: '1', cellspacing: '0', cellpadding: '4' });
        break;
      case 'tr':
        this.#page.open('tr');
        break;
      case 'tc':
        this.#page.open('td', { valign: 'top' });
        break;
      case 'blip': {
        const id = attributes.get('embed') ?? attributes.get('link') ?? '';
        const target = this.#relations.get(id)?.target;
        const address = this.#addresses.get(id);
        if (target !== undefined) this.#page.picture(target);
        else if (address !== undefined) this.#page.line('small', `[picture elsewhere, not fetched: ${address}]`);
        break;
      }
    }
  }

  text(piece: string): void {
    if (this.#skipped > 0 || !(this.#isText || this.#isValue)) return;
    const { bold, italic, address } = this.#style;
    const inline: Inline = [
      ...(address === null ? [] : [element('u', { title: address })]),
      ...(bold ? ['<b>'] : []),
      ...(italic ? ['<i>'] : []),
    ];
    this.#page.text(piece, inline);
  }

  close(name: string): void {
    if (this.#skipped > 0) {
      this.#skipped--;
      return;
    }
    if (name === 't') this.#isText = false;
    else if (name === 'text') {
      this.#isText = false;
      this.#page.void('br');
    } else if (name === 'v') {
      this.#isValue = false;
      this.#end();
    } else if (name === 'p') this.#end();
    else if (name === 'tbl' || name === 'tr' || name === 'tc') this.#page.close();
  }

  #begin(): void {
    if (this.#isParagraphOpen) return;
    this.#isParagraphOpen = true;
    this.#style = { bold: false, italic: false, address: null };
    this.#page.open(this.#isTitle ? 'h3' : 'p');
  }

  #end(): void {
    if (!this.#isParagraphOpen) return;
    this.#isParagraphOpen = false;
    this.#page.close();
  }
}
