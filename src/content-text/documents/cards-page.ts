/** Calendars (iCalendar) and address cards (vCard) as a page: each component with its properties as written. */
import { Refusal } from '../../confined/confined-host.ts';
import { PICTURE_BYTES_MAX } from './limits.ts';
import type { PageWriter } from './page-writer.ts';
import { pictureElement } from './picture-element.ts';

interface ContentLine {
  readonly name: string;
  readonly parameters: readonly (readonly [name: string, value: string])[];
  readonly value: string;
}

const BASE_64 = /^b(?:ase64)?$/i;
/** Parameters that describe the encoding of a value, not its meaning. */
const OF_WRITING = new Set(['ENCODING', 'CHARSET', 'VALUE', 'LANGUAGE']);

export function cardsPage(text: string, page: PageWriter): (name: string) => Promise<string> {
  if (!/^\ufeff?\s*BEGIN:/i.test(text)) throw new Refusal('does not begin like a calendar or an address card');
  const pictures = new Map<string, string>();
  let isTable = false;
  const end = (): void => {
    if (isTable) page.close();
    isTable = false;
  };
  for (const line of contentLines(text)) {
    if (page.isFull) break;
    if (line.name === 'BEGIN') {
      end();
      page.open('section');
      page.line('h3', titleOf(line.value));
    } else if (line.name === 'END') {
      end();
      page.close();
    } else {
      if (!isTable) page.open('table', { cellpadding: '3' });
      isTable = true;
      property(line, page, pictures);
    }
  }
  return async (name) => pictures.get(name) ?? '';
}

function property({ name, parameters, value }: ContentLine, page: PageWriter, pictures: Map<string, string>): void {
  const of = parameters.filter(([key]) => !OF_WRITING.has(key)).map(([, text]) => text);
  page.open('tr');
  page.line('th', `${name}${of.length === 0 ? '' : ` (${of.join(', ')})`}`, { align: 'left', valign: 'top' });
  page.open('td');
  const encoding =
    parameters.find(([key, text]) => key === 'ENCODING' || (key === '' && BASE_64.test(text)))?.[1] ?? '';
  const embedded = BASE_64.test(encoding) ? value : /^data:[^,]{0,100};base64,(.*)$/is.exec(value)?.[1];
  if (embedded === undefined) page.text(value);
  else {
    const bytes = Buffer.from(embedded.slice(0, PICTURE_BYTES_MAX * 2), 'base64');
    const key = String(pictures.size);
    pictures.set(key, pictureElement(bytes) ?? `<small>[${bytes.length} bytes that are not shown]</small>`);
    page.picture(key);
  }
  page.close();
  page.close();
}

/** Yields lines without their folding. In old cards, a line in quoted-printable continues after a `=`. */
function* contentLines(text: string): Generator<ContentLine> {
  const unfolded = text.replace(/\r?\n[ \t]/g, '').split(/\r\n|\n|\r/);
  for (let n = 0; n < unfolded.length; n++) {
    const pieces = [unfolded[n]!];
    if (/^[^:]{0,1000};(?:ENCODING=)?QUOTED-PRINTABLE/i.test(pieces[0]!)) {
      while (pieces.at(-1)!.endsWith('=') && n + 1 < unfolded.length) {
        pieces[pieces.length - 1] = pieces.at(-1)!.slice(0, -1);
        pieces.push(unfolded[++n]!);
      }
    }
    const line = contentLine(pieces.join(''));
    if (line !== null) yield line;
  }
}

function contentLine(line: string): ContentLine | null {
  const head = /^([\w.-]{1,100})((?:;(?:"[^"]*"|[^":;]){0,2000}){0,50}):/.exec(line);
  if (head === null) return null;
  const parameters = (head[2]!.match(/;(?:"[^"]*"|[^";])*/g) ?? []).map((part) => {
    const [, key, value] = /^;(?:([\w-]+)=)?(.*)$/s.exec(part)!;
    return [key?.toUpperCase() ?? '', value!.replaceAll('"', '')] as const;
  });
  const raw = line.slice(head[0].length);
  const isQuoted = parameters.some(([, value]) => /^quoted-printable$/i.test(value));
  const value = isQuoted
    ? quotedPrintable(raw)
    : raw.replace(/\\([\\;,nN])/g, (_, char: string) => (/n/i.test(char) ? '\n' : char));
  return { name: head[1]!.toUpperCase(), parameters, value };
}

function quotedPrintable(text: string): string {
  const bytes = text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  // If characters do not fit in a byte, the text is already decoded.
  return /[\u0100-\uffff]/.test(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString('utf8');
}

const TITLES: Readonly<Record<string, string>> = {
  VCALENDAR: 'Calendar',
  VEVENT: 'Event',
  VTODO: 'Task',
  VJOURNAL: 'Journal entry',
  VALARM: 'Alarm',
  VTIMEZONE: 'Time zone',
  VCARD: 'Contact',
};

function titleOf(name: string): string {
  return TITLES[name.trim().toUpperCase()] ?? name.trim();
}
