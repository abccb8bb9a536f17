/** `bookmarks`: exports and imports bookmarks and the selection, shows the log of changes, and checks the store. */
import { closeSync, openSync } from 'node:fs';
import { type Command, Option } from 'commander';
import type { ImportReport } from '../../bookmarks/exchange/import-bookmarks.ts';
import type { BookmarkVerdict } from '../../bookmarks/store/verdict.ts';
import { AppError } from '../../shared/errors.ts';
import { changing, existingStore, NOBODY, reading } from '../bookmark-access.ts';
import { type ExitCode, exitCodesHelp, failure, notSound, ok } from '../exit-codes.ts';
import type { IpedOptions } from '../iped-exchange.ts';
import { type DataOption, dataOption, jsonOption } from '../options.ts';
import type { Session } from '../session.ts';
import { formatCount } from '../terminal/quantities.ts';
import { printable, type Terminal } from '../terminal/terminal.ts';
import { addHistory } from './bookmark-history.ts';

interface BookmarksOptions extends DataOption {
  readonly json?: boolean;
}

export function addBookmarks(program: Command, session: Session): void {
  const { terminal } = session;
  const bookmarks = program
    .command('bookmarks')
    .description('export, import and verify bookmarks, show and undo their changes')
    .addHelpText('after', EXAMPLES + exitCodesHelp);
  const add = (name: string, description: string): Command =>
    bookmarks
      .command(name)
      .description(description)
      .addOption(dataOption())
      .addHelpText('after', EXAMPLES + exitCodesHelp);
  const exporting = add('export', 'write all bookmarks and the selection as JSON Lines, or those of a source for IPED')
    .option('--iped <file>', 'write a file that IPED 4.1 loads, for one source')
    .addOption(new Option('--case <dir>', 'with --iped: the case of the source, for its last id').conflicts('sources'));
  exporting
    .option('--sources <file>', 'with --iped: the sources file, which has the path of the case')
    .option('--source <id>', 'with --iped: the source; required');
  exporting.action(async (options: BookmarksOptions & Partial<IpedOptions>) => {
    if (isOfIped(options)) {
      const { exportIpedBookmarks } = await import('../iped-exchange.ts');
      session.exitCode = await exportIpedBookmarks(options, terminal);
      return;
    }
    await reading(options, async (store) => {
      const { exportBookmarks } = await import('../../bookmarks/exchange/export-bookmarks.ts');
      for (const line of exportBookmarks({ state: store })) await terminal.write(`${line}\n`);
    });
  });
  const importing = add('import', 'merge an export (nothing is imported if one line is bad), or bookmarks of IPED')
    .argument('[file]', 'a file written by export, - for stdin')
    .option('--iped <case>', 'the bookmarks of a case of IPED: its folder, or its file bookmarks.iped');
  importing
    .option(
      '--sources <file>',
      'with --iped: the sources file, in which the source is found by the real path of its case',
    )
    .option(
      '--source <id>',
      'with --iped: the source; by default the one at the path of the case, without --sources the name of its folder',
    )
    .addOption(jsonOption())
    .action(async (file: string | undefined, options: BookmarksOptions & Partial<IpedOptions>) => {
      if ((file === undefined) !== isOfIped(options)) throw new AppError('USAGE', 'Give either a file or --iped CASE.');
      if (file !== undefined) session.exitCode = await importFile(file, options, terminal);
      else if (isOfIped(options)) {
        const { importIpedBookmarks } = await import('../iped-exchange.ts');
        session.exitCode = await importIpedBookmarks(options, terminal);
      }
    });
  add('log', 'write the log of all changes as JSON Lines').action(async (options: BookmarksOptions) => {
    const { shownSet } = await import('../../bookmarks/kinds/shown-set.ts');
    await reading(options, async (store) => {
      for await (const { sequence, time, action, bookmark, ...record } of store.readLog()) {
        const line = { sequence, time, action, ...shownSet(bookmark), ...record };
        await terminal.write(`${JSON.stringify(line)}\n`);
      }
    });
  });
  addHistory(add, session);
  add('verify', 'check the hash chain of the log and every change')
    .addOption(jsonOption())
    .action(async (options: BookmarksOptions) => {
      const { verifyBookmarks } = await import('../../bookmarks/verify-bookmarks.ts');
      const verdict = await verifyBookmarks({ directory: await existingStore(options) });
      await terminal.write(options.json ? `${JSON.stringify(verdict)}\n` : describeVerdict(verdict));
      session.exitCode = verdict.ok ? ok : notSound;
    });
}

