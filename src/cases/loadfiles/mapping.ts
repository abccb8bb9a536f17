/**
 * The mapping of a load file, for cases in which the rules are wrong. It is in the sources file, or in `loadfile.json` next to
 * the load file. Any fault in it is reported as one clear line.
 */
import { z } from 'zod';
import { shown } from '../files/safe-path.ts';
import { unreadableCase } from '../unreadable-case.ts';
import { USES } from './columns/column-names.ts';
import { COUNTS } from './columns/counted-moments.ts';
import { DAY_ORDERS } from './columns/usual-dates.ts';
import { NOTATIONS, UNITS } from './columns/usual-sizes.ts';
import { readZone } from './columns/zone-names.ts';
import type { FileTree } from './file-tree.ts';
import { COLUMNS_MAX, HEADER_ROW_MAX, MAPPING_BYTES_MAX, TABLES_MAX } from './limits.ts';
import { GIVEN_ENCODINGS } from './rows/text-encoding.ts';

export const mappingFile = 'loadfile.json';

const unit = z.string().refine((text) => text.length === 1 && !/[\r\n\p{Cs}]/u.test(text), {
  error: 'is not one character',
});

const timeZone = z.string().refine((text) => typeof readZone(text) === 'object' && readZone(text) !== null, {
  error: 'is not a time zone: write an offset such as +01:00, or a name of the IANA database such as Europe/Lisbon',
});

const DATE_READINGS = [...DAY_ORDERS, ...COUNTS, 'none'] as const;

const columnSchema = z.union([
  z.string().min(1),
  z.strictObject({
    property: z.string().min(1).optional(),
    use: z.enum(USES).nullish(),
    dates: z.enum(DATE_READINGS).optional(),
    separator: unit.nullish(),
    numbers: z.enum(NOTATIONS).optional(),
    unit: z.enum(UNITS).optional(),
    timeZone: timeZone.optional(),
    parent: z.string().min(1).optional(),
  }),
]);

const tableSchema = z.strictObject({
  encoding: z.enum(GIVEN_ENCODINGS).optional(),
  delimiter: unit.optional(),
  quote: unit.nullish(),
  newline: unit.nullish(),
  timeZone: timeZone.optional(),
  headerRow: z.int().min(1).max(HEADER_ROW_MAX).optional(),
  header: z.array(z.string()).max(COLUMNS_MAX).optional(),
  columns: z.record(z.string(), columnSchema).optional(),
});

const mappingSchema = tableSchema.extend({
  file: z.string().min(1).optional(),
  tables: z
    .record(z.string().min(1), tableSchema)
    .refine((tables) => Object.keys(tables).length > 0, { error: 'names no table' })
    .refine((tables) => Object.keys(tables).length <= TABLES_MAX, { error: `names more than ${TABLES_MAX} tables` })
    .optional(),
});

/** In a case of several tables these apply to all. */
const SHARED = ['encoding', 'timeZone'] as const;

/** Explicit facts about a column. All others follow from its name and values. */
export interface GivenColumn {
  readonly property?: string | undefined;
  /** Null means that it becomes no property, whatever its name. */
  readonly use?: (typeof USES)[number] | null | undefined;
  /** The order of the numbers of dates, the unit of timestamps, or that its values are not dates. */
  readonly dates?: (typeof DATE_READINGS)[number] | undefined;
  /** Null if its values are never lists. */
  readonly separator?: string | null | undefined;
  /** The decimal separator of its numbers. */
  readonly numbers?: (typeof NOTATIONS)[number] | undefined;
  /** The unit of its numbers without one, which makes them sizes. */
  readonly unit?: (typeof UNITS)[number] | undefined;
  /** The time zone of its dates without one. */
  readonly timeZone?: string | undefined;
  /** The column that its values refer to, which gives the parent of the row. */
  readonly parent?: string | undefined;
}

/** The mapping of one table. */
export type Mapping = Omit<z.infer<typeof tableSchema>, 'columns'> & {
  readonly columns: ReadonlyMap<string, GivenColumn>;
};

/** The mapping of a case. `file` or `tables` name its tables. */
export type CaseMapping = Mapping & {
  readonly file?: string | undefined;
  /** Keyed by file below the case. For a table inside a file, the file name is followed by the name of the table. */
  readonly tables?: ReadonlyMap<string, Mapping> | undefined;
};

