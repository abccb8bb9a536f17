/**
 * Converts the rows of `blackboard_artifacts`, such as messages, calls and visited pages, to items. Their attributes become
 * properties.
 */
import type { CaseItem, CaseProblem } from '../case-reader.ts';
import { ROW_TEXT_UNITS_MAX, RowText } from '../row-text.ts';
import type { DatabaseRow } from '../sqlite/database-request.ts';
import type { Bounds, CaseDatabase, RowsOf } from './case-database.ts';
import { ID_MAX } from './limits.ts';
import { HIT_TYPES, type PageMarks } from './marks.ts';
import { textReference } from './part-reference.ts';
import {
  addValue,
  countOfCell,
  type DatabaseCell,
  dateOfCell,
  isAutopsyId,
  isFaulty,
  type PropertyValues,
  type ReportValue,
  reportFault,
  textOfCell,
} from './values.ts';

/** Attributes with the text of a message, which are searched and shown as its text. */
const TEXTS: ReadonlySet<string> = new Set(['TSK_EMAIL_CONTENT_PLAIN', 'TSK_TEXT']);
/** Properties that have the same name in all formats. */
const USUAL: Readonly<Record<string, string>> = {
  TSK_EMAIL_FROM: 'Communication:From',
  TSK_EMAIL_TO: 'Communication:To',
  TSK_EMAIL_CC: 'Message-Cc',
  TSK_EMAIL_BCC: 'Message-Bcc',
  TSK_SUBJECT: 'Message-Subject',
  TSK_DATETIME_SENT: 'Communication:Date',
  TSK_DATETIME_RCVD: 'received',
  TSK_DATETIME_CREATED: 'created',
  TSK_DATETIME_ACCESSED: 'accessed',
  TSK_DATETIME_MODIFIED: 'modified',
  TSK_TITLE: 'title',
};
const NAME_UNITS_MAX = 200;
/** `value_type`. */
const VALUE = { text: 0, int32: 1, int64: 2, double: 3, bytes: 4, date: 5, json: 6 } as const;

export const ARTIFACT_QUERY: RowsOf = {
  columns: ['a.artifact_id', 'a.artifact_obj_id', 'f.obj_id', 'b.artifact_obj_id', 'k.display_name'],
  from:
    'FROM blackboard_artifacts a LEFT JOIN blackboard_artifact_types k ON k.artifact_type_id = a.artifact_type_id ' +
    'LEFT JOIN tsk_files f ON f.obj_id = a.obj_id LEFT JOIN blackboard_artifacts b ON b.artifact_obj_id = a.obj_id ' +
    `WHERE a.artifact_id >= CAST(? AS INTEGER) AND ifnull(k.type_name, '') NOT IN (${HIT_TYPES.map((name) => `'${name}'`).join(', ')}) ` +
    'ORDER BY a.artifact_id LIMIT ?',
};

const ATTRIBUTE_QUERY: RowsOf = {
  columns: [
    'v.artifact_id',
    'v.attribute_type_id',
    'y.type_name',
    'v.value_type',
    'v.value_text',
    'v.value_int32',
    'v.value_int64',
    'v.value_double',
    'length(CAST(v.value_byte AS BLOB))',
  ],
  from:
    'FROM blackboard_attributes v LEFT JOIN blackboard_attribute_types y ON y.attribute_type_id = v.attribute_type_id ' +
    'WHERE v.artifact_id BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) ORDER BY v.artifact_id, v.rowid',
};

/** Reads the attributes of the artifacts on one page. */
export class PageAttributes {
  readonly #ofArtifact = new Map<string, DatabaseRow[]>();
  readonly isCut: boolean;

  private constructor(rows: readonly DatabaseRow[], isCut: boolean) {
    this.isCut = isCut;
    for (const row of rows) {
      const number = textOfCell(row[0]) ?? '';
      const known = this.#ofArtifact.get(number);
      if (known === undefined) this.#ofArtifact.set(number, [row]);
      else known.push(row);
    }
  }

  static async of(database: CaseDatabase, page: Bounds): Promise<PageAttributes> {
    const { rows, isCut } = await database.valuesOf(ATTRIBUTE_QUERY, page);
    return new PageAttributes(rows, isCut);
  }

