/** Opens everything that `serve` needs, in order, and closes it in reverse order. */
import type { KeyObject } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { parseQuery } from '../../grammar/parse.ts';
import { printQuery } from '../../grammar/print.ts';
import type { Access } from '../access/access.ts';
import { ANALYSIS_VERSION } from '../analysis/analysis-version.ts';
import { type Audit, AuditLog } from '../audit/audit-log.ts';
import { SearchHistory } from '../audit/search-history.ts';
import type { BookmarkStore } from '../bookmarks/bookmark-store.ts';
import { openBookmarkStore } from '../bookmarks/open-bookmark-store.ts';
import { CaseFactsReader } from '../certificates/case-facts.ts';
import type { ClusterSite } from '../cluster/filling/cluster-site.ts';
import { checkDataDir, isInside } from '../data-dir/data-dir.ts';
import { acquireDataLock, type LockToken } from '../data-dir/data-lock.ts';
import { FORMAT_VERSION } from '../engine/format.ts';
import type { Template } from '../html-report/template/template.ts';
import { bookmarkHint } from '../http/output/bookmark-hint.ts';
import { type ServerOptions, startServer } from '../http/server.ts';
import { EnginePool } from '../processes/engine-pool.ts';
import { ProcessQueryTexts } from '../processes/process-query-texts.ts';
import { ProcessValues } from '../processes/process-values.ts';
import { AppError } from '../shared/errors.ts';
import { CaseWatch } from '../sources/case-watch.ts';
import { type IndexOpener, inProcesses, inThisProcess } from '../sources/index-opener.ts';
import { openSource } from '../sources/open-source.ts';
import { OPENING, type OpenProgress, type OpenSourceFunction } from '../sources/source.ts';
import type { SourceDefinition } from '../sources/source-definition.ts';
import { MERGE_AFTER_MILLISECONDS, MERGE_AGAIN_TIMES, SourceRegistry } from '../sources/source-registry.ts';
import { PictureProcesses } from '../thumbnails/draw-in-process.ts';
import { ThumbnailCache } from '../thumbnails/thumbnail-cache.ts';
import { namingDataDir } from './fault.ts';
import type { HashLists } from './hash-sets/option.ts';
import type { ProgressBoard } from './terminal/progress.ts';
import { formatCount } from './terminal/quantities.ts';
import { packageVersion } from './version.ts';

export interface CaseServerOptions {
  readonly definitions: readonly SourceDefinition[];
  readonly dataDir: string;
  /** Folders with evidence that a case may refer to outside itself. */
  readonly evidenceRoots?: readonly string[];
  readonly host: string;
  readonly port: number;
  readonly access: AccessRules;
  /** How long this process may be silent before another may take over the data directory. */
  readonly lockLeaseMs: number;
  readonly board: ProgressBoard;
  readonly log: Logger;
  /** Number of engine processes. If 0, the server itself searches. */
  readonly engineProcesses: number;
  /** Memory that one query may use, in MiB. */
  readonly queryMebibytes: number;
  /** The entry point of engine processes, if it is not the program's own. */
  readonly engineEntry?: URL;
  /** Returns the cluster of a source, given its engine in the sources file. Undefined if it is on none. */
  readonly siteOf?: (engine: string | undefined) => Promise<ClusterSite | undefined>;
  /** Whether the server keeps the search history of each viewer. */
  readonly keepsHistory: boolean;
  /** Whether people see who else is viewing an item. */
  readonly hasPresence?: boolean;
  readonly hashLists?: HashLists;
  /** Whether agents may mark items. */
  readonly allowMarks?: boolean;
  /** How long a search may take, in seconds. */
  readonly searchSeconds: number;
  /** Templates of reports by name. */
  readonly reportTemplates?: ReadonlyMap<string, Template>;
  /** Interval at which cases are checked for changes, in seconds. If undefined, they are never checked. */
  readonly watchSeconds?: number;
  /** A line for people. */
  readonly say: (line: string) => void;
}

/** The options of `serve` about access. */
export interface AccessRules {
  /** Names under which the server answers, besides its own. */
  readonly allowedHosts: readonly string[];
  /** Folders from which sources may be added at run time. If empty, from anywhere. */
  readonly sourceRoots: readonly string[];
  readonly mayAddSources: boolean;
  readonly access: Access;
  /** The audit file, and whether requests are refused while it cannot be written. */
  readonly audit?: { readonly file: string; readonly isRequired: boolean };
  /** Signs certificates. */
  readonly key: KeyObject | null;
}

export interface CaseServer {
  readonly url: string;
  /** Finishes running requests, then closes sources and bookmarks. */
  stop(): Promise<void>;
}

/**
 * Resolves when the server answers, while sources are still being opened. Throws AppError if the data directory or the address
 * cannot be used.
 */
