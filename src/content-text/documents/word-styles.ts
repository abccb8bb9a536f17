/** Reads from `styles.xml` which styles of a Word document are headings, bold, italic, hidden or lists. */
import type { XmlAttributes, XmlTaker } from '../../cases/loadfiles/workbook/xml-part.ts';

export interface ParagraphStyle {
  /** 1 to 6 for a heading, or null for a paragraph. */
  readonly heading: number | null;
  readonly list: string | null;
  readonly level: string | null;
}

interface Style {
  basedOn: string | null;
  name: string;
  outline: string | null;
  list: string | null;
  level: string | null;
  isHidden: boolean;
}

const STYLES_MAX = 20_000;
const BASES_MAX = 20;
const HEADINGS_MAX = 6;

export class WordStyles implements XmlTaker {
  readonly #styles = new Map<string, Style>();
  #style: Style | null = null;

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'style') {
      this.#style = { basedOn: null, name: '', outline: null, list: null, level: null, isHidden: false };
      if (this.#styles.size < STYLES_MAX) this.#styles.set(attributes.get('styleId') ?? '', this.#style);
      return;
    }
    const style = this.#style;
    if (style === null) return;
    const value = attributes.get('val') ?? '';
    if (name === 'basedOn') style.basedOn = value;
    else if (name === 'name') style.name = value;
    else if (name === 'outlineLvl') style.outline = value;
    else if (name === 'numId') style.list = value;
    else if (name === 'ilvl') style.level = value;
    else if (name === 'vanish') style.isHidden = isOn(attributes);
  }

  close(name: string): void {
    if (name === 'style') this.#style = null;
  }

  paragraph(id: string): ParagraphStyle {
    const chain = this.#chain(id);
    const first = <T>(of: (style: Style) => T | null): T | null =>
      chain.map(of).find((value) => value !== null) ?? null;
    return {
      heading: first(({ outline, name }) => headingOf(outline, name)),
      list: first(({ list }) => list),
      level: first(({ level }) => level),
    };
  }

  isHidden(id: string): boolean {
    return this.#chain(id).some(({ isHidden }) => isHidden);
  }

  #chain(id: string): readonly Style[] {
    const chain: Style[] = [];
    let style = this.#styles.get(id);
    while (style !== undefined && chain.length < BASES_MAX) {
      chain.push(style);
      style = style.basedOn === null ? undefined : this.#styles.get(style.basedOn);
    }
    return chain;
  }
}

/** A property without a value is on. */
export function isOn(attributes: XmlAttributes): boolean {
  return !/^(?:0|false|off|none)$/.test(attributes.get('val') ?? '');
}

/** Determined by the outline level, from 0, or by the name of a built-in style. */
export function headingOf(outline: string | null, name: string): number | null {
  if (outline !== null && /^[0-8]$/.test(outline)) return Math.min(Number(outline) + 1, HEADINGS_MAX);
  const named = /^heading (\d)$/i.exec(name)?.[1];
  if (named !== undefined) return Math.min(Math.max(Number(named), 1), HEADINGS_MAX);
  return /^title$/i.test(name) ? 1 : null;
}
