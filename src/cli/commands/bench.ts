/** `bench`: measures the time of each query of a file on a case. */
import type { Command } from 'commander';
import type { CombinedRequest } from '../../search/combined/coordinator.ts';
import { AskedSources } from '../asked-sources.ts';
import { type ExitCode, exitCodesHelp, incomplete, ok } from '../exit-codes.ts';
import { type HashSetOption, hashSetOption } from '../hash-sets/option.ts';
import { openSources } from '../open-sources.ts';
import {
  type DataOption,
  dataOption,
  defaultFieldsOf,
  jsonOption,
  type QueryOptions,
  wholeNumber,
  withQueryOptions,
} from '../options.ts';
import { QueryFault } from '../query-fault.ts';
import { listedQueries } from '../search-list.ts';
import type { Session } from '../session.ts';
import { printable, type Terminal } from '../terminal/terminal.ts';

interface BenchOptions extends DataOption, QueryOptions, HashSetOption {
  readonly case: string;
  readonly rounds: number;
  readonly json?: boolean;
}

interface Timing {
  readonly query: string;
  readonly items: number;
  readonly bestMs: number;
  readonly medianMs: number;
}

export function addBench(program: Command, session: Session): void {
  const command = program
    .command('bench')
    .description('time the queries of a file on a case')
    .argument('<queries>', 'file with one query a line, - for stdin')
    .requiredOption('--case <dir>', 'case directory')
    .addOption(hashSetOption())
    .addOption(dataOption())
    .option('--rounds <n>', 'timed runs of each query, after an untimed one', wholeNumber(1, 10_000), 5);
  withQueryOptions(command)
    .addOption(jsonOption())
    .addHelpText('after', EXAMPLES + exitCodesHelp)
    .action(async (file: string, options: BenchOptions) => {
      session.exitCode = await bench(file, options, session.terminal);
    });
}

async function bench(file: string, options: BenchOptions, terminal: Terminal): Promise<ExitCode> {
  const sources = await openSources(options, terminal);
  const asked = new AskedSources(sources.opened, sources.hashLists);
  const how = { ...defaultFieldsOf(options), want: ['ids'] as const };
  const timings: Timing[] = [];
  const { parseQueryText } = await import('../query-text.ts');
  let isWhole = true;
  try {
    if (!options.json) await terminal.write('best ms\tmedian ms\titems\tquery\n');
    for await (const { line, text } of listedQueries(file)) {
      try {
        const query = parseQueryText(text, options);
        timings.push(await time(text, { query, ...how }, asked, options.rounds, terminal.signal));
      } catch (error) {
        if (!(error instanceof QueryFault)) throw error;
        isWhole = false;
        terminal.say(`case-access: line ${line}: ${printable(error.message)}`);
        continue;
      }
      if (!options.json) await terminal.write(timings.slice(-1).map(timingLine).join(''));
    }
    if (options.json) await terminal.write(`${JSON.stringify(timings)}\n`);
    return isWhole ? ok : incomplete;
  } finally {
    await sources.close();
  }
}

/** Measures the time of a search, including the time to read its complete answer. */
async function time(
  text: string,
  request: CombinedRequest,
  asked: AskedSources,
  rounds: number,
  signal: AbortSignal,
): Promise<Timing> {
  const times: number[] = [];
  let items = 0;
  for (let round = 0; round <= rounds; round++) {
    const start = performance.now();
    items = 0;
    const { hits } = await asked.search(request, signal);
    for await (const batches of hits) for (const { ids } of batches) items += ids.length;
    if (round > 0) times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return { query: text, items, bestMs: times[0] ?? 0, medianMs: times[Math.floor(times.length / 2)] ?? 0 };
}

function timingLine({ bestMs, medianMs, items, query }: Timing): string {
  return `${bestMs.toFixed(3)}\t${medianMs.toFixed(3)}\t${items}\t${query}\n`;
}

const EXAMPLES = `
Examples:
  case-access bench queries.txt --case /cases/4711
  case-access bench queries.txt --case /cases/4711 --rounds 50 --json

Times are in milliseconds, for one search with its complete answer. The first run is not timed.
`;
