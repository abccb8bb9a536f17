/**
 * Reads the XML of a part piece by piece. Supports only the entities of XML itself. Reading ends at input that is too long, too
 * deep or not well-formed.
 */
import sax from 'sax';
import { AppError } from '../../../shared/errors.ts';
import { XML_ATTRIBUTES_MAX, XML_DEPTH_MAX, XML_TOKEN_UNITS_MAX } from '../limits.ts';

/** The parser's own limit. Beyond it, text is passed on in pieces and anything else is a fault. */
Object.assign(sax, { MAX_BUFFER_LENGTH: XML_TOKEN_UNITS_MAX });

const OPTIONS: sax.SAXOptions & { readonly strictEntities: boolean } = { position: false, strictEntities: true };

export type XmlAttributes = ReadonlyMap<string, string>;

/** Receives the elements and texts. Names are without prefixes. */
export interface XmlTaker {
  open?(name: string, attributes: XmlAttributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Yields after each piece, so that the caller can take the output, or stop. Throws AppError NOT_FOUND if the XML cannot be read. */
export async function* readXml(part: string, pieces: AsyncIterable<Buffer>, taker: XmlTaker): AsyncGenerator<number> {
  const parser = sax.parser(true, OPTIONS);
  const decoder = new TextDecoder('utf-8');
  let attributes = new Map<string, string>();
  let depth = 0;
  let fault: string | null = null;
  const report = (reason: string): void => {
    fault ??= reason;
  };
  parser.onattribute = ({ name, value }) => {
    const { tag } = parser as { readonly tag?: { readonly attributes: Record<string, unknown> } };
    if (tag !== undefined) delete tag.attributes[name];
    attributes.set(localName(name), value);
    if (attributes.size > XML_ATTRIBUTES_MAX) report(`an element has more than ${XML_ATTRIBUTES_MAX} attributes`);
  };
  parser.onopentag = ({ name }) => {
    const given = attributes;
    attributes = new Map();
    if (++depth > XML_DEPTH_MAX) report(`elements are nested more than ${XML_DEPTH_MAX} deep`);
    if (fault === null) taker.open?.(localName(name), given);
  };
  parser.onclosetag = (name) => {
    depth--;
    if (fault === null) taker.close?.(localName(name));
  };
  const text = (piece: string): void => {
    if (fault === null) taker.text?.(piece);
  };
  parser.ontext = text;
  parser.oncdata = text;
  parser.onerror = (error) => report(error.message.split('\n', 1)[0]!);
  const write = (piece: string): void => {
    if (fault === null) parser.write(piece);
    if (fault !== null) throw new AppError('NOT_FOUND', `part ${part} is not valid XML (${fault})`);
  };
  for await (const piece of pieces) {
    write(decoder.decode(piece, { stream: true }));
    yield piece.length;
  }
  write(decoder.decode());
  if (depth > 0) throw new AppError('NOT_FOUND', `part ${part} ends inside an element`);
}

/** Reads a whole part. */
export async function readWholeXml(
  part: string,
  pieces: AsyncIterable<Buffer>,
  bytesMax: number,
  taker: XmlTaker,
): Promise<void> {
  let bytes = 0;
  for await (const count of readXml(part, pieces, taker)) {
    bytes += count;
    if (bytes > bytesMax) throw new AppError('NOT_FOUND', `part ${part} has more than ${bytesMax} bytes`);
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
