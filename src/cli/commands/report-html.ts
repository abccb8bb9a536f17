/** `report-html`: writes a set as pages that a browser opens without a server, in a ZIP or a folder. */
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { BookmarkStore } from '../../bookmarks/bookmark-store.ts';
import type { Certificate } from '../../certificates/certificate.ts';
import type { ExportSet } from '../../export/export-set.ts';
import { FolderWriter } from '../../export/files/folder-writer.ts';
import { htmlReport } from '../../html-report/html-report.ts';
import type { ReportInput, ReportSource, TermReport } from '../../html-report/report-input.ts';
import { usualTemplate } from '../../html-report/template/template.ts';
import { readTemplate, writeTemplate } from '../../html-report/template/template-folder.ts';
import { changesOf, inBookmarks } from '../../http/report/report-bookmarks.ts';
import { reportParts } from '../../http/report/report-parts.ts';
import { termReport } from '../../http/report/report-terms.ts';
import { asWritten } from '../../search/hints.ts';
import { AppError } from '../../shared/errors.ts';
import { PictureProcesses } from '../../thumbnails/draw-in-process.ts';
import { ThumbnailCache } from '../../thumbnails/thumbnail-cache.ts';
import { askedSources } from '../asked-sources.ts';
import { readingIfAny } from '../bookmark-access.ts';
import { type ExitCode, exitCodesHelp, incomplete, ok } from '../exit-codes.ts';
import { hashSetOption } from '../hash-sets/option.ts';
import { type NamedSource, type OpenedSources, openSources, type SourceOptions } from '../open-sources.ts';
import { dataOption, defaultFieldsOf, type QueryOptions, withQueryOptions } from '../options.ts';
import type { Session } from '../session.ts';
import { temporaryName } from '../temporary-name.ts';
import { printHints } from '../terminal/hints.ts';
import { printable, type Terminal } from '../terminal/terminal.ts';
import { packageVersion } from '../version.ts';
import { writeWhole } from '../whole-file.ts';
import { readList, reported } from './report.ts';

interface ReportHtmlOptions extends SourceOptions, QueryOptions {
  readonly out?: string;
  readonly folder?: string;
  readonly newTemplate?: string;
  readonly bookmarks?: readonly string[];
  readonly title?: string;
  readonly caseName?: string;
  readonly author?: string;
  readonly time?: string;
  readonly language: 'en' | 'pt';
  readonly template?: string;
  readonly properties?: readonly string[];
  readonly withFiles?: boolean;
  readonly linkFiles?: string;
  readonly log: boolean;
  readonly allowIncomplete?: boolean;
  readonly json?: boolean;
  readonly keywords?: string;
  readonly certificate?: boolean;
  readonly key?: string;
}

export function addReportHtml(program: Command, session: Session): void {
  const command = program
    .command('report-html')
    .description('write a report of a set as pages that any browser opens, in a ZIP or a folder')
    .argument('[query]', 'the query; if empty, all items', '')
    .option('--case <dir>', 'case directory')
    .option('--sources <file>', 'sources file, as for serve; path or URL')
    .addOption(hashSetOption())
    .addOption(dataOption())
    .option('--out <file>', 'ZIP to write; it gets this name only when it is complete')
    .option('--folder <dir>', 'folder to write instead; it must not exist yet')
    .option('--bookmarks <names...>', 'pages for each of these bookmarks, with --sources')
    .option('--title <text>', 'title of the first page')
    .option('--case-name <text>', 'number or name of the case, for the first page')
    .option('--author <text>', 'author of the report, for the first page')
    .addOption(new Option('--time <time>', 'time on the first page; now by default').argParser(time))
    .addOption(new Option('--language <code>', 'language of the words').choices(['en', 'pt']).default('en'))
    .option('--template <dir>', 'folder with a template.json of your own')
    .option('--new-template <dir>', 'write a template.json with all words into this folder, and nothing else')
    .addOption(
      new Option(
        '--properties <names>',
        'properties to show besides the usual ones, separated by commas; * for all',
      ).argParser((text: string) => text.split(',').map((name) => name.trim())),
    )
    .option('--with-files', 'include the contents of items')
    .option('--link-files <dir>', 'write contents into this new folder, and link them')
    .option('--no-log', 'omit the log of its bookmarks')
    .option('--keywords <file>', 'queries of a search term report, one a line')
    .option('--certificate', 'add a certificate of the set')
    .option('--key <file>', 'private key that "key new" made, to sign it; without it nothing is signed')
    .option('--allow-incomplete', 'continue without sources that do not open')
    .option('--json', 'print the result as JSON on stdout');
  withQueryOptions(command)
    .addHelpText('after', EXAMPLES + exitCodesHelp)
    .action(async (query: string, options: ReportHtmlOptions) => {
      session.exitCode = await run(query, options, session.terminal);
    });
}

