/**
 * The first pass through a load file. Determines its columns, from names and all values, and which rows are parents. Memory
 * does not grow with the file, except for a few bytes per document id.
 */
import { isDeepStrictEqual } from 'node:util';
import { shown } from '../../files/safe-path.ts';
import { unreadableCase } from '../../unreadable-case.ts';
import type { Mapping } from '../mapping.ts';
import type { RowSource, TableRow } from '../rows/row-source.ts';
import type { LoadedColumn } from './column.ts';
import { ColumnFacts, decideOrders, dropOtherSources } from './column-facts.ts';
import { planColumns, strangeColumns } from './columns.ts';
import { Families } from './families.ts';
import { dropGuesses, ParentSample } from './parent-columns.ts';
import { type RecordKeys, recordKeys } from './record-keys.ts';

export interface Survey {
  readonly columns: readonly ColumnFacts[];
  readonly families: Families;
  readonly rows: number;
  /** The number of the last row, including skipped rows. */
  readonly rowNumbers: number;
}

/**
 * Yields after each batch of rows, so that the caller can stop. Throws AppError CASE_UNREADABLE if the file has no table, or
 * the mapping names a missing column.
 */
export async function* surveyRows(
  source: RowSource,
  mapping: Mapping,
  casePath: string,
  progress: (bytes: number) => void,
): AsyncGenerator<readonly [], Survey> {
  await source.prepare();
  // A column that first appears in a later row may change the meaning of others, in rows that were already read.
  const survey = yield* observeRows(source, mapping, casePath, progress);
  return survey ?? (yield* observeRows(source, mapping, casePath, () => undefined))!;
}

/**
 * Returns null if columns were planned again after rows had been read. The survey must then be repeated, with all columns
 * known.
 */
async function* observeRows(
  source: RowSource,
  mapping: Mapping,
  casePath: string,
  progress: (bytes: number) => void,
): AsyncGenerator<readonly [], Survey | null> {
  const families = new Families();
  let columns: readonly ColumnFacts[] = [];
  let relations: Relations | null = null;
  let rows = 0;
  let rowNumbers = 0;
  let isStale = false;
  const observer = {
    problem: () => undefined,
    progress,
    link: (parent: string, child: string) => families.link(parent, child),
  };
  for await (const batch of source.rows(observer)) {
    if (columns.length < source.columns.length) {
      const planned = plan(source, mapping);
      isStale ||= rows > 0 && columns.some(({ column }, i) => !isDeepStrictEqual(column, planned[i]));
      columns = extended(columns, planned);
      relations = new Relations(
        columns.map(({ column }) => column),
        families,
      );
    }
    for (const row of batch) {
      rows++;
      rowNumbers = row.number;
      observe(row, columns);
      relations?.observe(row);
    }
    yield [];
  }
  if (isStale) return null;
  families.finish();
  if (columns.length < source.columns.length) {
    columns = extended(columns, plan(source, mapping));
  }
  if (columns.length === 0)
    throw unreadableCase(casePath, 'the load file has no table: it contains neither rows nor documents');
  const [strange] = strangeColumns(source.columns, mapping);
  if (strange !== undefined) {
    throw unreadableCase(casePath, `mapping: columns: the load file has no column ${shown(strange)}`);
  }
  decideOrders(columns);
  dropOtherSources(columns);
  if (relations?.areGuessesHeld() !== false) return { columns, families, rows, rowNumbers };
  dropGuesses(columns.map(({ column }) => column));
  const hasDocuments = columns.some(({ column }) => column.use === 'document');
  return { columns, families: hasDocuments ? families : new Families(), rows, rowNumbers };
}

function plan({ columns, fixedUses, hasOwnLists, ownNames }: RowSource, mapping: Mapping): readonly LoadedColumn[] {
  const planned = planColumns(columns, fixedUses, mapping, ownNames);
  if (hasOwnLists === true) for (const column of planned) column.isList = column.separator !== null;
  return planned;
}

function extended(known: readonly ColumnFacts[], plan: readonly LoadedColumn[]): readonly ColumnFacts[] {
  return plan.map((column, i) => {
    const facts = known[i];
    if (facts === undefined) return new ColumnFacts(column);
    Object.assign(facts.column, column);
    return facts;
  });
}

function observe({ values }: TableRow, columns: readonly ColumnFacts[]): void {
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value === undefined || value === '') continue;
    if (typeof value === 'string') columns[i]!.observe(value);
    else for (const one of value) columns[i]!.observe(one);
  }
}

/** Stores the document ids of rows, if anything refers to them. */
class Relations {
  readonly #families: Families;
  readonly #documents: readonly number[];
  readonly #children: readonly number[];
  readonly #parents: ParentSample;
  readonly #keys: RecordKeys;

  constructor(columns: readonly LoadedColumn[], families: Families) {
    const indexes = (uses: readonly LoadedColumn['use'][]): number[] =>
      columns.filter(({ use }) => use !== null && uses.includes(use)).map(({ index }) => index);
    this.#families = families;
    this.#children = indexes(['children']);
    this.#documents = indexes(['document']);
    this.#parents = new ParentSample(columns);
    this.#keys = recordKeys(columns);
  }

  /** Call this after the last row. */
  areGuessesHeld(): boolean {
    return this.#parents.isHeld((id) => this.#families.rowOf(id) !== undefined);
  }

  observe(row: TableRow): void {
    const { number, values } = row;
    for (const index of this.#documents) {
      for (const id of listInCell(values[index])) this.#families.addRow(this.#keys.own(row, id), row);
    }
    const parent = firstOf(row, this.#parents.index);
    if (parent !== undefined) this.#parents.add(this.#keys.parent(row, parent));
    for (const index of this.#children) {
      for (const list of listInCell(values[index])) {
        for (const id of list.split(/[;|,\n]/)) if (id.trim() !== '') this.#families.addChild(id, number);
      }
    }
  }
}

/** Returns the first non-empty value of a row in a column. None for a negative column. */
export function firstOf({ values }: TableRow, column: number): string | undefined {
  return column < 0 ? undefined : listInCell(values[column])[0]?.trim();
}

const NONE: readonly string[] = [];

/** Returns the non-empty values of a cell. */
export function listInCell(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return NONE;
  if (typeof value === 'string') return isBlank(value) ? NONE : [value];
  return value.filter((one) => !isBlank(one));
}

export function isBlank(value: string): boolean {
  const first = value.charCodeAt(0);
  return !(first > 0x20 && first < 0x7f) && value.trim() === '';
}
