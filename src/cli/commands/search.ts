/** `search`: the whole answer of a query, or of a list of queries, on stdout. */
import { type Command, Option } from 'commander';
import type { Query } from '../../../grammar/ast.ts';
import type { SearchOptions } from '../../search/search-engine.ts';
import { AppError } from '../../shared/errors.ts';
import { type ExitCode, exitCodesHelp, incomplete, ok } from '../exit-codes.ts';
import { type NamedSource, type OpenedSources, openSources, type SourceOptions } from '../open-sources.ts';
import { dataOption, defaultFieldsOf, defaultOperatorOption, fieldsOption } from '../options.ts';
import { answerList, countItems, type ListOptions } from '../search-list.ts';
import type { Session } from '../session.ts';
import { explanationLines } from '../terminal/explain-tree.ts';
import { printable, type Terminal } from '../terminal/terminal.ts';

interface SearchCommandOptions extends SourceOptions, ListOptions {
  readonly count?: boolean;
  readonly ids?: boolean;
  readonly explain?: boolean;
}

export function addSearch(program: Command, session: Session): void {
  program
    .command('search')
    .description('search a case, or all sources of a sources file')
    .argument('[query]', 'the query; if empty, all items')
    .option('--case <dir>', 'case directory')
    .option('--sources <file>', 'sources file, as for serve; path or URL')
    .addOption(dataOption())
    .addOption(new Option('--count', 'print only the number of items').conflicts(['ids', 'explain']))
    .addOption(new Option('--ids', 'print only the ids of the items').conflicts(['json', 'explain']))
    .option('--json', 'answer in JSON, as GET /search does')
    .option('--explain', 'show how the query was understood, as a tree; with --json in JSON')
    .addOption(
      new Option('--list <file>', 'file with one query a line, - for stdin; prints items and query').conflicts([
        'ids',
        'explain',
      ]),
    )
    .addOption(defaultOperatorOption())
    .addOption(fieldsOption())
    .addHelpText('after', EXAMPLES + exitCodesHelp)
    .action(async (query: string | undefined, options: SearchCommandOptions) => {
      session.exitCode = await search(query, options, session.terminal);
    });
}

async function search(text: string | undefined, options: SearchCommandOptions, terminal: Terminal): Promise<ExitCode> {
  if ((text === undefined) === (options.list === undefined)) {
    throw new AppError('USAGE', 'Give either a query or --list FILE.');
  }
  const { parseQueryText } = await import('../query-text.ts');
  // An invalid query is reported before anything is opened.
  const query = text === undefined ? null : parseQueryText(text, options.defaultOperator);
  const sources = await openSources(options);
  try {
    for (const { source, reason } of sources.incomplete) {
      terminal.say(`case-access: ${printable(`source ${source} does not open and is not searched: ${reason}`)}`);
    }
    for (const { id, isStale } of sources.opened) {
      if (isStale) terminal.say(`case-access: the case of ${printable(id)} has changed since its index was built`);
    }
    const isWhole = query === null ? await answerList(sources.opened, options, terminal) : true;
    if (query !== null) await answer(query, sources, options, terminal);
    const isCurrent = sources.opened.every(({ isStale }) => !isStale);
    return isWhole && isCurrent && sources.incomplete.length === 0 ? ok : incomplete;
  } finally {
    await sources.close();
  }
}

async function answer(
  query: Query,
  sources: OpenedSources,
  options: SearchCommandOptions,
  terminal: Terminal,
): Promise<void> {
  const how: SearchOptions = { ...defaultFieldsOf(options), signal: terminal.signal };
  if (options.explain) return explain(query, sources.opened, how, options.json === true, terminal);
  if (options.count) {
    const count = await countItems(query, sources.opened, how);
    return terminal.write(options.json ? `${JSON.stringify({ count, ...missing(sources) })}\n` : `${count}\n`);
  }
  if (options.json) return writeJson(query, sources, how, terminal);
  const hasSourceColumn = options.sources !== undefined;
  for (const source of sources.opened) {
    for (const batch of (await source.engine.search(query, how)).batches()) {
      for (const id of batch) {
        const line = options.ids ? idLine(source, id, hasSourceColumn) : itemLine(source, id);
        await terminal.write(`${line}\n`);
      }
    }
  }
}

function idLine(source: NamedSource, id: number, hasSourceColumn: boolean): string {
  return hasSourceColumn ? `${printable(source.id)}\t${id}` : String(id);
}

function itemLine(source: NamedSource, id: number): string {
  const properties = new Map(source.engine.item(id)?.properties ?? []);
  const value = (name: string): string => printable(properties.get(name)?.[0] ?? '');
  return `${printable(source.id)}\t${id}\t${value('name')}\t${value('path')}`;
}

async function writeJson(query: Query, sources: OpenedSources, how: SearchOptions, terminal: Terminal): Promise<void> {
  let separator = '';
  await terminal.write('{"docs":[');
  for (const source of sources.opened) {
    const id = JSON.stringify(source.id);
    for (const batch of (await source.engine.search(query, how)).batches()) {
      for (const item of batch) {
        await terminal.write(`${separator}{"source":${id},"id":${item}}`);
        separator = ',';
      }
    }
  }
  const rest = sources.incomplete.length === 0 ? '' : `,"incomplete":${JSON.stringify(sources.incomplete)}`;
  await terminal.write(`]${rest}}\n`);
}

async function explain(
  query: Query,
  sources: readonly NamedSource[],
  how: SearchOptions,
  isJson: boolean,
  terminal: Terminal,
): Promise<void> {
  const explained = [];
  for (const { id, engine } of sources) explained.push({ source: id, ...(await engine.explain(query, how)) });
  if (isJson) return terminal.write(`${JSON.stringify({ sources: explained })}\n`);
  for (const explanation of explained) {
    const heading = sources.length > 1 ? [`source ${printable(explanation.source)}`] : [];
    await terminal.write(`${[...heading, ...explanationLines(explanation)].join('\n')}\n`);
  }
}

function missing(sources: OpenedSources): { readonly incomplete?: OpenedSources['incomplete'] } {
  return sources.incomplete.length === 0 ? {} : { incomplete: sources.incomplete };
}

const EXAMPLES = `
Examples:
  case-access search 'invoice AND type:pdf' --case /cases/4711
  case-access search '"bank account" -draft' --case /cases/4711 --count
  case-access search 'name:*.jpg' --sources sources.json --ids
  case-access search 'modified:[2021-01 TO 2021-03]' --case /cases/4711 --json
  case-access search 'inv*ce~' --case /cases/4711 --explain
  case-access search --list keywords.txt --case /cases/4711
  case-access search --case /cases/4711 -- -draft

Without --count, --ids or --json each line is an item: source, id, name and path, separated by tabs; control characters
in names are escaped. The answer is always complete: there is no limit. With --sources, --ids prints the source before
the id. --list skips blank lines. If a line is not a valid query, it is named on stderr, the others are answered, and
the exit code is 5. search does not build the index: case-access index build does.
`;
