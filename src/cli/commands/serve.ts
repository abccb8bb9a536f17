/**
 * `serve`: opens the data directory, the bookmarks and the sources, and answers requests. On SIGINT, SIGTERM or SIGHUP it
 * drains, closes everything and exits with 0. Sources are opened, and built if necessary, while the server already answers.
 */
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { onAbort } from '../../shared/ends/end-listeners.ts';
import { AppError } from '../../shared/errors.ts';
import { QUERY_MEMORY_MEBIBYTES } from '../../shared/query-memory.ts';
import {
  type AccessOptions,
  allowedHostOption,
  openAccess,
  sourceRootOption,
  trustedProxyOption,
} from '../access-options.ts';
import { readPrivateKey } from '../certificates/key-files.ts';
import { addBuildEngineOptions, type EngineOptions, refuseIdleLayout, siteOf } from '../engine-options.ts';
import { exitCodesHelp } from '../exit-codes.ts';
import { type HashSetOption, hashSetOption, readyHashSets } from '../hash-sets/option.ts';
import {
  type DataOption,
  dataOption,
  type EvidenceOption,
  evidenceRootOption,
  lockLeaseOption,
  warnOfMissingRoots,
  wholeNumber,
} from '../options.ts';
import { parentGone } from '../parent-watch.ts';
import type { Session } from '../session.ts';
import { ProgressBoard } from '../terminal/progress.ts';
import { printable, type Terminal } from '../terminal/terminal.ts';
import { packageVersion } from '../version.ts';

interface ServeOptions extends DataOption, HashSetOption, EvidenceOption, AccessOptions, EngineOptions {
  readonly sources: string;
  readonly host: string;
  readonly port: number;
  readonly lockLease: number;
  readonly engineProcesses: number;
  readonly searchTimeout: number;
  readonly watch?: number;
  readonly queryMemory: number;
  readonly allowedHost: readonly string[];
  readonly sourceRoot: readonly string[];
  readonly addSources: boolean;
  readonly presence: boolean;
  readonly allowMarks?: true;
  readonly audit?: string;
  readonly key?: string;
  readonly searchHistory: boolean;
  readonly auditRequired?: boolean;
  readonly reportTemplates?: string;
}

/** Returns the command, which `demo` runs. */
export function addServe(program: Command, session: Session): Command {
  const command = program
    .command('serve')
    .description('serve the sources of a sources file over HTTP')
    .requiredOption('--sources <file>', 'JSON file of [{"id", "path"}, …]; a path or an http(s) URL')
    .option('--host <address>', 'address to listen on', '0.0.0.0')
    .option('--port <number>', 'port to listen on; 0 picks a free one', wholeNumber(0, 65_535), 8080)
    .option(
      '--engine-processes <number>',
      'processes that search; 0 searches in the server',
      wholeNumber(0, 256),
      availableParallelism(),
    );
  return addBuildEngineOptions(command)
    .option('--query-memory <MiB>', 'memory that one query may use', wholeNumber(1, 1_048_576), QUERY_MEMORY_MEBIBYTES)
    .option('--search-timeout <seconds>', 'how long a search may take', wholeNumber(1, 86_400), 120)
    .addOption(allowedHostOption())
    .addOption(sourceRootOption())
    .option('--no-add-sources', 'refuse POST /sources')
    .option(
      '--watch <seconds>',
      'check the cases at this interval; index and serve a changed case once its files have stopped changing',
      wholeNumber(1, 86_400),
    )
    .option('--no-presence', 'do not show who else views an item')
    .option('--allow-marks', 'let agents with the role annotator mark items over POST /mcp, in bookmarks of their own')
    .option('--key <file>', 'private key that signs certificates, as "key new" makes it')
    .option('--no-search-history', 'keep no history of the searches of each viewer')
    .option('--audit <file>', 'write an audit line for each request, in a hash chain')
    .option('--report-templates <dir>', 'folder that contains a folder for each report template')
    .option('--audit-required', 'with --audit: answer nothing while the file cannot be written')
    .option(
      '--tokens <file>',
      'users and their permissions, as "token new" writes them; without it, everyone may do everything',
    )
    .option('--oidc <file>', 'settings of an OpenID provider for sign-in, and the meaning of its claims')
    .option('--user-header <name>', 'header in which a proxy names the user that it has authenticated')
    .addOption(trustedProxyOption())
    .option(
      '--secure-cookies',
      'with --tokens or --oidc: send session cookies over https only, even if a request seems to use http',
    )
    .addOption(hashSetOption())
    .addOption(dataOption())
    .addOption(evidenceRootOption())
    .addOption(lockLeaseOption())
    .addHelpText('after', EXAMPLES + exitCodesHelp)
    .action((options: ServeOptions) => serve(options, session.terminal));
}