async function run(text: string, options: ReportHtmlOptions, terminal: Terminal): Promise<ExitCode> {
  if (options.newTemplate !== undefined) {
    terminal.say(`case-access: wrote ${printable(await writeTemplate(options.newTemplate, options.language))}`);
    return ok;
  }
  if ((options.out === undefined) === (options.folder === undefined)) {
    throw new AppError('USAGE', 'Give either --out FILE or --folder DIR.');
  }
  if (options.bookmarks !== undefined && options.sources === undefined) {
    throw new AppError('USAGE', 'Bookmarks belong to the sources of a sources file: give --sources FILE, not --case.');
  }
  if (options.withFiles === true && options.linkFiles !== undefined)
    throw new AppError('USAGE', 'Give either --with-files or --link-files DIR.');
  if (options.certificate !== true && options.key !== undefined)
    throw new AppError('USAGE', 'With --key, give --certificate.');
  const sources = await openSources(options, terminal);
  const pictures = new PictureProcesses();
  try {
    for (const { source, reason } of sources.incomplete) {
      const fault = printable(`source ${source} does not open: ${reason}`);
      if (options.allowIncomplete !== true) {
        throw new AppError('SOURCE_UNAVAILABLE', `${fault}; use --allow-incomplete to continue without it.`);
      }
      terminal.say(`case-access: ${fault}`);
    }
    const write = async (store: BookmarkStore | null): Promise<void> => {
      const input = await inputOf(text, options, { sources, store, pictures }, terminal);
      printHints(input.whole.hints, terminal);
      await writeReport(input, options, terminal);
    };
    if (options.sources === undefined) await write(null);
    else await readingIfAny(options, null, write);
    return sources.incomplete.length === 0 && sources.opened.every(({ isStale }) => !isStale) ? ok : incomplete;
  } finally {
    pictures.close();
    await sources.close();
  }
}

interface Means {
  readonly sources: OpenedSources;
  /** Null if there are no bookmarks. */
  readonly store: BookmarkStore | null;
  readonly pictures: PictureProcesses;
}

async function inputOf(
  text: string,
  options: ReportHtmlOptions,
  { sources, store, pictures }: Means,
  terminal: Terminal,
): Promise<ReportInput<NamedSource>> {
  const { opened, incomplete: missing } = sources;
  const { parseQueryText } = await import('../query-text.ts');
  const { parseQuery } = await import('../../../grammar/parse.ts');
  const { signal } = terminal;
  const names =
    options.bookmarks === undefined ? null : [...new Set(options.bookmarks.map((name) => name.normalize('NFC')))];
  const known = new Set(store?.names() ?? []);
  const odd = names?.find((name) => !known.has(name));
  if (odd !== undefined) throw new AppError('NOT_FOUND', `There is no bookmark named ${JSON.stringify(odd)}.`);
  const asked = askedSources(sources, options);
  const query = parseQueryText(text, options);
  const request = { query, ...defaultFieldsOf(options), ...asWritten(text), want: ['count', 'ids', 'hints'] } as const;
  const bookmarksOf: ExportSet<NamedSource>['bookmarksOf'] = async (source, ids) =>
    store === null ? null : store.listsOf(source.id, ids);
  const open = (of: readonly string[] | null): Promise<ExportSet<NamedSource>> => {
    const filters = of === null ? {} : { filters: [parseQuery(inBookmarks(of))] };
    return asked.exportSet({ ...request, ...filters }, { missing, bookmarksOf, notes: null, reviewed: null, signal });
  };
  const found = await open(names);
  const certificate = await certified(text, names, options, sources, terminal);
  if (certificate !== null && certificate.total !== found.total) {
    throw new AppError('CONFLICT', 'The set changed while it was certified. Start again.');
  }
  const whole = { ...found, certificate };
  const template = options.template === undefined ? usualTemplate(options.language) : readTemplate(options.template);
  const thumbnails = new ThumbnailCache(join(options.data, 'thumbnails'), (picture) => pictures.draw(picture));
  const means = { thumbnails, matching: asked.matching, coordinator: asked.coordinator };
  const comments = new Map(store?.details().map(({ name, comment }) => [name, comment ?? '']) ?? []);
  return {
    template,
    about: {
      title: options.title ?? template.words.report,
      case: options.caseName ?? null,
      author: options.author ?? null,
      who: null,
      time: options.time ?? certificate?.time ?? new Date().toISOString(),
      program: `case-access ${packageVersion()}`,
      query: text === '' ? null : text,
      filters: [],
      sources: await reportSources(opened, certificate, terminal),
    },
    whole,
    sections:
      names === null
        ? [{ bookmark: null, comment: '', open: async () => whole }]
        : names.map((name) => ({ bookmark: name, comment: comments.get(name) ?? '', open: () => open([name]) })),
    properties: options.properties === undefined ? [] : options.properties.includes('*') ? null : options.properties,
    files: options.withFiles === true ? 'included' : null,
    parts: reportParts(means, text === '' ? null : await asked.withSets(request), store, signal),
    codings: store?.codings.all() ?? [],
    hashSets: await asked.hashSets(),
    changesOf: store === null || !options.log ? null : (name) => changesOf(name, store),
    terms: options.keywords === undefined ? null : await terms(options.keywords, options, sources, terminal),
  };
}

