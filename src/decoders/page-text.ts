/**
 * Extracts the text that a reader of a web page sees: no markup, no scripts, and one line for each paragraph. Works on the
 * tokens of the page. Building a tree would take time quadratic in its depth, and a suspect may have chosen any depth.
 */
import { Tokenizer } from 'htmlparser2';

const HIDDEN_ELEMENTS = new Set(['script', 'style']);
const LINE_ELEMENTS = new Set(
  (
    'address article aside blockquote body br caption dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hr li main nav ol p pre section table title tr ul'
  ).split(' '),
);
const CELL_ELEMENTS = new Set(['td', 'th']);
const NAME_UNITS_MAX = 16;

/** Returns at most `unitsMax` units of text. The rest of the page is left out. */
export function pageText(html: string, unitsMax: number): string {
  const text = new PageText(html, unitsMax);
  const nothing = (): void => undefined;
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname: (start, end) => text.open(start, end),
      onclosetag: (start, end) => text.close(start, end),
      ontext: (start, end) => text.give(html.slice(start, end)),
      ontextentity: (codePoint) => text.give(String.fromCodePoint(codePoint)),
      oncdata: (start, end, offset) => text.give(html.slice(start, end - offset)),
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onattribname: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onopentagend: nothing,
      onprocessinginstruction: nothing,
      onselfclosingtag: nothing,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return text.tidy();
}

class PageText {
  readonly #html: string;
  readonly #unitsMax: number;
  readonly #pieces: string[] = [];
  #units = 0;
  #isHidden = false;
  #isPreserved = false;
  #endsBlank = true;

  constructor(html: string, unitsMax: number) {
    this.#html = html;
    this.#unitsMax = unitsMax;
  }

  open(start: number, end: number): void {
    const name = this.#name(start, end);
    if (HIDDEN_ELEMENTS.has(name)) this.#isHidden = true;
    if (name === 'pre') this.#isPreserved = true;
    if (CELL_ELEMENTS.has(name)) this.#add('\t');
    else if (LINE_ELEMENTS.has(name)) this.#add('\n');
  }

  close(start: number, end: number): void {
    const name = this.#name(start, end);
    if (HIDDEN_ELEMENTS.has(name)) this.#isHidden = false;
    if (name === 'pre') this.#isPreserved = false;
    if (LINE_ELEMENTS.has(name)) this.#add('\n');
  }

  give(text: string): void {
    if (this.#isHidden) return;
    if (this.#isPreserved) {
      this.#add(text);
      return;
    }
    const flat = text.replace(/\s+/g, ' ');
    this.#add(this.#endsBlank ? flat.replace(/^ /, '') : flat);
  }

  /** Removes blanks at the ends of lines, and repeated empty lines. */
  tidy(): string {
    return this.#pieces
      .join('')
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
  }

  #add(text: string): void {
    if (text === '' || this.#units >= this.#unitsMax) return;
    this.#pieces.push(text.slice(0, this.#unitsMax - this.#units));
    this.#units += text.length;
    this.#endsBlank = /\s$/.test(text);
  }

  #name(start: number, end: number): string {
    return this.#html.slice(start, Math.min(end, start + NAME_UNITS_MAX)).toLowerCase();
  }
}

/** Returns the encoding that a page declares in its first bytes, or null. */
export function charsetOfPage(start: string): string | null {
  return /<meta[^>]{0,500}charset\s*=\s*["']?\s*([\w.:-]{2,40})/i.exec(start)?.[1] ?? null;
}
