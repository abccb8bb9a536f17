/**
 * Reads the report of a Cellebrite reader piece by piece. A row is a file, a model, or a nested model that is more than a value
 * of its parent. A nested row comes before the row that contains it. Further data about a row becomes its values, under the
 * names in the report.
 */
import { detachedText } from '../../../shared/strings/detached-text.ts';
import { shown } from '../../files/safe-path.ts';
import {
  COLUMNS_MAX,
  DOCUMENT_VALUES_MAX,
  REPORT_FILES_MAX,
  REPORT_ROWS_OPEN_MAX,
  REPORT_SOURCES_MAX,
  ROW_PROBLEMS_MAX,
  ROW_UNITS_MAX,
  VALUE_UNITS_MAX,
} from '../limits.ts';
import type { ColumnList } from '../rows/column-list.ts';
import type { RowObserver, TableRow } from '../rows/row-source.ts';
import { type Attributes, attributeOf, BoundedXml, localName, type XmlReader } from './bounded-xml.ts';
import { DocumentValues } from './document-values.ts';
import type { ReportSources } from './report-sources.ts';
import { COLUMN, columnOfUfed, INNER_COLUMNS, isPart, NATIVE_NAMES, type PartOf, shownParty } from './ufed-names.ts';
import { ownProperties } from './ufed-properties.ts';

/** Sections of the report whose elements are rows, and sections that are rows themselves. */
const OF_FILES: ReadonlySet<string> = new Set(['taggedFiles', 'carvedFiles', 'infectedFiles']);
const OF_ROWS: ReadonlySet<string> = new Set(['sourceExtractions', 'images', 'modelType']);
/** The section that report-sources.ts has read before. */
const OF_SOURCES = 'extraInfos';

/** Attributes that describe the encoding of a value, or repeat its name. */
const ABOUT_VALUES: ReadonlySet<string> = new Set([
  ...['name', 'type', 'format', 'formattedTimestamp', 'systemtype', 'section', 'ismodel', 'fieldType'],
  ...['isSystem', 'isRequired', 'multipleLines'],
]);

/** An open element. */
interface Frame {
  readonly element: string;
  /** The name of the value that its text is. Null for the value of the row itself. */
  readonly label: string | null;
  /** The innermost row and part that contain it. */
  readonly row: OpenRow | null;
  readonly part: PartOf | null;
  /** Whether the element itself begins that row or part. */
  readonly isRow: boolean;
  readonly isPart: boolean;
  /** The type of the value, and its display form. */
  readonly type: string;
  readonly formatted: string | null;
}

/** A row whose element is open. */
interface OpenRow {
  readonly values: DocumentValues;
  readonly type: string;
  /** The id of the row, which nested rows refer to. */
  readonly uid: string;
  /** The values from which the name of the item is chosen, by column. */
  readonly named: Map<string, string[]>;
  units: number;
  file: string | null;
  hasNative: boolean;
  isDamaged: boolean;
}

export class UfedParser implements XmlReader {
  readonly #columns: ColumnList;
  readonly #observer: RowObserver;
  readonly #xml = new BoundedXml(this);
  readonly #rows: TableRow[] = [];
  readonly #frames: Frame[] = [];
  /** Paths in the report, keyed by the id of a tagged file. */
  readonly #files = new Map<string, string>();
  #filesLeft = 0;
  #openRows = 0;
  #text = '';
  #isTextCut = false;
  readonly #sources: ReportSources;
  /** Rows so far. */
  count = 0;

  constructor(columns: ColumnList, sources: ReportSources, observer: RowObserver) {
    this.#columns = columns;
    this.#sources = sources;
    this.#observer = observer;
  }

  get isStopped(): boolean {
    return this.#xml.isStopped;
  }

  feed(text: string): void {
    this.#xml.feed(text);
  }

