/** The parts of a workbook besides its sheets: fixed texts, and the list of sheets. */

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Sheets are the default type of XML parts. This part comes first, and the number of sheets is known only at the end. */
export const CONTENT_TYPES = `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`;

export const RELATIONSHIPS = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** The indexes in `cellXfs` are the styles of cells. The format of a date says that it is in UTC. */
export const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss&quot; UTC&quot;"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000&quot; UTC&quot;"/></numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6">${[
  [0, 0],
  [164, 0],
  [165, 0],
  [166, 0],
  [0, 1],
  [0, 2],
]
  .map(
    ([format, font]) =>
      `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
  )
  .join('')}</cellXfs></styleSheet>`;

export interface WrittenSheet {
  readonly name: string;
  readonly file: string;
  /** The range of its table, from A1 to the lower right cell. */
  readonly range: string;
}

/** The workbook, and the relationships to its sheets. */
export function workbookParts(sheets: readonly WrittenSheet[]): {
  readonly workbook: string;
  readonly relationships: string;
} {
  const quoted = (name: string): string => `'${name}'`;
  const list = sheets.map(({ name }, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`);
  // Excel stores this name for each filter, in addition to the sheet.
  const filters = sheets.map(
    ({ name, range }, i) =>
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${i}" hidden="1">${quoted(name)}!${range.replace(/([A-Z]+)(\d+)/g, '$$$1$$$2')}</definedName>`,
  );
  const related = sheets.map(
    ({ file }, i) => `<Relationship Id="rId${i + 1}" Type="${DOCUMENT}/worksheet" Target="worksheets/${file}"/>`,
  );
  related.push(`<Relationship Id="rId${sheets.length + 1}" Type="${DOCUMENT}/styles" Target="styles.xml"/>`);
  return {
    workbook: `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${list.join('')}</sheets><definedNames>${filters.join('')}</definedNames></workbook>`,
    relationships: `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${related.join('')}</Relationships>`,
  };
}

/** Returns the beginning of a sheet, before its rows. The first row stays visible when the others scroll. */
export function sheetBegin(columns: number): string {
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns}" width="24" customWidth="1"/></cols><sheetData>`;
}

export function sheetEnd(range: string): string {
  return `</sheetData><autoFilter ref="${range}"/></worksheet>`;
}

/** Returns the range from `A1` to the cell in this column and row, which count from 1. */
export function rangeTo(column: number, row: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(0x41 + ((rest - 1) % 26)) + letters;
  }
  return `A1:${letters}${row}`;
}
