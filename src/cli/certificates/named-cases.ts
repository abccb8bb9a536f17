/** The cases of `--case [ID=]DIR`: opened, and indexed if necessary. */
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { CaseOptions } from '../../cases/case-format.ts';
import { fractionOf } from '../../indexing/fraction-of.ts';
import { AppError } from '../../shared/errors.ts';
import type { NamedSource } from '../open-sources.ts';
import { requireCase } from '../options.ts';
import { startProgress } from '../terminal/progress.ts';
import { printable, type Terminal } from '../terminal/terminal.ts';

export interface NamedCase {
  /** Null if none was given. */
  readonly id: string | null;
  readonly path: string;
}

/** Parses `ID=DIR` or `DIR`. If a folder with the whole text as its name exists, the text is that folder. */
export function namedCase(text: string): NamedCase {
  const equals = text.indexOf('=');
  if (equals <= 0 || existsSync(text)) return { id: null, path: text };
  return { id: text.slice(0, equals), path: text.slice(equals + 1) };
}

export function withIds(cases: readonly NamedCase[]): { readonly id: string; readonly path: string }[] {
  const named = cases.map(({ id, path }) => ({ id: id ?? basename(resolve(path)), path }));
  const twice = named.find(({ id }, i) => named.findIndex((one) => one.id === id) !== i);
  if (twice === undefined) return named;
  throw new AppError('USAGE', `Two cases are called ${JSON.stringify(twice.id)}: give --case ID=DIR.`);
}

export interface CaseOpening {
  readonly dataDir: string;
  /** Options for every case. */
  readonly caseOptions: CaseOptions;
}

/** Calls `use` with the opened cases. Builds and reports an index that is missing, damaged or not current. */
export async function withOpenCases<T>(
  cases: readonly { readonly id: string; readonly path: string }[],
  { dataDir, caseOptions }: CaseOpening,
  terminal: Terminal,
  use: (sources: readonly NamedSource[]) => Promise<T>,
): Promise<T> {
  const { openSource } = await import('../../sources/open-source.ts');
  const { inThisProcess } = await import('../../sources/index-opener.ts');
  const opener = inThisProcess();
  const opened: NamedSource[] = [];
  try {
    for (const { id, path } of cases) {
      await requireCase(path);
      await buildWhereNeeded(path, { dataDir, caseOptions }, terminal);
      opened.push({ id, ...(await openSource(path, { dataDir, caseOptions, buildIfNeeded: false, opener })) });
    }
    return await use(opened);
  } finally {
    for (const source of opened) await source.close();
  }
}

async function buildWhereNeeded(
  casePath: string,
  { dataDir: data, caseOptions }: CaseOpening,
  terminal: Terminal,
): Promise<void> {
  const { CASE_FORMATS, openCase } = await import('../../cases/open-case.ts');
  const { readIndexState } = await import('../../indexing/index-state.ts');
  const { checkDataDir } = await import('../../data-dir/data-dir.ts');
  const reader = await openCase(casePath, CASE_FORMATS, caseOptions);
  try {
    const state = await readIndexState(checkDataDir(data, [reader.realPath]), reader, await reader.fingerprint());
    if (state.kind === 'current') return;
    const reason =
      state.kind === 'corrupt' ? `is damaged, and built again: ${state.reason}` : `is being built: ${state.reason}`;
    terminal.say(`case-access: ${printable(`the index of ${casePath} ${reason}`)}`);
  } finally {
    await reader.close();
  }
  const { buildIndex } = await import('../../indexing/build-index.ts');
  const { acquireDataLock } = await import('../../data-dir/data-lock.ts');
  const lock = await acquireDataLock(data);
  const progress = startProgress(printable(basename(resolve(casePath))), terminal.stderr);
  try {
    await buildIndex({
      casePath,
      caseOptions,
      dataDir: data,
      signal: terminal.signal,
      lock: lock.token,
      onProgress: (state) => progress.update({ ...state, fraction: fractionOf(state) }),
    });
  } finally {
    progress.stop();
    lock.release();
  }
}
