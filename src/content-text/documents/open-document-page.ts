/** A document of OpenOffice or LibreOffice as a page: text, sheets or slides, with tracked deletions, notes and comments. */
import type { XmlAttributes, XmlTaker } from '../../cases/loadfiles/workbook/xml-part.ts';
import { Refusal } from '../../confined/confined-host.ts';
import type { DocumentPackage } from './document-package.ts';
import { CELL_UNITS_SHOWN, REPEATS_MAX, SHEET_COLUMNS_SHOWN } from './limits.ts';
import { element, type Inline, type PageWriter } from './page-writer.ts';
import { TableWriter } from './table-writer.ts';

const MANIFEST = 'META-INF/manifest.xml';

export async function openDocumentPage(parts: DocumentPackage, page: PageWriter): Promise<void> {
  let isEncrypted = false;
  await parts.readBeside(page, MANIFEST, {
    open(name) {
      isEncrypted ||= name === 'encryption-data';
    },
  });
  if (isEncrypted) throw new Refusal('is encrypted with a password');
  const styles = new EdgeTaker(page);
  await parts.readBeside(page, 'styles.xml', styles);
  await parts.readInto(page, 'content.xml', new OpenDocumentTaker(page));
}

/** Headers and footers, which are in the styles of pages. */
class EdgeTaker implements XmlTaker {
  readonly #page: PageWriter;
  #inner: OpenDocumentTaker | null = null;
  #depth = 0;

  constructor(page: PageWriter) {
    this.#page = page;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#inner !== null) {
      this.#depth++;
      this.#inner.open(name, attributes);
    } else if (/^(?:header|footer)(?:-left|-first)?$/.test(name) && attributes.get('display') !== 'false') {
      this.#page.open(name.startsWith('header') ? 'header' : 'footer', { style: 'color:#5f6368' });
      this.#inner = new OpenDocumentTaker(this.#page);
      this.#depth = 0;
    }
  }

  text(piece: string): void {
    this.#inner?.text(piece);
  }

  close(name: string): void {
    if (this.#inner === null) return;
    if (this.#depth === 0) {
      this.#inner = null;
      this.#page.close();
      return;
    }
    this.#depth--;
    this.#inner.close(name);
  }
}

/** Elements whose text is not shown, or is shown elsewhere. */
const SKIPPED = new Set([
  'font-face-decls',
  'automatic-styles',
  'scripts',
  'forms',
  'binary-data',
  'label-ranges',
  'database-ranges',
  'variable-decls',
  'sequence-decls',
  'user-field-decls',
  'calculation-settings',
  'data-pilot-tables',
  'content-validations',
  'tracked-changes-of-sheet',
  'settings',
]);

const DELETED_NOTICE = 'The document keeps deleted text: it is listed before the text, struck through.';

/** A cell of a sheet is collected as text; a cell of a table within text shows its paragraphs. */
interface SheetState {
  readonly table: TableWriter;
  line: number;
  row: string[];
  rowRepeats: number;
  cell: string | null;
  cellRepeats: number;
  value: string;
  /** Annotations are not part of the cell's text. */
  notes: number;
}

class OpenDocumentTaker implements XmlTaker {
  readonly #page: PageWriter;
  /** For each open element of the source, the number of elements of the page to close when it ends. */
  readonly #opened: number[] = [];
  #inline: string[] = [];
  readonly #inlineOf: boolean[] = [];
  #paragraphs = 0;
  #slides = 0;
  #isSpreadsheet = false;
  #sheet: SheetState | null = null;
  #skipped = 0;
  #meta: string | null = null;

