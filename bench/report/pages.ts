import { allClasses } from '../compare/summary.ts';
import type { HttpResult } from '../http/http-bench.ts';
import { type BestAndMedian, ratioOf } from '../http/large-answer.ts';
import type { CorpusResult, RunResult } from './result.ts';
import { megabytes } from './table.ts';

/**
 * Fills the tables of a page from a recorded run, so that no figure is copied by hand. The markers are
 *
 *     <!-- figures of CORPUS: classes beside ENGINE, COMMAND, … -->     each class, ours and a peer's, by command
 *     <!-- figures of CORPUS: classes beside …; only CLASS, … -->       the same for some classes, in this order
 *     <!-- figures of CORPUS: peers, COMMAND -->                        each class, ours and the ratio to each peer
 *     <!-- figures of CORPUS: builds -->   … : lists of terms   … : http
 *     <!-- end of figures -->
 */
export function fillFigures(page: string, run: RunResult): string {
  return page.replace(MARKER, (_, head: string, corpus: string, what: string) => {
    const result = run.corpora.find((candidate) => candidate.corpus === corpus);
    if (result === undefined) throw new Error(`the run has no corpus ${corpus}`);
    return `${head}\n${tableOf(result, what)}\n<!-- end of figures -->`;
  });
}

const MARKER = /(<!-- figures of (\S+): ([^\n]*?) -->)\n[\s\S]*?<!-- end of figures -->/g;

function tableOf(result: CorpusResult, what: string): string {
  const [columns, only] = what.split('; only ') as [string, string?];
  const [kind, ...commands] = columns.split(', ') as [string, ...string[]];
  const peer = /^classes beside (\S+)$/.exec(kind)?.[1];
  if (peer !== undefined) return classesTable(result, peer, commands, only?.split(', ') ?? classesOf(result));
  switch (kind) {
    case 'peers':
      return peersTable(result, commands[0]!);
    case 'builds':
      return buildsTable(result);
    case 'lists of terms':
      return table(
        ['engine', 'terms', 'counts, s', 'ids, s'],
        result.termLists.map((list) => [
          list.engine,
          String(list.terms),
          list.countSeconds.toFixed(2),
          list.idsSeconds.toFixed(2),
        ]),
      );
    case 'http':
      return httpTable(result);
    default:
      throw new Error(`no table is called ${kind}`);
  }
}

/** Returns the classes in the order of measurement. The class of all of them together is last. */
function classesOf(result: CorpusResult): string[] {
  const names = [...new Set(result.classes.map((summary) => summary.class))];
  return [...names.filter((name) => name !== allClasses), allClasses];
}

function classesTable(
  result: CorpusResult,
  peer: string,
  commands: readonly string[],
  classes: readonly string[],
): string {
  const unknown = classes.find((name) => !classesOf(result).includes(name));
  if (unknown !== undefined) throw new Error(`the run has no class ${unknown}`);
  const head = ['class', 'queries', ...commands.flatMap((command) => [`${command} µs`, peer, 'ratio'])];
  const rows = classes.map((name) => {
    const summaries = commands.map((command) =>
      result.classes.find((one) => one.class === name && one.command === command && one.engine === peer),
    );
    const cells = summaries.flatMap((summary) =>
      summary === undefined
        ? ['–', '–', '–']
        : [summary.oursBest.toFixed(1), summary.peerBest.toFixed(1), summary.ratio.toFixed(2)],
    );
    return [name, String(summaries.find((summary) => summary !== undefined)?.queries ?? 0), ...cells];
  });
  const count = classesOf(result).length - 1;
  const means = commands.flatMap((command) => {
    const mean = result.geometricMeans.find((one) => one.command === command && one.engine === peer);
    return ['', '', mean === undefined ? '–' : mean.ratio.toFixed(2)];
  });
  return table(head, [
    ...rows,
    [`geometric mean of the ratios${classes.length < count ? ` of all ${count} classes` : ''}`, '', ...means],
  ]);
}