/** Throws AppError CASE_UNREADABLE with `where` and the first fault. */
export function parseMapping(json: unknown, where: string, casePath: string): CaseMapping {
  const { data, error } = mappingSchema.safeParse(json);
  if (data === undefined) {
    const [issue] = error.issues;
    const member = issue!.path.map((key) => shown(String(key))).join('.');
    throw unreadableCase(casePath, `${where}${member === '' ? '' : `: ${member}`}: ${issue!.message}`);
  }
  if (data.file !== undefined && data.tables !== undefined)
    throw unreadableCase(casePath, `${where}: "file" names the one table, and "tables" names several`);
  const { tables, ...own } = data;
  const inner = Object.entries(tables ?? {}).map(
    ([file, given]) => [file, parsed(given, `${where}: tables.${shown(file)}`, casePath)] as const,
  );
  return { ...own, ...parsed(data, where, casePath), ...(tables === undefined ? {} : { tables: new Map(inner) }) };
}

function parsed(data: z.infer<typeof tableSchema>, where: string, casePath: string): Mapping {
  if (data.header !== undefined && data.headerRow !== undefined)
    throw unreadableCase(casePath, `${where}: "header" says that there is no header row, but "headerRow" names one`);
  const columns = new Map<string, GivenColumn>();
  for (const [header, given] of Object.entries(data.columns ?? {})) {
    columns.set(header, typeof given === 'string' ? { property: given } : given);
  }
  const { encoding, delimiter, quote, newline, timeZone, headerRow, header } = data;
  return { encoding, delimiter, quote, newline, timeZone, headerRow, header, columns };
}

/**
 * Returns the mapping of one table of a case. Throws AppError CASE_UNREADABLE if a member for one table is given for several.
 */
export function mappingOfTable(mapping: CaseMapping, table: string, isOnly: boolean, casePath: string): Mapping {
  const { tables, file, columns, ...members } = mapping;
  const own = tables?.get(table);
  const shared = { encoding: mapping.encoding, timeZone: mapping.timeZone };
  if (own !== undefined)
    return { ...own, encoding: own.encoding ?? shared.encoding, timeZone: own.timeZone ?? shared.timeZone };
  if (isOnly) return { ...members, columns };
  const [strange] = Object.entries(members).find(
    ([member, value]) => value !== undefined && !(SHARED as readonly string[]).includes(member),
  ) ?? [columns.size > 0 ? 'columns' : undefined];
  if (strange === undefined) return { ...shared, columns: new Map() };
  throw unreadableCase(
    casePath,
    `mapping: ${strange}: the case has several tables: give it for each of them in "tables"`,
  );
}

/** Returns everything that determines the items, as JSON. */
export function asJson(mapping: CaseMapping): unknown {
  const { tables, columns, ...members } = mapping;
  return [
    members,
    [...columns],
    ...(tables === undefined ? [] : [[...tables].map(([file, own]) => [file, asJson(own)])]),
  ];
}

/** Returns the mapping next to a load file, or null if there is none. `folder` ends with a slash, or is empty. */
export async function readMappingFile(tree: FileTree, folder: string, casePath: string): Promise<unknown> {
  const file = `${folder}${mappingFile}`;
  const opened = await tree.open(file).catch((error: unknown) => {
    const { message } = error as Error;
    if (/ is missing$/.test(message)) return null;
    throw unreadableCase(casePath, message);
  });
  if (opened === null) return null;
  try {
    if (opened.bytes > MAPPING_BYTES_MAX) {
      throw unreadableCase(casePath, `${mappingFile} has ${opened.bytes} bytes, more than ${MAPPING_BYTES_MAX}`);
    }
    const bytes = Buffer.alloc(opened.bytes);
    const count = await opened.read(bytes, 0);
    const text = bytes.toString('utf8', 0, count).replace(/^\uFEFF/, '');
    try {
      return JSON.parse(text);
    } catch (error) {
      throw unreadableCase(casePath, `${mappingFile}: not valid JSON: ${(error as Error).message.slice(0, 200)}`);
    }
  } finally {
    await opened.close();
  }
}
