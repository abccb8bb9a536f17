/**
 * `bookmarks import --iped` and `bookmarks export --iped`. Imports bookmarks of an IPED case, and exports bookmarks as a file
 * that IPED loads. Nothing is ever written into a case.
 */
import { lstat, open, realpath, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { BookmarkStore } from '../bookmarks/bookmark-store.ts';
import type { IpedImportReport, KnownIds } from '../bookmarks/iped/import-iped.ts';
import { AppError } from '../shared/errors.ts';
import { changing, NOBODY, reading } from './bookmark-access.ts';
import { type ExitCode, incomplete, ok } from './exit-codes.ts';
import type { NamedSource } from './open-sources.ts';
import type { DataOption } from './options.ts';
import { formatCount } from './terminal/quantities.ts';
import { printable, type Terminal } from './terminal/terminal.ts';

export interface IpedOptions extends DataOption {
  readonly iped: string;
  readonly sources?: string;
  readonly source?: string;
  readonly case?: string;
  readonly json?: boolean;
}

const FILE_NAME = 'bookmarks.iped';
/** Enough for a thousand bookmarks of a case of four million items: every eight bookmarks need an array of a byte per item. */
const FILE_BYTES_MAX = 512 * 1024 * 1024;
/** Ids that are looked up at once. */
const IDS_AT_ONCE = 65_536;

/** Throws AppError NOT_FOUND, INVALID_REQUEST, USAGE, and the errors of the store. */
export async function importIpedBookmarks(options: IpedOptions, terminal: Terminal): Promise<ExitCode> {
  const { file, folder } = await bookmarksFileOf(options.iped);
  const bytes = await readBounded(file);
  const { readIpedBookmarks } = await import('../bookmarks/iped/iped-bookmarks.ts');
  const found = readIpedBookmarks(bytes);
  const { importIped } = await import('../bookmarks/iped/import-iped.ts');
  const source = await sourceIdOf(options, folder);
  // Bookmarks may be in a saved file beside the case.
  const opened = await indexOf(
    options.source === undefined ? folder : await caseOfSource(options, source, folder),
    options,
  );
  try {
    const known = opened === null ? async (ids: Uint32Array) => ids : knownIn(opened, terminal.signal);
    const report = await changing(options, (store) => importIped(store, found, { source, origin: NOBODY, known }));
    const problems =
      opened === null
        ? ['the case has no index here yet, so its members were not checked', ...report.problems]
        : report.problems;
    const whole = { ...report, problems };
    await terminal.write(options.json === true ? `${JSON.stringify(whole)}\n` : describeReport(whole));
    for (const problem of problems) terminal.say(`case-access: ${printable(problem)}`);
    return problems.length === 0 ? ok : incomplete;
  } finally {
    await opened?.close();
  }
}

/** Throws AppError ALREADY_EXISTS, NOT_FOUND, USAGE. */
export async function exportIpedBookmarks(options: IpedOptions, terminal: Terminal): Promise<ExitCode> {
  if (options.source === undefined) throw new AppError('USAGE', 'Give the source of the bookmarks: --source ID.');
  const source = options.source;
  await refuseCaseFolder(options.iped);
  const folder = await exportedCase(options, source);
  const { composeIpedBookmarks } = await import('../bookmarks/iped/compose-iped-bookmarks.ts');
  const lastIdOfCase = folder === null ? null : await greatestId(folder, options, terminal.signal);
  const { bytes, count, lost, isEmpty } = await reading(options, async (store) => {
    const members = membersOf(store, source);
    const greatest = members.reduce((most, { ids }) => Math.max(most, ids.at(-1) ?? -1), -1);
    const lastId = lastIdOfCase ?? greatest;
    const kept = members.map((set) => ({ ...set, ids: set.ids.filter((id) => id <= lastId) }));
    const selected = kept.find(({ name }) => name === null)!.ids;
    const bookmarks = kept.flatMap(({ name, comment, isInReport, ids }) =>
      name === null ? [] : [{ name, comment, isInReport, ids }],
    );
    const dropped = members.reduce((sum, { ids }, i) => sum + ids.length - kept[i]!.ids.length, 0);
    const casePath = folder ?? '/';
    return {
      bytes: composeIpedBookmarks({ lastId, bookmarks, selected, casePath }),
      count: bookmarks.length,
      lost: dropped,
      isEmpty: members.every(({ ids }) => ids.length === 0),
    };
  });
  await writeNew(options.iped, bytes);
  terminal.say(`case-access: wrote ${formatCount(count, 'bookmark')} to ${printable(options.iped)}`);
  const problems = [
    ...(folder === null
      ? ['IPED refuses the file if the case has item ids greater than those in the file; name the case with --case']
      : []),
    // A misspelled source looks the same as one without bookmarks.
    ...(isEmpty ? [`no item of source ${printable(source)} is in a bookmark or selected`] : []),
    ...(lost > 0 ? [`${lost} members with ids that the case does not have were skipped`] : []),
  ];
  for (const problem of problems) terminal.say(`case-access: ${problem}`);
  return problems.length === 0 ? ok : incomplete;
}

interface ExportedSet {
  /** Null: the selection. */
  readonly name: string | null;
  readonly comment: string | null;
  readonly isInReport: boolean;
  readonly ids: Uint32Array;
}

function membersOf(store: BookmarkStore, source: string): ExportedSet[] {
  const isSource = (id: string): boolean => id === source;
  const bookmarks = store.details(isSource).map(({ name, comment, inReport }): ExportedSet => {
    return { name, comment, isInReport: inReport, ids: store.membersIn(name, source) };
  });
  const selected = store.selected(isSource)[0]?.ids ?? new Uint32Array(0);
  return [...bookmarks, { name: null, comment: null, isInReport: false, ids: selected }];
}

/** Finds the file from the case folder, from its folder `iped`, or as the file itself. Also returns the case folder. */
async function bookmarksFileOf(path: string): Promise<{ file: string; folder: string }> {
  for (const file of [path, join(path, 'iped', FILE_NAME), join(path, FILE_NAME)]) {
    const stats = await lstat(file).catch(() => null);
    if (stats?.isFile() !== true) continue;
    const module = dirname(await realpath(file));
    return { file, folder: basename(module) === 'iped' ? dirname(module) : module };
  }
  throw new AppError('NOT_FOUND', `There are no bookmarks of IPED at ${path}: no file iped/${FILE_NAME}.`);
}

async function readBounded(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    if (size > FILE_BYTES_MAX) {
      throw new AppError(
        'INVALID_REQUEST',
        `The bookmarks file ${file} has ${size} bytes; at most ${FILE_BYTES_MAX} are read.`,
      );
    }
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/**
 * Returns `--source`, or else the source in the sources file that has the case's real path. Without a sources file it is the
 * folder's name.
 */
async function sourceIdOf({ source, sources }: IpedOptions, folder: string): Promise<string> {
  if (source !== undefined) return source;
  if (sources === undefined) return basename(folder);
  const { loadSourcesFile } = await import('../sources/sources-file.ts');
  for (const { id, path, resolvedPath } of await loadSourcesFile(sources)) {
    const real = await realpath(resolvedPath ?? path).catch(() => null);
    if (real === folder || real === join(folder, 'iped')) return id;
  }
  throw new AppError('NOT_FOUND', `No source of ${sources} is at ${folder}: name one with --source.`);
}

async function exportedCase(options: IpedOptions, source: string): Promise<string | null> {
  if (options.case !== undefined) return realCase(options.case);
  return options.sources === undefined ? null : caseOfSource(options, source, '');
}

/** Returns the path of the source in the sources file, or `folder` without such a file. */
async function caseOfSource({ sources }: IpedOptions, source: string, folder: string): Promise<string> {
  if (sources === undefined) return folder;
  const { loadSourcesFile } = await import('../sources/sources-file.ts');
  const definition = (await loadSourcesFile(sources)).find(({ id }) => id === source);
  if (definition === undefined) throw new AppError('NOT_FOUND', `There is no source ${source} in ${sources}.`);
  return realCase(definition.resolvedPath ?? definition.path);
}

async function realCase(path: string): Promise<string> {
  return realpath(path).catch((cause: unknown) => {
    throw new AppError('NOT_FOUND', `There is no case at ${path}.`, { cause });
  });
}

/** Opens the index of the case, if there is a usable one. */
async function indexOf(
  folder: string,
  { data }: DataOption,
): Promise<(NamedSource & { close(): Promise<void> }) | null> {
  const { openSource } = await import('../sources/open-source.ts');
  try {
    return { id: basename(folder), ...(await openSource(folder, { dataDir: data, buildIfNeeded: false })) };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function knownIn(source: NamedSource, signal: AbortSignal): KnownIds {
  return async (ids) => {
    const known: number[] = [];
    for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
      const some = ids.subarray(from, from + IDS_AT_ONCE);
      const flags = await source.items.exist(source.name, some, signal);
      for (let i = 0; i < some.length; i++) if (flags[i] === 1) known.push(some[i]!);
    }
    return Uint32Array.from(known);
  };
}

/** Returns IPED's "last id", the greatest id of an item. Throws AppError INDEX_MISSING if the case has no index here. */
async function greatestId(folder: string, options: DataOption, signal: AbortSignal): Promise<number> {
  const opened = await indexOf(folder, options);
  if (opened === null) {
    throw new AppError(
      'INDEX_MISSING',
      `The case ${folder} has no index here: build it with \`case-access index build\`.`,
    );
  }
  try {
    const known = knownIn(opened, signal);
    let greatest = -1;
    let left = opened.summary.itemCount;
    // Reads ids until all items are found, wherever the gaps are.
    for (let from = 0; left > 0; from += IDS_AT_ONCE) {
      const found = await known(Uint32Array.from({ length: IDS_AT_ONCE }, (_, i) => from + i));
      left -= found.length;
      greatest = found.at(-1) ?? greatest;
    }
    return greatest;
  } finally {
    await opened.close();
  }
}

/** Bookmarks in a case folder belong to IPED. So the file must be written elsewhere, from where the user may copy it. */
async function refuseCaseFolder(path: string): Promise<void> {
  const folder = await realpath(dirname(resolve(path))).catch(() => null);
  if (folder === null) throw new AppError('NOT_FOUND', `There is no folder for ${path}.`);
  if (basename(folder) !== 'iped') return;
  throw new AppError(
    'USAGE',
    `The folder ${folder} belongs to a case, and nothing may be written into a case: write elsewhere, and copy the file.`,
  );
}

async function writeNew(path: string, bytes: Buffer): Promise<void> {
  try {
    await writeFile(path, bytes, { flag: 'wx' });
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'EEXIST')
      throw new AppError('ALREADY_EXISTS', `The file ${path} already exists. Choose another one.`, { cause });
    throw new AppError('USAGE', `The file ${path} cannot be written (${code}).`, { cause });
  }
}

function describeReport({ source, bookmarks, selection }: IpedImportReport): string {
  const merged = bookmarks.filter(({ existed }) => existed);
  const unknown = (count: number): string => (count === 0 ? '' : `, ${count} of unknown items skipped`);
  const lines = [
    `Imported ${formatCount(bookmarks.length, 'bookmark')} into source ${printable(source)}, ${merged.length} of them merged into an existing one.`,
    ...bookmarks.map((one) => {
      return `${one.existed ? 'merged ' : 'created'}  ${printable(one.name)}: ${one.added} added, ${one.alreadyThere} already there${unknown(one.unknown)}`;
    }),
    `selected  ${selection.added} added, ${selection.alreadyThere} already there${unknown(selection.unknown)}`,
  ];
  return `${lines.join('\n')}\n`;
}
