/** Decides the property and use of each column of a load file, from its name and the mapping. */
import type { GivenColumn, Mapping } from '../mapping.ts';
import type { FixedUse, RowSource } from '../rows/row-source.ts';
import type { LoadedColumn } from './column.ts';
import {
  byHeaderKey,
  headerDates,
  keyOf,
  LISTS,
  PROPERTY_NAMES,
  SIZE_PROPERTIES,
  USE_NAMES,
  USES,
  type Use,
} from './column-names.ts';
import { COUNTS } from './counted-moments.ts';
import { assignParents } from './parent-columns.ts';
import { assignTimes } from './time-columns.ts';
import { type ToolColumns, toolColumns } from './tool-names.ts';
import { headerUnit } from './usual-sizes.ts';
import { readZone, type Zone } from './zone-names.ts';

/**
 * The mapping assigns properties first, then the names of columns, in order of precedence. A column without a property becomes
 * a property named after it.
 */
export function planColumns(
  names: readonly string[],
  fixedUses: ReadonlyMap<string, FixedUse>,
  mapping: Mapping,
  ownNames: RowSource['ownNames'] = undefined,
): readonly LoadedColumn[] {
  const given = givenByHeader(names, mapping);
  const zoneElse = zoneOf(mapping.timeZone);
  const columns = names.map((header, index) => ({ ...newColumn(header, index, given.get(header)), zoneElse }));
  const taken = new Map<string, LoadedColumn>();
  for (const column of columns) if (column.understoodBy === 'mapping') take(column, column.property, taken);
  if (ownNames === undefined) planByNames(columns, fixedUses, given, taken);
  else planByOwnNames(columns, fixedUses, given, taken, ownNames);
  for (const column of columns) assignSizes(column, given.get(column.header));
  for (const column of columns) assignList(column, given.get(column.header));
  return columns;
}

/** A column without a property keeps its header. */
function planByOwnNames(
  columns: readonly LoadedColumn[],
  fixedUses: ReadonlyMap<string, FixedUse>,
  given: Given,
  taken: Map<string, LoadedColumn>,
  ownNames: ReadonlyMap<string, string>,
): void {
  for (const column of columns) {
    const property = ownNames.get(column.header);
    if (property === undefined || column.understoodBy !== 'own name' || taken.has(property)) continue;
    column.understoodBy = 'name';
    take(column, property, taken);
  }
  for (const column of columns) if (column.understoodBy === 'own name') take(column, column.header, taken);
  assignGivenUses(columns, fixedUses, given);
}

function planByNames(
  columns: readonly LoadedColumn[],
  fixedUses: ReadonlyMap<string, FixedUse>,
  given: Given,
  taken: Map<string, LoadedColumn>,
): void {
  const byKey = byHeaderKey(columns);
  const tool = toolColumns(byKey);
  assignProperties(byKey, taken, tool.properties);
  for (const column of columns) column.dates ??= tool.dates;
  for (const column of columns) if (column.understoodBy === 'own name') take(column, column.header, taken);
  assignUses(columns, byKey, fixedUses, given, tool);
  const parents = parentKeys(given);
  if (!tool.isFlat) assignParents(columns, byKey, (column) => givenUse(column, given, parents) !== undefined);
  assignTimes(columns, byKey, taken, tool.hasOwnZones);
}

/** Returns the columns in the mapping that the file does not have. */
export function strangeColumns(names: readonly string[], mapping: Mapping): readonly string[] {
  const known = new Set([...names, ...names.map(keyOf)]);
  const parents = [...mapping.columns.values()].flatMap(({ parent }) => parent ?? []);
  return [...mapping.columns.keys(), ...parents].filter((header) => !known.has(header) && !known.has(keyOf(header)));
}

function givenByHeader(names: readonly string[], mapping: Mapping): Given {
  const byKey = new Map([...mapping.columns].map(([header, given]) => [keyOf(header), given]));
  const given = new Map<string, GivenColumn>();
  for (const name of names) {
    const found = mapping.columns.get(name) ?? byKey.get(keyOf(name));
    if (found !== undefined) given.set(name, found);
  }
  return given;
}

function newColumn(header: string, index: number, given: GivenColumn | undefined): LoadedColumn {
  const { order, offset } = headerDates(header);
  const isGiven = given?.property !== undefined;
  const dates = given?.dates;
  const count = COUNTS.find((one) => one === dates) ?? null;
  return {
    index,
    header,
    property: given?.property ?? header,
    use: null,
    isUseGuessed: false,
    isInline: null,
    understoodBy: isGiven ? 'mapping' : 'own name',
    isPathGuessed: false,
    isList: false,
    separator: null,
    dates: count !== null ? null : ((dates as LoadedColumn['dates'] | undefined) ?? order),
    count,
    zone: zoneOf(given?.timeZone) ?? zoneOf(offset),
    hasAmbiguousZone: given?.timeZone === undefined && readZone(offset) === 'ambiguous',
    zoneFrom: null,
    zoneElse: null,
    sizes: 'never',
    numbers: null,
    unit: null,
    timeOf: null,
  };
}

function zoneOf(name: string | undefined): Zone | null {
  const zone = name === undefined || name === '' ? null : readZone(name);
  return zone === 'ambiguous' ? null : zone;
}

