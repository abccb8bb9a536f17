/** `index verify`: checks whether the index is sound, and whether it agrees with the case. */
import { basename } from 'node:path';
import type { Command } from 'commander';
import type { ClusterSite } from '../../cluster/filling/cluster-site.ts';
import { fractionOf } from '../../indexing/fraction-of.ts';
import type { VerifyOptions, VerifyReport } from '../../indexing/verify-index.ts';
import { addEngineOptions, type EngineOptions, siteOf } from '../engine-options.ts';
import { exitCodesHelp, notSound, ok } from '../exit-codes.ts';
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
import { startProgress } from '../terminal/progress.ts';
import { printable, type Terminal } from '../terminal/terminal.ts';

interface IndexVerifyOptions extends DataOption, MappingOption, EngineOptions {
  readonly deep?: boolean;
  readonly json?: boolean;
}

export function addIndexVerify(parent: Command, session: Session): void {
  const command = parent
    .command('verify')
    .description('check every invariant of the index, and its counts against the case')
    .argument('<case>', 'case directory, or a load file')
    .addOption(dataOption())
    .addOption(mappingOption());
  addEngineOptions(command)
    .option('--deep', 'build the index again in a temporary directory, and compare both byte by byte')
    .addOption(jsonOption())
    .addHelpText('after', EXAMPLES + exitCodesHelp)
    .action(async (casePath: string, options: IndexVerifyOptions) => {
      const report = await indexVerify(casePath, options, session.terminal);
      session.exitCode = report.isSound ? ok : notSound;
    });
}

async function indexVerify(casePath: string, options: IndexVerifyOptions, terminal: Terminal): Promise<VerifyReport> {
  await requireCase(casePath);
  const { verifyIndex } = await import('../../indexing/verify-index.ts');
  const site = await siteOf(options);
  const verify = site === undefined ? verifyIndex : await onCluster(site);
  const progress = startProgress(printable(basename(casePath)), terminal.stderr);
  try {
    const report = await verify({
      casePath,
      caseOptions: await caseOptionsOf(options),
      dataDir: options.data,
      isDeep: options.deep === true,
      signal: terminal.signal,
      onProgress: (state) => progress.update({ ...state, fraction: fractionOf(state) }),
    });
    progress.stop();
    await terminal.write(options.json ? `${JSON.stringify(report)}\n` : describe(casePath, report));
    return report;
  } finally {
    progress.stop();
  }
}

async function onCluster(site: ClusterSite): Promise<(options: VerifyOptions) => Promise<VerifyReport>> {
  const { verifyOnCluster } = await import('../../cluster/filling/verify-on-cluster.ts');
  return (options) => verifyOnCluster({ ...options, site });
}

function describe(casePath: string, report: VerifyReport): string {
  const name = printable(casePath);
  const lines = [
    report.isSound ? `The index of ${name} is sound.` : `The index of ${name} is NOT sound.`,
    ...Object.entries(report.checked).map(([what, count]) => `checked      ${count.toLocaleString('en-US')} ${what}`),
    ...report.findings.map(({ what, where }) => `found        ${printable(`${where}: ${what}`)}`),
  ];
  if (report.isStale)
    lines.push('stale        the case has changed since; run case-access index build to build it again');
  if (!report.isSound) lines.push('remedy       run case-access index build --force to build it again from the case');
  return `${lines.join('\n')}\n`;
}

const EXAMPLES = `
Examples:
  case-access index verify /cases/4711
  case-access index verify /cases/4711 --deep --json

--deep needs as much space in the temporary directory (TMPDIR) as the index. You can run it beside a server. Exit code
4 means that the index is damaged; the output says what is wrong, and where.
`;
