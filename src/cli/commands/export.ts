/** `export`: writes a complete set as a file. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { BookmarkStore } from '../../bookmarks/bookmark-store.ts';
import type { Certificate } from '../../certificates/certificate.ts';
import { columnsOf } from '../../export/columns.ts';
import type { ExportSet, Pieces } from '../../export/export-set.ts';
import { datExport } from '../../export/files/dat-export.ts';
import type { ItemFileKind } from '../../export/files/item-files.ts';
import { zipExport } from '../../export/files/zip-export.ts';
import { csvTable, cutCellsText, jsonLines } from '../../export/tables.ts';
import { xlsxTable } from '../../export/xlsx/xlsx-table.ts';
import { readSort } from '../../http/input/sort-order.ts';
import { asWritten } from '../../search/hints.ts';
import { type CsvStyle, DELIMITERS, type Delimiter } from '../../shared/cells/table-cells.ts';
import { AppError } from '../../shared/errors.ts';
import { askedSources } from '../asked-sources.ts';
import { readingIfAny } from '../bookmark-access.ts';
import { type ExitCode, exitCodesHelp, incomplete, ok } from '../exit-codes.ts';
import { hashSetOption } from '../hash-sets/option.ts';
import { type NamedSource, type OpenedSources, openSources, type SourceOptions } from '../open-sources.ts';
import { dataOption, defaultFieldsOf, type QueryOptions, withQueryOptions, zoneOf } from '../options.ts';
import type { Session } from '../session.ts';
import { printHints } from '../terminal/hints.ts';
import { startProgress } from '../terminal/progress.ts';
import { printable, type Terminal } from '../terminal/terminal.ts';
import { writeWhole } from '../whole-file.ts';

interface ExportOptions extends SourceOptions, QueryOptions {
  readonly format: 'ndjson' | 'csv' | 'xlsx' | 'zip' | 'dat';
  readonly table?: 'csv' | 'xlsx';
  readonly out: string;
  readonly properties?: readonly string[];
  readonly columns?: 'filled' | 'all';
  readonly delimiter?: Delimiter;
  readonly text?: 'excel';
  readonly sort?: readonly string[];
  readonly exportedFiles: readonly ItemFileKind[];
  readonly allowIncomplete?: boolean;
  readonly certificate?: boolean;
  readonly key?: string;
}

const KINDS: readonly ItemFileKind[] = ['content', 'text', 'thumb'];

export function addExport(program: Command, session: Session): void {
  const command = program
    .command('export')
    .description('write all items of a query to a file, with their files if it is an archive')
    .argument('<query>', 'the query; if empty, all items')
    .option('--case <dir>', 'case directory')
    .option('--sources <file>', 'sources file, as for serve; path or URL')
    .addOption(hashSetOption())
    .addOption(dataOption())
    .addOption(
      new Option('--format <name>', 'what to write')
        .choices(['ndjson', 'csv', 'xlsx', 'zip', 'dat'])
        .makeOptionMandatory(),
    )
    .requiredOption('--out <file>', 'output file; it gets this name only when it is complete')
    .addOption(
      new Option('--properties <names>', 'properties to show, separated by commas; all by default').argParser(list),
    )
    .addOption(
      new Option(
        '--columns <which>',
        'for a table: filled, only columns with a value, unless --properties names them; or all',
      ).choices(['filled', 'all']),
    )
    .addOption(
      new Option('--table <format>', 'for zip: csv by default, or xlsx, which links to contents').choices([
        'csv',
        'xlsx',
      ]),
    )
    .addOption(
      new Option('--delimiter <character>', 'for csv and zip: "," (the default), ";", or tab').argParser(delimiter),
    )
    .addOption(
      new Option(
        '--text <form>',
        'for csv and zip: excel keeps 007 and 1/2 as they are in a spreadsheet, and cuts cells that it cannot hold',
      ).choices(['excel']),
    )
    .addOption(
      new Option(
        '--sort <keys>',
        'field:asc, field:desc, field:natural or field:natural-desc, separated by commas; by id otherwise',
      ).argParser(list),
    )
    .addOption(
      new Option('--exported-files <kinds>', 'parts of each item in an archive: content, text, thumb, or none')
        .argParser(kinds)
        .default(KINDS, 'all'),
    )
    .option('--allow-incomplete', 'continue without sources that do not open')
    .option('--certificate', 'add a certificate: certificate.json in an archive, a member of the last line of ndjson')
    .option('--key <file>', 'private key that "key new" made, to sign it; without it nothing is signed');
  withQueryOptions(command)
    .addHelpText('after', EXAMPLES + exitCodesHelp)
    .action(async (query: string, options: ExportOptions) => {
      session.exitCode = await runExport(query, options, session.terminal);
    });
}

async function runExport(text: string, options: ExportOptions, terminal: Terminal): Promise<ExitCode> {
  refuseCertificate(options);
  refuseStyle(options);
  const { parseQueryText } = await import('../query-text.ts');
  const query = parseQueryText(text, options);
  const sort = readSort(options.sort);
  if (sort.by === 'relevance') throw new AppError('USAGE', 'An export is sorted by fields or by id, not by relevance.');
  const sources = await openSources(options, terminal);
  try {
    reportMissing(sources, options, terminal);
    const { opened, incomplete: missing } = sources;
    const write = async (marks: Pick<ExportSet<NamedSource>, 'bookmarksOf' | 'notes' | 'reviewed'>): Promise<void> => {
      const asked = askedSources(sources, options);
      const request = {
        query,
        ...defaultFieldsOf(options),
        sort,
        ...asWritten(text),
        want: ['count', 'ids', 'hints'],
      } as const;
      const set = await asked.exportSet(request, { missing, ...marks, signal: terminal.signal });
      printHints(set.hints, terminal);
      // Not an error, because a case may lack a property that others have. But the name may be a typing error, and then its
      // column is empty.
      for (const name of await asked.unknownProperties(options.properties ?? [], terminal.signal)) {
        terminal.say(`case-access: no item has the property ${printable(name)}`);
      }
      await writeFile(
        text,
        { ...set, certificate: await carried(text, options, sources, terminal) },
        options,
        terminal,
      );
    };
    const none = { bookmarksOf: async () => null, notes: null, reviewed: null };
    if (options.sources === undefined) await write(none);
    else {
      await readingIfAny(options, null, (store) => write(store === null ? none : marksIn(store)));
    }
    return missing.length === 0 && opened.every(({ isStale }) => !isStale) ? ok : incomplete;
  } finally {
    await sources.close();
  }
}

function marksIn(store: BookmarkStore): Pick<ExportSet<NamedSource>, 'bookmarksOf' | 'notes' | 'reviewed'> {
  const { notes, reviewed } = store;
  return {
    bookmarksOf: (source, ids) => store.listsOf(source.id, ids),
    notes: notes.all().next().done === true ? null : (source, id) => notes.of({ source: source.id, id }),
    reviewed: reviewed.viewers().length === 0 ? null : (source, ids) => store.reviewersOf(source.id, ids),
  };
}

async function carried(
  text: string,
  options: ExportOptions,
  sources: OpenedSources,
  terminal: Terminal,
): Promise<Certificate | null> {
  if (options.certificate !== true) return null;
  const { certificateOfExport } = await import('../certificates/carried-certificate.ts');
  return certificateOfExport(text, options, sources, terminal);
}

function refuseCertificate({ certificate, format, key }: ExportOptions): void {
  if (certificate === true && (format === 'csv' || format === 'xlsx')) {
    throw new AppError('USAGE', 'A table cannot carry a certificate. Use another format, or certify.');
  }
  if (certificate !== true && key !== undefined) throw new AppError('USAGE', 'With --key, give --certificate.');
}

function refuseStyle({ format, columns, table, delimiter, text }: ExportOptions): void {
  if (format === 'ndjson' && columns !== undefined) throw new AppError('USAGE', '--columns is for tables.');
  if (table !== undefined && format !== 'zip') throw new AppError('USAGE', '--table is for zip.');
  if (format === 'csv' || (format === 'zip' && table !== 'xlsx') || (delimiter === undefined && text === undefined))
    return;
  throw new AppError('USAGE', `--${delimiter === undefined ? 'text' : 'delimiter'} is for CSV.`);
}

function reportMissing(
  { incomplete: missing, opened }: OpenedSources,
  { format, allowIncomplete }: ExportOptions,
  terminal: Terminal,
): void {
  for (const { source, reason } of missing) {
    const fault = printable(`source ${source} does not open: ${reason}`);
    if (format !== 'ndjson' && allowIncomplete !== true) {
      throw new AppError('SOURCE_UNAVAILABLE', `${fault}; use --allow-incomplete to continue without it.`);
    }
    terminal.say(`case-access: ${fault}`);
  }
  for (const { id, isStale } of opened) {
    if (isStale) terminal.say(`case-access: the case of ${printable(id)} has changed since its index was built`);
  }
}

async function writeFile(
  q: string,
  set: ExportSet<NamedSource>,
  options: ExportOptions,
  terminal: Terminal,
): Promise<void> {
  const progress = startProgress('export', terminal.stderr);
  const state = { items: 0, bytes: 0, pass: 0 };
  const report = (): void => {
    const phase = state.pass < 2 ? 'write' : `write, part ${state.pass}`;
    progress.update({
      phase,
      items: state.items,
      bytes: state.bytes,
      fraction: set.total === 0 ? null : state.items / set.total,
    });
  };
  const counted: ExportSet<NamedSource> = {
    ...set,
    async hits() {
      state.pass++;
      state.items = 0;
      return countedHits(await set.hits(), (items) => {
        state.items += items;
      });
    },
  };
  try {
    await writeWhole(options.out, await piecesOf(q, counted, options, terminal), (bytes) => {
      state.bytes = bytes;
      report();
    });
  } finally {
    progress.stop();
  }
  terminal.say(`case-access: ${set.total} items in ${printable(options.out)}`);
}

async function* countedHits<B extends readonly { readonly ids: Uint32Array }[]>(
  hits: AsyncIterable<B>,
  report: (items: number) => void,
): AsyncGenerator<B, void, undefined> {
  for await (const batches of hits) {
    yield batches;
    report(batches.reduce((sum, { ids }) => sum + ids.length, 0));
  }
}

async function piecesOf(
  q: string,
  set: ExportSet<NamedSource>,
  options: ExportOptions,
  terminal: Terminal,
): Promise<Pieces> {
  const properties = options.properties ?? null;
  if (options.format === 'ndjson') return jsonLines(set, properties);
  const { format, columns: which } = options;
  const style: CsvStyle = { delimiter: options.delimiter ?? ',', isForSpreadsheets: options.text === 'excel' };
  const isFilledOnly = which === undefined ? properties === null && format !== 'dat' : which === 'filled';
  const isXlsx = format === 'xlsx' || options.table === 'xlsx';
  const cells = isXlsx ? 'xlsx' : style.isForSpreadsheets ? 'csv' : null;
  const table = await columnsOf(set, { properties, isFilledOnly, cut: cells });
  const cut = cutCellsText(table.cutCells);
  if (cut !== null) terminal.say(`case-access: ${cut}`);
  if (format === 'csv') return csvTable(set, table, style);
  const files = new Set(options.exportedFiles);
  const query = {
    q,
    defaultOperator: options.defaultOperator,
    ...(options.fields === undefined ? {} : { fields: options.fields }),
    ...(options.sort === undefined ? {} : { sort: options.sort }),
    ...(options.syntax === 'own' ? {} : { syntax: options.syntax }),
    ...zoneOf(options),
    ...(options.literal === true ? { literal: true } : {}),
    total: set.total,
    ...(set.hints.length === 0 ? {} : { hints: set.hints }),
    sources: set.sources.map(({ id, summary }) => ({ id, index: summary.identity })),
  };
  if (format === 'xlsx') return xlsxTable(set, { table, links: null, query });
  return format === 'zip'
    ? zipExport(set, { table, style: isXlsx ? 'xlsx' : style, properties, files, query })
    : datExport(set, { table, files, query });
}

function delimiter(value: string): Delimiter {
  const found = value === 'tab' ? '\t' : DELIMITERS.find((one) => one === value);
  if (found === undefined) throw new InvalidArgumentError('It must be ",", ";" or tab.');
  return found;
}

function list(value: string): readonly string[] {
  const names = value.split(',').map((name) => name.trim());
  if (names.includes('')) throw new InvalidArgumentError('A name is empty.');
  return names;
}

function kinds(value: string): readonly ItemFileKind[] {
  if (value === 'none') return [];
  return list(value).map((name) => {
    const kind = KINDS.find((one) => one === name);
    if (kind === undefined) throw new InvalidArgumentError(`It must be of ${KINDS.join(', ')}, or none.`);
    return kind;
  });
}

const EXAMPLES = `
Examples:
  case-access export heron --case /cases/4711 --format csv --out heron.csv --properties name,path,modified
  case-access export 'category:Documents' --case /cases/4711 --format zip --out documents.zip
  case-access export 'bookmark:"To do"' --sources sources.json --format dat --out todo.zip

An archive has a manifest with the SHA-256 of every file, and names every file of an item that could not be read.
`;
