/** Reads the text of RTF with the state of its characters: groups, destinations, encodings of fonts. */
import { decodeWhole } from '../../decoders/charset.ts';
import { type RtfTaker, readRtf } from './rtf-tokens.ts';

export interface RtfState {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underlined: boolean;
  readonly struck: boolean;
  readonly hidden: boolean;
  readonly deleted: boolean;
  readonly inTable: boolean;
  /** `{\*\htmltag …}`: source of a wrapped page. */
  readonly isTag: boolean;
  /** RTF that replaces the source of a wrapped page. */
  readonly isRendering: boolean;
}

interface Group extends RtfState {
  readonly isSkipped: boolean;
  readonly destination: string;
  readonly font: number;
  /** Number of fallback characters for programs without Unicode. */
  readonly fallback: number;
}

export interface RtfSink {
  text(text: string, state: RtfState): void;
  /** Control words that affect the flow: `par`, `cell`, `row` and so on. */
  word(name: string, state: RtfState): void;
  picture(hex: readonly string[]): void;
  readonly isFull: boolean;
}

const ROOT: Group = {
  bold: false,
  italic: false,
  underlined: false,
  struck: false,
  hidden: false,
  deleted: false,
  inTable: false,
  isTag: false,
  isRendering: false,
  isSkipped: false,
  destination: '',
  font: -1,
  fallback: 1,
};

const GROUPS_MAX = 10_000;
const FONTS_MAX = 10_000;
const PICTURE_HEX_MAX = 8 * 1024 * 1024;

const SKIPPED = new Set(
  (
    'colortbl stylesheet info fldinst objdata objclass objname nonshppict themedata colorschememapping datastore latentstyles listtable ' +
    'listoverridetable revtbl rsidtbl generator filetbl xmlnstbl mmathPr pgptbl sp sn sv bkmkstart bkmkend background template ' +
    'passwordhash userprops xe tc private panose falt fontemb fontfile atrfstart atrfend atnid atndate atnref ' +
    'ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn'
  ).split(' '),
);
/** Optional destinations that are read here. */
const READ = new Set(['shppict', 'shpinst', 'annotation', 'htmltag', 'fonttbl', 'footnote', 'shptxt', 'atnauthor']);

const SYMBOLS: Readonly<Record<string, string>> = {
  tab: '\t',
  emdash: '\u2014',
  endash: '\u2013',
  emspace: '\u2003',
  enspace: '\u2002',
  lquote: '\u2018',
  rquote: '\u2019',
  ldblquote: '\u201c',
  rdblquote: '\u201d',
  bullet: '\u2022',
  '~': '\u00a0',
  _: '\u2011',
  '{': '{',
  '}': '}',
  '\\': '\\',
};
const FLOW = new Set([
  'par',
  'line',
  'page',
  'sect',
  'cell',
  'row',
  'nestcell',
  'nestrow',
  'header',
  'footer',
  'footnote',
  'annotation',
]);

/** Encodings by the number of a font's character set. */
const CHARSETS: Readonly<Record<number, string>> = {
  77: 'macroman',
  128: 'cp932',
  129: 'cp949',
  134: 'cp936',
  136: 'cp950',
  161: 'cp1253',
  162: 'cp1254',
  163: 'cp1258',
  177: 'cp1255',
  178: 'cp1256',
  186: 'cp1257',
  204: 'cp1251',
  222: 'cp874',
  238: 'cp1250',
};
const PAGES = new Set([
  437, 708, 720, 737, 775, 850, 852, 855, 857, 860, 861, 862, 863, 864, 865, 866, 869, 874, 932, 936, 949, 950, 1250,
  1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258,
]);

/** Reads to the end, or until the sink is full. */
export function readRtfText(source: Buffer, sink: RtfSink): void {
  const reader = new RtfText(sink);
  readRtf(source, reader, () => sink.isFull);
  reader.flush();
}

class RtfText implements RtfTaker {
  readonly #sink: RtfSink;
  readonly #groups: Group[] = [];
  #tooDeep = 0;
  #now: Group = ROOT;
  #encoding = 'cp1252';
  readonly #fonts = new Map<number, string>();
  #fontOfTable = -1;
  #defaultFont = -1;
  #pending: Uint8Array[] = [];
  /** Fallback characters still to be skipped. */
  #passed = 0;
  /** Whether the group has just begun. Only then does `\*` mark a destination. */
  #isGroupStart = false;
  #isOptional = false;
  #hex: string[] = [];
  #hexUnits = 0;

  constructor(sink: RtfSink) {
    this.#sink = sink;
  }

