/** `case check`: examines the case itself, without an index. */
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import type { ColumnUse, TableUse } from '../../cases/case-reader.ts';
import type { CaseCheckReport } from '../../cases/check-case.ts';
import { AppError } from '../../shared/errors.ts';
import { exitCodesHelp, incomplete, ok } from '../exit-codes.ts';
import {
  caseOptionsOf,
  type EvidenceOption,
  evidenceRootOption,
  jsonOption,
  mappingOption,
  requireCase,
  warnOfMissingRoots,
} from '../options.ts';
import type { Session } from '../session.ts';
import { startProgress } from '../terminal/progress.ts';
import { printable, type Terminal } from '../terminal/terminal.ts';
import { describeProblem } from './index-build.ts';

interface CaseCheckOptions extends EvidenceOption {
  readonly deep?: boolean;
  readonly json?: boolean;
  readonly mapping?: string;
  readonly writeMapping?: string;
}

export function addCaseCheck(parent: Command, session: Session): void {
  parent
    .command('check')
    .description('read a case and list everything in it that cannot be used')
    .argument('<case>', 'case directory, load file or mailbox')
    .addOption(mappingOption())
    .option('--write-mapping <file>', 'write the interpretation of a load file or chat as a mapping that you can edit')
    .addOption(evidenceRootOption())
    .option('--deep', 'also read every text, content and thumbnail to its end, and compare contents with their hashes')
    .addOption(jsonOption())
    .addHelpText('after', EXAMPLES + exitCodesHelp)
    .action(async (casePath: string, options: CaseCheckOptions) => {
      const report = await caseCheck(casePath, options, session.terminal);
      session.exitCode = report.isComplete ? ok : incomplete;
    });
}

async function caseCheck(casePath: string, options: CaseCheckOptions, terminal: Terminal): Promise<CaseCheckReport> {
  await requireCase(casePath);
  await warnOfMissingRoots(options, terminal);
  const caseOptions = await caseOptionsOf(options);
  const { checkCase, SHOWN_PER_KIND } = await import('../../cases/check-case.ts');
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
      { deep: options.deep === true, caseOptions },
    );
    progress.stop();
    if (options.writeMapping !== undefined) await writeMapping(options.writeMapping, report);
    await terminal.write(options.json ? `${JSON.stringify(report)}\n` : describe(report, SHOWN_PER_KIND));
    return report;
  } finally {
    progress.stop();
  }
}

/** An existing file is kept, because somebody may have edited it. */
async function writeMapping(file: string, { tables, path, mapping: own }: CaseCheckReport): Promise<void> {
  const [table, ...others] = tables;
  if (table === undefined && own === null)
    throw new AppError(
      'USAGE',
      `${path} takes no mapping, or a mapping cannot express how it was read, so none was written.`,
    );
  const several = { tables: Object.fromEntries(tables.map((one) => [one.file, one.mapping])) };
  const mapping = table === undefined ? own : others.length === 0 ? table.mapping : several;
  await writeFile(file, `${JSON.stringify(mapping, null, 2)}\n`, { flag: 'wx' }).catch(
    (cause: NodeJS.ErrnoException) => {
      const what =
        cause.code === 'EEXIST'
          ? 'already exists; name another file'
          : `cannot be written (${cause.code ?? cause.message})`;
      throw new AppError('USAGE', `The file ${file} ${what}.`, { cause });
    },
  );
}

function describe(report: CaseCheckReport, shownPerKind: number): string {
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
    ...report.understood.map((line) => `understood as  ${printable(line)}`),
    ...report.tables.flatMap((table) => describeTable(table, report.tables.length > 1)),
    `problems       ${count(report.problemCount)}`,
  ];
  for (const [kind, found] of Object.entries(report.problemsByKind)) {
    const shown = report.problems.filter((problem) => problem.kind === kind).slice(0, shownPerKind);
    lines.push(...shown.map((problem) => `  ${describeProblem(problem)}`));
    if (found > shown.length)
      lines.push(`  and ${count(found - shown.length)} more of kind ${kind}; --json lists them`);
  }
  return `${lines.join('\n')}\n`;
}

function describeTable({ file, tool, description, rows, columns }: TableUse, isOfSeveral: boolean): string[] {
  const named = `${printable(file)} (${rows.toLocaleString('en-US')} rows): `;
  const lines = [
    `table          ${isOfSeveral ? named : ''}${printable(description)}`,
    ...(tool === null ? [] : [`written by     ${tool}, as its columns say`]),
    `columns        ${columns.length.toLocaleString('en-US')}`,
  ];
  for (const column of columns) lines.push(`  ${printable(describeColumn(column))}`);
  return lines;
}

/** `DateSent → Communication:Date (by its name): 1,204 values, dates month first`. */
function describeColumn({ column, property, use, understoodBy, ...facts }: ColumnUse): string {
  const targets = [property === column ? 'as it is called' : property, use].filter((target) => target !== null);
  const by = understoodBy === 'mapping' ? ' (by the mapping)' : understoodBy === 'name' ? ' (by its name)' : '';
  const notes = [`${facts.values.toLocaleString('en-US')} ${facts.values === 1 ? 'value' : 'values'}`];
  if (facts.dates !== null) notes.push(dateNote(facts.dates));
  if (facts.times !== null) notes.push(`times of ${JSON.stringify(facts.times)}`);
  if (facts.zones !== null) notes.push(`time zones of ${JSON.stringify(facts.zones)}`);
  if (facts.sizes !== null) notes.push(facts.sizes);
  if (facts.offset !== null) notes.push(`time zone ${facts.offset}`);
  if (facts.isList) {
    notes.push(facts.separator === null ? 'lists by line' : `lists separated by ${JSON.stringify(facts.separator)}`);
  }
  return `${column} → ${targets.join(', ')}${by}: ${notes.join(', ')}`;
}

function dateNote(dates: string): string {
  return DATE_NOTES[dates] ?? (dates.startsWith('counted') ? `dates ${dates}` : `dates with the ${dates}`);
}

const DATE_NOTES: Readonly<Record<string, string>> = {
  'one order': 'dates',
  ambiguous: 'ambiguous dates: decide in a mapping',
};

const EXAMPLES = `
Examples:
  case-access case check /cases/4711
  case-access case check /cases/4711 --deep --json
  case-access case check /cases/VOL001/DATA/VOL001.dat --write-mapping mapping.json
  case-access case check /cases/VOL001/DATA/VOL001.dat --mapping mapping.json

Needs neither an index nor a data directory. Exit code 5 means that something in the case cannot be used.
`;
