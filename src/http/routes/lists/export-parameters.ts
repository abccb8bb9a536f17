/** The parameters of `/export`, with their checks. */
import type { AskedColumns } from '../../../export/columns.ts';
import type { CsvStyle, Delimiter } from '../../../shared/cells/table-cells.ts';
import { AppError } from '../../../shared/errors.ts';
import { FILE_NAME_UNITS_MAX, SET_PARTS_MAX } from '../../limits.ts';
import { flagText, listText, sortText, z } from '../../schemas.ts';
import {
  propertyNames,
  propertyNamesText,
  type SetParameters,
  setBodyShape,
  setQueryShape,
} from '../set-parameters.ts';

const FORMATS = ['ndjson', 'csv', 'xlsx', 'zip', 'dat'] as const;
const FILES = ['content', 'text', 'thumb'] as const;
export type ExportFormat = (typeof FORMATS)[number];
export type ExportFile = (typeof FILES)[number];

const described = {
  format:
    '`ndjson`: a line for each item, and a last line that confirms completeness. `csv`: a table. `xlsx`: a workbook of Excel, dates and numbers as such. `zip`: lines and a table, with the files of the items. `dat`: a Concordance load file with `TEXT/` and `NATIVE/`, in a ZIP.',
  properties:
    'Names of properties, in the order of the columns; all by default. With all properties, or with `notes`, `reviewed` or `hashsets`, the notes on the items, their reviewers and their hash sets are included.',
  columns:
    'For a table: `filled` omits columns without a value in the set, `all` does not. `filled` unless `properties` names them.',
  table: 'For `zip`: the kind of table, `csv` (the default) or `xlsx`, which links to the contents.',
  delimiter: 'For `csv` and `zip`: the cell separator, `,` (the default), `;`, or `tab`.',
  text: 'For `csv` and `zip`: `excel` writes texts that a spreadsheet would replace (`007`, `1/2`, 20 digits) as `="007"`, and cuts cells to 32,767 characters; `X-Cut-Cells` is their number.',
  sort: 'As for `/hits`; `id` by default.',
  files: 'For `zip` and `dat`: which files of the items; all that the items have by default, `none` for none.',
  name: 'Name of the file that a browser saves, without its extension.',
  allowIncomplete: 'Whether to export without an unavailable source; `X-Incomplete` then names it.',
  certificate:
    'Whether the export carries a certificate of the set: `certificate.json` of an archive, a member of the last line of `ndjson`; not of `csv` and `xlsx`.',
};

const format = z.enum(FORMATS, `is not one of ${FORMATS.join(', ')}`).openapi({ description: described.format });
const name = z
  .string()
  .max(FILE_NAME_UNITS_MAX, `has more than ${FILE_NAME_UNITS_MAX} characters`)
  .optional()
  .openapi({ description: described.name });
const file = z.enum([...FILES, 'none'], `is not one of ${FILES.join(', ')}, none`);
const fileNames = z.array(file).max(SET_PARTS_MAX);

const columns = z.enum(['filled', 'all'], 'is neither filled nor all').optional();
const delimiter = z.enum([',', ';', '\t', 'tab'], 'is neither ",", ";" nor "tab"').optional();
const text = z.enum(['excel'], 'is not excel').optional();
const tableFormat = z.enum(['csv', 'xlsx'], 'is neither csv nor xlsx').optional();
const table = {
  table: tableFormat.openapi({ description: described.table }),
  columns: columns.openapi({ description: described.columns }),
  delimiter: delimiter.openapi({ description: described.delimiter }),
  text: text.openapi({ description: described.text }),
};

export const exportQuery = z.strictObject({
  ...setQueryShape,
  format,
  properties: propertyNamesText.optional().openapi({ type: 'string', description: described.properties }),
  ...table,
  sort: sortText.optional().openapi({ type: 'string', description: described.sort }),
  files: listText.pipe(fileNames).optional().openapi({ type: 'string', description: described.files }),
  name,
  allowIncomplete: flagText.openapi({ type: 'boolean', description: described.allowIncomplete }),
  certificate: flagText.openapi({ type: 'boolean', description: described.certificate }),
});