function peersTable(result: CorpusResult, command: string): string {
  const summaries = result.classes.filter((summary) => summary.command === command);
  const peers = [...new Set(summaries.map((summary) => summary.engine))];
  const rows = classesOf(result).flatMap((name) => {
    const own = summaries.filter((summary) => summary.class === name);
    if (own.length === 0) return [];
    const cells = peers.map((peer) => own.find((summary) => summary.engine === peer)?.ratio.toFixed(2) ?? '–');
    return [[name, own[0]!.oursBest.toFixed(1), ...cells]];
  });
  return table([`${command}`, 'ours µs', ...peers.map((peer) => `ours to ${peer}`)], rows);
}

function buildsTable(result: CorpusResult): string {
  return table(
    ['engine', 'threads', 'build, s', 'searchable after, s', 'index MB', 'peak MB'],
    result.builds.map((build) => [
      build.engine,
      String(build.threads),
      build.seconds.toFixed(1),
      build.searchableSeconds.toFixed(1),
      megabytes(build.bytes),
      megabytes(build.peakBytes),
    ]),
  );
}

function httpTable({ http }: CorpusResult): string {
  if (http === null) throw new Error('the run did not measure HTTP');
  const { lightP99Ms, residentBytes } = http;
  return table(
    ['GET /search', 'measured'],
    [
      ...largeAnswerRows(http),
      ['light query, idle server: p99', `${lightP99Ms.idle.toFixed(1)} ms`],
      ['light query, while all items stream: p99', `${lightP99Ms.whileStreaming.toFixed(1)} ms`],
      ['light query, while a heavy expression runs: p99', `${lightP99Ms.whileHeavy.toFixed(1)} ms`],
      ['processor time in half a second after the client of a heavy query left', `${http.cpuMsAfterClientLeft} ms`],
      [
        'memory of the server: after opening, most',
        `${megabytes(residentBytes.afterOpening)}, ${megabytes(residentBytes.peak)} MB`,
      ],
      ...(residentBytes.own === undefined
        ? []
        : [['memory of the server without mapped files, in the end', `${megabytes(residentBytes.own)} MB`]]),
      ...http.loads.map((load) => [
        `${load.query}, ${load.clients} ${load.clients === 1 ? 'client' : 'clients'}`,
        `${load.requestsPerSecond.toFixed(0)} a second, p99 ${load.p99Ms.toFixed(1)} ms`,
      ]),
    ],
  );
}

function largeAnswerRows({ allItems, largeAnswer }: HttpResult): string[][] {
  if (largeAnswer === undefined) {
    return [
      ['all items: first byte', `${allItems.firstByteMs.toFixed(1)} ms`],
      [`all items: whole answer, ${megabytes(allItems.bytes)} MB`, `${allItems.totalMs.toFixed(1)} ms`],
    ];
  }
  const { items, bytes, rounds, engineMs, socketMs, firstByteMs, wholeMs, streams } = largeAnswer;
  const shown = (time: BestAndMedian) => `${time.best.toFixed(1)}, ${time.median.toFixed(1)} ms`;
  const ratio = `${ratioOf(largeAnswer, 'best').toFixed(2)}, ${ratioOf(largeAnswer, 'median').toFixed(2)}`;
  return [
    [`all ${items} items, best and median of ${rounds}: first byte`, shown(firstByteMs)],
    [`whole answer, ${megabytes(bytes)} MB`, shown(wholeMs)],
    ['the engine alone, in-process', shown(engineMs)],
    ['the same number of bytes, from a bare server', shown(socketMs)],
    ['whole answer to engine and bytes together', ratio],
    [
      `memory of the server without mapped files while ${streams.clients} clients read all items: before, most`,
      `${megabytes(streams.ownBytesBefore)}, ${megabytes(streams.ownBytesMost)} MB`,
    ],
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = head.map((_, column) => (column === 0 ? '---' : '--:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}
