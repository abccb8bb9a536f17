/** `search`: prints the complete answer of a query, or of a list of queries. */
import { type Command, Option } from 'commander';
import type { Query } from '../../../grammar/ast.ts';
import type { CombinedAnswer } from '../../search/combined/combined-answer.ts';
import type { CombinedRequest } from '../../search/combined/coordinator.ts';
import { asWritten } from '../../search/hints.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import { AppError } from '../../shared/errors.ts';
import { type AskedSources, askedSources } from '../asked-sources.ts';
import { addEngineOptions } from '../engine-options.ts';
import { type ExitCode, exitCodesHelp, incomplete, ok } from '../exit-codes.ts';
import { hashSetOption } from '../hash-sets/option.ts';
import { type NamedSource, type OpenedSources, openSources, type SourceOptions } from '../open-sources.ts';
import { dataOption, defaultFieldsOf, mappingOption, withQueryOptions } from '../options.ts';
import { answerList, countItems, type ListOptions } from '../search-list.ts';
import type { Session } from '../session.ts';
import { explanationLines } from '../terminal/explain-tree.ts';
import { printHints } from '../terminal/hints.ts';
import { printable, type Terminal } from '../terminal/terminal.ts';

interface AnswerOptions extends SourceOptions {
  readonly count?: boolean;
  readonly ids?: boolean;
  readonly json?: boolean;
  readonly explain?: boolean;
  readonly fields?: readonly string[];
}

type SearchCommandOptions = AnswerOptions & ListOptions;

export function addSearch(program: Command, session: Session): void {
  const command = program
    .command('search')
    .description('search a case, or all sources of a sources file')
    .argument('[query]', 'the query; if empty, all items')
    .option('--case <dir>', 'case directory, or a load file')
    .addOption(mappingOption())
    .option('--sources <file>', 'sources file, as for serve; path or URL')
    .addOption(hashSetOption())
    .addOption(dataOption());
  addEngineOptions(command)
    .addOption(new Option('--count', 'print only the number of items').conflicts(['ids', 'explain']))
    .addOption(new Option('--ids', 'print only the ids of the items').conflicts(['json', 'explain']))
    .option('--json', 'answer in JSON, as GET /search does')
    .option('--explain', 'show how the query was understood, as a tree; with --json in JSON')
    .addOption(
      new Option('--list <file>', 'file with one query a line, - for stdin; prints items and query').conflicts([
        'ids',
        'explain',
      ]),
    );
  withQueryOptions(command)
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
  const query = text === undefined ? null : parseQueryText(text, options);
  return inSources(options, terminal, async (sources) => {
    if (query === null) return answerList(askedSources(sources, options), options, terminal);
    await answer({ text: text ?? '', query }, sources, options, terminal);
    return true;
  });
}

/** Runs a query that is given as a tree. */
export function searchBy(query: Query, options: AnswerOptions, terminal: Terminal): Promise<ExitCode> {
  return inSources(options, terminal, async (sources) => {
    await answer({ text: '', query }, sources, options, terminal);
    return true;
  });
}

/** Opens the sources for `use`, which returns whether its answer is complete. */
async function inSources(
  options: SourceOptions,
  terminal: Terminal,
  use: (sources: OpenedSources) => Promise<boolean>,
): Promise<ExitCode> {
  const sources = await openSources(options, terminal);
  try {
    for (const { source, reason } of sources.incomplete) {
      terminal.say(`case-access: ${printable(`source ${source} does not open and is not searched: ${reason}`)}`);
    }
    for (const { id, isStale } of sources.opened) {
      if (isStale)
        terminal.say(
          `case-access: the case of ${printable(id)} has changed since its index was built. Build it again with \`case-access index build\`.`,
        );
    }
    const isWhole = await use(sources);
    const isCurrent = sources.opened.every(({ isStale }) => !isStale);
    return isWhole && isCurrent && sources.incomplete.length === 0 ? ok : incomplete;
  } finally {
    await sources.close();
  }
}

