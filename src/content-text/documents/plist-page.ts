/** Apple property lists, XML or binary, as a page: nested names and values. */
import { parseBuffer, UID } from 'bplist-parser';
import { memoryInput } from '../../cases/files/memory-input.ts';
import { readXml } from '../../cases/loadfiles/workbook/xml-part.ts';
import { PAGE_DEPTH_MAX } from './limits.ts';
import type { PageWriter } from './page-writer.ts';

const BINARY_MAGIC = 'bplist';
const BYTES_SHOWN = 64;
/** Each level takes three elements of the page. */
const DEPTH_MAX = PAGE_DEPTH_MAX / 3;

const XML_MAGIC = /<(?:!DOCTYPE\s+plist|plist)\b/;
const START_BYTES = 4096;

export function isPlist(start: Buffer): boolean {
  const text = start.toString('latin1', 0, START_BYTES);
  return text.startsWith(BINARY_MAGIC) || XML_MAGIC.test(text);
}

export async function plistPage(bytes: Buffer, page: PageWriter): Promise<void> {
  if (bytes.toString('latin1', 0, BINARY_MAGIC.length) === BINARY_MAGIC) {
    page.notice('A binary property list.');
    value(parseBuffer(bytes)[0], page, 0);
    return;
  }
  await xmlPage(bytes, page);
}

function value(given: unknown, page: PageWriter, depth: number): void {
  if (page.isFull) return;
  if (given instanceof UID) page.text(`UID ${given.UID}`);
  else if (given instanceof Date)
    page.text(Number.isNaN(given.getTime()) ? 'a date out of range' : given.toISOString());
  else if (Buffer.isBuffer(given)) page.text(dataText(given));
  else if (typeof given !== 'object' || given === null) page.text(String(given));
  else if (depth >= DEPTH_MAX) page.text('…');
  else if (Array.isArray(given)) {
    page.open('ol', { start: '0' });
    for (const item of given) {
      page.open('li');
      value(item, page, depth + 1);
      page.close();
    }
    page.close();
  } else {
    page.open('dl');
    for (const [name, item] of Object.entries(given)) {
      page.open('dt');
      page.text(name, ['<b>']);
      page.close();
      page.open('dd');
      value(item, page, depth + 1);
      page.close();
    }
    page.close();
  }
}

function dataText(bytes: Buffer): string {
  const shown = bytes.toString('hex', 0, BYTES_SHOWN);
  return `${bytes.length} bytes: ${shown}${bytes.length > BYTES_SHOWN ? '…' : ''}`;
}

/** The elements of the list itself, in order. */
async function xmlPage(bytes: Buffer, page: PageWriter): Promise<void> {
  const within: string[] = [];
  let text = '';
  const taker = {
    open(name: string): void {
      const isList = name === 'dict' || name === 'array';
      if (name !== 'plist' && name !== 'key') {
        const parent = within.at(-1);
        if (parent === 'array') page.open('li');
        else if (parent === 'dict') page.open('dd');
        if (isList) page.open(name === 'dict' ? 'dl' : 'ol', name === 'dict' ? {} : { start: '0' });
      }
      within.push(name);
      text = '';
    },
    text(piece: string): void {
      text += piece;
    },
    close(name: string): void {
      within.pop();
      if (name === 'plist') return;
      if (name === 'key') {
        page.open('dt');
        page.text(text, ['<b>']);
        page.close();
        text = '';
        return;
      }
      if (name === 'dict' || name === 'array') page.close();
      else if (name === 'true' || name === 'false') page.text(name);
      else if (name === 'data') page.text(dataText(Buffer.from(text, 'base64')));
      else page.text(text);
      text = '';
      const parent = within.at(-1);
      if (parent === 'array' || parent === 'dict') page.close();
    },
  };
  for await (const _ of readXml('of the property list', memoryInput(bytes).stream() as AsyncIterable<Buffer>, taker)) {
    if (page.isFull) return;
  }
}
