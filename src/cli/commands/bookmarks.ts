/** `bookmarks`: exports and imports bookmarks and the selection, shows the log of changes, and checks them. */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { BookmarkStore } from '../../bookmarks/bookmark-store.ts';
import type { ImportReport } from '../../bookmarks/import-bookmarks.ts';
import type { BookmarkVerdict } from '../../bookmarks/verify-bookmarks.ts';
import { AppError } from '../../shared/errors.ts';
import { type ExitCode, exitCodesHelp, failure, notSound, ok } from '../exit-codes.ts';
import { type DataOption, dataOption, jsonOption } from '../options.ts';
import type { Session } from '../session.ts';
import { formatCount } from '../terminal/quantities.ts';
import { printable, type Terminal } from '../terminal/terminal.ts';

interface BookmarksOptions extends DataOption {
  readonly json?: boolean;
}

export function addBookmarks(program: Command, session: Session): void {
  const { terminal } = session;
  const bookmarks = program
    .command('bookmarks')
    .description('export, import and verify bookmarks, show the log of their changes')
    .addHelpText('after', EXAMPLES + exitCodesHelp);
  const add = (name: string, description: string): Command =>
    bookmarks
      .command(name)
      .description(description)
      .addOption(dataOption())
      .addHelpText('after', EXAMPLES + exitCodesHelp);
  add('export', 'write all bookmarks and the selection as JSON Lines').action(async (options: BookmarksOptions) => {
    await reading(options, async (store) => {
      const { exportBookmarks } = await import('../../bookmarks/export-bookmarks.ts');
      for (const line of exportBookmarks(store)) await terminal.write(`${line}\n`);
    });
  });
  add('import', 'merge an export; if one line is bad, nothing is imported')
    .argument('<file>', 'a file written by export, - for stdin')
    .addOption(jsonOption())
    .action(async (file: string, options: BookmarksOptions) => {
      session.exitCode = await importFile(file, options, terminal);
    });
  add('log', 'write the log of all changes as JSON Lines').action(async (options: BookmarksOptions) => {
    await reading(options, async (store) => {
      for (const record of store.readLog()) await terminal.write(`${JSON.stringify(record)}\n`);
    });
  });
  add('verify', 'check the hash chain of the log and every table')
    .addOption(jsonOption())
    .action(async (options: BookmarksOptions) => {
      await reading(options, async (store) => {
        const { verifyBookmarks } = await import('../../bookmarks/verify-bookmarks.ts');
        const verdict = verifyBookmarks(store);
        await terminal.write(options.json ? `${JSON.stringify(verdict)}\n` : describeVerdict(verdict));
        session.exitCode = verdict.ok ? ok : notSound;
      });
    });
}

/** May run beside a server. Throws AppError NOT_FOUND if there are no bookmarks yet. */
async function reading(options: DataOption, use: (store: BookmarkStore) => Promise<void>): Promise<void> {
  const { openBookmarkStore } = await import('../../bookmarks/bookmark-store.ts');
  const { environmentExists } = await import('../../bookmarks/environment.ts');
  const directory = join(options.data, 'bookmarks');
  if (!environmentExists(directory)) {
    throw new AppError('NOT_FOUND', `There are no bookmarks in the data directory ${options.data}.`);
  }
  const store = openBookmarkStore(directory, { readOnly: true });
  try {
    await use(store);
  } finally {
    await store.close();
  }
}

async function importFile(file: string, options: BookmarksOptions, terminal: Terminal): Promise<ExitCode> {
  const input = openInput(file);
  try {
    const { acquireDataLock } = await import('../../data-dir/data-lock.ts');
    const { checkDataDir } = await import('../../data-dir/data-dir.ts');
    const { openBookmarkStore } = await import('../../bookmarks/bookmark-store.ts');
    const { importBookmarks } = await import('../../bookmarks/import-bookmarks.ts');
    const { readLines } = await import('../../bookmarks/read-lines.ts');
    const lock = await acquireDataLock(checkDataDir(options.data, []));
    try {
      const store = openBookmarkStore(join(options.data, 'bookmarks'));
      try {
        const report = importBookmarks(store, readLines(input), { origin: { remoteAddress: null, requestId: null } });
        await terminal.write(options.json ? `${JSON.stringify(report)}\n` : describeImport(report));
        for (const { line, reason } of report.problems) terminal.say(`case-access: line ${line}: ${printable(reason)}`);
        return report.applied ? ok : failure;
      } finally {
        await store.close();
      }
    } finally {
      lock.release();
    }
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
  case-access bookmarks log --data /var/lib/case-access
  case-access bookmarks verify

export, log and verify may run beside a server; import may not. import adds what is missing and removes nothing.
verify exits with 4 if something is wrong. Write the log head (count and hash) down somewhere else: it reveals a log
that was replaced as a whole.
`;