  finish(): void {
    if (this.isStopped) return;
    this.#xml.finish();
    this.#cutRows();
    if (this.#filesLeft > 0) {
      const reason = `${this.#filesLeft} files are beyond ${REPORT_FILES_MAX}: attachments that name them by their id alone have no content`;
      this.#observer.problem('limit', null, null, reason);
    }
    const { left, isDamaged } = this.#sources;
    if (left > 0 || isDamaged) {
      const which = left > 0 ? `${left} places in the evidence` : 'some places in the evidence';
      const reason = `${which} where models were found are not known: ${left > 0 ? `there are more than ${REPORT_SOURCES_MAX}` : 'extraInfos is damaged'}`;
      this.#observer.problem('limit', null, null, reason);
    }
  }

  get line(): number {
    return this.#xml.line;
  }

  take(most: number): readonly TableRow[] {
    return this.#rows.splice(0, most);
  }

  open(element: string, attributes: Attributes): void {
    this.#addText();
    const outer = this.#frames.at(-1) ?? null;
    const frame = this.#frameOf(element, attributes, outer);
    this.#frames.push(frame);
    if (outer === null) this.#addRoot(frame, attributes);
    if (frame.isRow) this.#addAttributes(frame, attributes, true);
    else if (frame.isPart) this.#addState(frame, attributes);
    else if (frame.row !== null && element !== 'modelField' && element !== 'multiModelField')
      this.#addAttributes(frame, attributes, false);
  }

  close(): void {
    this.#addText();
    const frame = this.#frames.pop();
    if (frame?.row == null) return;
    if (frame.isPart) this.#addPart(frame.row, frame.part!);
    if (frame.isRow) this.#endRow(frame.row);
  }

  text(text: string): void {
    const room = VALUE_UNITS_MAX - this.#text.length;
    if (this.#frames.at(-1)?.row == null) return;
    if (text.length > room) this.#isTextCut = true;
    this.#text += text.slice(0, Math.max(0, room));
  }

  fault(reason: string): void {
    const row = this.#frames.at(-1)?.row ?? null;
    if (row?.isDamaged === true) return;
    if (row !== null) row.isDamaged = true;
    // The number of a row is unknown before its end.
    this.#observer.problem(row === null ? 'case' : 'value', this.line, null, reason);
  }

  stopped(reason: string): void {
    this.#cutRows();
    this.#observer.problem('case', this.line, null, `${reason}: nothing after line ${this.line} was read`);
  }

  /** Rows without an end keep the values read so far. */
  #cutRows(): void {
    this.#addText();
    for (let frame = this.#frames.pop(); frame !== undefined; frame = this.#frames.pop()) {
      if (frame.row === null) continue;
      if (frame.isPart) this.#addPart(frame.row, frame.part!);
      if (!frame.isRow) continue;
      this.#observer.problem('value', frame.row.values.line, null, 'the readable text ends inside this row');
      this.#endRow(frame.row);
    }
  }

  #frameOf(element: string, attributes: Attributes, outer: Frame | null): Frame {
    const type = attributeOf(attributes, 'type') ?? outer?.type ?? '';
    const formatted = attributeOf(attributes, 'formattedTimestamp') ?? null;
    const common = { element, type, formatted };
    const row = outer?.row ?? null;
    if (row !== null && element === 'model' && isPart(type)) {
      const part: PartOf = { field: outer!.label ?? '', type, within: outer!.part, values: new Map() };
      return { ...common, label: null, row, part, isRow: false, isPart: true };
    }
    const isInside = element === 'model' || element === 'file';
    if ((row === null ? this.#isTopRow(element, outer) : isInside) && this.#openRows < REPORT_ROWS_OPEN_MAX) {
      const begun = this.#beginRow(element === 'model' ? type : element, attributes, outer);
      return { ...common, label: null, row: begun, part: null, isRow: true, isPart: false };
    }
    const own = attributeOf(attributes, 'name')?.trim() ?? '';
    const label = own !== '' ? own : (outer?.label ?? (row === null ? null : element));
    return { ...common, label, row, part: outer?.part ?? null, isRow: false, isPart: false };
  }