async function answer(
  { text, query }: { readonly text: string; readonly query: Query },
  sources: OpenedSources,
  options: AnswerOptions,
  terminal: Terminal,
): Promise<void> {
  const asked = askedSources(sources, options);
  const request: CombinedRequest = { query, ...defaultFieldsOf(options), ...asWritten(text), want: ['ids', 'hints'] };
  if (options.explain) return explain(request, asked, options.json === true, terminal);
  if (options.count) {
    const { items: count, hints } = await countItems(request, asked, terminal.signal);
    printHints(hints, terminal);
    const counted = { count, ...(hints.length === 0 ? {} : { hints }), ...missing(sources) };
    return terminal.write(options.json ? `${JSON.stringify(counted)}\n` : `${count}\n`);
  }
  const { hits, hints } = await asked.search(request, terminal.signal);
  printHints(hints, terminal);
  if (options.json) return writeJson({ hits, hints }, sources, terminal);
  const hasSourceColumn = options.sources !== undefined;
  for await (const batches of hits) {
    for (const { target, ids } of batches) {
      if (!options.ids) await writeItems(target, ids, asked, terminal);
      else for (const id of ids) await terminal.write(`${idLine(target, id, hasSourceColumn)}\n`);
    }
  }
}

/** Number of items whose records are read at a time. */
const RECORDS_AT_ONCE = 256;

async function writeItems(
  source: NamedSource,
  ids: Uint32Array,
  asked: AskedSources,
  terminal: Terminal,
): Promise<void> {
  for (let start = 0; start < ids.length; start += RECORDS_AT_ONCE) {
    const some = ids.subarray(start, start + RECORDS_AT_ONCE);
    const records = await asked.records(source, some, terminal.signal);
    for (const [i, record] of records.entries()) await terminal.write(`${itemLine(source, some[i]!, record)}\n`);
  }
}

function idLine(source: NamedSource, id: number, hasSourceColumn: boolean): string {
  return hasSourceColumn ? `${printable(source.id)}\t${id}` : String(id);
}

function itemLine(source: NamedSource, id: number, record: IndexedItem | null): string {
  const properties = new Map(record?.properties ?? []);
  const value = (name: string): string => printable(properties.get(name)?.[0] ?? '');
  return `${printable(source.id)}\t${id}\t${value('name')}\t${value('path')}`;
}

async function writeJson(
  { hits, hints }: Pick<CombinedAnswer<NamedSource>, 'hits' | 'hints'>,
  sources: OpenedSources,
  terminal: Terminal,
): Promise<void> {
  let separator = '';
  await terminal.write('{"docs":[');
  for await (const batches of hits) {
    for (const { target, ids } of batches) {
      const id = JSON.stringify(target.id);
      for (const item of ids) {
        await terminal.write(`${separator}{"source":${id},"id":${item}}`);
        separator = ',';
      }
    }
  }
  const hintsMember = hints.length === 0 ? '' : `,"hints":${JSON.stringify(hints)}`;
  const rest = sources.incomplete.length === 0 ? '' : `,"incomplete":${JSON.stringify(sources.incomplete)}`;
  await terminal.write(`]${hintsMember}${rest}}\n`);
}

async function explain(
  request: CombinedRequest,
  sources: AskedSources,
  isJson: boolean,
  terminal: Terminal,
): Promise<void> {
  const found = await sources.explain(request, terminal.signal);
  const explained = found.map(({ target, value }) => ({ source: target.id, ...value }));
  if (isJson) return terminal.write(`${JSON.stringify({ sources: explained })}\n`);
  for (const explanation of explained) {
    const heading = explained.length > 1 ? [`source ${printable(explanation.source)}`] : [];
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
  case-access search 'invoce~ AND auther:ana' --case /cases/4711 --explain
  case-access search --list keywords.txt --case /cases/4711
  case-access search --case /cases/4711 -- -draft

Without --count, --ids or --json each line is an item: source, id, name and path, separated by tabs; control characters
in names are escaped. The answer is always complete: there is no limit. With --sources, --ids prints the source before
the id. --list skips blank lines. If a line is not a valid query, it is named on stderr, the others are answered, and
the exit code is 5. search does not build the index: case-access index build does.
`;
