/** The commands of `case-access`, their common options, and the path from arguments to an exit code. */
import { Command, CommanderError } from 'commander';
import { type ExitCode, exitCodesHelp, ok, usage } from './exit-codes.ts';
import { namingDataDir } from './fault.ts';
import type { Session } from './session.ts';
import type { Terminal } from './terminal/terminal.ts';
import { versionLine } from './version.ts';

/** Throws the errors of the command; reports a wrong option or argument itself. */
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
  let dataDir: unknown;
  program.hook('preAction', (_program, command) => {
    dataDir = command.opts()['data'];
  });
  for (const name of asked(args)) await COMMANDS.get(name)!(program, session);
  try {
    await program.parseAsync(args, { from: 'user' });
    return session.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? ok : usage;
    throw namingDataDir(error, dataDir);
  } finally {
    await terminal.write(help.join(''));
  }
}

/** The commands in the order of the help. Each loads only its own modules. */
const COMMANDS: ReadonlyMap<string, (program: Command, session: Session) => Promise<void>> = new Map([
  ['serve', async (program, session) => void (await import('./commands/serve.ts')).addServe(program, session)],
  [
    'demo',
    async (program, session) => {
      const { addDemo } = await import('./commands/demo.ts');
      addDemo(program, session, async (args) => {
        await program.commands.find((command) => command.name() === 'serve')!.parseAsync(args, { from: 'user' });
      });
    },
  ],
  [
    'index',
    async (program, session) => {
      const index = program.command('index').description('build, verify and describe the index of a case');
      (await import('./commands/index-build.ts')).addIndexBuild(index, session);
      (await import('./commands/index-verify.ts')).addIndexVerify(index, session);
      (await import('./commands/index-stats.ts')).addIndexStats(index, session);
      index.addHelpText('after', INDEX_EXAMPLES + exitCodesHelp);
    },
  ],
  ['mcp', async (program, session) => (await import('./commands/agents/mcp.ts')).addMcp(program, session)],
  ['search', async (program, session) => (await import('./commands/search.ts')).addSearch(program, session)],
  ['export', async (program, session) => (await import('./commands/export.ts')).addExport(program, session)],
  ['report', async (program, session) => (await import('./commands/report.ts')).addReport(program, session)],
  [
    'report-html',
    async (program, session) => (await import('./commands/report-html.ts')).addReportHtml(program, session),
  ],
  [
    'case',
    async (program, session) => {
      const cases = program.command('case').description('check a case directory itself, without an index');
      (await import('./commands/case-check.ts')).addCaseCheck(cases, session);
      cases.addHelpText('after', CASE_EXAMPLES + exitCodesHelp);
    },
  ],
  ['validate', async (program, session) => (await import('./commands/validate.ts')).addValidate(program, session)],
  ['translate', async (program, session) => (await import('./commands/translate.ts')).addTranslate(program, session)],
  ['bench', async (program, session) => (await import('./commands/bench.ts')).addBench(program, session)],
  ['bookmarks', async (program, session) => (await import('./commands/bookmarks.ts')).addBookmarks(program, session)],
  ['reviews', async (program, session) => (await import('./commands/reviews.ts')).addReviews(program, session)],
  ['codings', async (program, session) => (await import('./commands/codings.ts')).addCodings(program, session)],
  ['searches', async (program, session) => (await import('./commands/searches.ts')).addSearches(program, session)],
  ['audit', async (program, session) => (await import('./commands/audit.ts')).addAudit(program, session)],
  [
    'key',
    async (program) => {
      const keys = program.command('key').description('make keys that sign certificates');
      (await import('./commands/key-new.ts')).addKeyNew(keys);
      keys.addHelpText('after', KEY_EXAMPLES + exitCodesHelp);
    },
  ],
  ['certify', async (program, session) => (await import('./commands/certify.ts')).addCertify(program, session)],
  [
    'verify-certificate',
    async (program, session) =>
      (await import('./commands/verify-certificate.ts')).addVerifyCertificate(program, session),
  ],
  ['compare', async (program, session) => (await import('./commands/compare.ts')).addCompare(program, session)],
  [
    'token',
    async (program, session) => {
      const tokens = program.command('token').description('make tokens for people and programs');
      (await import('./commands/token-new.ts')).addTokenNew(tokens, session);
      tokens.addHelpText('after', TOKEN_EXAMPLES + exitCodesHelp);
    },
  ],
]);

/** Returns the commands to load: the named one, or all of them for the help and for an unknown word. */
function asked([first = '']: readonly string[]): Iterable<string> {
  if (first === '--version' || first === '-V') return [];
  if (first === 'demo') return ['serve', 'demo'];
  return COMMANDS.has(first) ? [first] : COMMANDS.keys();
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