  /** The root is a row with only its attributes, because all other rows are inside it. */
  #addRoot(frame: Frame, attributes: Attributes): void {
    const row = this.#beginRow(frame.element, attributes, null);
    this.#addAttributes({ ...frame, row }, attributes, true);
    this.#endRow(row);
  }

  /** Whether an element outside all rows is a row. */
  #isTopRow(element: string, outer: Frame | null): boolean {
    if (outer === null) return false;
    if (OF_FILES.has(outer.element)) return element === 'file';
    if (OF_ROWS.has(outer.element)) return true;
    const isSection = this.#frames.length === 1;
    const isOfRows =
      OF_FILES.has(element) || OF_ROWS.has(element) || element === 'decodedData' || element === OF_SOURCES;
    return isSection && !isOfRows;
  }

  #beginRow(element: string, attributes: Attributes, outer: Frame | null): OpenRow {
    const type = element === 'file' ? 'File' : element === '' ? 'model' : element;
    const { line } = this;
    const uid = attributeOf(attributes, 'id')?.trim() ?? '';
    const row: OpenRow = {
      values: new DocumentValues(0, line),
      type,
      uid: uid === '' ? `line ${line}, row ${this.count + this.#openRows + 1}` : uid,
      named: new Map(),
      units: 0,
      file: null,
      hasNative: false,
      isDamaged: false,
    };
    this.#openRows++;
    for (const name of INNER_COLUMNS) this.#columns.indexOf(name);
    this.#put(row, COLUMN.modelType, type);
    const parent = outer?.row ?? null;
    if (parent !== null) {
      this.#put(row, COLUMN.parentUid, parent.uid);
      if (outer!.label !== null) this.#put(row, COLUMN.field, outer!.label);
      // Nested rows refer to this row, so it gets an id if it has none.
      if (parent.values.values[this.#columns.indexOf(COLUMN.uid)] === undefined)
        this.#put(parent, COLUMN.uid, parent.uid);
    }
    return row;
  }

  /**
   * Attributes of a row become values under their own names. Attributes of other elements become values under the element's
   * label.
   */
  #addAttributes(frame: Frame, attributes: Attributes, isRow: boolean): void {
    const row = frame.row!;
    for (const [key, value] of attributes) {
      const name = localName(key);
      if (key.startsWith('xmlns') || value.trim() === '') continue;
      if (!isRow) {
        if (!ABOUT_VALUES.has(name)) this.#add(row, frame.part, `${frame.label ?? frame.element} ${name}`, value);
      } else if (name === 'id') this.#put(row, COLUMN.uid, value.trim());
      else if (name === 'file_id') {
        row.file = value.trim();
        this.#add(row, null, name, value);
      } else if (name !== 'type' || row.type !== value) this.#addAttributeOfRow(row, name, value);
    }
  }

  #addAttributeOfRow(row: OpenRow, name: string, value: string): void {
    const isState = name === 'deleted_state' || (name === 'deleted' && row.type === 'File');
    if (!isState) {
      this.#add(row, null, name === 'section' ? 'name' : name, value);
      return;
    }
    this.#put(row, COLUMN.deletedState, value.trim());
    if (/^(?:deleted|intact)$/i.test(value.trim()))
      this.#put(row, COLUMN.deleted, String(/^deleted$/i.test(value.trim())));
  }

  /** For a part, only records whether it was deleted. Other attributes describe the report. */
  #addState({ row, part }: Frame, attributes: Attributes): void {
    const state = attributeOf(attributes, 'deleted_state')?.trim() ?? 'Intact';
    if (state !== '' && state !== 'Intact') this.#add(row!, part, COLUMN.deletedState, state);
  }

  /** Adds the text of the innermost element so far. */
  #addText(): void {
    const text = this.#text.trim();
    const isCut = this.#isTextCut;
    this.#text = '';
    this.#isTextCut = false;
    const frame = this.#frames.at(-1);
    if (text === '' || frame?.row == null) return;
    const value = frame.formatted === null ? text : zoned(text, frame.formatted);
    const label = frame.label ?? (frame.isRow || frame.isPart ? 'text' : frame.element);
    this.#add(frame.row, frame.part, frame.type === 'TimeStamp' ? `${label}\0time` : label, value);
    if (isCut) {
      const reason = `a value of ${shown(label)} was cut at ${VALUE_UNITS_MAX} characters`;
      this.#report(frame.row, 'limit', reason);
    }
  }

  /** Values of a part are kept until its end, because some of them are combined. */
  #add(row: OpenRow, part: PartOf | null, label: string, value: string): void {
    const text = value.trim();
    if (text === '') return;
    const name = label.replace('\0time', '');
    if (part !== null && (part.type === 'Party' || part.type === 'KeyValueModel') && part.values.size < 100) {
      const known = part.values.get(name);
      if (known === undefined) {
        part.values.set(name, text);
        return;
      }
    }
    if (part === null && NATIVE_NAMES.has(name)) {
      row.hasNative = true;
      this.#put(row, COLUMN.native, text);
    } else this.#put(row, columnOfUfed(row.type, part, name, label !== name), text);
  }

  #addPart(row: OpenRow, part: PartOf): void {
    if (part.type === 'KeyValueModel') {
      const { Key: key, Value: value } = Object.fromEntries(part.values);
      if (key !== undefined && value !== undefined) {
        this.#put(row, columnOfUfed(row.type, part, '', false), `${key}: ${value}`);
        part.values.delete('Key');
        part.values.delete('Value');
      }
    } else if (part.type === 'Party') {
      const party = shownParty(part.values.get('Name'), part.values.get('Identifier'));
      const role = part.values.get('Role') ?? '';
      if (party !== null) {
        this.#put(row, columnOfUfed(row.type, part, '', false), party);
        // Calls list all their parties in one field.
        if (part.field === 'Parties' && (role === 'From' || role === 'To')) this.#put(row, role, party);
        part.values.delete('Name');
        part.values.delete('Identifier');
      }
    }
    for (const [label, value] of part.values) this.#put(row, columnOfUfed(row.type, part, label, false), value);
  }

  #put(row: OpenRow, header: string, value: string): void {
    row.units += value.length;
    if (row.units > ROW_UNITS_MAX) row.values.left++;
    else row.values.add(this.#columns.indexOf(header), value);
    const named = row.named.get(header);
    if (named === undefined) row.named.set(header, [value]);
    else if (named.length < 20) named.push(value);
  }

  #endRow(row: OpenRow): void {
    const { values, type, file } = row;
    this.#openRows--;
    if (file !== null && !row.hasNative) {
      const path = this.#files.get(file);
      if (path !== undefined) this.#put(row, COLUMN.native, path);
    }
    if (type === 'File') this.#keepFile(row);
    if (row.values.values[this.#columns.indexOf(COLUMN.uid)] !== undefined) this.#addSources(row);
    if (row.named.size === 1 && !this.#xml.isInside('decodedData')) return;
    const number = ++this.count;
    if (values.left > 0) {
      const reason = `${values.left} values are beyond a limit (${DOCUMENT_VALUES_MAX} values, ${COLUMNS_MAX} columns, ${ROW_UNITS_MAX} characters): they are skipped`;
      this.#observer.problem('limit', values.line, number, reason);
    }
    const properties = ownProperties(type, row.named);
    this.#rows.push({ number, line: values.line, values: values.values, properties });
  }

  #addSources(row: OpenRow): void {
    for (const { path, table, offset } of this.#sources.of(row.uid)) {
      if (path !== '') this.#put(row, COLUMN.sourceFile, path);
      if (table !== '') this.#put(row, COLUMN.sourceTable, table);
      if (offset !== '') this.#put(row, COLUMN.sourceOffset, offset);
    }
  }

  #keepFile({ uid, named }: OpenRow): void {
    const path = named.get(COLUMN.native)?.[0];
    if (path === undefined) return;
    if (this.#files.size < REPORT_FILES_MAX) this.#files.set(detachedText(uid), detachedText(path));
    else this.#filesLeft++;
  }

  #report({ values }: OpenRow, kind: 'limit', reason: string): void {
    values.problems++;
    if (values.problems <= ROW_PROBLEMS_MAX) this.#observer.problem(kind, this.line, null, reason);
  }
}

/** A time without a zone gets the zone of its formatted repetition. */
function zoned(text: string, formatted: string): string {
  const zone = /(?:Z|[+-]\d\d:\d\d)$/.exec(formatted)?.[0];
  const isBare = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?$/.test(text);
  return isBare && zone !== undefined && formatted.startsWith(text.slice(0, 19)) ? `${text}${zone}` : text;
}
