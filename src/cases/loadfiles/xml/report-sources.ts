/**
 * Reads the locations in the evidence of a Cellebrite report's models and files, by id. The report lists them after its models,
 * so their section is found and read first.
 */
import { detachedText } from '../../../shared/strings/detached-text.ts';
import { REPORT_SOURCES_MAX } from '../limits.ts';
import { type Attributes, attributeOf, BoundedXml, type XmlReader } from './bounded-xml.ts';

export interface XmlReportSource {
  readonly path: string;
  readonly table: string;
  readonly offset: string;
}

const SECTION = /<!\[CDATA\[|<!--|<(?:[\w.-]{1,40}:)?extraInfos(?=[\s/>])/g;
const ENDS = { '<![CDATA[': ']]>', '<!--': '-->' } as const;

/** Number of units at the end of a piece that may be the beginning of a mark. */
const TAIL_UNITS = 64;

export class ReportSources implements XmlReader {
  readonly #byId = new Map<string, XmlReportSource[]>();
  /** Interned, because paths and names of tables recur. */
  readonly #texts = new Map<string, string>();
  readonly #xml = new BoundedXml(this);
  #end: string | null = null;
  #rest = '';
  #isFound = false;
  #id = '';
  #count = 0;
  /** Number of sources without space in the table, and whether the section has faults, so that some sources are unknown. */
  left = 0;
  isDamaged = false;

  of(id: string): readonly XmlReportSource[] {
    return this.#byId.get(id) ?? [];
  }

  /** Takes the file in pieces, from its beginning. */
  feed(piece: string): void {
    if (this.#isFound) this.#xml.feed(piece);
    else this.#find(this.#rest + piece);
  }

  /** Finds the section. Skips text that only looks like it. */
  #find(text: string): void {
    for (let at = 0; ; ) {
      if (this.#end !== null) {
        const end = text.indexOf(this.#end, at);
        if (end < 0) {
          this.#rest = text.slice(Math.max(at, text.length - 2));
          return;
        }
        at = end + this.#end.length;
        this.#end = null;
      }
      SECTION.lastIndex = at;
      const found = SECTION.exec(text);
      if (found === null) {
        this.#rest = text.slice(Math.max(at, text.length - TAIL_UNITS));
        return;
      }
      const [what] = found;
      at = found.index + what.length;
      if (what === '<![CDATA[' || what === '<!--') this.#end = ENDS[what];
      else {
        this.#isFound = true;
        this.#rest = '';
        this.#xml.feed(`<extraInfos${text.slice(at)}`);
        return;
      }
    }
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'extraInfo') this.#id = attributeOf(attributes, 'id')?.trim() ?? '';
    else if ((name === 'nodeInfo' || name === 'imageInfo') && this.#id !== '') this.#add(attributes);
  }

  close(name: string): void {
    if (name === 'extraInfo') this.#id = '';
  }

  text(): void {
    // Everything relevant is in attributes.
  }

  /** Faults outside the section do not matter. */
  fault(): void {
    if (this.#xml.isInside('extraInfos')) this.isDamaged = true;
  }

  stopped(): void {
    this.isDamaged = true;
  }

  #add(attributes: Attributes): void {
    const path = this.#kept(attributeOf(attributes, 'path') || attributeOf(attributes, 'name') || '');
    const table = this.#kept(attributeOf(attributes, 'tableName') ?? '');
    const offset = attributeOf(attributes, 'offset')?.trim() ?? '';
    if (path === '' && table === '' && offset === '') return;
    if (this.#count >= REPORT_SOURCES_MAX) {
      this.left++;
      return;
    }
    this.#count++;
    const known = this.#byId.get(this.#id);
    const source = { path, table, offset: detachedText(offset) };
    if (known === undefined) this.#byId.set(detachedText(this.#id), [source]);
    else known.push(source);
  }

  #kept(value: string): string {
    const text = value.trim();
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const kept = detachedText(text);
    this.#texts.set(kept, kept);
    return kept;
  }
}
