/**
 * Reads lists of page images. Opticon (.opt) has one line per page: key of the page, volume, path, `Y` at the beginning of a
 * document, folder, box, number of pages of the document. IPRO (.lfp) has `IM`, key, the kind of beginning, offset,
 * `@volume;folder;file;type`. Its other commands are skipped. For each document the first path and the number of pages are
 * stored, in a table of bounded size.
 */
import { KeyTable } from '../columns/key-table.ts';
import { IMAGE_PATH_BYTES_MAX } from '../limits.ts';
import { RowParser } from './row-parser.ts';
import { readTextChunks } from './text-chunks.ts';
import { findEncoding, type PositionReader } from './text-encoding.ts';

export interface DocumentImages {
  readonly pages: number;
  readonly path: string;
}

/** Returns the page that a line describes. Without a key if it describes no page. */
export type PageLine = ImagePage | { readonly key: null; readonly line: number };

export interface ImagePage {
  readonly key: string;
  readonly volume: string;
  readonly path: string;
  readonly isFirst: boolean;
  readonly line: number;
}

/** Numbers of a document: the offset of its path, and its number of pages. */
const ENTRY_NUMBERS = 2;

export class ImageList {
  readonly #documents = new KeyTable();
  #entries = new Float64Array(1024 * ENTRY_NUMBERS);
  #count = 0;
  #used = new Uint8Array(1024);
  /** Concatenated paths of first pages. A path ends at the beginning of the next. */
  #paths = Buffer.alloc(64 * 1024);
  #pathBytes = 0;
  /** Documents without space in the table, and lines that describe no page. */
  left = 0;
  broken = 0;

  async read(pages: AsyncIterable<PageLine>): Promise<void> {
    // The document whose pages are counted. -1 for a document without space.
    let current: number | null = null;
    for await (const page of pages) {
      if (page.key === null) {
        this.broken++;
        continue;
      }
      if (page.isFirst || current === null) current = this.#begin(page.key, page.path);
      if (current >= 0) this.#entries[current * ENTRY_NUMBERS + 1]!++;
    }
  }

  find(ids: readonly string[]): DocumentImages | null {
    for (const id of ids) {
      const index = this.#documents.get(id);
      if (index === undefined) continue;
      this.#used[index] = 1;
      const offset = this.#entries[index * ENTRY_NUMBERS]!;
      const end = index + 1 < this.#count ? this.#entries[(index + 1) * ENTRY_NUMBERS]! : this.#pathBytes;
      return { pages: this.#entries[index * ENTRY_NUMBERS + 1]!, path: this.#paths.toString('utf8', offset, end) };
    }
    return null;
  }

  /** Documents that no row refers to. */
  get unused(): number {
    let count = 0;
    for (let i = 0; i < this.#count; i++) if (this.#used[i] === 0) count++;
    return count;
  }

  /** Returns the index of the document, or -1 if the table is full. */
  #begin(key: string, path: string): number {
    const bytes = Buffer.byteLength(path, 'utf8');
    const index = this.#count;
    const before = this.#documents.size;
    if (this.#pathBytes + bytes <= IMAGE_PATH_BYTES_MAX) this.#documents.add(key, index);
    if (this.#documents.size === before) {
      this.left++;
      return -1;
    }
    this.#count++;
    if (this.#count > this.#used.length) {
      this.#used = grown(this.#used, new Uint8Array(this.#used.length * 2));
      this.#entries = grown(this.#entries, new Float64Array(this.#used.length * ENTRY_NUMBERS));
    }
    this.#entries[index * ENTRY_NUMBERS] = this.#pathBytes;
    while (this.#pathBytes + bytes > this.#paths.length) {
      this.#paths = Buffer.concat([this.#paths, Buffer.alloc(this.#paths.length)]);
    }
    this.#pathBytes += this.#paths.write(path, this.#pathBytes, 'utf8');
    return index;
  }
}

function grown<T extends Float64Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** Yields the pages in order. */
export async function* readPages(file: PositionReader, progress?: (bytes: number) => void): AsyncGenerator<PageLine> {
  const { encoding, markBytes } = await findEncoding(file);
  const parser = new RowParser({ delimiter: ',', quote: null, newline: null, terminator: '\n' });
  progress?.(markBytes);
  // Whether an IPRO page has been seen.
  let isIpro = false;
  const pages = function* (): Generator<PageLine> {
    for (const { values, line } of parser.take()) {
      const ipro = iproPage(values, line);
      isIpro ||= ipro !== null;
      if (ipro !== null) yield ipro;
      else if (!isBlank(values) && !isOtherCommand(values[0]!, isIpro)) yield pageOf(values, line);
    }
  };
  for await (const { text, offset, bytes } of readTextChunks(file, encoding, markBytes)) {
    parser.feed(text, offset);
    yield* pages();
    progress?.(bytes);
  }
  parser.finish();
  yield* pages();
}

/** Whether the line is a comment, or another command of IPRO. */
function isOtherCommand(first: string, isIpro: boolean): boolean {
  return first.startsWith('##') || (isIpro && /^[A-Z]{2}$/.test(first));
}

/** A document begins at a source, box, folder, document or child. */
function iproPage(values: readonly string[], line: number): ImagePage | null {
  const [command, key = '', begins = '', , image = ''] = values.map((value) => value.trim());
  const parts = image.split(';').map((part) => part.trim());
  if (command !== 'IM' || key === '' || parts.length < 2) return null;
  const volume = parts[0]!.startsWith('@') ? parts.shift()!.slice(1) : '';
  // The last part is the type of the image.
  const path = parts.slice(0, -1).join('\\').replace(/\\+/g, '\\');
  return path === '' ? null : { key, volume, path, isFirst: /^[SBFDC]$/i.test(begins), line };
}

function pageOf(values: readonly string[], line: number): PageLine {
  const [key = '', volume = '', path = '', breaks = ''] = values.map((value) => value.trim().replace(/^"(.*)"$/, '$1'));
  if (values.length < 3 || key === '' || path === '') return { key: null, line };
  return { key, volume, path, isFirst: /^y(es)?$/i.test(breaks), line };
}

function isBlank(values: readonly string[]): boolean {
  return values.length === 1 && values[0]!.trim() === '';
}