  begin(): void {
    this.flush();
    this.#isGroupStart = true;
    this.#passed = 0;
    if (this.#groups.length >= GROUPS_MAX) this.#tooDeep++;
    else this.#groups.push(this.#now);
  }

  end(): void {
    this.flush();
    this.#isGroupStart = false;
    this.#passed = 0;
    this.#isOptional = false;
    if (this.#tooDeep > 0) {
      this.#tooDeep--;
      return;
    }
    const before = this.#groups.pop() ?? ROOT;
    if (this.#now.destination === 'pict' && before.destination !== 'pict') this.#endPicture();
    this.#now = before;
  }

  bytes(bytes: Uint8Array): void {
    this.#isOptional = false;
    this.#isGroupStart = false;
    if (this.#passed > 0) {
      const passed = Math.min(this.#passed, bytes.length);
      this.#passed -= passed;
      if (passed < bytes.length) this.bytes(bytes.subarray(passed));
      return;
    }
    if (this.#now.isSkipped || this.#now.destination === 'fonttbl') return;
    if (this.#now.destination === 'pict') {
      this.#hexUnits += bytes.length;
      if (this.#hexUnits <= PICTURE_HEX_MAX) this.#hex.push(Buffer.from(bytes).toString('latin1'));
      return;
    }
    this.#pending.push(bytes);
  }

  word(name: string, parameter: number | null): void {
    const isFirst = this.#isOptional;
    this.#isOptional = false;
    if (name === '*') {
      this.#isOptional = this.#isGroupStart;
      return;
    }
    this.#isGroupStart = false;
    if (name === 'u' && parameter !== null) {
      this.#give(String.fromCharCode(parameter & 0xffff));
      this.#passed = this.#now.fallback;
      return;
    }
    const symbol = SYMBOLS[name];
    if (symbol !== undefined) {
      if (this.#passed > 0) this.#passed--;
      else this.#give(symbol);
      return;
    }
    this.#passed = 0;
    this.flush();
    if (SKIPPED.has(name) || (isFirst && !READ.has(name))) this.#set({ isSkipped: true });
    else this.#control(name, parameter);
  }

  flush(): void {
    if (this.#pending.length === 0) return;
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    const font = this.#now.font === -1 ? this.#defaultFont : this.#now.font;
    const text = decodeWhole(bytes, this.#fonts.get(font) ?? this.#encoding);
    if (!this.#now.isSkipped) this.#sink.text(text, this.#now);
  }

  #give(text: string): void {
    this.flush();
    if (!this.#now.isSkipped && this.#now.destination === '') this.#sink.text(text, this.#now);
  }

  #control(name: string, parameter: number | null): void {
    const changed = styleOf(name, parameter);
    if (changed !== null) this.#set(changed);
    else if (name === 'f') {
      this.#fontOfTable = parameter ?? -1;
      this.#set({ font: this.#fontOfTable });
    } else if (name === 'deff') this.#defaultFont = parameter ?? -1;
    else if (name === 'fcharset') this.#charsetOfFont(parameter ?? 0);
    else if (name === 'ansicpg') this.#encoding = encodingOf(parameter) ?? this.#encoding;
    else if (name in MACHINES) this.#encoding = MACHINES[name]!;
    else if (FLOW.has(name) && !this.#now.isSkipped && this.#now.destination === '') this.#sink.word(name, this.#now);
  }

  #charsetOfFont(charset: number): void {
    const encoding = CHARSETS[charset];
    if (encoding === undefined || this.#now.destination !== 'fonttbl' || this.#fonts.size >= FONTS_MAX) return;
    this.#fonts.set(this.#fontOfTable, encoding);
  }

  #set(changed: Partial<Group>): void {
    this.#now = { ...this.#now, ...changed };
  }

  #endPicture(): void {
    if (this.#hexUnits <= PICTURE_HEX_MAX && this.#hexUnits > 0 && !this.#now.isSkipped) this.#sink.picture(this.#hex);
    this.#hex = [];
    this.#hexUnits = 0;
  }
}

const PLAIN: Partial<Group> = {
  bold: false,
  italic: false,
  underlined: false,
  struck: false,
  hidden: false,
  deleted: false,
  font: -1,
};
/** Encodings by the platform that early versions of RTF name. */
const MACHINES: Readonly<Record<string, string>> = { mac: 'macroman', pc: 'cp437', pca: 'cp850' };
const FALLBACK_MAX = 100;

/** Returns the change of state by a control word, or null. */
function styleOf(name: string, parameter: number | null): Partial<Group> | null {
  const isOn = parameter !== 0;
  switch (name) {
    case 'b':
      return { bold: isOn };
    case 'i':
      return { italic: isOn };
    case 'ul':
      return { underlined: isOn };
    case 'ulnone':
      return { underlined: false };
    case 'strike':
      return { struck: isOn };
    case 'v':
      return { hidden: isOn };
    case 'deleted':
      return { deleted: isOn };
    case 'plain':
      return PLAIN;
    case 'pard':
      return { inTable: false };
    case 'intbl':
      return { inTable: true };
    case 'htmlrtf':
      return { isRendering: isOn };
    case 'htmltag':
      return { isTag: true };
    case 'uc':
      return { fallback: Math.max(0, Math.min(parameter ?? 1, FALLBACK_MAX)) };
    case 'fonttbl':
    case 'pict':
      return { destination: name };
    default:
      return null;
  }
}

function encodingOf(page: number | null): string | null {
  if (page === 65001) return 'utf-8';
  return page !== null && PAGES.has(page) ? `cp${page}` : null;
}
