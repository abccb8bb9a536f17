/**
 * Reads JSON objects as rows: JSON Lines, arrays of objects, consecutive objects, and exports of Elasticsearch and of this
 * program.
 */
import {
  BATCH_ROWS_MAX,
  BATCH_UNITS_MAX,
  COLUMNS_MAX,
  JSON_FAULTS_MAX,
  JSON_ROW_UNITS_MAX,
  ROW_VALUES_MAX,
  ROWS_MAX,
} from '../limits.ts';
import { ColumnList } from './column-list.ts';
import { DAMAGED_BYTES } from './damaged-bytes.ts';
import { type JsonElement, type JsonElements, JsonLines, JsonValues } from './json-elements.ts';
import { eachLeaf } from './json-leaves.ts';
import { findJsonShape, type JsonShape, OWN_MEMBERS } from './json-shape.ts';
import type { RowObserver, RowSource, TableRow } from './row-source.ts';
import { readTableChunks } from './table-chunks.ts';
import { readTextChunks } from './text-chunks.ts';
import { findEncoding } from './text-encoding.ts';
import { TextRows } from './text-rows.ts';

export class JsonTableRows extends TextRows implements RowSource {
  readonly fixedUses = new Map();
  readonly hasOwnLists = true;
  #shape: JsonShape = findJsonShape('');

  get description(): string {
    return `${this.#shape.name}, ${this.encoding.encoding}`;
  }

  get asMapping(): Readonly<Record<string, unknown>> {
    return { encoding: this.encoding.encoding };
  }

  override async prepare(): Promise<void> {
    this.columnList = new ColumnList();
    const file = await this.open();
    try {
      this.encoding = await findEncoding(file, this.mapping.encoding ?? null);
      const { encoding, markBytes } = this.encoding;
      for await (const { text } of readTextChunks(file, encoding, markBytes)) {
        this.#shape = findJsonShape(text);
        return;
      }
    } finally {
      await file.close();
    }
  }

  async *rows(observer: RowObserver): AsyncGenerator<readonly TableRow[]> {
    const { encoding, markBytes } = this.encoding;
    const reading = new Reading(this.columnList, this.#shape, observer);
    observer.progress(markBytes);
    if (encoding === 'windows-1252' && this.mapping.encoding === undefined) reading.reportWestern();
    for await (const { text, bytes, isDamaged } of readTableChunks(this.open, this.encoding)) {
      yield* reading.read(text, isDamaged);
      observer.progress(bytes);
      // Yields even an empty batch. While an object does not end, the caller may stop.
      yield reading.take();
      if (reading.isOver) return;
    }
    yield* reading.finish();
  }
}

/** One pass through the file. */
class Reading {
  readonly #columns: ColumnList;
  readonly #shape: JsonShape;
  readonly #observer: RowObserver;
  readonly #elements: JsonElements;
  #isBegun = false;
  #batch: TableRow[] = [];
  #batchUnits = 0;
  #number = 0;
  #faults = 0;
  #isDamaged = false;
  /** The action line of Elasticsearch before the next object. */
  #action: string | null = null;
  /** The last line of an export of this program. */
  #end: { readonly items: unknown; readonly isComplete: boolean } | null = null;
  isOver = false;

  constructor(columns: ColumnList, shape: JsonShape, observer: RowObserver) {
    this.#columns = columns;
    this.#shape = shape;
    this.#observer = observer;
    this.#elements = shape.isLines
      ? new JsonLines(JSON_ROW_UNITS_MAX)
      : new JsonValues(JSON_ROW_UNITS_MAX, shape.isInside);
  }

  reportWestern(): void {
    const reason = 'the file is not UTF-8, as JSON must be, and was read as windows-1252: letters may be wrong';
    this.#observer.problem('value', null, null, reason);
  }

  *read(text: string, isDamaged: boolean): Generator<readonly TableRow[]> {
    this.#elements.feed(this.#isBegun ? text : this.#shape.withoutHead(text));
    this.#isBegun = true;
    this.#isDamaged = isDamaged;
    yield* this.#addAll();
  }

