/** Converts RTF to a page. Also extracts the page or text that Outlook wrapped in RTF. */
import { Refusal } from '../../confined/confined-host.ts';
import { escaped } from '../escaped-text.ts';
import { PICTURES_BYTES_MAX } from './limits.ts';
import { element, type PageWriter } from './page-writer.ts';
import { pictureElement } from './picture-element.ts';
import { type RtfSink, type RtfState, readRtfText } from './rtf-text.ts';

const MAGIC = '{\\rt';
const HIDDEN = element('span', { style: 'color:#6b4a00;background-color:#fff0c2', title: 'hidden text' });

export function isRtf(bytes: Buffer): boolean {
  return bytes
    .toString('latin1', 0, 16)
    .trimStart()
    .replace(/^\xef\xbb\xbf/, '')
    .startsWith(MAGIC);
}

/** Returns a function that finds pictures by their names on the page. */
export function rtfPage(bytes: Buffer, page: PageWriter): (name: string) => Promise<string> {
  if (!isRtf(bytes)) throw new Refusal('does not begin like an RTF file');
  const sink = new PageSink(page);
  readRtfText(bytes, sink);
  return async (name) => sink.pictures.get(name) ?? '';
}

class PageSink implements RtfSink {
  readonly #page: PageWriter;
  readonly pictures = new Map<string, string>();
  #pictureBytes = 0;
  #isParagraph = false;
  #isTable = false;
  #isRow = false;
  #isCell = false;

  constructor(page: PageWriter) {
    this.#page = page;
  }

  get isFull(): boolean {
    return this.#page.isFull;
  }

  text(text: string, state: RtfState): void {
    this.#begin(state);
    if (state.hidden) this.#page.notice('Text on a yellow background is hidden in the document.');
    if (state.deleted) this.#page.notice('The document keeps changes: deleted text is struck through.');
    this.#page.text(text, [
      ...(state.deleted ? ['<del>'] : []),
      ...(state.hidden ? [HIDDEN] : []),
      ...(state.bold ? ['<b>'] : []),
      ...(state.italic ? ['<i>'] : []),
      ...(state.underlined ? ['<u>'] : []),
      ...(state.struck ? ['<s>'] : []),
    ]);
  }

  word(name: string, state: RtfState): void {
    switch (name) {
      case 'line':
      case 'nestcell':
      case 'nestrow':
        this.#begin(state);
        this.#page.void('br');
        return;
      case 'cell':
        this.#begin({ ...state, inTable: true });
        this.#endCell();
        return;
      case 'row':
        this.#endRow();
        return;
      case 'footnote':
      case 'annotation':
        this.#begin(state);
        this.#page.text(` [${name === 'footnote' ? 'note' : 'comment'}] `, ['<sup>']);
        return;
      case 'page':
      case 'sect':
        this.#endParagraph();
        this.#endTable();
        this.#page.void('hr');
        return;
      default:
        this.#endParagraph();
    }
  }

  picture(hex: readonly string[]): void {
    const bytes = Buffer.from(hex.join('').replace(/[^0-9a-f]/gi, ''), 'hex');
    this.#pictureBytes += bytes.length;
    const shown = this.#pictureBytes > PICTURES_BYTES_MAX ? null : pictureElement(bytes);
    const name = String(this.pictures.size);
    this.pictures.set(name, shown ?? '<small>[a picture of this format or size is not shown]</small>');
    this.#page.picture(name);
  }

  #begin({ inTable }: RtfState): void {
    if (inTable && !this.#isCell) {
      this.#endParagraph();
      if (!this.#isTable) this.#page.open('table', { border: '1', cellspacing: '0', cellpadding: '4' });
      this.#isTable = true;
      if (!this.#isRow) this.#page.open('tr');
      this.#isRow = true;
      this.#page.open('td', { valign: 'top' });
      this.#isCell = true;
    } else if (!inTable && this.#isTable && !this.#isCell) this.#endTable();
    if (!this.#isParagraph) this.#page.open('p');
    this.#isParagraph = true;
  }

  #endParagraph(): void {
    if (this.#isParagraph) this.#page.close();
    this.#isParagraph = false;
  }

  #endCell(): void {
    this.#endParagraph();
    if (this.#isCell) this.#page.close();
    this.#isCell = false;
  }

  #endRow(): void {
    this.#endCell();
    if (this.#isRow) this.#page.close();
    this.#isRow = false;
  }

  #endTable(): void {
    this.#endRow();
    if (this.#isTable) this.#page.close();
    this.#isTable = false;
  }
}

/** Returns the wrapped source, a page or plain text; null if the RTF is a document of its own. */
export function wrappedSource(
  bytes: Buffer,
  unitsMax: number,
): { readonly kind: 'html' | 'text'; readonly source: string } | null {
  const head = bytes.toString('latin1', 0, 2000);
  const kind = /\\fromhtml1?\b/.test(head) ? 'html' : /\\fromtext\b/.test(head) ? 'text' : null;
  if (kind === null) return null;
  const pieces: string[] = [];
  let units = 0;
  const add = (text: string): void => {
    pieces.push(text);
    units += text.length;
  };
  readRtfText(bytes, {
    get isFull() {
      return units > unitsMax;
    },
    text: (text, { isTag, isRendering }) => {
      if (kind === 'html' && isRendering) return;
      add(isTag || kind === 'text' ? text : escaped(text));
    },
    word: (name, { isRendering }) => {
      if ((name === 'par' || name === 'line') && !(kind === 'html' && isRendering)) add('\n');
    },
    picture: () => undefined,
  });
  return { kind, source: pieces.join('').slice(0, unitsMax) };
}
