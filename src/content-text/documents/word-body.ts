/**
 * The text of a Word document as a page, including text that Word itself may not show: deleted and inserted text, hidden text,
 * targets of fields and links, notes and comments.
 */
import type { XmlAttributes, XmlTaker } from '../../cases/loadfiles/workbook/xml-part.ts';
import type { Inline, PageWriter } from './page-writer.ts';
import { element } from './page-writer.ts';
import type { WordLists } from './word-lists.ts';
import { headingOf, isOn, type WordStyles } from './word-styles.ts';

/** The parts and URLs that a part of the document refers to. */
export interface WordContext {
  readonly styles: WordStyles;
  readonly lists: WordLists;
  /** Keyed by id: parts of pictures, and URLs of links. */
  readonly relations: ReadonlyMap<string, { readonly target: string }>;
  readonly addresses: ReadonlyMap<string, string>;
}

const HIDDEN = element('span', { style: 'color:#6b4a00;background-color:#fff0c2', title: 'hidden text' });
const HIDDEN_NOTICE = 'Text on a yellow background is hidden in the document.';
const CHANGES_NOTICE = 'The document keeps changes: deleted text is struck through, inserted text underlined.';

/** Elements whose text is not text of the document. */
const SKIPPED = new Set([
  'Fallback',
  'instrText',
  'delInstrText',
  'rPrChange',
  'pPrChange',
  'sectPrChange',
  'tblPrChange',
  'tcPrChange',
  'trPrChange',
  'posOffset',
  'sizeRelH',
  'sizeRelV',
  'positionH',
  'positionV',
]);

interface Characters {
  bold: boolean;
  italic: boolean;
  underlined: boolean;
  struck: boolean;
  hidden: boolean;
  raised: 'sup' | 'sub' | null;
}

interface Paragraph {
  style: string;
  outline: string | null;
  list: string | null;
  level: string | null;
  isOpen: boolean;
  characters: Characters;
}

const PLAIN: Characters = { bold: false, italic: false, underlined: false, struck: false, hidden: false, raised: null };

export class WordBody implements XmlTaker {
  readonly #page: PageWriter;
  readonly #context: WordContext;
  /** Text boxes are nested paragraphs. */
  readonly #paragraphs: Paragraph[] = [];
  /** Tracked changes and links around runs, outermost first. */
  readonly #around: (string | null)[] = [];
  #isCharacterProperties = false;
  #isParagraphProperties = false;
  #isText = false;
  #skipped = 0;
  /** How many columns the next cell spans. */
  #span = 1;
  #isCellOpen: boolean[] = [];

  constructor(page: PageWriter, context: WordContext) {
    this.#page = page;
    this.#context = context;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#skipped > 0 || SKIPPED.has(name)) {
      this.#skipped++;
      return;
    }
    if (this.#isCharacterProperties) this.#characterProperty(name, attributes);
    else if (this.#isParagraphProperties) this.#paragraphProperty(name, attributes);
    else this.#element(name, attributes);
  }

  text(piece: string): void {
    if (this.#isText && this.#skipped === 0) this.#write(piece);
  }

  close(name: string): void {
    if (this.#skipped > 0) {
      this.#skipped--;
      return;
    }
    switch (name) {
      case 'rPr':
        this.#isCharacterProperties = false;
        break;
      case 'pPr':
        this.#isParagraphProperties = false;
        break;
      case 't':
      case 'delText':
        this.#isText = false;
        break;
      case 'p':
        this.#endParagraph();
        break;
      case 'tbl':
        this.#page.close();
        break;
      case 'tr':
        this.#page.close();
        break;
      case 'tc':
        this.#beginCell();
        this.#isCellOpen.pop();
        this.#page.close();
        break;
      case 'txbxContent':
        this.#page.close();
        break;
      case 'ins':
      case 'del':
      case 'moveFrom':
      case 'moveTo':
      case 'hyperlink':
      case 'fldSimple':
        if (!this.#isParagraphProperties && !this.#isCharacterProperties) this.#around.pop();
        break;
    }
  }

  #element(name: string, attributes: XmlAttributes): void {
    switch (name) {
      case 'p':
        this.#beginCell();
        this.#paragraphs.push({ style: '', outline: null, list: null, level: null, isOpen: false, characters: PLAIN });
        break;
      case 'pPr':
        this.#isParagraphProperties = true;
        break;
      case 'r':
        if (this.#paragraph !== undefined) this.#paragraph.characters = PLAIN;
        break;
      case 'rPr':
        this.#isCharacterProperties = true;
        if (this.#paragraph !== undefined) this.#paragraph.characters = { ...PLAIN };
        break;
      case 't':
      case 'delText':
        this.#isText = true;
        break;
      case 'tab':
      case 'ptab':
        this.#write('\t');
        break;
      case 'br':
      case 'cr':
        this.#write('');
        this.#page.void('br');
        break;
      case 'noBreakHyphen':
        this.#write('\u2011');
        break;
      case 'sym':
        this.#write(symbolOf(attributes.get('char')));
        break;
      case 'tbl':
        this.#beginCell();
        this.#page.open('table', { border: '1', cellspacing: '0', cellpadding: '4' });
        break;
      case 'tr':
        this.#page.open('tr');
        break;
      case 'tc':
        this.#span = 1;
        this.#isCellOpen.push(false);
        break;
      case 'gridSpan':
        this.#span = Math.min(Math.max(Number(attributes.get('val')) || 1, 1), 100);
        break;
      default:
        this.#reference(name, attributes);
    }
  }

  /** Handles text boxes, pictures, notes, changes and links. */
  #reference(name: string, attributes: XmlAttributes): void {
    switch (name) {
      case 'txbxContent':
        this.#write('');
        this.#page.open('blockquote');
        break;
      case 'blip':
      case 'imagedata':
        this.#picture(attributes.get('embed') ?? attributes.get('id') ?? attributes.get('link'));
        break;
      case 'footnoteReference':
      case 'endnoteReference':
        this.#write(`[${name === 'endnoteReference' ? 'end note ' : ''}${attributes.get('id') ?? ''}]`, ['<sup>']);
        break;
      case 'commentReference':
        this.#write(`[comment ${attributes.get('id') ?? ''}]`, ['<sup>']);
        break;
      case 'ins':
      case 'moveTo':
        this.#change('ins', name === 'ins' ? 'inserted' : 'moved here', attributes);
        break;
      case 'del':
      case 'moveFrom':
        this.#change('del', name === 'del' ? 'deleted' : 'moved away', attributes);
        break;
      case 'hyperlink': {
        const address = this.#context.addresses.get(attributes.get('id') ?? '') ?? attributes.get('anchor') ?? '';
        this.#around.push(address === '' ? null : element('u', { title: address }));
        break;
      }
      case 'fldSimple':
        this.#around.push(null);
        break;
    }
  }

  #paragraphProperty(name: string, attributes: XmlAttributes): void {
    const paragraph = this.#paragraph;
    if (paragraph === undefined) return;
    const value = attributes.get('val') ?? '';
    if (name === 'pStyle') paragraph.style = value;
    else if (name === 'outlineLvl') paragraph.outline = value;
    else if (name === 'numId') paragraph.list = value;
    else if (name === 'ilvl') paragraph.level = value;
  }

  #characterProperty(name: string, attributes: XmlAttributes): void {
    const characters = this.#paragraph?.characters;
    // Properties of a paragraph mark do not apply to text.
    if (characters === undefined || this.#isParagraphProperties) return;
    if (name === 'b') characters.bold = isOn(attributes);
    else if (name === 'i') characters.italic = isOn(attributes);
    else if (name === 'u') characters.underlined = isOn(attributes);
    else if (name === 'strike' || name === 'dstrike') characters.struck = isOn(attributes);
    else if (name === 'vanish') characters.hidden = isOn(attributes);
    else if (name === 'rStyle') characters.hidden ||= this.#context.styles.isHidden(attributes.get('val') ?? '');
    else if (name === 'vertAlign') {
      const value = attributes.get('val');
      characters.raised = value === 'superscript' ? 'sup' : value === 'subscript' ? 'sub' : null;
    }
  }

  get #paragraph(): Paragraph | undefined {
    return this.#paragraphs.at(-1);
  }

  #change(tag: 'ins' | 'del', what: string, attributes: XmlAttributes): void {
    this.#page.notice(CHANGES_NOTICE);
    const who = attributes.get('author') ?? '';
    const when = attributes.get('date') ?? '';
    const title = `${what}${who === '' ? '' : ` by ${who}`}${when === '' ? '' : `, ${when}`}`;
    this.#around.push(element(tag, { title }));
  }