  *finish(): Generator<readonly TableRow[]> {
    const fault = this.#elements.finish();
    yield* this.#addAll();
    if (this.#batch.length > 0) yield this.take();
    if (fault !== null) this.#observer.problem('case', null, null, fault);
    if (this.#shape.isOwn) this.#reportEnd();
  }

  take(): readonly TableRow[] {
    const batch = this.#batch;
    this.#batch = [];
    this.#batchUnits = 0;
    return batch;
  }

  *#addAll(): Generator<readonly TableRow[]> {
    for (const element of this.#elements.take()) {
      this.#add(element);
      if (this.isOver) return;
      if (this.#batch.length >= BATCH_ROWS_MAX || this.#batchUnits >= BATCH_UNITS_MAX) yield this.take();
    }
  }

  #add({ line, text, fault, isTooLong }: JsonElement): void {
    const { isBulk, isOwn } = this.#shape;
    if (text !== null && isBulk && this.#action === null && isAction(text)) {
      this.#action = /^\s*\{\s*"delete"/.test(text) ? null : text;
      return;
    }
    if (text !== null && isOwn && /^\s*\{\s*"done"/.test(text)) {
      this.#end = endOf(text);
      if (this.#end !== null) return;
    }
    this.#number++;
    if (this.#number > ROWS_MAX) {
      this.#observer.problem('limit', line, null, `there are more than ${ROWS_MAX} rows: the rest is not read`);
      this.isOver = true;
      return;
    }
    const found = text === null ? fault : faultOf(text);
    if (found === null && text !== null) {
      this.#addRow(line, text);
      return;
    }
    this.#action = null;
    // Reported without an id, because the record is skipped.
    if (isTooLong) this.#observer.problem('limit', line, null, `${found}: it is skipped`);
    else this.#observer.problem('record', line, this.#number, `${found}: it is skipped`);
    this.#faults++;
    if (this.#faults < JSON_FAULTS_MAX) return;
    const reason = `more than ${JSON_FAULTS_MAX} objects are at fault: nothing after line ${line} was read`;
    this.#observer.problem('case', line, null, reason);
    this.isOver = true;
  }

  #addRow(line: number, text: string): void {
    const values: (string | string[] | undefined)[] = [];
    let count = 0;
    let left = 0;
    const { parents, isOwn } = this.#shape;
    const add = (name: string, value: string): void => {
      if (value === '') return;
      count++;
      const index = count > ROW_VALUES_MAX ? -1 : this.#columns.indexOf(name);
      if (index < 0) {
        left++;
        return;
      }
      while (values.length <= index) values.push(undefined);
      const known = values[index];
      if (known === undefined) values[index] = value;
      else if (typeof known === 'string') values[index] = [known, value];
      else known.push(value);
    };
    if (this.#action !== null) {
      eachLeaf(this.#action, ACTIONS, add);
      this.#action = null;
    }
    if (isOwn) eachLeaf(text, NO_PARENTS, (name, value) => add(ownName(name), value));
    else eachLeaf(text, parents, add);
    if (left > 0) {
      const reason = `${left} of its values are beyond ${COLUMNS_MAX} columns or ${ROW_VALUES_MAX} values: they are skipped`;
      this.#observer.problem('limit', line, this.#number, reason);
    }
    if (this.#isDamaged && text.includes('\ufffd')) {
      this.#observer.problem('value', line, this.#number, DAMAGED_BYTES);
    }
    this.#batch.push({ number: this.#number, line, values });
    this.#batchUnits += text.length;
  }

  #reportEnd(): void {
    const report = (reason: string): void => this.#observer.problem('case', null, null, reason);
    if (this.#end === null) report('the line that ends an export is missing: it was cut off');
    else if (this.#end.items !== this.#number) report(`the export has ${this.#number} items of ${this.#end.items}`);
    else if (!this.#end.isComplete) report('the export says that it is not complete');
  }
}

const NO_PARENTS: ReadonlySet<string> = new Set();
const ACTIONS: ReadonlySet<string> = new Set(['index', 'create', 'update']);

function isAction(text: string): boolean {
  return /^\s*\{\s*"(?:index|create|update|delete)"\s*:\s*\{[^{}]*\}\s*\}\s*$/.test(text);
}

/** Returns why the text is not a row, or null. */
function faultOf(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? null : 'there is no object here';
  } catch (error) {
    // Leaves out the input that the parser quotes, which may be long.
    return error instanceof SyntaxError
      ? `the object is not valid JSON (${error.message.slice(0, 120)})`
      : 'the object is nested too deep';
  }
}

function endOf(text: string): { readonly items: unknown; readonly isComplete: boolean } | null {
  try {
    const { done, items, complete } = JSON.parse(text) as Record<string, unknown>;
    return done === true ? { items, isComplete: complete === true } : null;
  } catch {
    return null;
  }
}

/** A property with the name of a member gets the same title as in table exports. */
function ownName(name: string): string {
  if (!name.startsWith('properties.')) return name;
  const property = name.slice('properties.'.length);
  return OWN_MEMBERS.has(property) ? `property:${property}` : property;
}
