import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { indexStats } from '../../src/indexing/index-stats.ts';
import type { Corpus } from '../corpus/export.ts';
import { type BenchQuery, luceneText, querySql } from '../queries/tree.ts';
import { type Engine, engineOf } from './engine.ts';
import { notInstalled, workDirectory } from './installed.ts';

/** If texts have more bytes than this, an engine that holds the tokens of all texts in memory is not measured. */
const IN_MEMORY_TEXT_BYTES_MAX = 40_000_000;

const built = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const serveScript = built('../serve.js');
const cliScript = built('../../src/cli/main.js');

/** Returns all engines. Ours comes first, because the others are compared with it. */
export function allEngines(): readonly Engine[] {
  return [ours, lucene, tantivy, sqlite, inMemory('flexsearch'), inMemory('minisearch')];
}

/** Engines that are compared by class of query on a case of many items. */
export function classEngines(): readonly Engine[] {
  return [...allEngines(), luceneReordered];
}

/** Engines whose builds are compared on a case of many items. */
export function buildEngines(): readonly Engine[] {
  return [ours, lucene, luceneThatKeepsAll, tantivy];
}

/** Structures with items, texts and values as in the case. No peer stores those. */
export const storedParts: ReadonlySet<string> = new Set(['items', 'texts', 'values']);

export const ours = engineOf({
  name: 'case-access',
  unavailable: () => null,
  build: (corpus, directory) => [
    'node',
    cliScript,
    'index',
    'build',
    corpus.casePath,
    '--data',
    directory,
    '--force',
    '--json',
  ],
  serve: (corpus, directory, iterations) => [
    'node',
    serveScript,
    '--case',
    corpus.casePath,
    '--data',
    directory,
    '--iterations',
    String(iterations),
  ],
  query: (query) => query.text,
  report: async (run, corpus, directory) => {
    const { bytes: parts } = await indexStats({ casePath: corpus.casePath, dataDir: directory });
    const sum = (isStored: boolean) =>
      Object.entries(parts).reduce(
        (total, [name, bytes]) => total + (storedParts.has(name) === isStored ? bytes : 0),
        0,
      );
    return {
      searchableSeconds: run.seconds,
      bytes: sum(false),
      storedBytes: sum(true),
      parts,
      version: `Node ${process.version}`,
    };
  },
});

const java = process.env.BENCH_JAVA ?? 'java';
const luceneDirectory = join(workDirectory, 'lucene');
export const luceneCommand = [
  existsSync(join(luceneDirectory, 'java')) ? join(luceneDirectory, 'java') : java,
  ...['--add-modules', 'jdk.incubator.vector', '--enable-native-access=ALL-UNNAMED', '-Xmx2g'],
  ...['-cp', `${join(luceneDirectory, 'classes')}:${join(luceneDirectory, 'lib')}/*`, 'bench.Main'],
];
const lucene = luceneOf('lucene', ({ textsFile }) => textsFile);
/** Its documents are renumbered so that similar ones are neighbours. */
const luceneReordered = luceneOf('lucene-bp', ({ textsFile }) => textsFile, '--reorder');

/**
 * Builds an index with the same work as ours: reads the case itself, stores items and texts, and makes a column of every
 * property. The index is merged, but not queried.
 */
const luceneThatKeepsAll = luceneOf('lucene-all-kept', ({ casePath }) => casePath);

/** Returns Lucene with a merged index of a file or directory of the corpus. */
function luceneOf(name: string, input: (corpus: Corpus) => string, merging = '--merge'): Engine {
  return engineOf({
    name,
    unavailable: () => notInstalled('lucene'),
    build: (corpus, directory, threads) => [
      ...luceneCommand,
      'build',
      input(corpus),
      directory,
      String(threads),
      merging,
    ],
    serve: (_, directory, iterations) => [...luceneCommand, 'serve', directory, String(iterations)],
    query: luceneText,
  });
}

const tantivyBinary = join(workDirectory, 'tantivy', 'target', 'release', 'tantivy-peer');
const tantivy = engineOf({
  name: 'tantivy',
  unavailable: () => notInstalled('tantivy'),
  build: (corpus, directory, threads) => [tantivyBinary, 'build', corpus.tokensFile, directory, String(threads)],
  serve: (_, directory, iterations) => [tantivyBinary, 'serve', directory, String(iterations)],
  query: asTree,
});

const sqliteScript = join('bench', 'peers', 'sqlite', 'peer.py');
const sqlite = engineOf({
  name: 'sqlite-fts5',
  unavailable: () => notInstalled('sqlite'),
  build: (corpus, directory, threads) => [
    'python3',
    sqliteScript,
    'build',
    corpus.tokensFile,
    directory,
    String(threads),
  ],
  serve: (_, directory, iterations) => ['python3', sqliteScript, 'serve', directory, String(iterations)],
  query: (query) => querySql(query.tree),
});

function inMemory(name: 'flexsearch' | 'minisearch'): Engine {
  const script = built(`../peers/${name}/peer.js`);
  const command = ['node', '--max-old-space-size=4096', script];
  return engineOf({
    name,
    unavailable: (corpus: Corpus) =>
      corpus.profile.textBytes > IN_MEMORY_TEXT_BYTES_MAX
        ? `holds everything in memory; asked on corpora of up to ${IN_MEMORY_TEXT_BYTES_MAX / 1e6} MB of text`
        : null,
    build: (corpus) => [...command, 'build', corpus.tokensFile],
    serve: (corpus, _, iterations) => [...command, 'serve', corpus.tokensFile, String(iterations)],
    query: asTree,
  });
}

function asTree({ tree }: BenchQuery): string | { readonly unsupported: string } {
  return tree.kind === 'near' ? { unsupported: 'it has no words near each other' } : JSON.stringify(tree);
}