export async function startCaseServer(options: CaseServerOptions): Promise<CaseServer> {
  const dataDir = checkDataDir(options.dataDir, await realPaths(options.definitions));
  const closers: (() => Promise<void> | void)[] = [];
  const close = async (): Promise<void> => {
    for (let closer = closers.pop(); closer !== undefined; closer = closers.pop()) await closer();
  };
  try {
    const lock = await acquireDataLock(dataDir, options.lockLeaseMs);
    closers.push(() => lock.release());
    const bookmarks = await openBookmarkStore(join(dataDir, 'bookmarks'), {
      guard: () => lock.prove(),
      isTakenOver: lock.isTakenOver,
    });
    closers.push(() => bookmarks.close());
    const pool =
      options.engineProcesses === 0 ? null : openPool(options, (name, fault) => sources.takeOutNamed(name, fault));
    if (pool !== null) closers.push(() => pool.close());
    const sources = openRegistry(
      { dataDir, lock: lock.token },
      options,
      pool === null ? inThisProcess() : inProcesses(pool),
      bookmarks,
    );
    closers.push(() => sources.close());
    const caseFacts = new CaseFactsReader({ evidenceRoots: options.evidenceRoots ?? [] });
    closers.push(() => caseFacts.close());
    const audit = await openAudit(options);
    if (audit !== null) closers.push(() => audit.log.close());
    const history = options.keepsHistory ? await SearchHistory.open(join(dataDir, 'search-history')) : null;
    if (history !== null) closers.push(() => history.close());
    const pictures = new PictureProcesses();
    closers.push(() => pictures.close());
    const server = await listen({
      host: options.host,
      port: options.port,
      allowedHosts: options.access.allowedHosts,
      mayAddSources: options.access.mayAddSources,
      access: options.access.access,
      ...(audit === null ? {} : { audit }),
      ...(history === null ? {} : { history }),
      certificates: { caseFacts, key: options.access.key, analysis: ANALYSIS_VERSION },
      sources,
      bookmarks,
      hasPresence: options.hasPresence !== false,
      ...(options.hashLists === undefined ? {} : { hashLists: options.hashLists }),
      allowMarks: options.allowMarks === true,
      thumbnails: new ThumbnailCache(join(dataDir, 'thumbnails'), (source) => pictures.draw(source)),
      ...(options.reportTemplates === undefined ? {} : { reportTemplates: options.reportTemplates }),
      drawPicture: (source, drawing) => pictures.draw(source, drawing),
      readPicture: (source) => pictures.data(source),
      parseQuery,
      printQuery,
      ...(pool === null ? {} : asksOf(pool, (name, fault) => sources.takeOutNamed(name, fault))),
      version: { program: packageVersion(), indexFormat: FORMAT_VERSION },
      log: options.log,
      requireLock: () => lock.prove(),
      queryMebibytes: options.queryMebibytes,
      searchMsMax: options.searchSeconds * 1000,
      engines: () => pool?.engines ?? [],
    });
    closers.push(() => server.stop());
    sources.load(options.definitions).catch((fault: unknown) => options.say(`case-access: ${String(fault)}`));
    if (options.watchSeconds !== undefined) {
      const watch = new CaseWatch({
        sources,
        intervalMs: options.watchSeconds * 1000,
        onFault: ({ id }, fault) =>
          options.say(
            `source ${id}: its earlier state still answers: ${fault instanceof Error ? fault.message : String(fault)}`,
          ),
      });
      closers.push(() => watch.stop());
    }
    return { url: server.url, stop: close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Throws AppError DATA_DIR_UNUSABLE. */
async function openAudit({ access: { audit }, definitions, say }: CaseServerOptions): Promise<Audit | null> {
  if (audit === undefined) return null;
  const { file, isRequired } = audit;
  const folder = await realpath(dirname(resolve(file))).catch(() => dirname(resolve(file)));
  if ((await realPaths(definitions)).some((path) => isInside(folder, path))) {
    throw new AppError(
      'DATA_DIR_UNUSABLE',
      `The audit ${file} is in a case, which must not be written. Give another path with --audit.`,
    );
  }
  const onState = (fault: Error | null): void =>
    say(fault === null ? `audit ${file}: has caught up` : `case-access: audit ${file} is behind: ${fault.message}`);
  const log = await AuditLog.open(file, { onState }).catch((cause: Error) => {
    const finding = `The audit ${file} cannot be continued: ${cause.message}.`;
    throw new AppError(
      'DATA_DIR_UNUSABLE',
      `${finding} "audit verify" shows the broken line. Move the file away to start a new one.`,
      { cause },
    );
  });
  return { log, isRequired };
}

function openPool(
  { engineProcesses, engineEntry, queryMebibytes, searchSeconds, log }: CaseServerOptions,
  onDamaged: (name: string, fault: AppError) => void,
): EnginePool {
  return new EnginePool({
    processes: engineProcesses,
    ...(engineEntry === undefined ? {} : { entry: engineEntry }),
    queryMebibytes,
    callMsMax: searchSeconds * 1000,
    onDamaged,
    onEnded: ({ pid, isOrdered, how }) => {
      if (isOrdered) log.warn({ pid }, 'engine process was ended: a search did not yield');
      else log.error({ pid, how }, 'engine process ended; it is replaced, and its indexes are checked');
    },
  });
}

/** Returns the functions by which the server uses the processes for everything but searches. */
function asksOf(pool: EnginePool, onDamaged: (name: string, fault: AppError) => void) {
  return { queryTexts: new ProcessQueryTexts(pool), values: new ProcessValues(pool, onDamaged) };
}

function openRegistry(
  writable: { readonly dataDir: string; readonly lock: LockToken },
  { access, board, evidenceRoots = [], log, siteOf, say }: CaseServerOptions,
  opener: IndexOpener,
  bookmarks: BookmarkStore,
): SourceRegistry {
  const open: OpenSourceFunction = async (path, onProgress, signal, caseOptions, engine, merges = false) => {
    const site = await siteOf?.(engine);
    const progress = board.start(basename(path));
    const report = (state: OpenProgress): void => {
      progress.update(state);
      onProgress(state);
    };
    report(OPENING);
    let wasBuilt = false;
    try {
      const source = await openSource(path, {
        ...writable,
        buildIfNeeded: true,
        merges,
        caseOptions: { ...caseOptions, evidenceRoots },
        signal,
        opener,
        ...(site === undefined ? {} : { site }),
        onProgress: report,
        onRebuild: (reason) => say(`${path}: the index is rebuilt: ${reason}`),
        onBuilt: ({ isComplete, isUpToDate, problems, reportFile }) => {
          wasBuilt = !isUpToDate;
          report(OPENING);
          if (isComplete) return;
          say(`${path}: indexed, but incomplete: ${formatCount(problems.count, 'problem')}, listed in ${reportFile}`);
        },
      });
      progress.stop();
      say(
        `${path}: ${merges && wasBuilt ? 'parts of the index merged' : 'ready'}, ${formatCount(source.summary.itemCount, 'item')}`,
      );
      return source;
    } finally {
      progress.stop();
    }
  };
  return new SourceRegistry({
    openSource: open,
    ...(access.sourceRoots.length === 0 ? {} : { roots: access.sourceRoots }),
    onFailure: ({ id, path }, fault) => {
      const isExpected = fault instanceof AppError;
      if (isExpected && fault.code === 'CANCELLED') return;
      const named = namingDataDir(fault, writable.dataDir);
      say(`source ${id} (${path}) does not open: ${named instanceof Error ? named.message : String(named)}`);
      if (!isExpected) log.error({ err: fault, source: id }, 'source does not open');
    },
    onMergeFault: ({ path }, fault) => {
      const isFull = fault instanceof AppError && fault.code === 'DISK_FULL';
      const reason = isFull ? MERGE_WITHOUT_ROOM : fault instanceof Error ? fault.message : String(fault);
      say(`${path}: parts of the index are not merged: ${reason}`);
    },
    onReady: (source) => {
      const hint = bookmarkHint(source, bookmarks);
      if (hint !== null) say(`source ${source.id}: ${hint}`);
    },
  });
}

/** The real paths of existing cases: the data directory must not be inside any of them. */
async function realPaths(definitions: readonly SourceDefinition[]): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const { path, resolvedPath } of definitions) {
    const real = await realpath(resolvedPath ?? resolve(path)).catch(() => null);
    if (real !== null) paths.push(real);
  }
  return paths;
}

async function listen(options: ServerOptions): Promise<Awaited<ReturnType<typeof startServer>>> {
  try {
    return await startServer(options);
  } catch (error) {
    const finding = FINDINGS[(error as NodeJS.ErrnoException).code ?? ''];
    if (finding === undefined) throw error;
    throw new AppError('USAGE', `Cannot listen on ${options.host}:${options.port}: ${finding}.`, { cause: error });
  }
}

const MERGE_AGAIN_MINUTES = (MERGE_AGAIN_TIMES * MERGE_AFTER_MILLISECONDS) / 60_000;
const MERGE_WITHOUT_ROOM = `the disk of the data directory is full; free some space: the merge is tried again in ${MERGE_AGAIN_MINUTES} minutes`;

const FINDINGS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses this port; give another --port',
  EACCES: 'permission is missing; give a --port above 1023',
  EADDRNOTAVAIL: 'this machine has no such address; give another --host',
  ENOTFOUND: 'no such host; give another --host',
};
