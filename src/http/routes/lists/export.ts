/** `GET /export` and `POST /export`: a complete set as a file, streamed. */
import { create } from 'content-disposition';
import { columnsOf, type TableColumns } from '../../../export/columns.ts';
import type { ExportSet, Pieces } from '../../../export/export-set.ts';
import { datExport } from '../../../export/files/dat-export.ts';
import { zipExport } from '../../../export/files/zip-export.ts';
import { csvTable, jsonLines } from '../../../export/tables.ts';
import { xlsxTable } from '../../../export/xlsx/xlsx-table.ts';
import { RememberedSets } from '../../../search/sets/remembered-sets.ts';
import { AppError } from '../../../shared/errors.ts';
import type { ReadySource } from '../../../sources/source.ts';
import type { Dependencies } from '../../dependencies.ts';
import { CASE_CHANGED, NO_SUCH_SOURCE } from '../../fault-texts.ts';
import { hintsMember } from '../../hints/all-hints.ts';
import { begun, byteStream } from '../../output/byte-stream.ts';
import { guardEvidence } from '../../output/item-parts.ts';
import type { RouteRequest } from '../../route.ts';
import type { SetParameters } from '../set-parameters.ts';
import { setRoutes } from '../set-routes.ts';
import { certificateOf } from './certificates.ts';
import {
  askedColumns,
  csvStyleOf,
  type ExportParameters,
  exportBody,
  exportQuery,
  fileList,
  propertyList,
} from './export-parameters.ts';
import { openSet } from './opened-set.ts';

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const exportRoutes = setRoutes({
  path: '/export',
  role: 'reader',
  tag: 'Search',
  description:
    'Of any size, in constant memory. `X-Total-Count` is the number of items. If the connection breaks, discard the file: it is incomplete.',
  ok: {
    description: 'The file.',
    headers: {
      'X-Total-Count': 'The number of items.',
      'X-Hints': 'The number of hints, if any: parts of the query that were not searched as its author may expect.',
      'X-Cut-Cells': 'The number of cells truncated to the limit of a spreadsheet, if any.',
      'X-Incomplete': 'Unavailable sources that were skipped, if `allowIncomplete` permits that.',
    },
    mediaTypes: {
      'application/x-ndjson': null,
      'text/csv': null,
      'text/tab-separated-values': null,
      [XLSX_TYPE]: null,
      'application/zip': null,
    },
  },
  errors: {
    400: 'A missing or malformed parameter, an invalid query, a field that no source has or that cannot be sorted by.',
    404: NO_SUCH_SOURCE,
    409: `With \`certificate\`: ${CASE_CHANGED}`,
    501: 'A combination that is not supported yet; the message names it.',
    503: 'A source is unavailable or still being built, too many searches are waiting, or the search took too long.',
  },
  get: { summary: 'Exports a set as lines of JSON, a table, a ZIP or a load file', query: exportQuery },
  post: { summary: 'Exports a set; names with commas and colons are safe here', body: exportBody },
  handle: sendExport,
});

const NO_TABLE: TableColumns = { marks: [], columns: [], cutCells: 0 };

type Request = Pick<RouteRequest<unknown, unknown, unknown>, 'ctx' | 'signal' | 'viewer'>;

const FILES = {
  ndjson: { type: 'application/x-ndjson', ending: '.ndjson' },
  csv: { type: 'text/csv; charset=utf-8', ending: '.csv' },
  tabs: { type: 'text/tab-separated-values; charset=utf-8', ending: '.tsv' },
  xlsx: { type: XLSX_TYPE, ending: '.xlsx' },
  zip: { type: 'application/zip', ending: '.zip' },
  dat: { type: 'application/zip', ending: '.zip' },
} as const;

