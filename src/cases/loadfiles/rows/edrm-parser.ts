/**
 * Reads EDRM XML piece by piece. Only the five entities of XML itself are known, so nothing expands; what is too long, too
 * deep or not well formed is reported, and documents before it and, where the parser can go on, behind it are kept.
 */
import sax from 'sax';
import { shown } from '../../files/safe-path.ts';
import {
  COLUMNS_MAX,
  DOCUMENT_VALUES_MAX,
  ROW_PROBLEMS_MAX,
  VALUE_UNITS_MAX,
  XML_ATTRIBUTES_MAX,
  XML_DEPTH_MAX,
  XML_FAULTS_MAX,
  XML_TOKEN_UNITS_MAX,
} from '../limits.ts';
import type { ColumnList } from './column-list.ts';
import type { Row, RowObserver } from './row-source.ts';

/** The parser's own limit: beyond it, text is handed on in pieces and anything else is a fault. */
Object.assign(sax, { MAX_BUFFER_LENGTH: XML_TOKEN_UNITS_MAX });

/** `strictEntities` keeps the entities of HTML out; the types of the package do not know it. */
const OPTIONS: sax.SAXOptions & { readonly strictEntities: boolean } = { position: true, strictEntities: true };

/** In the order of the element; a name may occur again. */
type Attributes = readonly (readonly [name: string, value: string])[];

/** Elements that only hold others. */
const HOLDERS = new Set(['Files', 'Tags', 'Locations', 'Location', 'Reviews', 'Document', 'File', 'Tag']);

export class EdrmParser {
  readonly #columns: ColumnList;
  readonly #observer: RowObserver;
  readonly #parser = sax.parser(true, OPTIONS);
  readonly #rows: Row[] = [];
  /** Local names of the open elements. */
  readonly #path: string[] = [];
  readonly #document = new DocumentValues();
  #tag: string | null = null;
  #fileType = '';
  #text = '';
  #isTextCut = false;
  /** Of the element that is being opened. */
  #attributes: [name: string, value: string][] = [];
  #faults = 0;
  #isDamaged = false;
  /** Documents so far. */
  count = 0;
  isStopped = false;

  constructor(columns: ColumnList, observer: RowObserver) {
    this.#columns = columns;
    this.#observer = observer;
    const parser = this.#parser;
    parser.onopentag = ({ name }) => this.#open(localName(name));
    parser.onclosetag = () => this.#close();
    parser.ontext = (text) => this.#addText(text);
    parser.oncdata = (text) => this.#addText(text);
    parser.onattribute = (attribute) => this.#addToElement(attribute);
    parser.onerror = (error) => this.#tellFault(error);
  }

  feed(text: string): void {
    // Small steps, so that a fault that ends the reading ends it soon.
    for (let at = 0; at < text.length && !this.isStopped; at += STEP_UNITS)
      this.#parser.write(text.slice(at, at + STEP_UNITS));
  }

  finish(): void {
    if (this.isStopped) return;
    const isOpen = this.#document.isOpen;
    this.#parser.close();
    if (isOpen && this.#document.isOpen) this.#cutDocument();
  }

  /** What was read of a document that does not end is kept. */
  #cutDocument(): void {
    const { line, number } = this.#document;
    this.#observer.problem('value', line, number, 'the text that can be read ends inside of this document');
    this.#endDocument();
  }

  take(most: number): readonly Row[] {
    return this.#rows.splice(0, most);
  }

  /** The piece to come has bytes that are no text. */
  tellDamage(): void {
    const reason = 'bytes that are no text in the encoding of the file were read as U+FFFD, near this line';
    this.#observer.problem('value', this.#line, null, reason);
  }