function isOfIped<O extends Partial<IpedOptions>>(options: O): options is O & IpedOptions {
  return options.iped !== undefined;
}

async function importFile(file: string, options: BookmarksOptions, terminal: Terminal): Promise<ExitCode> {
  const input = openInput(file);
  try {
    const { importBookmarks } = await import('../../bookmarks/exchange/import-bookmarks.ts');
    const { readLines } = await import('../../bookmarks/exchange/read-lines.ts');
    return await changing(options, async (store) => {
      const report = await importBookmarks(store, readLines(input), { origin: NOBODY });
      await terminal.write(options.json ? `${JSON.stringify(report)}\n` : describeImport(report));
      for (const note of report.notes) terminal.say(`case-access: ${printable(note)}`);
      for (const { line, reason } of report.problems) terminal.say(`case-access: line ${line}: ${printable(reason)}`);
      return report.applied ? ok : failure;
    });
  } finally {
    if (input !== 0) closeSync(input);
  }
}

function openInput(file: string): number {
  if (file === '-') return 0;
  try {
    return openSync(file, 'r');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new AppError(
      'USAGE',
      `The file ${file} ${code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`}.`,
    );
  }
}

function describeImport(report: ImportReport): string {
  if (!report.applied) return 'Nothing was imported.\n';
  const merged = report.bookmarks.filter(({ existed }) => existed);
  const lines = [
    `Imported ${formatCount(report.bookmarks.length, 'bookmark')}, ${merged.length} of them merged into an existing one.`,
    ...report.bookmarks.map(({ name, existed, added, alreadyThere }) => {
      return `${existed ? 'merged ' : 'created'}  ${printable(name)}: ${added} added, ${alreadyThere} already there`;
    }),
    `selected  ${report.selection.added} added, ${report.selection.alreadyThere} already there`,
  ];
  return `${lines.join('\n')}\n`;
}

function describeVerdict(verdict: BookmarkVerdict): string {
  const lines = [
    verdict.ok ? 'The bookmarks are sound.' : 'The bookmarks are NOT sound.',
    `bookmarks     ${verdict.bookmarks}`,
    `associations  ${verdict.associations}`,
    `log records   ${verdict.log.head.count}`,
    `log head      ${verdict.log.head.hash}`,
    ...verdict.problems.map((problem) => `found         ${printable(problem)}`),
  ];
  return `${lines.join('\n')}\n`;
}

const EXAMPLES = `
Examples:
  case-access bookmarks export > bookmarks.jsonl
  case-access bookmarks import bookmarks.jsonl
  case-access bookmarks import --iped /cases/laptop --sources sources.json
  case-access bookmarks export --iped bookmarks.iped --source laptop --case /cases/laptop
  case-access bookmarks log --data /var/lib/case-access
  case-access bookmarks at 2026-03-04T08:20:30Z
  case-access bookmarks at 2026-03-04 "Report 7"
  case-access bookmarks undo 17
  case-access bookmarks undo 21 22 23
  case-access bookmarks verify

export, log, at and verify may run beside a server; import and undo may not: a server undoes with POST /bookmarks/undo.
import adds what is missing and removes nothing; a comment of IPED that differs from the existing one is added below it.
at writes what export would have written then. undo reverts the changes of log records, each by a separate change; it is
refused if later changes prevent it. The records of one change, such as the deletion of a review, are undone together.
verify exits with 4 if something is wrong. Write the log head (count and hash) down somewhere else: it reveals a log
that was replaced as a whole.
`;
