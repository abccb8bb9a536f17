/** `mcp`: serves the tools for agents over stdin and stdout, from a running server or its own. */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { CaseAccessClient } from '../../../client/case-access-client.ts';
import { AppError } from '../../../shared/errors.ts';
import { QUERY_MEMORY_MEBIBYTES } from '../../../shared/query-memory.ts';
import { exitCodesHelp } from '../../exit-codes.ts';
import { type HashSetOption, hashSetOption, readyHashSets } from '../../hash-sets/option.ts';
import {
  type DataOption,
  dataOption,
  type EvidenceOption,
  evidenceRootOption,
  lockLeaseOption,
} from '../../options.ts';
import type { Session } from '../../session.ts';
import { ProgressBoard } from '../../terminal/progress.ts';
import { printable, type Terminal } from '../../terminal/terminal.ts';
import { packageVersion } from '../../version.ts';
import { OwnAccess } from './own-access.ts';

interface McpCommandOptions extends DataOption, HashSetOption, EvidenceOption {
  readonly url?: string;
  readonly tokenFile?: string;
  readonly sources?: string;
  readonly audit?: string;
  readonly allowMarks?: true;
  readonly lockLease: number;
}

interface Served {
  readonly client: CaseAccessClient;
  stop(): Promise<void>;
}

export function addMcp(program: Command, session: Session): void {
  program
    .command('mcp')
    .description('offer the cases to an agent as tools (Model Context Protocol) over stdin and stdout')
    .option('--url <url>', 'a running server')
    .option('--token-file <file>', 'with --url: file with the token, as "token new" prints it')
    .option('--sources <file>', 'sources file: serves them to this agent alone')
    .option('--audit <file>', 'with --sources: write an audit line for each request')
    .option(
      '--allow-marks',
      'let the agent mark items, in its own bookmark; with --url it needs the token of an annotator',
    )
    .addOption(hashSetOption())
    .addOption(dataOption())
    .addOption(evidenceRootOption())
    .addOption(lockLeaseOption())
    .addHelpText('after', EXAMPLES + exitCodesHelp)
    .action((options: McpCommandOptions) => mcp(options, session.terminal));
}

async function mcp(options: McpCommandOptions, terminal: Terminal): Promise<void> {
  const { url, sources, tokenFile, audit, allowMarks = false } = options;
  if ((url === undefined) === (sources === undefined)) throw new AppError('USAGE', 'Give either --url or --sources.');
  const ofSources = audit === undefined ? options.hashSet.length > 0 && '--hash-set' : '--audit';
  const idle = url === undefined ? tokenFile && '--token-file' : ofSources;
  if (idle) throw new AppError('USAGE', `${idle} cannot be used with ${url === undefined ? '--sources' : '--url'}.`);
  const { serveOverStdio } = await import('../../../mcp/stdio.ts');
  const served = url === undefined ? await serveAlone(options, sources!, terminal) : await clientOf(url, tokenFile);
  try {
    const { client } = served;
    await serveOverStdio({ client, version: packageVersion(), allowMarks }, terminal.signal, (fault) =>
      terminal.say(`case-access: ${printable(fault.message)}`),
    );
  } finally {
    await served.stop();
  }
}

/** Throws AppError USAGE. */
async function clientOf(url: string, tokenFile: string | undefined): Promise<Served> {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new AppError('USAGE', `--url ${printable(url)} is not an address: write it like http://localhost:8080.`);
  }
  const headers = tokenFile === undefined ? {} : { Authorization: `Bearer ${await tokenIn(tokenFile)}` };
  return { client: new CaseAccessClient({ baseUrl: url.replace(/\/+$/, ''), headers }), stop: async () => undefined };
}

async function tokenIn(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new AppError('USAGE', `The token file ${printable(file)} cannot be read (${cause.code}).`, { cause });
  });
  if (!/^\s*\S+\s*$/.test(text))
    throw new AppError('USAGE', `The token file ${printable(file)} must contain a token and nothing else.`);
  return text.trim();
}

async function serveAlone(options: McpCommandOptions, sources: string, terminal: Terminal): Promise<Served> {
  const { loadSourcesFile } = await import('../../../sources/sources-file.ts');
  const { openLog } = await import('../../log.ts');
  const { startCaseServer } = await import('../../running-server.ts');
  const { siteOf } = await import('../../engine-options.ts');
  const access = new OwnAccess({ name: 'agent', role: options.allowMarks ? 'annotator' : 'reader', sources: null });
  const { audit } = options;
  const definitions = await loadSourcesFile(sources);
  const paths = definitions.map(({ path, resolvedPath }) => resolvedPath ?? path);
  const hashLists = await readyHashSets(options, paths, terminal);
  const server = await startCaseServer({
    definitions,
    ...(hashLists === undefined ? {} : { hashLists }),
    dataDir: options.data,
    evidenceRoots: options.evidenceRoot,
    host: '127.0.0.1',
    port: 0,
    access: {
      allowedHosts: [],
      sourceRoots: [],
      mayAddSources: false,
      key: null,
      ...(audit === undefined ? {} : { audit: { file: audit, isRequired: true } }),
      access,
    },
    lockLeaseMs: options.lockLease * 1000,
    engineProcesses: availableParallelism(),
    keepsHistory: false,
    hasPresence: false,
    searchSeconds: 120,
    queryMebibytes: QUERY_MEMORY_MEBIBYTES,
    siteOf: (engine) => siteOf({}, engine),
    board: new ProgressBoard(terminal.stderr),
    log: openLog(terminal.stderr),
    say: (line) => terminal.say(printable(line)),
  });
  const client = new CaseAccessClient({ baseUrl: server.url, headers: { Authorization: access.authorization } });
  return { client, stop: () => server.stop() };
}

const EXAMPLES = `
Examples:
  case-access mcp --sources sources.json
  case-access mcp --url http://localhost:8080 --token-file agent.token

Programs that run agents start this command and speak to it. The page docs/agents.md shows their settings. Without --allow-marks
every tool only reads. With --sources the server listens on this machine alone, and only this agent has its token.
`;