async function sendExport(parameters: ExportParameters, request: Request, dependencies: Dependencies): Promise<void> {
  const { ctx, signal } = request;
  const { format, name = 'export' } = parameters;
  if (parameters.certificate === true && (format === 'csv' || format === 'xlsx')) {
    throw new AppError(
      'INVALID_REQUEST',
      'A table cannot carry a certificate. Use another format, or POST /certificates.',
    );
  }
  fileList(parameters);
  const style = csvStyleOf(parameters);
  const asked = askedColumns(parameters);
  const set = await (parameters.certificate === true
    ? certifiedSet(parameters, request, dependencies)
    : openSet(parameters, request, dependencies, { remedyIfMissing: remedyOf(parameters) }));
  const table = format === 'ndjson' ? NO_TABLE : await columnsOf(set, asked);
  const pieces = await begun(piecesOf(parameters, set, table));
  const { type, ending } = FILES[format === 'csv' && style.delimiter === '\t' ? 'tabs' : format];
  guardEvidence(ctx);
  ctx.set('Content-Type', type);
  ctx.set('Content-Disposition', create(fileName(name, ending)));
  ctx.set('X-Total-Count', String(set.total));
  if (set.hints.length > 0) ctx.set('X-Hints', String(set.hints.length));
  if (table.cutCells > 0) ctx.set('X-Cut-Cells', String(table.cutCells));
  if (set.missing.length > 0) {
    ctx.set('X-Incomplete', set.missing.map(({ source }) => encodeURIComponent(source)).join(', '));
  }
  if (ctx.method !== 'HEAD') {
    ctx.body = byteStream(pieces, signal);
    return;
  }
  ctx.status = 200;
  await pieces.return();
}

/** Export and certificate use the same members of bookmarks, and the same state of each source. */
async function certifiedSet(
  parameters: ExportParameters,
  request: Request,
  dependencies: Dependencies,
): Promise<ExportSet<ReadySource>> {
  const named = new RememberedSets(dependencies.bookmarks);
  const found = await openSet(parameters, request, dependencies, { named, remedyIfMissing: remedyOf(parameters) });
  const { sources, missing } = found;
  const certificate = await certificateOf(withoutOutput(parameters), request, dependencies, {
    named,
    sources,
    missing,
  });
  if (certificate.total === found.total) return { ...found, certificate };
  // A source was taken out of service in between.
  throw new AppError('CONFLICT', 'The set changed while it was certified. Start again.');
}

function withoutOutput({
  format: _,
  properties: __,
  sort: ___,
  files: _files,
  name: _name,
  allowIncomplete: _allow,
  certificate: _own,
  columns: _columns,
  table: _table,
  delimiter: _delimiter,
  text: _text,
  ...set
}: ExportParameters): SetParameters {
  return set;
}

function piecesOf(parameters: ExportParameters, set: ExportSet<ReadySource>, table: TableColumns): Pieces {
  const properties = propertyList(parameters.properties);
  const style = csvStyleOf(parameters);
  const files = fileList(parameters);
  switch (parameters.format) {
    case 'ndjson':
      return jsonLines(set, properties);
    case 'csv':
      return csvTable(set, table, style);
    case 'xlsx':
      return xlsxTable(set, { table, links: null, query: queryOf(parameters, set) });
    case 'zip': {
      const asXlsx = parameters.table === 'xlsx';
      return zipExport(set, {
        table,
        style: asXlsx ? 'xlsx' : style,
        properties,
        files,
        query: queryOf(parameters, set),
      });
    }
    case 'dat':
      return datExport(set, { table, files, query: queryOf(parameters, set) });
  }
}

/** Returns the request and its subject. They are identical in every run of the same request. */
function queryOf(
  { name: _, allowIncomplete: __, certificate: ___, ...asked }: ExportParameters,
  { sources, total, missing, hints }: ExportSet<ReadySource>,
): unknown {
  const inOrder = Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...Object.fromEntries(inOrder),
    total,
    sources: sources.map(({ id, summary }) => ({ id, index: summary.identity })),
    ...hintsMember(hints),
    ...(missing.length === 0 ? {} : { incomplete: missing }),
  };
}

/** A text file cannot mark itself as incomplete, and nobody would notice that an archive is. */
function remedyOf({ format, allowIncomplete }: ExportParameters): string | undefined {
  return format === 'ndjson' || allowIncomplete === true ? undefined : ' "allowIncomplete=true" skips it.';
}

/** Replaces characters that a name cannot have. Never throws. */
export function fileName(name: string, ending: string): string {
  const safe = Buffer.from(name, 'utf8')
    .toString('utf8')
    .replace(/[\p{Cc}/\\\u2028\u2029]/gu, '_');
  const stem = safe.toLowerCase().endsWith(ending) ? safe.slice(0, -ending.length) : safe;
  return `${stem === '' || /^\.+$/.test(stem) ? 'export' : stem}${ending}`;
}
