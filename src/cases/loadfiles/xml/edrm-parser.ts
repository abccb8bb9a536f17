/** Reads the documents of EDRM XML piece by piece. Keeps documents before a fault and, if the parser can continue, after it. */
import { shown } from '../../files/safe-path.ts';
import { COLUMNS_MAX, DOCUMENT_VALUES_MAX, ROW_PROBLEMS_MAX, VALUE_UNITS_MAX } from '../limits.ts';
import type { ColumnList } from '../rows/column-list.ts';
import type { RowObserver, TableRow } from '../rows/row-source.ts';
import { type Attributes, attributeOf, BoundedXml, localName, type XmlReader } from './bounded-xml.ts';
import { DocumentValues } from './document-values.ts';

/** Elements that only contain others. */
const HOLDERS = new Set(['Files', 'Tags', 'Locations', 'Location', 'Reviews', 'Document', 'File', 'Tag']);

export class EdrmParser implements XmlReader {
  readonly #columns: ColumnList;
  readonly #observer: RowObserver;
  readonly #xml = new BoundedXml(this);
  readonly #rows: TableRow[] = [];
  #document: DocumentValues | null = null;
  #tag: string | null = null;
  #fileType = '';
  #text = '';
  #isTextCut = false;
  #isDamaged = false;
  /** Documents so far. */
  count = 0;

  constructor(columns: ColumnList, observer: RowObserver) {
    this.#columns = columns;
    this.#observer = observer;
  }

  get isStopped(): boolean {
    return this.#xml.isStopped;
  }

  feed(text: string): void {
    this.#xml.feed(text);
  }

  finish(): void {
    if (this.isStopped) return;
    const isOpen = this.#document !== null;
    this.#xml.finish();
    if (isOpen && this.#document !== null) this.#cutDocument(this.#document);
  }

  /** A document without an end keeps the values read so far. */
  #cutDocument(document: DocumentValues): void {
    const { line, number } = document;
    this.#observer.problem('value', line, number, 'the readable text ends inside this document');
    this.#endDocument(document);
  }

  take(most: number): readonly TableRow[] {
    return this.#rows.splice(0, most);
  }

  get line(): number {
    return this.#xml.line;
  }

  open(name: string, attributes: Attributes): void {
    this.#text = '';
    this.#isTextCut = false;
    if (name === 'Document' && this.#document === null) this.#beginDocument(attributes);
    else if (name === 'Relationship') this.#link(attributes);
    else if (this.#document !== null) this.#openInside(name, attributes);
  }

  #openInside(name: string, attributes: Attributes): void {
    if (name === 'Tag') {
      this.#tag = attributeOf(attributes, 'TagName') ?? 'Tag';
      for (const [key, value] of attributes) if (key === 'TagValue') this.#add(tagColumn(this.#tag), value);
    } else if (name === 'File') this.#fileType = attributeOf(attributes, 'FileType') ?? 'Native';
    else if (name === 'ExternalFile') this.#addFile(attributes);
    else if (name !== 'TagValue' && name !== 'InlineContent' && !HOLDERS.has(name)) {
      for (const [key, value] of attributes) this.#addAttribute(`${name} ${localName(key)}`, key, value);
    }
  }

  close(name: string): void {
    if (this.#document === null) return;
    const text = this.#text.trim();
    if (text !== '') {
      if (name === 'TagValue' || name === 'Tag') this.#add(tagColumn(this.#tag ?? 'Tag'), text);
      else if (name === 'InlineContent') this.#addInline(this.#text);
      else this.#add(name, text);
      if (this.#isTextCut) this.#report('limit', `a value of ${shown(name)} was cut at ${VALUE_UNITS_MAX} characters`);
    }
    this.#text = '';
    if (name === 'Document' && !this.#xml.isInside('Document')) this.#endDocument(this.#document);
  }

  text(text: string): void {
    if (this.#document === null) return;
    const room = VALUE_UNITS_MAX - this.#text.length;
    if (text.length > room) this.#isTextCut = true;
    this.#text += text.slice(0, Math.max(0, room));
  }

  #beginDocument(attributes: Attributes): void {
    this.count++;
    this.#isDamaged = false;
    this.#document = new DocumentValues(this.count, this.line);
    for (const [key, value] of attributes) this.#addAttribute(localName(key), key, value);
  }

  #endDocument({ number, line, values, left }: DocumentValues): void {
    if (left > 0)
      this.#report(
        'limit',
        `${left} values of the document are beyond a limit (${DOCUMENT_VALUES_MAX} values, ${COLUMNS_MAX} columns): they are skipped`,
      );
    this.#document = null;
    this.#rows.push({ number, line, values });
  }

  #addFile(attributes: Attributes): void {
    const [folder = '', name = '', size, hash, type = ''] = [
      'FilePath',
      'FileName',
      'FileSize',
      'Hash',
      'HashType',
    ].map((key) => attributeOf(attributes, key));
    const path = folder === '' || folder.endsWith(name) ? folder || name : `${folder.replace(/[\\/]+$/, '')}/${name}`;
    if (path !== '') this.#add(`${this.#fileType} File`, path);
    if (this.#fileType !== 'Native') return;
    if (size !== undefined) this.#add('File Size', size);
    if (hash !== undefined) this.#add(/^[\w-]+$/.test(type) ? `${type} Hash` : 'Hash', hash);
  }

  #addInline(text: string): void {
    if (this.#fileType === 'Text') this.#add('Inline Text', text);
    else this.#report('part', `${shown(this.#fileType)} content inside the load file is not read`);
  }

  /** Namespace declarations are not values. */
  #addAttribute(column: string, key: string, value: string): void {
    if (!key.startsWith('xmlns')) this.#add(column, value);
  }

  #add(header: string, value: string): void {
    if (value === '') return;
    this.#document?.add(this.#columns.indexOf(header), value);
  }

  #link(attributes: Attributes): void {
    const parent = attributeOf(attributes, 'ParentDocId') ?? attributeOf(attributes, 'ParentDocID');
    const child = attributeOf(attributes, 'ChildDocId') ?? attributeOf(attributes, 'ChildDocID');
    if (parent !== undefined && child !== undefined) this.#observer.link(parent, child);
    else this.#observer.problem('value', this.line, null, 'a relationship names no parent or no child');
  }

  #report(kind: 'limit' | 'part' | 'value', reason: string): void {
    if (this.#document === null) return;
    this.#document.problems++;
    if (this.#document.problems > ROW_PROBLEMS_MAX) return;
    this.#observer.problem(kind, this.line, this.#document.number, reason);
  }

  /** Reports only the first of the consecutive faults in a document. A file that ends too early is also a fault. */
  fault(reason: string): void {
    if (this.#isDamaged && this.#document !== null) return;
    this.#isDamaged = true;
    const id = this.#document?.number ?? null;
    this.#observer.problem(id === null ? 'case' : 'value', this.line, id, reason);
  }

  stopped(reason: string): void {
    if (this.#document !== null) this.#cutDocument(this.#document);
    this.#observer.problem('case', this.line, null, `${reason}: nothing after line ${this.line} was read`);
  }
}

/** EDRM marks its own tags with `#`. */
function tagColumn(tag: string): string {
  return tag.replace(/^#/, '');
}
