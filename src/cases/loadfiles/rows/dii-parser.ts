/**
 * Splits a Summation list (.dii) into documents. A line begins with a token (`@T`, `@C`, `@D` …), or names a file of page
 * images. A text of several lines is between `@BODY` and `@BODY-END`. Memory is limited to that of one document.
 */
import { COLUMNS_MAX, ROW_UNITS_MAX } from '../limits.ts';

export interface DiiDocument {
  readonly tag: string;
  /** 1-based line of its `@T`. */
  readonly line: number;
  /** Values by column name, in order of appearance. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly volume: string;
  /** Files of its pages: the first one, and their number. */
  readonly firstPage: string | null;
  readonly pages: number;
  readonly text: string | null;
  /** Whether there is a text file next to the images: one per document, or one per page. */
  readonly fullText: 'doc' | 'page' | null;
  /** Characters that were left out. */
  readonly leftOut: number;
}

export interface DiiFault {
  readonly line: number;
  readonly reason: string;
}

interface OpenDocument {
  readonly tag: string;
  readonly line: number;
  readonly values: Map<string, string[]>;
  volume: string;
  folder: string;
  firstPage: string | null;
  pages: number;
  readonly text: string[];
  units: number;
  leftOut: number;
}

/** Tokens whose text continues until `@NAME-END`. */
const LONG_TOKENS: ReadonlySet<string> = new Set([
  'OCR',
  'BODY',
  'EMAIL_BODY',
  'EMAIL-BODY',
  'HEADER',
  'NOTE',
  'MULTILINE',
]);
/** Among these, the tokens with the text of the document. */
const TEXTS: ReadonlySet<string> = new Set(['OCR', 'BODY', 'EMAIL_BODY', 'EMAIL-BODY']);
/** Maximum pages of one line: `A-{1-300}.TIF`. */
const LISTED_PAGES_MAX = 1_000_000;

export class DiiParser {
  #documents: DiiDocument[] = [];
  #faults: DiiFault[] = [];
  /** Values for all documents, given before the first of them. */
  readonly #common = new Map<string, string[]>();
  #fullText: DiiDocument['fullText'] = null;
  #document: OpenDocument | null = null;
  #long: { readonly name: string; readonly column: string | null; readonly line: number } | null = null;

  /** `text` is a line without its line break. */
  line(text: string, number: number): void {
    if (this.#long !== null && !this.#isTextEnd(text)) {
      this.#add(this.#long.column, text);
      return;
    }
    const [, token, rest = ''] = /^\s*@([A-Za-z][\w-]*)(?:\s+(.*))?$/s.exec(text) ?? [];
    if (token !== undefined) this.#token(token.toUpperCase(), rest.trim(), number);
    else if (text.trim() !== '' && !text.trimStart().startsWith(';')) this.#pagesOf(text.trim(), number);
  }

  finish(): void {
    if (this.#long !== null) this.#reportOpen(this.#long);
    this.#long = null;
    this.#end();
  }

  take(): { readonly documents: readonly DiiDocument[]; readonly faults: readonly DiiFault[] } {
    const taken = { documents: this.#documents, faults: this.#faults };
    this.#documents = [];
    this.#faults = [];
    return taken;
  }

  /** A new document inside a text means that the end of the text is missing. The line is then read as a token. */
  #isTextEnd(text: string): boolean {
    const long = this.#long!;
    const begun = text.trim().toUpperCase();
    if (begun === `@${long.name}-END` || begun === `@${long.name}_END`) {
      this.#long = null;
      return true;
    }
    if (!/^@T\s+\S/.test(begun)) return false;
    this.#reportOpen(long);
    this.#long = null;
    return true;
  }

  #reportOpen({ name, line }: { readonly name: string; readonly line: number }): void {
    this.#faults.push({ line, reason: `@${name} has no @${name}-END: its text continues up to the next document` });
  }

  #token(name: string, rest: string, line: number): void {
    if (name.endsWith('-END') || name.endsWith('_END')) return;
    if (name === 'T') this.#begin(rest, line);
    else if (name === 'FULLTEXT') this.#fullText = /^page/i.test(rest) ? 'page' : /^none/i.test(rest) ? null : 'doc';
    else if (LONG_TOKENS.has(name)) this.#beginText(name, rest, line);
    else if (name === 'C') this.#column(rest, line);
    else if (this.#document === null)
      this.#faults.push({ line, reason: `@${name} comes before the first document: the line is skipped` });
    else if (name === 'D') this.#folder(rest, line);
    else if (name === 'L') this.#add('Description', rest);
    else this.#add(name === 'ATTACH' ? 'Attach IDs' : name, rest);
  }