  constructor(page: PageWriter) {
    this.#page = page;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#skipped > 0 || SKIPPED.has(name)) {
      this.#skipped++;
      return;
    }
    if (this.#sheet !== null && this.#sheetElement(this.#sheet, name, attributes)) {
      this.#opened.push(0);
      this.#inlineOf.push(false);
      return;
    }
    const before = this.#inline.length;
    this.#opened.push(this.#element(name, attributes));
    this.#inlineOf.push(this.#inline.length > before);
  }

  text(piece: string): void {
    if (this.#skipped > 0) return;
    const sheet = this.#sheet;
    if (sheet !== null && sheet.notes === 0) {
      if (sheet.cell !== null && this.#paragraphs > 0 && sheet.cell.length <= CELL_UNITS_SHOWN) sheet.cell += piece;
      return;
    }
    if (this.#meta !== null) {
      this.#page.text(`${piece} `, ['<small>']);
      return;
    }
    if (this.#paragraphs > 0) this.#page.text(piece.replace(/\s+/g, ' '), this.#inline as Inline);
  }

  close(name: string): void {
    if (this.#skipped > 0) {
      this.#skipped--;
      return;
    }
    if (this.#inlineOf.pop() === true) this.#inline = this.#inline.slice(0, -1);
    for (let left = this.#opened.pop() ?? 0; left > 0; left--) this.#page.close();
    if (name === 'p' || name === 'h') this.#paragraphs--;
    else if (name === 'creator' || name === 'date') this.#meta = null;
    if (this.#sheet !== null) this.#endOfSheet(this.#sheet, name);
  }

  /** Returns the number of elements that it opens on the page. */
  #element(name: string, attributes: XmlAttributes): number {
    switch (name) {
      case 'spreadsheet':
        this.#isSpreadsheet = true;
        return 0;
      case 'h': {
        this.#paragraphs++;
        const level = Number(attributes.get('outline-level'));
        return this.#opens(`h${level >= 1 && level <= 6 ? level : 6}`);
      }
      case 'p':
        this.#paragraphs++;
        return this.#opens('p');
      case 'list':
        return this.#opens('ul');
      case 'list-item':
      case 'list-header':
        return this.#opens('li');
      case 'span':
        return 0;
      case 's':
        this.#page.text('\u00a0'.repeat(repeatsOf(attributes.get('c'))), this.#inline as Inline);
        return 0;
      case 'tab':
        this.#page.text('\t', this.#inline as Inline);
        return 0;
      case 'line-break':
        this.#page.void('br');
        return 0;
      case 'a': {
        const address = attributes.get('href') ?? '';
        this.#inline = [...this.#inline, element('u', { title: address })];
        return 0;
      }
      case 'hidden-text':
      case 'hidden-paragraph':
        this.#page.notice('Text on a yellow background is hidden in the document.');
        this.#page.text(attributes.get('string-value') ?? '', [
          element('span', { style: 'color:#6b4a00;background-color:#fff0c2', title: 'hidden text' }),
        ]);
        return 0;
      case 'table':
        if (this.#isSpreadsheet && this.#sheet === null) return this.#beginSheet(attributes);
        return this.#opens('table', { border: '1', cellspacing: '0', cellpadding: '4' });
      case 'table-row':
        return this.#opens('tr');
      case 'table-cell':
      case 'covered-table-cell': {
        const span = Math.min(repeatsOf(attributes.get('number-columns-spanned')), SHEET_COLUMNS_SHOWN);
        if (name === 'covered-table-cell') return 0;
        return this.#opens('td', { valign: 'top', ...(span > 1 ? { colspan: String(span) } : {}) });
      }
      default:
        return this.#other(name, attributes);
    }
  }

  /** Handles notes, slides and pictures. */
  #other(name: string, attributes: XmlAttributes): number {
    switch (name) {
      case 'deletion':
        this.#page.notice(DELETED_NOTICE);
        return this.#opens('del');
      case 'note':
        return this.#opens('blockquote');
      case 'annotation':
        return this.#opens('blockquote', { style: 'color:#5f6368', title: 'comment' });
      case 'creator':
      case 'date':
        this.#meta = name;
        return 0;
      case 'page': {
        this.#slides++;
        const own = attributes.get('name') ?? '';
        const count = this.#opens('section');
        this.#page.line('h2', `Slide ${this.#slides}${own === '' || /^page\d+$/.test(own) ? '' : `: ${own}`}`, {
          style: 'color:#5f6368',
        });
        return count;
      }
      case 'notes': {
        const count = this.#opens('blockquote');
        this.#page.line('b', 'Notes');
        return count;
      }
      case 'image': {
        const address = attributes.get('href') ?? '';
        if (/^[a-z][a-z\d+.-]*:|^\.\.|^\//i.test(address)) {
          this.#page.text(`[picture elsewhere, not fetched: ${address}]`, ['<small>']);
        } else if (
          address !== '' &&
          !address.startsWith('ObjectReplacements') &&
          !address.startsWith('./ObjectReplacements')
        ) {
          this.#page.picture(address.replace(/^\.\//, ''));
        }
        return 0;
      }
      default:
        return 0;
    }
  }

  #opens(name: string, attributes: Readonly<Record<string, string>> = {}): number {
    this.#page.open(name, attributes);
    return 1;
  }

  #beginSheet(attributes: XmlAttributes): number {
    const name = attributes.get('name') ?? '';
    this.#page.line('h2', name);
    this.#sheet = {
      table: new TableWriter(this.#page, name),
      line: 1,
      row: [],
      rowRepeats: 1,
      cell: null,
      cellRepeats: 1,
      value: '',
      notes: 0,
    };
    return 0;
  }

  /** Handles an element. Returns whether it belongs to the sheet, not to a shape on it. */
  #sheetElement(sheet: SheetState, name: string, attributes: XmlAttributes): boolean {
    if (name === 'annotation' || name === 'shapes' || name === 'frame' || name === 'custom-shape') {
      sheet.notes++;
      return name !== 'annotation' || sheet.cell !== null;
    }
    if (sheet.notes > 0) {
      if (name === 'p' || name === 'h') this.#paragraphs++;
      return true;
    }
    switch (name) {
      case 'table-row':
        sheet.row = [];
        sheet.rowRepeats = wholeNumber(attributes.get('number-rows-repeated'));
        return true;
      case 'table-cell':
      case 'covered-table-cell':
        sheet.cell = '';
        sheet.cellRepeats = wholeNumber(attributes.get('number-columns-repeated'));
        sheet.value = attributes.get('date-value') ?? attributes.get('value') ?? attributes.get('string-value') ?? '';
        return true;
      case 'p':
      case 'h':
        this.#paragraphs++;
        if (sheet.cell !== null && sheet.cell !== '') sheet.cell += '\n';
        return true;
      case 's':
      case 'tab':
      case 'line-break':
        if (sheet.cell !== null) sheet.cell += ' ';
        return true;
      default:
        return true;
    }
  }

  #endOfSheet(sheet: SheetState, name: string): void {
    if (name === 'annotation' || name === 'shapes' || name === 'frame' || name === 'custom-shape') {
      sheet.notes--;
      return;
    }
    if (sheet.notes > 0) return;
    if (name === 'table-cell' || name === 'covered-table-cell') {
      const text = sheet.cell === '' || sheet.cell === null ? sheet.value : sheet.cell;
      const times = Math.min(
        sheet.cellRepeats,
        SHEET_COLUMNS_SHOWN + 1 - Math.min(sheet.row.length, SHEET_COLUMNS_SHOWN),
      );
      for (let n = 0; n < times; n++) sheet.row.push(text);
      sheet.cell = null;
    } else if (name === 'table-row') {
      while (sheet.row.length > 0 && sheet.row.at(-1) === '') sheet.row.pop();
      if (sheet.row.length > 0) {
        const times = Math.min(sheet.rowRepeats, REPEATS_MAX + 1);
        for (let n = 0; n < times; n++) sheet.table.row(sheet.line + n, sheet.row);
      }
      sheet.line += sheet.rowRepeats;
    } else if (name === 'table') {
      sheet.table.end();
      if (sheet.table.isEmpty) this.#page.line('p', 'No cell of this sheet has a value.', { style: 'color:#5f6368' });
      this.#sheet = null;
    }
  }
}

function wholeNumber(text: string | undefined): number {
  return /^\d{1,7}$/.test(text ?? '') ? Math.max(Number(text), 1) : 1;
}

function repeatsOf(text: string | undefined): number {
  return Math.min(wholeNumber(text), REPEATS_MAX);
}
