/** `validate`: runs a set of searches with known results, and writes a record of it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { AppError } from '../../shared/errors.ts';
import { type ExitCode, exitCodesHelp, notSound, ok } from '../exit-codes.ts';
import { jsonOption } from '../options.ts';
import type { Session } from '../session.ts';
import { printable, type Terminal } from '../terminal/terminal.ts';

interface ValidateOptions {
  readonly out?: string;
  readonly json?: boolean;
}

export function addValidate(program: Command, session: Session): void {
  program
    .command('validate')
    .description('run searches with known results, and write a validation record for your office')
    .option('--out <file>', 'new file for the record, in Markdown')
    .addOption(jsonOption())
    .addHelpText('after', EXAMPLES + exitCodesHelp)
    .action(async (options: ValidateOptions) => {
      session.exitCode = await validate(options, session.terminal);
    });
}

async function validate({ out, json }: ValidateOptions, terminal: Terminal): Promise<ExitCode> {
  const { runSet } = await import('../validation/run-set.ts');
  const directory = await mkdtemp(join(tmpdir(), 'case-access-validation-'));
  try {
    const results = await runSet(directory, terminal.signal);
    const failed = results.filter(({ isAsExpected }) => !isAsExpected);
    if (out !== undefined) {
      const { validationRecord } = await import('../validation/record.ts');
      await write(out, validationRecord(results, new Date()));
    }
    if (json === true) await terminal.write(`${JSON.stringify({ searches: results })}\n`);
    else await terminal.write(`${results.length} searches, ${results.length - failed.length} as expected\n`);
    for (const { requirement, query, finds, found } of failed) {
      terminal.say(
        `case-access: ${printable(`${requirement}: ${query} found ${found.join() || 'nothing'}, expected ${finds.join() || 'nothing'}`)}`,
      );
    }
    return failed.length === 0 ? ok : notSound;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Never overwrites a file, because it may be a signed record. */
async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    const finding = code === 'EEXIST' ? 'exists already' : `cannot be written (${code})`;
    throw new AppError('USAGE', `The record ${file} ${finding}. Choose another file.`, { cause });
  }
}

const EXAMPLES = `
Examples:
  case-access validate
  case-access validate --out validation-2026.md

The searches are in docs/validation.md. The record has the program, its runtime, the system, each search with its result, and fields
for your office to complete. Exit code 4 means that a search had an unexpected result.
`;