async function serve(options: ServeOptions, terminal: Terminal): Promise<void> {
  const { loadSourcesFile } = await import('../../sources/sources-file.ts');
  const definitions = await loadSourcesFile(options.sources);
  await warnOfMissingRoots(options, terminal);
  const { openLog } = await import('../log.ts');
  const { startCaseServer } = await import('../running-server.ts');
  if (options.auditRequired === true && options.audit === undefined) {
    throw new AppError('USAGE', '--audit-required needs --audit FILE.');
  }
  // Errors of engines are reported before anything is opened.
  const engines = definitions.map(({ engine }) => engine);
  refuseIdleLayout(options, engines);
  for (const engine of [...engines, undefined]) await siteOf(options, engine);
  const access = await openAccess(options, (line) => terminal.say(printable(line)));
  const { readTemplates } = await import('../../html-report/template/template-folder.ts');
  const reportTemplates = await readTemplates(options.reportTemplates);
  const hashLists = await readyHashSets(
    options,
    definitions.map(({ path, resolvedPath }) => resolvedPath ?? path),
    terminal,
  );
  const board = new ProgressBoard(terminal.stderr);
  const server = await startCaseServer({
    definitions,
    dataDir: options.data,
    evidenceRoots: options.evidenceRoot,
    host: options.host,
    port: options.port,
    access: {
      allowedHosts: options.allowedHost,
      sourceRoots: options.sourceRoot,
      mayAddSources: options.addSources,
      key: await readPrivateKey(options.key),
      ...(options.audit === undefined
        ? {}
        : { audit: { file: options.audit, isRequired: options.auditRequired === true } }),
      access,
    },
    reportTemplates,
    ...(hashLists === undefined ? {} : { hashLists }),
    lockLeaseMs: options.lockLease * 1000,
    engineProcesses: options.engineProcesses,
    keepsHistory: options.searchHistory,
    hasPresence: options.presence,
    allowMarks: options.allowMarks === true,
    searchSeconds: options.searchTimeout,
    ...(options.watch === undefined ? {} : { watchSeconds: options.watch }),
    queryMebibytes: options.queryMemory,
    siteOf: (engine) => siteOf(options, engine),
    board,
    log: openLog(terminal.stderr),
    say: (line) => terminal.say(printable(line)),
  });
  terminal.say(`case-access ${packageVersion()} listens on ${server.url}`);
  if (!isLoopback(options.host) && !access.isDemanded) {
    terminal.say(
      `warning: ${options.host} can be reached from other machines and there is no authentication: ` +
        'use --tokens, --oidc, or --host 127.0.0.1, or a proxy that authenticates users.',
    );
  }
  await Promise.race([stopAsked(terminal.signal), parentGone(terminal.signal)]);
  terminal.say('case-access is stopping: new requests are refused, requests in progress are answered');
  await server.stop();
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}

function stopAsked(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    onAbort(signal, resolve);
  });
}

const EXAMPLES = `
Examples:
  case-access serve --sources sources.json
  case-access serve --sources sources.json --host 127.0.0.1 --port 9000 --data /var/lib/case-access
  case-access serve --sources https://example.org/sources.json
  case-access serve --sources sources.json --watch 60

The sources file is a JSON array of {"id", "path"}; a relative path starts from the folder of the file. A missing or
stale index is built first; the other sources answer meanwhile. A source that does not open is named on stderr and in
GET /status; the others are served. SIGINT, SIGTERM and SIGHUP stop the server cleanly, with exit code 0, also when npx started it.
Without --tokens there is no authentication: see --host.
`;
