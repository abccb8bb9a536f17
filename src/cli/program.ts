/** The commands of `case-access`, what they have in common, and the way from arguments to an exit code. */
import { Command, CommanderError } from 'commander';
import { addAudit } from './commands/audit.ts';
import { addBench } from './commands/bench.ts';
import { addBookmarks } from './commands/bookmarks.ts';
import { addCaseCheck } from './commands/case-check.ts';
import { addCertify } from './commands/certify.ts';
import { addCodings } from './commands/codings.ts';
import { addCompare } from './commands/compare.ts';
import { addDemo } from './commands/demo.ts';
import { addExport } from './commands/export.ts';
import { addIndexBuild } from './commands/index-build.ts';
import { addIndexStats } from './commands/index-stats.ts';
import { addIndexVerify } from './commands/index-verify.ts';
import { addKeyNew } from './commands/key-new.ts';
import { addReport } from './commands/report.ts';
import { addReportHtml } from './commands/report-html.ts';
import { addReviews } from './commands/reviews.ts';
import { addSearch } from './commands/search.ts';
import { addSearches } from './commands/searches.ts';
import { addServe } from './commands/serve.ts';
import { addTokenNew } from './commands/token-new.ts';
import { addTranslate } from './commands/translate.ts';
import { addVerifyCertificate } from './commands/verify-certificate.ts';
import { type ExitCode, exitCodesHelp, ok, usage } from './exit-codes.ts';
import type { Session } from './session.ts';
import type { Terminal } from './terminal/terminal.ts';
import { versionLine } from './version.ts';

/** Throws what the command throws; a wrong option or argument is reported here. */
export async function runProgram(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const session: Session = { terminal, exitCode: ok };
  const help: string[] = [];
  const program = new Command('case-access')
    .description('Search processed forensic cases, read their items, keep bookmarks.')
    .version(versionLine(), '-V, --version', 'show the release and the index format version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void help.push(text),
      writeErr: (text) => terminal.say(text.trimEnd()),
      outputError: (text, write) => write(`case-access: ${text.replace(/^error: /, '').trimEnd()} (see --help)`),
    })
    .addHelpText('after', EXAMPLES + exitCodesHelp);
  const serve = addServe(program, session);
  addDemo(program, session, async (args) => {
    await serve.parseAsync(args, { from: 'user' });
  });
  const index = program.command('index').description('build, verify and describe the index of a case');
  addIndexBuild(index, session);
  addIndexVerify(index, session);
  addIndexStats(index, session);
  index.addHelpText('after', INDEX_EXAMPLES + exitCodesHelp);
  addSearch(program, session);
  addExport(program, session);
  addReport(program, session);
  addReportHtml(program, session);
  const cases = program.command('case').description('check a case directory itself, without an index');
  addCaseCheck(cases, session);
  cases.addHelpText('after', CASE_EXAMPLES + exitCodesHelp);
  addTranslate(program, session);
  addBench(program, session);
  addBookmarks(program, session);
  addReviews(program, session);
  addCodings(program, session);
  addSearches(program, session);
  addAudit(program, session);
  const keys = program.command('key').description('make keys that sign certificates');
  addKeyNew(keys);
  keys.addHelpText('after', KEY_EXAMPLES + exitCodesHelp);
  addCertify(program, session);
  addVerifyCertificate(program, session);
  addCompare(program, session);
  const tokens = program.command('token').description('make tokens for people and programs');
  addTokenNew(tokens, session);
  tokens.addHelpText('after', TOKEN_EXAMPLES + exitCodesHelp);
  try {
    await program.parseAsync(args, { from: 'user' });
    return session.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? ok : usage;
    throw error;
  } finally {
    await terminal.write(help.join(''));
  }
}

const EXAMPLES = `
Examples:
  case-access serve --sources sources.json --port 8080
  case-access index build /cases/4711
  case-access search 'invoice AND type:pdf' --case /cases/4711

The data directory (--data, ./case-access-data by default) holds indexes, bookmarks, thumbnails and reports.
A case directory is never written to.
`;

const INDEX_EXAMPLES = `
Examples:
  case-access index build /cases/4711
  case-access index verify /cases/4711 --deep
  case-access index stats /cases/4711 --json
`;

const CASE_EXAMPLES = `
Examples:
  case-access case check /cases/4711
`;

const KEY_EXAMPLES = `
Examples:
  case-access key new --out expert.key
`;

const TOKEN_EXAMPLES = `
Examples:
  case-access token new --tokens tokens.json --name ana --role annotator
`;