  #begin(tag: string, line: number): void {
    this.#end();
    if (tag === '') {
      this.#faults.push({ line, reason: '@T names no document: lines up to the next one are skipped' });
      return;
    }
    const values = new Map([...this.#common].map(([column, common]) => [column, [...common]]));
    this.#document = {
      ...{ tag, line, values, volume: '', folder: '', firstPage: null, pages: 0, text: [] },
      ...{ units: tag.length, leftOut: 0 },
    };
  }

  #end(): void {
    const document = this.#document;
    this.#document = null;
    if (document === null) return;
    const { tag, line, values, volume, firstPage, pages, text, leftOut } = document;
    this.#documents.push({
      ...{ tag, line, values, volume, firstPage, pages, leftOut, fullText: this.#fullText },
      text: text.length === 0 ? null : text.join('\n'),
    });
  }

  #beginText(name: string, rest: string, line: number): void {
    const column = TEXTS.has(name) ? null : name === 'MULTILINE' ? rest || 'MULTILINE' : name;
    this.#long = { name, column, line };
    if (name !== 'MULTILINE' && rest !== '') this.#add(column, rest);
  }

  /** Parses `@C FIELD value`. A field with blanks is quoted. */
  #column(rest: string, line: number): void {
    const [, quoted, plain, value = ''] = /^(?:"([^"]+)"|(\S+))(?:\s+(.*))?$/s.exec(rest) ?? [];
    const column = quoted ?? plain;
    if (column === undefined) this.#faults.push({ line, reason: '@C names no field: the line is skipped' });
    else if (this.#document !== null) this.#add(column, value);
    else if (this.#common.size < COLUMNS_MAX) this.#common.set(column, [value]);
  }

  /** Parses `@D @V VOL:path`, `@D @I\path` and `D:\path`. A file name may follow. */
  #folder(rest: string, line: number): void {
    const document = this.#document!;
    const volume = /^@V\s+([^\s:]+)\s*:?\s*(.*)$/is.exec(rest);
    if (volume !== null) document.volume = volume[1]!;
    const path = (volume === null ? rest : volume[2]!).replace(/^@I[\\/]?\s*/i, '');
    const file = /(?:^|[\\/\s])([^\\/\s]+\.[A-Za-z]{3,4})$/.exec(path);
    document.folder = (file === null ? path : path.slice(0, path.length - file[1]!.length)).trim();
    if (file !== null) this.#pagesOf(file[1]!, line);
  }

  /** Parses the name of a file, or of several: `A-00{3-6}.TIF`. */
  #pagesOf(name: string, line: number): void {
    const document = this.#document;
    if (document === null) {
      this.#faults.push({ line, reason: 'the line belongs to no document: it is skipped' });
      return;
    }
    const many = /\{(\d{1,9})-(\d{1,9})\}/.exec(name);
    const count = many === null ? 1 : Number(many[2]) - Number(many[1]) + 1;
    if (count < 1 || count > LISTED_PAGES_MAX) {
      this.#faults.push({ line, reason: `the line lists ${count} pages: it is skipped` });
      return;
    }
    const first = many === null ? name : name.replace(many[0], many[1]!);
    const { folder } = document;
    document.firstPage ??= folder === '' || /[\\/]$/.test(folder) ? `${folder}${first}` : `${folder}\\${first}`;
    document.pages += count;
  }

  /** Null adds to the text. */
  #add(column: string | null, value: string): void {
    const document = this.#document;
    if (document === null) return;
    if (document.units + value.length > ROW_UNITS_MAX || (column !== null && document.values.size >= COLUMNS_MAX)) {
      document.leftOut += value.length;
      return;
    }
    document.units += value.length + 1;
    if (column === null) document.text.push(value);
    else {
      const known = document.values.get(column);
      if (known === undefined) document.values.set(column, [value]);
      else if (this.#long === null) known.push(value);
      else known[known.length - 1] += `\n${value}`;
    }
  }
}
