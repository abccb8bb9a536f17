/** `index stats`: shows the contents of an index. */
import type { Command } from 'commander';
import type { ClusterSite } from '../../cluster/filling/cluster-site.ts';
import type { clusterStats } from '../../cluster/filling/cluster-stats.ts';
import { addEngineOptions, type EngineOptions, siteOf } from '../engine-options.ts';
import { exitCodesHelp } from '../exit-codes.ts';
import {
  caseOptionsOf,
  type DataOption,
  dataOption,
  jsonOption,
  type MappingOption,
  mappingOption,
  requireCase,
} from '../options.ts';
import type { Session } from '../session.ts';
import { printable } from '../terminal/terminal.ts';

type ClusterStats = typeof clusterStats;

interface IndexStatsOptions extends DataOption, MappingOption, EngineOptions {
  readonly json?: boolean;
}

export function addIndexStats(parent: Command, session: Session): void {
  const command = parent
    .command('stats')
    .description('describe the index of a case')
    .argument('<case-dir>', 'case directory, or a load file')
    .addOption(dataOption())
    .addOption(mappingOption());
  addEngineOptions(command)
    .addOption(jsonOption())
    .addHelpText('after', EXAMPLES + exitCodesHelp)
    .action(async (casePath: string, options: IndexStatsOptions) => {
      await requireCase(casePath);
      const { indexStats } = await import('../../indexing/index-stats.ts');
      const caseOptions = await caseOptionsOf(options);
      const site = await siteOf(options);
      const asked = { casePath, caseOptions, dataDir: options.data };
      const stats = site === undefined ? await indexStats(asked) : await onCluster(asked, site);
      const text = options.json
        ? JSON.stringify(stats)
        : describe(stats as unknown as Readonly<Record<string, unknown>>).join('\n');
      await session.terminal.write(`${text}\n`);
    });
}

async function onCluster(asked: Parameters<ClusterStats>[0], site: ClusterSite): ReturnType<ClusterStats> {
  const { clusterStats } = await import('../../cluster/filling/cluster-stats.ts');
  return clusterStats(asked, site);
}

/** Every member on its own line, nested members indented; a list of objects as a table. */
function describe(value: Readonly<Record<string, unknown>>, indent = ''): string[] {
  return Object.entries(value).flatMap(([name, member]) => {
    if (Array.isArray(member) && member.some(isObject)) {
      return [`${indent}${name}`, ...table(member.filter(isObject)).map((line) => `${indent}  ${line}`)];
    }
    if (isObject(member)) return [`${indent}${name}`, ...describe(member, `${indent}  `)];
    return [`${indent}${name.padEnd(20)} ${show(member)}`];
  });
}

function table(rows: readonly Readonly<Record<string, unknown>>[]): string[] {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row).filter((name) => !isObject(row[name]))))];
  const cells = [columns, ...rows.map((row) => columns.map((name) => show(row[name])))];
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function show(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString('en-US');
  if (Array.isArray(value)) return value.map(show).join(', ');
  return value === undefined || value === null ? '-' : printable(String(value));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const EXAMPLES = `
Examples:
  case-access index stats /cases/4711
  case-access index stats /cases/4711 --json
`;
