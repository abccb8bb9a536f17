/** Tables of documents, made from the recorded results of figures. */
import type { ClientsResult } from '../clients/clients-result.ts';
import type { GrownResult } from '../growth/grown-result.ts';
import type { SmallAnswer } from '../http/small-answer.ts';
import type { ActionResult } from '../page/delays.ts';
import type { ProxyResult } from '../page/proxy-result.ts';
import { CAUSES, type Cause } from '../page/trace.ts';
import type { ClassRow, RealResult } from '../real/class-rows.ts';
import type { BuildResult } from '../report/result.ts';

/** Keyed by figure: functions that make the table of a name. */
export const TABLES: Readonly<Record<string, (what: string, result: unknown) => string>> = {
  page: (what, result) => pageTable(what, (result as { actions: readonly ActionResult[] }).actions),
  builds: (what, result) => buildsTable(what, (result as { builds: readonly BuildResult[] }).builds),
  'small-answers': (_, result) => smallAnswersTable((result as { answers: readonly SmallAnswer[] }).answers),
  clients: (_, result) => clientsTable(result as ClientsResult),
  proxy: (_, result) => proxyTable(result as ProxyResult),
  grown: (what, result) => grownTable(what, result as GrownResult),
  real: (what, result) => realTable(what, result as RealResult),
};

const CAUSE_NAMES: Readonly<Record<Cause, string>> = {
  server: 'server',
  network: 'network',
  json: 'JSON',
  layout: 'style, layout, paint',
  script: 'script',
  frame: 'frame',
};
/** The targets in milliseconds. */
const BARS = { usual: 100, 'suggestions with counts': 50 } as const;

function pageTable(what: string, actions: readonly ActionResult[]): string {
  const ms = (time: number): string => time.toFixed(1);
  if (what === 'delays') {
    return table(
      ['action', 'times', 'p50 ms', 'p99 ms', 'bar ms', 'slowest ms', 'kB sent', 'kB decoded'],
      actions.map(({ action, count, p50Ms, p99Ms, maxMs, sentBytes, decodedBytes }) => {
        const bar = action === 'suggestions with counts' ? BARS[action] : BARS.usual;
        const p99 = p99Ms > bar ? `**${ms(p99Ms)}**` : ms(p99Ms);
        return [
          action,
          String(count),
          ms(p50Ms),
          p99,
          String(bar),
          ms(maxMs),
          kilobytes(sentBytes),
          kilobytes(decodedBytes),
        ];
      }),
    );
  }
  if (what !== 'causes') throw new Error(`the figure page has no table ${what}`);
  return table(
    ['mean ms, and of the slowest twentieth', ...CAUSES.map((cause) => CAUSE_NAMES[cause])],
    actions.map(({ action, meanParts, slowParts }) => [
      action,
      ...CAUSES.map((cause) => `${ms(meanParts[cause])}, ${ms(slowParts[cause])}`),
    ]),
  );
}

function grownTable(what: string, { builds, asked }: GrownResult): string {
  if (what === 'builds') {
    return table(
      ['build', 's', 'processor s', 'peak MB'],
      builds.map(({ what: build, seconds, processorSeconds, peakMB }) => [
        build,
        seconds.toFixed(1),
        processorSeconds.toFixed(1),
        peakMB.toFixed(0),
      ]),
    );
  }
  if (what !== 'queries') throw new Error(`the figure grown has no table ${what}`);
  return table(
    [
      'over HTTP',
      'one index, ms',
      'after the additions',
      'worst',
      'after a merge',
      'worst',
      'after the change',
      'worst',
    ],
    asked.map(({ what: request, medianMs, grown, merged, changed }) => [
      request,
      medianMs.toFixed(2),
      ...[grown, merged, changed].flatMap(({ mean, worst }) => [mean.toFixed(2), worst.toFixed(2)]),
    ]),
  );
}

function smallAnswersTable(answers: readonly SmallAnswer[]): string {
  const rests = [...new Set(answers.map(({ restMs }) => restMs))];
  const paths = [...new Set(answers.map(({ path }) => path))];
  const after = (rest: number): string => (rest === 0 ? '' : `after ${rest} ms: `);
  return table(
    ['', ...rests.flatMap((rest) => ['HTTP', 'beyond the engine', 'bare Node'].map((head) => after(rest) + head))],
    paths.map((path) => [
      `\`${path}\``,
      ...answers
        .filter((answer) => answer.path === path)
        .flatMap(({ httpMs, beyondMs, bareMs }) => [httpMs, beyondMs, bareMs].map((ms) => ms.toFixed(2))),
    ]),
  );
}

/** Lucene has two ways, and the faster one counts. */
function clientsTable({ rows }: ClientsResult): string {
  return table(
    [
      'request',
      'clients',
      'ours, requests/s',
      'Lucene, requests/s',
      'ratio',
      'ours, processor ms',
      'Lucene, processor ms',
    ],
    rows.map(({ request, clients, sides: [ours, ...peers] }) => {
      const peer = peers.reduce((best, one) => (one.perSecond > best.perSecond ? one : best));
      const perSecond = [ours!, peer].map((side) => side.perSecond);
      return [
        request,
        String(clients),
        ...perSecond.map((each) => each.toFixed(0)),
        (perSecond[0]! / perSecond[1]!).toFixed(2),
        ...[ours!, peer].map(({ processorMs }) => processorMs.toFixed(2)),
      ];
    }),
  );
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}

