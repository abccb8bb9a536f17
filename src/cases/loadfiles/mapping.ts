/**
 * How a load file is to be understood where the rules are not right: in the sources file, or in `loadfile.json` beside the
 * load file. Whatever is wrong with it is one clear line.
 */
import { z } from 'zod';
import { type CaseFiles, shown } from '../files/safe-path.ts';
import { unreadable } from '../unreadable-case.ts';
import { USES } from './columns/column-names.ts';
import { NOTATIONS, UNITS } from './columns/usual-sizes.ts';
import { readZone } from './columns/zone-names.ts';
import { COLUMNS_MAX, HEADER_ROW_MAX, MAPPING_BYTES_MAX } from './limits.ts';
import { ENCODINGS } from './rows/text-encoding.ts';

export const mappingFile = 'loadfile.json';

const unit = z.string().refine((text) => text.length === 1 && !/[\r\n\p{Cs}]/u.test(text), {
  error: 'is not one character',
});

const timeZone = z.string().refine((text) => typeof readZone(text) === 'object' && readZone(text) !== null, {
  error: 'is not a time zone: write an offset such as +01:00, or a name of the IANA database such as Europe/Lisbon',
});

const columnSchema = z.union([
  z.string().min(1),
  z.strictObject({
    property: z.string().min(1).optional(),
    use: z.enum(USES).nullish(),
    dates: z.enum(['day first', 'month first', 'none']).optional(),
    separator: unit.nullish(),
    numbers: z.enum(NOTATIONS).optional(),
    unit: z.enum(UNITS).optional(),
    timeZone: timeZone.optional(),
    parent: z.string().min(1).optional(),
  }),
]);

const mappingSchema = z.strictObject({
  file: z.string().min(1).optional(),
  encoding: z.enum(ENCODINGS).optional(),
  delimiter: unit.optional(),
  quote: unit.nullish(),
  newline: unit.nullish(),
  timeZone: timeZone.optional(),
  headerRow: z.int().min(1).max(HEADER_ROW_MAX).optional(),
  header: z.array(z.string()).max(COLUMNS_MAX).optional(),
  columns: z.record(z.string(), columnSchema).optional(),
});

/** What is given of a column; what is not follows from its name and values. */
export interface GivenColumn {
  readonly property?: string | undefined;
  /** Null: none, whatever it is called. */
  readonly use?: (typeof USES)[number] | null | undefined;
  readonly dates?: 'day first' | 'month first' | 'none' | undefined;
  /** Null: its values are never lists. */
  readonly separator?: string | null | undefined;
  /** What begins a fraction in its numbers. */
  readonly numbers?: (typeof NOTATIONS)[number] | undefined;
  /** Of its numbers that have none: they are sizes then. */
  readonly unit?: (typeof UNITS)[number] | undefined;
  /** Of its dates that have none. */
  readonly timeZone?: string | undefined;
  /** The column that its values are of: those name the parent of the row. */
  readonly parent?: string | undefined;
}

export type Mapping = Omit<z.infer<typeof mappingSchema>, 'columns'> & {
  readonly columns: ReadonlyMap<string, GivenColumn>;
};

/** Throws AppError CASE_UNREADABLE, naming `where` and the first fault. */
export function parseMapping(json: unknown, where: string, casePath: string): Mapping {
  const { data, error } = mappingSchema.safeParse(json);
  if (data === undefined) {
    const [issue] = error.issues;
    const member = issue!.path.map((key) => shown(String(key))).join('.');
    throw unreadable(casePath, `${where}${member === '' ? '' : `: ${member}`}: ${issue!.message}`);
  }
  if (data.header !== undefined && data.headerRow !== undefined)
    throw unreadable(casePath, `${where}: "header" says that there is no header row, and "headerRow" which it is`);
  const columns = new Map<string, GivenColumn>();
  for (const [header, given] of Object.entries(data.columns ?? {})) {
    columns.set(header, typeof given === 'string' ? { property: given } : given);
  }
  return { ...data, columns };
}

/** The mapping beside a load file, or null if there is none. `folder` ends with a slash, or is empty. */
export async function readMappingFile(files: CaseFiles, folder: string, casePath: string): Promise<unknown> {
  const opened = await files.open(`${folder}${mappingFile}`).catch((error: unknown) => {
    const { message } = error as Error;
    if (/ is missing$/.test(message)) return null;
    throw unreadable(casePath, message);
  });
  if (opened === null) return null;
  try {
    if (opened.stats.size > MAPPING_BYTES_MAX) {
      throw unreadable(casePath, `${mappingFile} has ${opened.stats.size} bytes, more than ${MAPPING_BYTES_MAX}`);
    }
    const text = (await opened.handle.readFile()).toString('utf8').replace(/^\uFEFF/, '');
    try {
      return JSON.parse(text);
    } catch (error) {
      throw unreadable(casePath, `${mappingFile}: not valid JSON: ${(error as Error).message.slice(0, 200)}`);
    }
  } finally {
    await opened.handle.close();
  }
}
