/** `case check`: the case itself, without an index. */
import { basename } from 'node:path';
import type { Command } from 'commander';
import type { CaseCheckReport } from '../../cases/check-case.ts';
import { exitCodesHelp, incomplete, ok } from '../exit-codes.ts';
import { jsonOption, requireCase } from '../options.ts';
import type { Session } from '../session.ts';
import { startProgress } from '../terminal/progress.ts';
import { printable, type Terminal } from '../terminal/terminal.ts';
import { describeProblem } from './index-build.ts';

interface CaseCheckOptions {
  readonly deep?: boolean;
  readonly json?: boolean;
}

export function addCaseCheck(parent: Command, session: Session): void {
  parent
    .command('check')
    .description('read a case and list everything in it that cannot be used')
    .argument('<case-dir>', 'case directory')
    .option('--deep', 'also read every text, content and thumbnail to its end')
    .addOption(jsonOption())
    .addHelpText('after', EXAMPLES + exitCodesHelp)
    .action(async (casePath: string, options: CaseCheckOptions) => {
      const report = await caseCheck(casePath, options, session.terminal);
      session.exitCode = report.isComplete ? ok : incomplete;
    });
}

async function caseCheck(casePath: string, options: CaseCheckOptions, terminal: Terminal): Promise<CaseCheckReport> {
  await requireCase(casePath);
  const { checkCase } = await import('../../cases/check-case.ts');
  const progress = startProgress(printable(basename(casePath)), terminal.stderr);
  try {
    const report = await checkCase(
      casePath,
      ({ items, bytesDone, bytesTotal }) => {
        terminal.signal.throwIfAborted();
        progress.update({
          phase: 'read',
          items,
          bytes: bytesDone,
          fraction: bytesTotal === 0 ? null : bytesDone / bytesTotal,
        });
      },
      { deep: options.deep === true },
    );
    progress.stop();
    await terminal.write(options.json ? `${JSON.stringify(report)}\n` : describe(report));
    return report;
  } finally {
    progress.stop();
  }
}

function describe(report: CaseCheckReport): string {
  const count = (value: number): string => value.toLocaleString('en-US');
  const lines = [
    `case           ${printable(report.path)}${report.name === null ? '' : ` (${printable(report.name)})`}`,
    `item files     ${count(report.itemFiles)}`,
    `items          ${count(report.items)}${report.itemCountExpected === null ? '' : ` of ${count(report.itemCountExpected)} expected`}`,
    `tree nodes     ${count(report.treeNodes)}`,
    `with text      ${count(report.withText)}`,
    `with content   ${count(report.withContent)}`,
    `with thumbnail ${count(report.withThumb)}`,
    `complete       ${report.isComplete ? 'yes' : 'no'}`,
    `problems       ${count(report.problemCount)}`,
    ...report.problems.map((problem) => `  ${describeProblem(problem)}`),
  ];
  const more = report.problemCount - report.problems.length;
  if (more > 0) lines.push(`  and ${count(more)} more`);
  return `${lines.join('\n')}\n`;
}

const EXAMPLES = `
Examples:
  case-access case check /cases/4711
  case-access case check /cases/4711 --deep --json

Needs neither an index nor a data directory. Exit code 5 means that something in the case cannot be used.
`;