function proxyTable({ ways }: ProxyResult): string {
  return table(
    ['way', 'times', 'page p50 ms', 'p99 ms', 'search p50 ms', 'p99 ms', 'facets after it, p50 ms', 'p99 ms'],
    ways.map(({ way, count, ...times }) => [
      way,
      String(count),
      ...[times.load, times.search, times.facets].flatMap(({ p50Ms, p99Ms }) => [p50Ms.toFixed(1), p99Ms.toFixed(1)]),
    ]),
  );
}

/** How the table describes the work of each engine. An engine that is not in this list is shown by its name. */
const BUILDS: Readonly<Record<string, string>> = {
  'case-access':
    'case-access: reads the case, stores items, texts, columns of all values, pairs of words, numbers, near duplicates',
  lucene: 'Lucene, one segment: reads prepared lines, stores nothing',
  'lucene-all-kept': 'Lucene, one segment: reads the case itself, stores all values, texts and columns',
  tantivy: 'tantivy, one segment: reads prepared tokens, stores nothing',
};

/** `with N threads`. */
function buildsTable(what: string, builds: readonly BuildResult[]): string {
  const threads = Number(/^with (\d) threads?$/.exec(what)?.[1]);
  const own = builds.filter((build) => build.threads === threads);
  if (own.length === 0) throw new Error(`the figure builds has no table ${what}`);
  const millions = (bytes: number): string => Math.round(bytes / 1e6).toLocaleString('en-US');
  return table(
    ['build', 's', 'processor s', 'index MB', 'items and texts MB', 'peak MB'],
    own.map(({ engine, seconds, processorSeconds, bytes, storedBytes, peakBytes }) => [
      BUILDS[engine] ?? engine,
      seconds.toFixed(1),
      processorSeconds.toFixed(1),
      millions(bytes),
      storedBytes < 1e5 ? '–' : millions(storedBytes),
      millions(peakBytes),
    ]),
  );
}

const CLASS_NAMES: Readonly<Record<string, string>> = {
  'sbg-intersection': 'public intersections',
  'sbg-intersection_union': 'public, one word required',
  'sbg-negated': 'public negations',
  'sbg-phrase': 'public phrases',
  'sbg-term': 'public term',
  'sbg-two-phase-critic': 'public phrase in AND',
  'sbg-union': 'public unions',
};

/**
 * `again beside lucene` has our times and the ratios, `first to lucene` only the ratios, and `summary to lucene` the ratios of
 * all classes together.
 */
function realTable(what: string, { commands, rows }: RealResult): string {
  const named = /^(again|first|opened|summary) (beside|to) ([\w-]+)$/.exec(what);
  if (named === null) throw new Error(`the figure real has no table ${what}`);
  const [, ask, how, peer] = named as unknown as [string, string, string, string];
  const ratio = (row: ClassRow | undefined): string => row?.peers[peer]?.geometric.toFixed(2) ?? '–';
  const find = (of: string, name: string, command: string): ClassRow | undefined =>
    rows.find((row) => row.ask === of && row.class === name && row.command === command);
  if (ask === 'summary') {
    const asks = { again: 'repeated query', opened: 'first time, warm process', first: 'first time, new process' };
    return table(
      ['', ...commands.map((command) => COMMAND_NAMES[command] ?? command)],
      Object.entries(asks).map(([of, shown]) => [shown, ...commands.map((command) => ratio(find(of, 'all', command)))]),
    );
  }
  const classes = [...new Set(rows.filter((row) => row.ask === ask).map((row) => row.class))];
  if (how === 'to') {
    return table(
      [`to ${PEER_NAMES[peer] ?? peer}`, ...commands],
      classes.map((name) => [CLASS_NAMES[name] ?? name, ...commands.map((command) => ratio(find(ask, name, command)))]),
    );
  }
  return table(
    ['class', 'queries', ...commands.flatMap((command) => [`${command} µs`, `to ${PEER_NAMES[peer] ?? peer}`])],
    classes.map((name) => {
      const own = commands.map((command) => find(ask, name, command));
      const queries = Math.max(...own.map((row) => row?.queries ?? 0));
      const cells = own.flatMap((row) => [row?.medianUs.toFixed(1) ?? '–', ratio(row)]);
      return [CLASS_NAMES[name] ?? name, String(queries), ...cells];
    }),
  );
}

const PEER_NAMES: Readonly<Record<string, string>> = { lucene: 'Lucene', 'lucene-bp': 'renumbered Lucene' };

const COMMAND_NAMES: Readonly<Record<string, string>> = {
  COUNT: 'count',
  IDS: 'all ids',
  TOP_10: 'ten best',
  TOP_10_COUNT: 'ten best and count',
  TOP_100_COUNT: 'hundred best and count',
};

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map((_, i) => (i === 0 ? '---' : '--:')).join('|')}|`, ...rows.map(line)].join('\n');
}