  #picture(id: string | undefined): void {
    const target = id === undefined ? undefined : this.#context.relations.get(id)?.target;
    const address = id === undefined ? undefined : this.#context.addresses.get(id);
    this.#write('');
    if (target !== undefined) this.#page.picture(target);
    else if (address !== undefined) this.#page.text(`[picture elsewhere, not fetched: ${address}]`, ['<small>']);
  }

  #write(text: string, more: Inline = []): void {
    const paragraph = this.#beginParagraph();
    const characters = paragraph?.characters ?? PLAIN;
    if (characters.hidden) this.#page.notice(HIDDEN_NOTICE);
    const inline = [
      ...this.#around.filter((opening) => opening !== null),
      ...(characters.hidden ? [HIDDEN] : []),
      ...(characters.bold ? ['<b>'] : []),
      ...(characters.italic ? ['<i>'] : []),
      ...(characters.underlined ? ['<u>'] : []),
      ...(characters.struck ? ['<s>'] : []),
      ...(characters.raised === null ? [] : [`<${characters.raised}>`]),
      ...more,
    ];
    this.#page.text(text, inline);
  }

  /** Called with the first text, when its properties are known. */
  #beginParagraph(): Paragraph | undefined {
    const paragraph = this.#paragraph;
    if (paragraph === undefined || paragraph.isOpen) return paragraph;
    paragraph.isOpen = true;
    const { style, outline } = paragraph;
    const styled = this.#context.styles.paragraph(style);
    const heading = headingOf(outline, style) ?? styled.heading;
    this.#page.open(heading === null ? 'p' : `h${heading}`);
    const list = paragraph.list ?? styled.list;
    if (list === null || list === '0') return paragraph;
    const level = paragraph.level ?? styled.level ?? '0';
    const label = this.#context.lists.label(list, level);
    const depth = /^[0-8]$/.test(level) ? Number(level) : 0;
    this.#page.text(`${'\u2003'.repeat(depth)}${label}${label === '' ? '' : '\u2002'}`);
    return paragraph;
  }

  #endParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (paragraph?.isOpen === true) this.#page.close();
  }

  /** Called with the first paragraph, when its span is known. */
  #beginCell(): void {
    const last = this.#isCellOpen.length - 1;
    if (last < 0 || this.#isCellOpen[last] === true) return;
    this.#isCellOpen[last] = true;
    this.#page.open('td', { valign: 'top', ...(this.#span > 1 ? { colspan: String(this.#span) } : {}) });
  }
}

/** Characters of the private use area are glyphs of a font, so a placeholder is shown. */
function symbolOf(code: string | undefined): string {
  const point = Number.parseInt(code ?? '', 16);
  if (!(point >= 0x20) || point > 0x10ffff || (point >= 0xd800 && point < 0xf900)) return '\u25a1';
  return String.fromCodePoint(point);
}