function assignSizes(column: LoadedColumn, given: GivenColumn | undefined): void {
  column.numbers = given?.numbers ?? null;
  column.unit = given?.unit ?? headerUnit(column.header)?.unit ?? null;
  const isNamedSize = /(?:size|length)$/.test(keyOf(headerUnit(column.header)?.header ?? column.header));
  if (given?.numbers !== undefined || given?.unit !== undefined) column.sizes = 'always';
  else if (SIZE_PROPERTIES.has(column.property)) column.sizes = 'always';
  else if (column.use === null && (column.unit !== null || isNamedSize)) column.sizes = 'by unit';
}

/** Uses of a column in a table whose rows form families. */
const OF_FAMILIES: ReadonlySet<Use> = new Set<Use>(['document', 'parent', 'family', 'children']);

type Given = ReadonlyMap<string, GivenColumn>;

/** A property has only one column. A second column keeps its header, with a number added if the header is also taken. */
function take(column: LoadedColumn, property: string, taken: Map<string, LoadedColumn>): void {
  let free = property;
  if (taken.has(free)) free = column.header;
  if (taken.has(free)) free = `${column.header} (column ${column.index + 1})`;
  column.property = free;
  taken.set(free, column);
}

/** A column of this name may also contain applications or network addresses. */
const GENERAL_PATH = 'source';

function assignProperties(
  byKey: ReadonlyMap<string, LoadedColumn>,
  taken: Map<string, LoadedColumn>,
  tool: ReadonlyMap<string, string | null>,
): void {
  for (const [key, property] of tool) {
    const column = byKey.get(key);
    if (property === null || column?.understoodBy !== 'own name' || taken.has(property)) continue;
    column.understoodBy = 'name';
    take(column, property, taken);
  }
  for (const [property, names] of Object.entries(PROPERTY_NAMES)) {
    if (taken.has(property)) continue;
    const column = names
      .filter((name) => !tool.has(keyOf(name)))
      .map((name) => byKey.get(keyOf(name)))
      .find((found) => found?.understoodBy === 'own name');
    if (column === undefined) continue;
    column.understoodBy = 'name';
    column.isPathGuessed = property === 'path' && keyOf(column.header) === GENERAL_PATH;
    take(column, property, taken);
  }
}

/** `parent` means that the column contains values of another column, which therefore identifies rows. */
function givenUse({ header }: LoadedColumn, given: Given, parents: ReadonlySet<string>): Use | null | undefined {
  const own = given.get(header);
  if (own?.use !== undefined) return own.use;
  if (own?.parent !== undefined) return 'parent';
  return parents.size > 0 && parents.has(keyOf(header)) ? 'document' : undefined;
}

/** Returns the keys of columns that others refer to. */
function parentKeys(given: Given): ReadonlySet<string> {
  return new Set([...given.values()].flatMap(({ parent }) => (parent === undefined ? [] : [keyOf(parent)])));
}

function assignUses(
  columns: readonly LoadedColumn[],
  byKey: ReadonlyMap<string, LoadedColumn>,
  fixedUses: ReadonlyMap<string, FixedUse>,
  given: Given,
  tool: ToolColumns,
): void {
  const isGivenUse = assignGivenUses(columns, fixedUses, given);
  for (const use of USES) {
    if (isGivenUse.has(use) || (tool.isFlat && OF_FAMILIES.has(use))) continue;
    const keys = USE_NAMES[use].map(keyOf).filter((key) => !tool.properties.has(key));
    const found = keys.map((key) => byKey.get(key)).filter((column) => column !== undefined);
    const free = found.filter((column) => column.use === null && given.get(column.header)?.use === undefined);
    for (const column of use === 'document' ? free : free.slice(0, 1)) {
      column.use = use;
      if (column.understoodBy === 'own name') column.understoodBy = 'name';
    }
  }
}

/** Assigns the uses in the mapping first, then those of the kind of file. */
function assignGivenUses(
  columns: readonly LoadedColumn[],
  fixedUses: ReadonlyMap<string, FixedUse>,
  given: Given,
): ReadonlySet<Use> {
  const isGivenUse = new Set<Use>();
  const parents = parentKeys(given);
  for (const column of columns) {
    const use = givenUse(column, given, parents);
    if (use !== undefined && use !== null) {
      column.use = use;
      column.understoodBy = 'mapping';
      isGivenUse.add(use);
    }
  }
  for (const column of columns) {
    const fixed = fixedUses.get(column.header);
    if (fixed === undefined || given.get(column.header)?.use !== undefined) continue;
    column.use = fixed === 'inline text' ? 'text' : fixed;
    column.isInline = fixed === 'text' ? false : fixed === 'inline text' ? true : null;
    if (fixed !== 'inline text') isGivenUse.add(column.use);
  }
  return isGivenUse;
}

function assignList(column: LoadedColumn, given: GivenColumn | undefined): void {
  const byName = LISTS.has(keyOf(column.property)) || LISTS.has(keyOf(column.header)) || column.use === 'children';
  column.isList = given?.separator === undefined ? byName : given.separator !== null;
  column.separator = given?.separator ?? null;
}