export const exportBody = z
  .strictObject({
    ...setBodyShape,
    format,
    properties: propertyNames.optional().openapi({ description: described.properties }),
    ...table,
    sort: z.array(z.string()).optional().openapi({ description: described.sort }),
    files: fileNames.optional().openapi({ description: described.files }),
    name,
    allowIncomplete: z.boolean().optional().openapi({ description: described.allowIncomplete }),
    certificate: z.boolean().optional().openapi({ description: described.certificate }),
  })
  .openapi('ExportRequest', {
    example: { q: 'heron', format: 'csv', properties: ['name', 'path', 'modified'], sort: ['modified:desc'] },
  });

export interface ExportParameters extends SetParameters {
  readonly format: ExportFormat;
  readonly properties?: readonly string[] | undefined;
  readonly columns?: 'filled' | 'all' | undefined;
  readonly table?: 'csv' | 'xlsx' | undefined;
  readonly delimiter?: Delimiter | 'tab' | undefined;
  readonly text?: 'excel' | undefined;
  readonly sort?: readonly string[] | undefined;
  readonly files?: readonly (ExportFile | 'none')[] | undefined;
  readonly name?: string | undefined;
  readonly allowIncomplete?: boolean | undefined;
  readonly certificate?: boolean | undefined;
}

/**
 * Returns null for a single `*`, which means all, and an empty list for a single `none`. Throws AppError INVALID_REQUEST for an
 * empty or repeated name.
 */
export function propertyList(list: readonly string[] | undefined): readonly string[] | null {
  if (list === undefined || (list.length === 1 && list[0] === '*')) return null;
  if (list.length === 1 && list[0] === 'none') return [];
  if (list.includes('')) throw new AppError('INVALID_REQUEST', 'The parameter "properties" has an empty name.');
  const seen = new Set<string>();
  const twice = list.find((name) => seen.size === seen.add(name).size);
  if (twice === undefined) return list;
  throw new AppError('INVALID_REQUEST', `The parameter "properties" has ${JSON.stringify(twice)} twice.`);
}

/** Throws AppError INVALID_REQUEST if the format has no CSV. */
export function csvStyleOf({ format, table, delimiter, text }: ExportParameters): CsvStyle {
  const hasCsv = format === 'csv' || (format === 'zip' && table !== 'xlsx');
  if (table !== undefined && format !== 'zip') {
    throw new AppError('INVALID_REQUEST', `The format ${format} has no "table": that is for zip.`);
  }
  for (const [given, name] of [
    [delimiter, 'delimiter'],
    [text, 'text'],
  ] as const) {
    if (given === undefined || hasCsv) continue;
    throw new AppError('INVALID_REQUEST', `The format ${format} has no "${name}": that is for CSV.`);
  }
  return { delimiter: delimiter === 'tab' ? '\t' : (delimiter ?? ','), isForSpreadsheets: text === 'excel' };
}

/** Throws AppError INVALID_REQUEST if the format has no columns. */
export function askedColumns(parameters: ExportParameters): AskedColumns {
  const { format, columns, table, text } = parameters;
  if (format === 'ndjson' && columns !== undefined) {
    throw new AppError('INVALID_REQUEST', 'The format ndjson has no "columns": that is for tables.');
  }
  const properties = propertyList(parameters.properties);
  const isFilledOnly = columns === undefined ? properties === null && format !== 'dat' : columns === 'filled';
  const cut = format === 'xlsx' || table === 'xlsx' ? 'xlsx' : text === 'excel' ? 'csv' : null;
  return { properties, isFilledOnly, cut };
}

/** Throws AppError INVALID_REQUEST if the format has no files, or none of that kind. */
export function fileList({ files, format }: ExportParameters): ReadonlySet<ExportFile> {
  const possible: readonly ExportFile[] = format === 'zip' ? FILES : format === 'dat' ? ['content', 'text'] : [];
  if (files === undefined) return new Set(possible);
  if (possible.length === 0) {
    throw new AppError('INVALID_REQUEST', `The format ${format} has no "files": that is for zip and dat.`);
  }
  const wanted = files.filter((one): one is ExportFile => one !== 'none');
  if (wanted.length < files.length && wanted.length > 0) {
    throw new AppError('INVALID_REQUEST', 'In "files", "none" must be the only value.');
  }
  const odd = wanted.find((one) => !possible.includes(one));
  if (odd === undefined) return new Set(wanted);
  throw new AppError('INVALID_REQUEST', `The format ${format} takes no ${JSON.stringify(odd)} in "files".`);
}