  get(artifact: string): readonly DatabaseRow[] {
    return this.#ofArtifact.get(artifact) ?? [];
  }
}

export function artifactItem(
  [numberCell, id, file, artifact, kindCell]: DatabaseRow,
  attributes: PageAttributes,
  marks: PageMarks,
  report: (kind: CaseProblem['kind'], id: number | null, reason: string) => void,
): CaseItem | null {
  const number = textOfCell(numberCell) ?? '';
  if (!isAutopsyId(id)) {
    report('record', null, `artifact ${number}: its object ${textOfCell(id)} is not a number between 0 and ${ID_MAX}`);
    return null;
  }
  const kind = textOfCell(kindCell) ?? 'Artifact';
  const properties: PropertyValues = new Map([
    ['name', [kind]],
    ['category', [kind]],
  ]);
  let text: CaseItem['text'] = null;
  const reportValue: ReportValue = (problem, reason) => report(problem, id, reason);
  reportFault('category', kindCell, reportValue);
  for (const [, type, nameCell, valueType, ...cells] of attributes.get(number)) {
    const name = textOfCell(nameCell) ?? '';
    if (TEXTS.has(name) && text === null && valueType === VALUE.text && countOfCell(type) !== null) {
      text = textReference(number, type as number);
      // A truncated text is not a fault here, because the text is read completely elsewhere. Only invalid bytes are.
      reportFault('the text', isCutOnly(cells[0]) ? null : cells[0], reportValue);
      continue;
    }
    const property = propertyOf(name);
    for (const cell of cells) reportFault(property, cell, reportValue);
    const value = shownValue(valueType, cells, (reason) => reportValue('value', `${property} ${reason}`));
    if (value === null) continue;
    if (valueType === VALUE.text && properties.get('name')![0] === kind)
      properties.set('name', [`${kind}: ${value.slice(0, NAME_UNITS_MAX)}`]);
    addValue(properties, property, value);
  }
  marks.addTo(properties, number, reportValue);
  const parentId = isAutopsyId(file) ? file : isAutopsyId(artifact) ? artifact : null;
  const item = { id, parentId, properties: [...properties], content: null, thumb: null, line: null };
  return text === null ? { ...item, ...rowTextOf(item.properties, reportValue) } : { ...item, text };
}

/** Writes the values of an artifact as its text. The item's name already contains two of them. */
function rowTextOf(properties: CaseItem['properties'], report: ReportValue): Pick<CaseItem, 'text' | 'isRowText'> {
  const row = new RowText();
  for (const [name, values] of properties) if (name !== 'name') for (const value of values) row.add(name, value);
  if (row.leftOut > 0)
    report('limit', `its text ends at ${ROW_TEXT_UNITS_MAX} characters: search other values by their field`);
  return row.text === null ? { text: null } : { text: row.text, isRowText: true };
}

/** `TSK_PROG_NAME` becomes `prog_name`. If the item already has a property of this name, a longer name is used. */
function propertyOf(name: string): string {
  const property = USUAL[name] ?? name.replace(/^TSK_/, '').toLowerCase();
  return property === 'name' || property === 'category' || property === '' ? `attribute:${property}` : property;
}

function shownValue(
  type: DatabaseCell | undefined,
  [text, small, large, fraction, bytes]: readonly DatabaseCell[],
  report: (reason: string) => void,
): string | null {
  switch (type) {
    case VALUE.text:
    case VALUE.json:
      return textOfCell(text) || null;
    case VALUE.int32:
      return textOfCell(small);
    case VALUE.int64:
      return textOfCell(large);
    case VALUE.double:
      return textOfCell(fraction);
    case VALUE.bytes:
      return bytes === null ? null : `${textOfCell(bytes)} bytes`;
    case VALUE.date:
      return dateOfCell(large, report);
    default:
      return textOfCell(text) ?? textOfCell(large) ?? textOfCell(small);
  }
}

function isCutOnly(cell: DatabaseCell | undefined): boolean {
  return isFaulty(cell) && cell.kind === 'limit';
}
