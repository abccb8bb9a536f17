/** `audit verify` and `audit show`: check the chain of an audit, and print its lines. */
import type { Command } from 'commander';
import type { AuditLine } from '../../audit/audit-line.ts';
import { AppError } from '../../shared/errors.ts';
import { type ExitCode, exitCodesHelp, notSound, ok } from '../exit-codes.ts';
import { jsonOption } from '../options.ts';
import type { Session } from '../session.ts';
import { printable, type Terminal } from '../terminal/terminal.ts';

export function addAudit(program: Command, session: Session): void {
  const parent = program.command('audit').description('check and show the audit of a server (serve --audit)');
  parent
    .command('verify')
    .description('check the chain of hashes')
    .argument('<files...>', 'the audit files, oldest first')
    .option('--head <hash>', 'a hash noted earlier, which the chain must contain')
    .addHelpText('after', EXAMPLES + exitCodesHelp)
    .action(async (files: readonly string[], { head }: { readonly head?: string }) => {
      session.exitCode = await verify(files, head ?? null, session.terminal);
    });
  parent
    .command('show')
    .description('show the lines of an audit')
    .argument('<file>', 'the audit')
    .addOption(jsonOption())
    .addHelpText('after', EXAMPLES + exitCodesHelp)
    .action(async (file: string, { json }: { readonly json?: boolean }) => {
      session.exitCode = await show(file, json === true, session.terminal);
    });
  parent.addHelpText('after', EXAMPLES + exitCodesHelp);
}

async function verify(files: readonly string[], wanted: string | null, terminal: Terminal): Promise<ExitCode> {
  const { verifyAudit } = await import('../../audit/verify-audit.ts');
  const { head, fault, hasHead } = await verifyAudit(files, wanted?.toLowerCase() ?? null).catch(unreadable);
  if (fault !== null) {
    await terminal.write(`${printable(fault.file)}: line ${fault.line} ${fault.finding}\n`);
    return notSound;
  }
  if (!hasHead) {
    await terminal.write(
      `no line has the hash ${printable(wanted ?? '')}: lines were cut off, or this is another audit\n`,
    );
    return notSound;
  }
  await terminal.write(`whole: ${head.seq} lines, head ${head.hash}\n`);
  return ok;
}

async function show(file: string, isJson: boolean, terminal: Terminal): Promise<ExitCode> {
  const { auditLines } = await import('../../audit/verify-audit.ts');
  let number = 0;
  try {
    for await (const bytes of auditLines(file)) {
      number++;
      const line = JSON.parse(bytes.toString('utf8')) as AuditLine;
      await terminal.write(`${isJson ? JSON.stringify(line) : shown(line)}\n`);
    }
  } catch (fault) {
    if (!(fault instanceof SyntaxError)) return unreadable(fault);
    terminal.say(`case-access: ${printable(file)}: line ${number} is not an audit line`);
    return notSound;
  }
  return ok;
}

function shown({ seq, time, who, remote, what, path, query, items, status }: AuditLine): string {
  const columns = [seq, time, who ?? '-', remote ?? '-', status, items ?? '-', what, path, query ?? ''];
  return columns.map((column) => printable(String(column))).join('\t');
}

function unreadable(cause: unknown): never {
  const { code, path } = cause as NodeJS.ErrnoException;
  if (code === undefined) throw cause;
  throw new AppError(code === 'ENOENT' ? 'NOT_FOUND' : 'USAGE', `The audit ${path ?? ''} cannot be read (${code}).`, {
    cause,
  });
}

const EXAMPLES = `
Examples:
  case-access audit verify audit.jsonl
  case-access audit verify audit-2025.jsonl audit.jsonl --head "$(cat head.txt)"
  case-access audit show audit.jsonl --json

The output of verify ends with the head: note it somewhere else, and give it as --head the next time. This reveals an
audit that was cut off or replaced.
`;
