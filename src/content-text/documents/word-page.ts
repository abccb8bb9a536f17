/** A Word document as a page: its headers, its text, its footers, notes and comments. */
import type { XmlAttributes, XmlTaker } from '../../cases/loadfiles/workbook/xml-part.ts';
import { decodeWhole } from '../../decoders/charset.ts';
import { pageText } from '../../decoders/page-text.ts';
import { AppError } from '../../shared/errors.ts';
import type { DocumentPackage } from './document-package.ts';
import { PAGE_UNITS_MAX, SIDE_PART_BYTES_MAX } from './limits.ts';
import { element, type PageWriter } from './page-writer.ts';
import { shapesOf } from './shapes.ts';
import { WordBody } from './word-body.ts';
import { WordLists } from './word-lists.ts';
import { WordStyles } from './word-styles.ts';

/** Maximum number of headers and footers: a document may have three of each for every section. */
const EDGES_MAX = 60;
/** Maximum number of other parts besides the text, such as charts. */
const RELATIONS_MAX = 1000;

export async function wordPage(parts: DocumentPackage, main: string, page: PageWriter): Promise<void> {
  const styles = new WordStyles();
  const lists = new WordLists();
  await parts.readBeside(page, await parts.partOf(main, 'styles'), styles);
  await parts.readBeside(page, await parts.partOf(main, 'numbering'), lists);
  const read = async (part: string, taker: (body: WordBody) => XmlTaker, isMain: boolean): Promise<void> => {
    const relations = await parts.relations(part);
    const body = new WordBody(page, { styles, lists, relations, addresses: await parts.addresses(part) });
    if (isMain) await parts.readInto(page, part, taker(body));
    else await parts.readBeside(page, part, taker(body));
  };
  const relations = [...(await parts.relations(main)).values()];
  const edges = async (kind: 'header' | 'footer'): Promise<void> => {
    const found = relations.filter(({ type }) => type.endsWith(`/${kind}`)).slice(0, EDGES_MAX);
    for (const { target } of found) {
      page.open(kind, { style: 'color:#5f6368' });
      await read(target, (body) => body, false);
      page.close();
    }
    if (found.length > 0) page.void('hr');
  };
  await edges('header');
  await read(main, (body) => body, true);
  await edges('footer');
  for (const { type, target } of relations.slice(0, RELATIONS_MAX)) {
    if (type.endsWith('/chart')) await shapesOf(parts, target, page, 'Chart');
    else if (type.endsWith('/diagramData')) await shapesOf(parts, target, page, 'Diagram');
    else if (type.endsWith('/aFChunk')) await insertedFile(parts, target, page);
  }
  for (const [type, entry, title] of NOTES) {
    const part = relations.find((relation) => relation.type.endsWith(`/${type}`))?.target;
    if (part !== undefined && parts.has(part))
      await read(part, (body) => new WordNotes(page, body, entry, title), false);
  }
}

/** Adds the text of a web page that Word shows as part of the document. */
async function insertedFile(parts: DocumentPackage, part: string, page: PageWriter): Promise<void> {
  if (!/\.x?html?$/i.test(part)) {
    page.notice(`The document shows the file ${part} as part of its text, which is not shown here.`);
    return;
  }
  try {
    const html = decodeWhole(await parts.bytes(part, SIDE_PART_BYTES_MAX), 'utf-8');
    page.line('pre', pageText(html, PAGE_UNITS_MAX), { style: 'white-space:pre-wrap' });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    page.notice(`The document is damaged: ${error.message}.`);
  }
}

const NOTES: readonly (readonly [type: string, entry: string, title: string])[] = [
  ['footnotes', 'footnote', 'Footnotes'],
  ['endnotes', 'endnote', 'End notes'],
  ['comments', 'comment', 'Comments'],
];

/** Adds notes or comments, each under its number. */
class WordNotes implements XmlTaker {
  readonly #page: PageWriter;
  readonly #body: WordBody;
  readonly #entry: string;
  readonly #title: string;
  #hasTitle = false;
  #isSkipped = false;

  constructor(page: PageWriter, body: WordBody, entry: string, title: string) {
    this.#page = page;
    this.#body = body;
    this.#entry = entry;
    this.#title = title;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name !== this.#entry) {
      if (!this.#isSkipped) this.#body.open(name, attributes);
      return;
    }
    // Separator lines between notes and text are stored as notes, too.
    this.#isSkipped = attributes.has('type') && attributes.get('type') !== 'normal';
    if (this.#isSkipped) return;
    if (!this.#hasTitle) this.#page.line('h2', this.#title);
    this.#hasTitle = true;
    this.#page.open('section');
    const head = [attributes.get('id'), attributes.get('author'), attributes.get('date')];
    this.#page.text(`[${head.filter((text) => text !== undefined && text !== '').join(', ')}]`, [element('small', {})]);
  }

  text(piece: string): void {
    if (!this.#isSkipped) this.#body.text(piece);
  }

  close(name: string): void {
    if (name !== this.#entry) {
      if (!this.#isSkipped) this.#body.close(name);
      return;
    }
    if (!this.#isSkipped) this.#page.close();
    this.#isSkipped = false;
  }
}