  get #line(): number {
    return this.#parser.line + 1;
  }

  /** The parser's own object of attributes would lose one that occurs again, and trip over one called `hasOwnProperty`. */
  #addToElement({ name, value }: { readonly name: string; readonly value: string }): void {
    const { tag } = this.#parser as { readonly tag?: { readonly attributes: Record<string, unknown> } };
    if (tag !== undefined) delete tag.attributes[name];
    this.#attributes.push([name, value]);
    if (this.#attributes.length > XML_ATTRIBUTES_MAX) {
      this.#attributes = [];
      this.#stop(`an element has more than ${XML_ATTRIBUTES_MAX} attributes`);
    }
  }

  #open(name: string): void {
    const attributes = this.#attributes;
    this.#attributes = [];
    if (this.#path.length >= XML_DEPTH_MAX) this.#stop(`elements are nested more than ${XML_DEPTH_MAX} deep`);
    if (this.isStopped) return;
    this.#path.push(name);
    this.#text = '';
    this.#isTextCut = false;
    if (name === 'Document' && !this.#document.isOpen) this.#beginDocument(attributes);
    else if (name === 'Relationship') this.#link(attributes);
    else if (this.#document.isOpen) this.#openInside(name, attributes);
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

  #close(): void {
    const name = this.#path.pop();
    if (!this.#document.isOpen || this.isStopped) return;
    const text = this.#text.trim();
    if (text !== '') {
      if (name === 'TagValue' || name === 'Tag') this.#add(tagColumn(this.#tag ?? 'Tag'), text);
      else if (name === 'InlineContent') this.#addInline(this.#text);
      else this.#add(name ?? '', text);
      if (this.#isTextCut)
        this.#tell('limit', `a value of ${shown(name ?? '')} was cut at ${VALUE_UNITS_MAX} characters`);
    }
    this.#text = '';
    if (name === 'Document' && !this.#path.includes('Document')) this.#endDocument();
  }

  #addText(text: string): void {
    if (!this.#document.isOpen) return;
    const room = VALUE_UNITS_MAX - this.#text.length;
    if (text.length > room) this.#isTextCut = true;
    this.#text += text.slice(0, Math.max(0, room));
  }

  #beginDocument(attributes: Attributes): void {
    this.count++;
    this.#isDamaged = false;
    this.#document.begin(this.count, this.#line);
    for (const [key, value] of attributes) this.#addAttribute(localName(key), key, value);
  }

  #endDocument(): void {
    const { number, line, values, left } = this.#document;
    if (left > 0)
      this.#tell(
        'limit',
        `${left} values of the document are beyond a limit (${DOCUMENT_VALUES_MAX} values, ${COLUMNS_MAX} columns): they are left out`,
      );
    this.#document.isOpen = false;
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
    else this.#tell('part', `${shown(this.#fileType)} content inside of the load file is not read`);
  }

  /** Declarations of name spaces are no values. */
  #addAttribute(column: string, key: string, value: string): void {
    if (!key.startsWith('xmlns')) this.#add(column, value);
  }

  #add(header: string, value: string): void {
    if (value === '') return;
    const column = this.#columns.indexOf(header);
    this.#document.add(column, value);
  }

  #link(attributes: Attributes): void {
    const parent = attributeOf(attributes, 'ParentDocId') ?? attributeOf(attributes, 'ParentDocID');
    const child = attributeOf(attributes, 'ChildDocId') ?? attributeOf(attributes, 'ChildDocID');
    if (parent !== undefined && child !== undefined) this.#observer.link(parent, child);
    else this.#observer.problem('value', this.#line, null, 'a relationship names no parent or no child');
  }

  #tell(kind: 'limit' | 'part' | 'value', reason: string): void {
    this.#document.problems++;
    if (this.#document.problems > ROW_PROBLEMS_MAX) return;
    this.#observer.problem(kind, this.#line, this.#document.number, reason);
  }

  #tellFault(error: Error): void {
    const [what = ''] = error.message.split('\n');
    if (/^Max buffer length/.test(what)) {
      this.#stop(`a name or attribute has more than ${XML_TOKEN_UNITS_MAX} characters`);
      return;
    }
    // It goes on behind the fault, as if it had not been there.
    this.#parser.error = null as unknown as Error;
    if (this.isStopped) return;
    this.#faults++;
    if (this.#faults > XML_FAULTS_MAX) {
      this.#stop(`there are more than ${XML_FAULTS_MAX} faults of XML`);
      return;
    }
    // The parser knows by itself that a file ended too early; a document may have many faults in a row.
    if (this.#isDamaged && this.#document.isOpen) return;
    this.#isDamaged = true;
    const id = this.#document.isOpen ? this.#document.number : null;
    this.#observer.problem(
      id === null ? 'case' : 'value',
      this.#line,
      id,
      `not well-formed XML: ${what.slice(0, 200)}`,
    );
  }

  #stop(reason: string): void {
    if (this.isStopped) return;
    this.isStopped = true;
    if (this.#document.isOpen) this.#cutDocument();
    this.#observer.problem('case', this.#line, null, `${reason}: nothing after line ${this.#line} was read`);
  }
}

const STEP_UNITS = 64 * 1024;

/** The values of one document by column. */
class DocumentValues {
  isOpen = false;
  number = 0;
  line = 0;
  values: (string | readonly string[] | undefined)[] = [];
  /** Values beyond a limit, and problems. */
  left = 0;
  problems = 0;
  #count = 0;

  begin(number: number, line: number): void {
    this.isOpen = true;
    this.number = number;
    this.line = line;
    this.values = [];
    this.left = 0;
    this.problems = 0;
    this.#count = 0;
  }

  add(column: number, value: string): void {
    this.#count++;
    if (column < 0 || this.#count > DOCUMENT_VALUES_MAX) {
      this.left++;
      return;
    }
    const known = this.values[column];
    if (known === undefined) this.values[column] = value;
    else if (typeof known === 'string') this.values[column] = [known, value];
    else (known as string[]).push(value);
  }
}

function attributeOf(attributes: Attributes, name: string): string | undefined {
  return attributes.find(([key]) => key === name)?.[1];
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** EDRM marks its own tags with `#`. */
function tagColumn(tag: string): string {
  return tag.replace(/^#/, '');
}
