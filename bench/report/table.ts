import { allClasses } from '../compare/summary.ts';
import type { HttpResult } from '../http/http-bench.ts';
import { type BestAndMedian, firstByteAfterEngineMs, ratioOf } from '../http/large-answer.ts';
import type { CorpusResult } from './result.ts';

/** Formats the result of one corpus as text for a terminal. */
export function tableOf(result: CorpusResult): string {
  const parts = [
    `${result.corpus}: ${result.items} items, ${megabytes(result.textBytes)} MB of text`,
    result.skipped.map(({ engine, reason }) => `skipped ${engine}: ${reason}`).join('\n'),
    grid(
      ['build', 'threads', 'seconds', 'searchable after', 'index MB', 'stored MB', 'peak MB', 'version'],
      result.builds.map((build) => [
        build.engine,
        String(build.threads),
        build.seconds.toFixed(2),
        build.searchableSeconds.toFixed(2),
        megabytes(build.bytes),
        megabytes(build.storedBytes),
        megabytes(build.peakBytes),
        build.version,
      ]),
    ),
    grid(
      ['opening', 'start to first answer ms', 'opening in-process ms', 'first query ms', 'peak MB while answering'],
      result.opening.map(({ engine, firstAnswerMs, openMs, firstQueryMs }) => [
        engine,
        firstAnswerMs.toFixed(0),
        openMs?.toFixed(1) ?? '',
        firstQueryMs?.toFixed(1) ?? '',
        megabytes(result.memory.find((entry) => entry.engine === engine)?.servePeakBytes ?? 0),
      ]),
    ),
    timesOf(result),
    grid(
      ['term list', 'terms', 'count s', 'all ids s'],
      result.termLists.map((list) => [
        list.engine,
        String(list.terms),
        list.countSeconds.toFixed(3),
        list.idsSeconds.toFixed(3),
      ]),
    ),
    notAsked(result.unsupported),
    result.disagreements.map(disagreementLine).join('\n'),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** Returns a line for each engine: the classes without a query for it. */
function notAsked(unsupported: readonly string[]): string {
  const byEngine = new Map<string, Set<string>>();
  for (const line of unsupported) {
    const [engine, name] = line.split(': ') as [string, string];
    byEngine.set(engine, (byEngine.get(engine) ?? new Set()).add(name));
  }
  return [...byEngine]
    .map(([engine, names]) => `${engine} has no exact query for: ${[...names].join(', ')}`)
    .join('\n');
}

function disagreementLine(entry: CorpusResult['disagreements'][number]): string {
  const { engine, query, found, expected, knownReason } = entry;
  const said = `${engine} on ${entry.class} ${query}: ${found}, not ${expected}`;
  return knownReason === null ? `DISAGREES ${said}` : `differs ${said} (${knownReason})`;
}

function timesOf(result: CorpusResult): string {
  const engines = [...new Set(result.classes.map((summary) => summary.engine))];
  const rows: string[][] = [];
  const keys = [...new Set(result.classes.map((summary) => `${summary.command}\t${summary.class}`))];
  keys.sort((a, b) => order(a) - order(b) || (a < b ? -1 : 1));
  for (const key of keys) {
    const [command, name] = key.split('\t') as [string, string];
    const summaries = result.classes.filter((summary) => summary.command === command && summary.class === name);
    const cells = engines.map((engine) => {
      const summary = summaries.find((candidate) => candidate.engine === engine);
      return summary === undefined ? '' : `${summary.peerBest.toFixed(1)} (${summary.ratio.toFixed(2)})`;
    });
    const widest = summaries.reduce((a, b) => (b.queries > a.queries ? b : a));
    rows.push([
      command,
      name,
      String(widest.queries),
      widest.oursBest.toFixed(1),
      widest.oursMedian.toFixed(1),
      ...cells,
    ]);
  }
  for (const command of commandOrder) {
    const means = result.geometricMeans.filter((mean) => mean.command === command);
    if (means.length === 0) continue;
    const ratioOf = (engine: string) => means.find((mean) => mean.engine === engine)?.ratio.toFixed(2);
    const cells = engines.map((engine) => (ratioOf(engine) === undefined ? '' : `(${ratioOf(engine)})`));
    rows.push([command, 'geometric mean of ratios', '', '', '', ...cells]);
  }
  const head = [
    'command',
    'class',
    'queries',
    'ours best us',
    'ours median',
    ...engines.map((engine) => `${engine} best (ratio)`),
  ];
  return rows.length === 0 ? '' : grid(head, rows);
}

const commandOrder = ['COUNT', 'IDS', 'TOP_10', 'TOP_10_COUNT'];

function order(key: string): number {
  const [command, name] = key.split('\t') as [string, string];
  return commandOrder.indexOf(command) * 2 + (name === allClasses ? 1 : 0);
}

export function grid(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd();
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** Returns bytes as megabytes of a million, for display. */
export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

export function httpTableOf(http: HttpResult): string {
  const { allItems, lightP99Ms, residentBytes } = http;
  return [
    grid(
      ['GET /search', 'clients', 'requests/s', 'p50 ms', 'p99 ms', 'MB/s', 'failures'],
      http.loads.map((load) => [
        load.query,
        String(load.clients),
        load.requestsPerSecond.toFixed(1),
        load.p50Ms.toFixed(1),
        load.p99Ms.toFixed(1),
        megabytes(load.bytesPerSecond),
        String(load.failures),
      ]),
    ),
    `all items, alone: first byte ${allItems.firstByteMs.toFixed(1)} ms, whole ${allItems.totalMs.toFixed(1)} ms, ${allItems.bytes} bytes`,
    ...largeAnswerLines(http),
    `light query p99 ms: idle ${lightP99Ms.idle.toFixed(2)}, while all items stream ${lightP99Ms.whileStreaming.toFixed(2)}, ` +
      `while a heavy expression runs ${lightP99Ms.whileHeavy.toFixed(2)}`,
    `CPU in the half second after the client of a heavy query left: ${http.cpuMsAfterClientLeft} ms`,
    `server memory: ${megabytes(residentBytes.afterOpening)} MB after opening, ${megabytes(residentBytes.peak)} MB at most` +
      (residentBytes.own === undefined
        ? ''
        : `, ${megabytes(residentBytes.own)} MB of it without mapped files in the end`),
  ].join('\n');
}

function largeAnswerLines({ largeAnswer }: HttpResult): string[] {
  if (largeAnswer === undefined) return [];
  const { query, items, bytes, rounds, engineMs, socketMs, firstByteMs, wholeMs, streams } = largeAnswer;
  const shown = (time: BestAndMedian) => `${time.best.toFixed(1)} (${time.median.toFixed(1)})`;
  return [
    `${query}, ${items} items, ${megabytes(bytes)} MB, best (median) of ${rounds}, ms: engine ${shown(engineMs)}, ` +
      `the bytes alone ${shown(socketMs)}, first byte ${shown(firstByteMs)}, whole ${shown(wholeMs)}`,
    `  first byte after the engine: ${firstByteAfterEngineMs(largeAnswer, 'best').toFixed(1)} ` +
      `(${firstByteAfterEngineMs(largeAnswer, 'median').toFixed(1)}) ms; whole to engine and bytes: ` +
      `${ratioOf(largeAnswer, 'best').toFixed(2)} (${ratioOf(largeAnswer, 'median').toFixed(2)})`,
    `  memory without mapped files while ${streams.clients} clients read it: ${megabytes(streams.ownBytesBefore)} MB before, ` +
      `${megabytes(streams.ownBytesMost)} MB at most`,
  ];
}
