/** `searches`: lists, runs, saves and deletes searches that are shared with everyone. */
import { type Command, Option } from 'commander';
import type { SavedSearch, SearchContent } from '../../bookmarks/searches/saved-search.ts';
import { readSort } from '../../http/input/sort-order.ts';
import { SET_PARTS_MAX } from '../../http/limits.ts';
import { AppError } from '../../shared/errors.ts';
import { changing, existingStore, NOBODY, reading } from '../bookmark-access.ts';
import { addEngineOptions } from '../engine-options.ts';
import { exitCodesHelp } from '../exit-codes.ts';
import { hashSetOption } from '../hash-sets/option.ts';
import type { SourceOptions } from '../open-sources.ts';
import {
  type DataOption,
  type DefaultOperator,
  dataOption,
  defaultOperatorOption,
  jsonOption,
  literalOption,
  mappingOption,
  timeZoneOption,
} from '../options.ts';
import type { Session } from '../session.ts';
import { printable } from '../terminal/terminal.ts';
import { searchBy } from './search.ts';

interface JsonOptions extends DataOption {
  readonly json?: boolean;
}

interface FoundOptions extends SourceOptions, JsonOptions {
  readonly count?: boolean;
  readonly ids?: boolean;
}

interface PutOptions extends JsonOptions {
  readonly filter: readonly string[];
  readonly source: readonly string[];
  readonly sort: readonly string[];
  readonly view?: string;
  readonly defaultOperator: DefaultOperator;
  readonly timeZone?: string;
  readonly literal?: boolean;
}

export function addSearches(program: Command, session: Session): void {
  const { terminal } = session;
  const searches = program
    .command('searches')
    .description('list, run, save and delete searches that are shared with everyone')
    .addHelpText('after', EXAMPLES + exitCodesHelp);
  const add = (name: string, description: string): Command =>
    searches
      .command(name)
      .description(description)
      .addHelpText('after', EXAMPLES + exitCodesHelp);
  add('list', 'list the shared searches')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (options: JsonOptions) => {
      const { ANYBODY } = await import('../../bookmarks/searches/saved-searches.ts');
      const all = await reading(options, async (store) => store.searchesOf(ANYBODY).all());
      if (options.json) await terminal.write(`${JSON.stringify({ searches: all })}\n`);
      else for (const search of all) await terminal.write(`${printable(search.name)}\t${shown(search)}\n`);
    });
  const run = add('run', 'run a saved search on a case, or on all sources of a sources file')
    .argument('<name>', 'the name of a shared search')
    .option('--case <dir>', 'case directory, or a load file')
    .addOption(mappingOption())
    .option('--sources <file>', 'sources file, as for serve; path or URL')
    .addOption(hashSetOption())
    .addOption(dataOption());
  addEngineOptions(run)
    .addOption(new Option('--count', 'print only the number of items').conflicts(['ids']))
    .addOption(new Option('--ids', 'print only the ids of the items').conflicts(['json']))
    .option('--json', 'answer in JSON, as GET /search does')
    .action(async (name: string, options: FoundOptions) => {
      const { SearchTrees } = await import('../saved-tree.ts');
      const query = await reading(options, async (store) => new SearchTrees(store).of(name));
      session.exitCode = await searchBy(query, options, terminal);
    });
  add('put', 'save a search, or replace one')
    .argument('<name>', 'the name of the search')
    .argument('[query]', 'the query; if empty, all items', '')
    .addOption(listOption('--filter <query>', 'a query that every item must match, too; repeatable'))
    .addOption(listOption('--source <id>', 'the id of a source; without it all are searched; repeatable'))
    .addOption(listOption('--sort <key>', 'a key of the order on the page, such as date:desc; repeatable'))
    .option('--view <name>', 'the view on the page, such as gallery')
    .addOption(defaultOperatorOption())
    .addOption(timeZoneOption())
    .addOption(literalOption())
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (name: string, q: string, options: PutOptions) => {
      const content = contentOf(q, options);
      const { ANYBODY } = await import('../../bookmarks/searches/saved-searches.ts');
      const { requireSound } = await import('../saved-tree.ts');
      const saved = await changing(options, async (store) => {
        requireSound({ name, shared: true, ...content }, store);
        return store.searchesOf(ANYBODY).put(name, content, true, NOBODY);
      });
      await terminal.write(options.json ? `${JSON.stringify(saved)}\n` : `Saved: ${printable(saved.name)}\n`);
    });
  add('delete', 'delete a search; bookmarks undo brings it back')
    .argument('<name>', 'the name of a shared search')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (name: string, options: JsonOptions) => {
      await existingStore(options);
      const { ANYBODY } = await import('../../bookmarks/searches/saved-searches.ts');
      const gone = await changing(options, (store) => store.searchesOf(ANYBODY).delete(name, NOBODY));
      await terminal.write(options.json ? `${JSON.stringify(gone)}\n` : `Deleted: ${printable(gone.name)}\n`);
    });
}

function listOption(flags: string, description: string): Option {
  return new Option(flags, description)
    .argParser((value: string, before: readonly string[]) => [...before, value])
    .default([], 'none');
}

/** Throws AppError USAGE for more parts than a request to the server may have, and for an invalid order. */
function contentOf(q: string, options: PutOptions): SearchContent {
  const { filter, source: sourceID, sort, view = null, defaultOperator, literal = false, timeZone = 'UTC' } = options;
  const parts = { filter, source: sourceID, sort };
  for (const [name, { length }] of Object.entries(parts)) {
    if (length > SET_PARTS_MAX) throw new AppError('USAGE', `Give --${name} at most ${SET_PARTS_MAX} times.`);
  }
  readSort(sort);
  return { q, defaultOperator, literal, timeZone, filter, sourceID, bbox: null, sort, view };
}

function shown({ q, filter, sourceID }: SavedSearch): string {
  const sources = sourceID.length === 0 ? [] : [`source:${sourceID.join(',')}`];
  return [q === '' ? '*:*' : q, ...filter, ...sources].map(printable).join('\t');
}

const EXAMPLES = `
Examples:
  case-access searches list
  case-access searches put Invoices 'invoice*' --filter category:emails --sort date:desc
  case-access searches run Invoices --sources sources.json --count
  case-access searches run Invoices --case /cases/4711 --json
  case-access searches delete Invoices

Commands see only shared searches. A private search is available to its owner, on the page or over HTTP.
list and run may run beside a server; put and delete may not: use PUT and DELETE /searches/NAME then.
run lists items by id, regardless of the order of the search, and refuses a search with an area on the map, which a query cannot express.
`;
