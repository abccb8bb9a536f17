/** Writes small workbooks (XLSX) like spreadsheets do, and unusual ones. */
import { type ZipEntry, zipFile } from './zip-file.ts';

/** The type of a cell, its content, and the index of its style in `STYLES`. */
export interface Cell {
  readonly type?: 'n' | 's' | 'b' | 'e' | 'str' | 'inlineStr' | 'd';
  readonly value: string;
  readonly style?: number;
  readonly formula?: string;
}

export interface WorkbookSheet {
  readonly name: string;
  /** Null for no cell. Strings become shared texts. */
  readonly rows: readonly (readonly (Cell | string | number | null)[])[];
  /** Keyed by cell. */
  readonly links?: Readonly<Record<string, string>>;
  /** Rows and cells have no references. */
  readonly isBare?: boolean;
}

/** Formats by style: general, 14, `yyyy-mm-dd hh:mm:ss`, `[h]:mm`, `hh:mm:ss`, `0.00E+00`, `"day" 0`, `mmm\ yy`. */
export const STYLES = { general: 0, day: 1, moment: 2, elapsed: 3, time: 4, exponent: 5, words: 6, month: 7 } as const;
const FORMATS = ['yyyy-mm-dd hh:mm:ss', '[h]:mm', 'hh:mm:ss', '0.00E+00', '"day" 0', 'mmm\\ yy'];

const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

export function columnName(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
}

export function workbookEntries(sheets: readonly WorkbookSheet[], is1904 = false): ZipEntry[] {
  const texts: string[] = [];
  const xml = (body: string): Buffer => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`);
  const relation = (id: string, type: string, target: string, mode = ''): string =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${escaped(target)}"${mode}/>`;
  const relations = (all: readonly string[]): Buffer =>
    xml(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`,
    );
  const cellXml = (cell: Cell | string | number, reference: string): string => {
    const {
      type = 'n',
      value,
      style,
      formula,
    }: Cell = typeof cell === 'string'
      ? { type: 's', value: String(texts.push(cell) - 1) }
      : typeof cell === 'number'
        ? { value: String(cell) }
        : cell;
    const head = `${reference === '' ? '' : ` r="${reference}"`}${type === 'n' ? '' : ` t="${type}"`}${style === undefined ? '' : ` s="${style}"`}`;
    const body =
      type === 'inlineStr' ? `<is><t xml:space="preserve">${escaped(value)}</t></is>` : `<v>${escaped(value)}</v>`;
    return `<c${head}>${formula === undefined ? '' : `<f>${escaped(formula)}</f>`}${body}</c>`;
  };
  const sheetXml = ({ rows, links = {}, isBare = false }: WorkbookSheet): Buffer => {
    const lines = rows.map((row, y) => {
      const cells = row.map((cell, x) =>
        cell === null ? '' : cellXml(cell, isBare ? '' : `${columnName(x)}${y + 1}`),
      );
      return `<row${isBare ? '' : ` r="${y + 1}"`}>${cells.join('')}</row>`;
    });
    const ends = Object.keys(links).map((cell, n) => `<hyperlink ref="${cell}" r:id="l${n}"/>`);
    const end = ends.length === 0 ? '' : `<hyperlinks>${ends.join('')}</hyperlinks>`;
    return xml(
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="r"><sheetData>${lines.join('')}</sheetData>${end}</worksheet>`,
    );
  };
  const parts = sheets.flatMap((sheet, n): ZipEntry[] => {
    const links = Object.values(sheet.links ?? {}).map((target, i) =>
      relation(`l${i}`, 'hyperlink', target, ' TargetMode="External"'),
    );
    const own = { name: `xl/worksheets/sheet${n + 1}.xml`, content: sheetXml(sheet) };
    return links.length === 0
      ? [own]
      : [own, { name: `xl/worksheets/_rels/sheet${n + 1}.xml.rels`, content: relations(links) }];
  });
  const formats = FORMATS.map((code, n) => `<numFmt numFmtId="${164 + n}" formatCode="${escaped(code)}"/>`).join('');
  const xfs = [0, 14, ...FORMATS.map((_, n) => 164 + n)].map((id) => `<xf numFmtId="${id}"/>`).join('');
  const listed = sheets
    .map(({ name }, n) => `<sheet name="${escaped(name)}" sheetId="${n + 1}" r:id="s${n}"/>`)
    .join('');
  return [
    { name: '_rels/.rels', content: relations([relation('r', 'officeDocument', 'xl/workbook.xml')]) },
    {
      name: 'xl/workbook.xml',
      content: xml(
        `<workbook xmlns:r="r"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${listed}</sheets></workbook>`,
      ),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations([
        ...sheets.map((_, n) => relation(`s${n}`, 'worksheet', `worksheets/sheet${n + 1}.xml`)),
        relation('st', 'styles', 'styles.xml'),
        relation('sh', 'sharedStrings', '/xl/sharedStrings.xml'),
      ]),
    },
    {
      name: 'xl/styles.xml',
      content: xml(
        `<styleSheet><numFmts>${formats}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs>${xfs}</cellXfs></styleSheet>`,
      ),
    },
    {
      name: 'xl/sharedStrings.xml',
      content: xml(
        `<sst>${texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
      ),
    },
    ...parts,
  ];
}

export const workbookFile = (sheets: readonly WorkbookSheet[], is1904 = false): Buffer =>
  zipFile(workbookEntries(sheets, is1904));
