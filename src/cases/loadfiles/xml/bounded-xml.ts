/**
 * Reads XML piece by piece. Supports only the five entities of XML itself, so nothing expands. Reports input that is too long,
 * too deep or not well-formed to the reader, and continues after a fault if the parser can.
 */
import sax from 'sax';
import { XML_ATTRIBUTES_MAX, XML_DEPTH_MAX, XML_FAULTS_MAX, XML_TOKEN_UNITS_MAX } from '../limits.ts';

/** The parser's own limit. Beyond it, text is passed on in pieces and anything else is a fault. */
Object.assign(sax, { MAX_BUFFER_LENGTH: XML_TOKEN_UNITS_MAX });

/** `strictEntities` excludes the entities of HTML. The types of the package lack it. */
const OPTIONS: sax.SAXOptions & { readonly strictEntities: boolean } = { position: true, strictEntities: true };

/** The attributes in the order of the element. Names may repeat. */
export type Attributes = readonly (readonly [name: string, value: string])[];

/** Names are local names. */
export interface XmlReader {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
  /** Receives the description of a fault, for display. */
  fault(reason: string): void;
  /** Called when nothing more is read, with the reason. */
  stopped(reason: string): void;
}

/** Small, so that a final fault ends the reading soon. */
const STEP_UNITS = 64 * 1024;

export class BoundedXml {
  readonly #reader: XmlReader;
  readonly #parser = sax.parser(true, OPTIONS);
  readonly #path: string[] = [];
  /** State of the element that is being opened. */
  #attributes: [name: string, value: string][] = [];
  #faults = 0;
  #isAfterReturn = false;
  isStopped = false;

  constructor(reader: XmlReader) {
    this.#reader = reader;
    const parser = this.#parser;
    parser.onopentag = ({ name }) => this.#open(localName(name));
    parser.onclosetag = () => this.#close();
    parser.ontext = (text) => this.#text(text);
    parser.oncdata = (text) => this.#text(text);
    parser.onattribute = (attribute) => this.#addAttribute(attribute);
    parser.onerror = (error) => this.#reportFault(error);
  }

  /** 1-based. */
  get line(): number {
    return this.#parser.line + 1;
  }

  /** Whether an element of that name is open. */
  isInside(name: string): boolean {
    return this.#path.includes(name);
  }

  feed(piece: string): void {
    const text = this.#withLineFeeds(piece);
    for (let at = 0; at < text.length && !this.isStopped; at += STEP_UNITS)
      this.#parser.write(text.slice(at, at + STEP_UNITS));
  }

  /** Converts line ends to LF, as XML specifies. */
  #withLineFeeds(piece: string): string {
    const text = this.#isAfterReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
    this.#isAfterReturn = piece.endsWith('\r');
    return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  }

  finish(): void {
    if (!this.isStopped) this.#parser.close();
  }

  stop(reason: string): void {
    if (this.isStopped) return;
    this.isStopped = true;
    this.#reader.stopped(reason);
  }

  /**
   * Collects attributes here, because the parser's own object would lose repeated attributes, and would fail on one called
   * `hasOwnProperty`.
   */
  #addAttribute({ name, value }: { readonly name: string; readonly value: string }): void {
    const { tag } = this.#parser as { readonly tag?: { readonly attributes: Record<string, unknown> } };
    if (tag !== undefined) delete tag.attributes[name];
    this.#attributes.push([name, value]);
    if (this.#attributes.length > XML_ATTRIBUTES_MAX) {
      this.#attributes = [];
      this.stop(`an element has more than ${XML_ATTRIBUTES_MAX} attributes`);
    }
  }

  #open(name: string): void {
    const attributes = this.#attributes;
    this.#attributes = [];
    if (this.#path.length >= XML_DEPTH_MAX) this.stop(`elements are nested more than ${XML_DEPTH_MAX} deep`);
    if (this.isStopped) return;
    this.#path.push(name);
    this.#reader.open(name, attributes);
  }

  #close(): void {
    const name = this.#path.pop();
    if (!this.isStopped) this.#reader.close(name ?? '');
  }

  #text(text: string): void {
    if (!this.isStopped) this.#reader.text(text);
  }

  #reportFault(error: Error): void {
    const [what = ''] = error.message.split('\n');
    if (/^Max buffer length/.test(what)) {
      this.stop(`a name or attribute has more than ${XML_TOKEN_UNITS_MAX} characters`);
      return;
    }
    // Clears the fault, so that the parser continues.
    this.#parser.error = null as unknown as Error;
    if (this.isStopped) return;
    this.#faults++;
    if (this.#faults > XML_FAULTS_MAX) this.stop(`there are more than ${XML_FAULTS_MAX} XML faults`);
    else this.#reader.fault(`not well-formed XML: ${what.slice(0, 200)}`);
  }
}

export function attributeOf(attributes: Attributes, name: string): string | undefined {
  return attributes.find(([key]) => key === name)?.[1];
}

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