/** Returns the sources, each with the identity of its case, which comes from the certificate if there is one. */
async function reportSources(
  opened: readonly NamedSource[],
  certificate: Certificate | null,
  terminal: Terminal,
): Promise<readonly ReportSource[]> {
  const { identityOf } = await import('../certificates/certified-search.ts');
  const sources: ReportSource[] = [];
  for (const source of opened) {
    const { id, summary } = source;
    const read = async (): Promise<string | null> => {
      try {
        return (await identityOf(source, terminal)).identity;
      } catch (fault) {
        if (!(fault instanceof AppError) || fault.code !== 'CASE_UNREADABLE') throw fault;
        terminal.say(`case-access: ${printable(`the case of ${id} cannot be read again: ${fault.message}`)}`);
        return null;
      }
    };
    sources.push({
      id,
      items: summary.itemCount,
      searchable: summary.searchableCount,
      indexIdentity: summary.identity,
      caseIdentity: certificate?.sources.find((one) => one.id === id)?.caseIdentity ?? (await read()),
    });
  }
  return sources;
}

async function certified(
  text: string,
  names: readonly string[] | null,
  options: ReportHtmlOptions,
  sources: OpenedSources,
  terminal: Terminal,
): Promise<Certificate | null> {
  if (options.certificate !== true) return null;
  const { certificateOfExport } = await import('../certificates/carried-certificate.ts');
  const filter = names === null ? [] : [inBookmarks(names)];
  return certificateOfExport(text, { ...options, filter }, sources, terminal);
}

async function terms(
  file: string,
  { certificate: _, key: __, ...options }: ReportHtmlOptions,
  sources: OpenedSources,
  terminal: Terminal,
): Promise<TermReport> {
  const list = await readList(file, options.literal === true);
  return termReport({ ...(await reported(list, options, sources, terminal)), missing: sources.incomplete });
}

async function writeReport(
  input: ReportInput<NamedSource>,
  options: ReportHtmlOptions,
  terminal: Terminal,
): Promise<void> {
  const target = options.out ?? options.folder!;
  const write = async (given: ReportInput<NamedSource>): Promise<void> => {
    if (options.out !== undefined) await writeWhole(options.out, htmlReport(given));
    else
      await writeFolder(resolve(target), async (dir) => {
        for await (const _ of htmlReport(given, new FolderWriter(dir)));
      });
  };
  if (options.linkFiles === undefined) await write(input);
  else {
    const path = linkedFrom(target, options);
    await writeFolder(resolve(options.linkFiles), (dir) =>
      write({ ...input, files: { path, writer: new FolderWriter(dir) } }),
    );
  }
  if (options.json === true) await terminal.write(`${JSON.stringify({ path: target, items: input.whole.total })}\n`);
  else terminal.say(`case-access: a report of ${input.whole.total} items in ${printable(target)}`);
}

/** Returns the path of the files, relative to the folder of the report. A ZIP is usually unpacked into a folder next to it. */
function linkedFrom(target: string, { out, linkFiles }: ReportHtmlOptions): string {
  const from = out === undefined ? resolve(target) : join(dirname(resolve(target)), 'report');
  const path = relative(from, resolve(linkFiles!)).split(sep).join('/');
  if (path.startsWith('../')) return path;
  throw new AppError('USAGE', 'The folder of --link-files is inside the report: name one beside it.');
}

/** Writes a folder under another name, and renames it when `write` has completed it. */
async function writeFolder(dir: string, write: (dir: string) => Promise<void>): Promise<void> {
  const isThere = await stat(dir).then(
    () => true,
    () => false,
  );
  if (isThere) throw new AppError('USAGE', `${dir} already exists: name a new folder.`);
  const temporary = await temporaryName(dir);
  try {
    await mkdir(temporary, { recursive: true });
    await write(temporary);
    await rename(temporary, dir);
  } catch (fault) {
    await rm(temporary, { recursive: true, force: true });
    throw fault;
  }
}

function time(text: string): string {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a time such as 2026-03-04T10:20:30Z.');
}

const EXAMPLES = `
Examples:
  case-access report-html heron --case /cases/4711 --out report.zip --title 'Report 7' --case-name 4711
  case-access report-html --sources sources.json --bookmarks Relevant 'To do' --with-files --folder report-7
  case-access report-html heron --case /cases/4711 --folder report-8 --link-files report-8-files
  case-access report-html --new-template office --language pt

The pages open from a folder in any browser, with no script. SHA256SUMS lists every file: run "sha256sum -c SHA256SUMS" there.
With --link-files, LINKED-SHA256SUMS of the report lists the files in that folder. Keep both folders side by side; unpack a ZIP into a folder there.
With --time, the same report always has the same bytes. Unreadable files are named in the report and in manifest.csv.
`;
