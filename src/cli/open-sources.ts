/** Opens the sources named by `--case` or `--sources`, for commands that read and never build. */
import { basename, resolve } from 'node:path';
import { AppError } from '../shared/errors.ts';
import type { ReadySource } from '../sources/source.ts';
import type { SourceDefinition } from '../sources/source-definition.ts';
import { type EngineOptions, siteOf } from './engine-options.ts';
import { type HashLists, type HashSetOption, readyHashSets } from './hash-sets/option.ts';
import { caseOptionsOf, type DataOption, type MappingOption, requireCase } from './options.ts';
import type { Terminal } from './terminal/terminal.ts';

export interface SourceOptions extends DataOption, MappingOption, EngineOptions, Partial<HashSetOption> {
  readonly case?: string;
  readonly sources?: string;
}

export interface NamedSource extends ReadySource {
  /** The case has changed since its index was built. */
  readonly isStale: boolean;
}

export interface OpenedSources {
  readonly opened: readonly NamedSource[];
  /** Sources of a sources file that could not be opened. With `--case` the error is thrown instead. */
  readonly incomplete: readonly { readonly source: string; readonly reason: string }[];
  /** Undefined if no hash set was given. */
  readonly hashLists: HashLists | undefined;
  close(): Promise<void>;
}

/** Throws AppError USAGE unless exactly one of the options is given; with `--case` also the errors of opening. */
export async function openSources(options: SourceOptions, terminal: Terminal): Promise<OpenedSources> {
  if ((options.case === undefined) === (options.sources === undefined)) {
    throw new AppError('USAGE', 'Give either --case DIR or --sources FILE.');
  }
  if (options.mapping !== undefined && options.case === undefined) {
    throw new AppError('USAGE', '--mapping FILE goes with --case DIR: a sources file has its own mappings.');
  }
  const definitions = await definitionsOf(options);
  const paths = definitions.map(({ path, resolvedPath }) => resolvedPath ?? path);
  const hashLists = await readyHashSets({ hashSet: [], ...options }, paths, terminal);
  const { openSource } = await import('../sources/open-source.ts');
  const { inThisProcess } = await import('../sources/index-opener.ts');
  const opener = inThisProcess();
  const opened: NamedSource[] = [];
  const incomplete: { source: string; reason: string }[] = [];
  const close = async (): Promise<void> => {
    for (const source of opened) await source.close();
  };
  for (const { id, path, resolvedPath, mapping, engine } of definitions) {
    const caseOptions = mapping === undefined ? {} : { mapping };
    const site = await siteOf(options, engine);
    const atSite = site === undefined ? {} : { site };
    try {
      const source = await openSource(resolvedPath ?? path, {
        dataDir: options.data,
        caseOptions,
        buildIfNeeded: false,
        opener,
        ...atSite,
      });
      opened.push({ id, ...source });
    } catch (error) {
      if (options.case !== undefined || !(error instanceof AppError)) {
        await close();
        throw error;
      }
      incomplete.push({ source: id, reason: error.message });
    }
  }
  return { opened, incomplete, hashLists, close };
}

async function definitionsOf(options: SourceOptions): Promise<readonly SourceDefinition[]> {
  if (options.case !== undefined) {
    await requireCase(options.case);
    return [{ id: basename(resolve(options.case)), path: options.case, ...(await caseOptionsOf(options)) }];
  }
  const { loadSourcesFile } = await import('../sources/sources-file.ts');
  return loadSourcesFile(options.sources ?? '');
}
