/** Every measured figure of the documents: the command that makes it, and where it is shown. */
import { join } from 'node:path';
import { workDirectory } from '../engines/installed.ts';

/** Directories that commands use. */
export interface Places {
  /** A case of a million real texts. */
  readonly real: string;
  /** A synthetic case of a million items. */
  readonly synthetic: string;
  /** The library case; null if it is missing. */
  readonly library: string | null;
  /** A large case of IPED; null if none is named. */
  readonly iped: string | null;
  /** The newest run of `library`. */
  readonly newestRun: string;
}

export interface Figure {
  readonly id: string;
  /** What it measures. */
  readonly title: string;
  /** The document and section that show it. */
  readonly shownIn: string;
  /** Approximate minutes on two idle cores. This number is used until a run is recorded. */
  readonly minutes: number;
  /** `json` is a file to which the program may write its result. Its output is recorded in any case. */
  readonly command: (places: Places, json: string) => readonly string[];
  /** Returns the reason why it cannot be made here, or null. */
  readonly lacks?: (places: Places) => string | null;
  /** Cases that are made first if they are missing. */
  readonly cases?: readonly ('real' | 'synthetic')[];
}

const program = (name: string, ...options: readonly string[]): string[] => [
  'node',
  `dist/bench/${name}.js`,
  ...options,
];
const work = (name: string): string => join(workDirectory, name);
const noLibrary = ({ library }: Places): string | null =>
  library === null ? 'no library case; SHARED names the folder with cases/library' : null;
const PERFORMANCE = 'docs/performance.md';

export const FIGURES: readonly Figure[] = [
  {
    id: 'page',
    title: 'from a key to the picture in the browser, a million items',
    shownIn: `${PERFORMANCE}#from-a-key-to-the-picture`,
    minutes: 25,
    command: ({ real }, json) => program('page', '--case', real, '--json', json),
    cases: ['real'],
  },
  {
    id: 'proxy',
    title: 'the page through nginx: HTTP/1.1 and HTTP/2',
    shownIn: `${PERFORMANCE}#http2-behind-a-proxy`,
    minutes: 10,
    command: ({ real }, json) => program('page-proxy', '--case', real, '--json', json),
    cases: ['real'],
  },
  {
    id: 'real',
    title: 'classes of queries beside Lucene and tantivy, a million texts',
    shownIn: `README.md#speed, ${PERFORMANCE}#a-million-real-documents`,
    minutes: 90,
    command: ({ real }, json) => program('real', '--case', real, '--json', json),
    cases: ['real'],
  },
  {
    id: 'builds',
    title: 'builds beside Lucene and tantivy, a million texts',
    shownIn: `${PERFORMANCE}#a-million-real-documents`,
    minutes: 25,
    command: ({ real }, json) => program('builds', '--case', real, '--threads', '2,1', '--rounds', '3', '--json', json),
    cases: ['real'],
  },
  {
    id: 'library',
    title: 'classes of queries beside five engines, builds, lists of terms, HTTP',
    shownIn: `${PERFORMANCE}#figures`,
    minutes: 40,
    command: () => program('main', '--per-class', '6', '--rounds', '3'),
    lacks: noLibrary,
  },
  {
    id: 'million-case',
    title: 'opening, first query, lists of terms and HTTP, a synthetic million',
    shownIn: `${PERFORMANCE}#a-million-synthetic-items`,
    minutes: 15,
    command: ({ synthetic, newestRun }) =>
      program('large-case', '--case', synthetic, '--data', work('million-case'), '--build', '--add-to', newestRun),
    cases: ['synthetic'],
  },
  {
    id: 'grown',
    title: 'twenty additions and changed files, and queries beside one index',
    shownIn: `${PERFORMANCE}#a-case-that-grows`,
    minutes: 15,
    command: ({ real }, json) => program('grown', '--case', real, '--json', json),
    cases: ['real'],
  },
  {
    id: 'interface',
    title: 'counts, orders, pages, snippets, keyword lists and exports beside Lucene and tantivy',
    shownIn: `${PERFORMANCE}#over-http-beside-lucene`,
    minutes: 40,
    command: ({ real }) => program('interface', '--case', real, '--rounds', '15', '--warm', '300'),
    cases: ['real'],
  },
  {
    id: 'clients',
    title: 'throughput with several clients at once, beside a server over Lucene',
    shownIn: `${PERFORMANCE}#several-clients-at-once`,
    minutes: 5,
    command: ({ real }, json) => program('clients', '--case', real, '--json', json),
    cases: ['real'],
  },
  {
    id: 'small-answers',
    title: 'what a small answer costs beyond the engine',
    shownIn: `${PERFORMANCE}#over-http-beside-lucene`,
    minutes: 10,
    command: ({ library }, json) => program('http/small-answers', '--case', library!, '--rest', '0,8', '--json', json),
    lacks: noLibrary,
  },
  {
    id: 'processes',
    title: 'throughput with 0, 1 and 2 engine processes',
    shownIn: `${PERFORMANCE}#builds-lists-of-terms-http`,
    minutes: 5,
    command: () => program('processes'),
  },
  {
    id: 'expressions',
    title: 'expressions over texts beside ripgrep',
    shownIn: `${PERFORMANCE}#builds-lists-of-terms-http`,
    minutes: 30,
    command: ({ real }) => program('expressions', '--case', real),
    cases: ['real'],
  },
  {
    id: 'near-duplicates',
    title: 'recall and precision of near duplicates',
    shownIn: 'docs/near-duplicates.md',
    minutes: 1,
    command: ({ library }) => program('near-duplicates', '--case', library!),
    lacks: noLibrary,
  },
  {
    id: 'imports',
    title: 'import of an IPED case beside Lucene 9',
    shownIn: `${PERFORMANCE}#the-import-of-a-case-of-iped`,
    minutes: 20,
    command: ({ iped }) => program('imports', '--case', iped!, '--rounds', '9'),
    lacks: ({ iped }) => (iped === null ? 'no large case of IPED; IPED_CASE names one' : null),
  },
  {
    id: 'load-file',
    title: 'reading and building a table of a million rows',
    shownIn: `${PERFORMANCE}#load-files`,
    minutes: 5,
    command: () => program('load-file', '--rows', '1000000', '--build'),
  },
  {
    id: 'wide-table',
    title: 'building a table of 30 columns beside SQLite',
    shownIn: `${PERFORMANCE}#beside-sqlite`,
    minutes: 10,
    command: () => program('load-file', '--rows', '1000000', '--wide', '--build', '--sqlite'),
  },
  {
    id: 'id-order',
    title: 'ids out of order',
    shownIn: `${PERFORMANCE}#ids-out-of-order`,
    minutes: 15,
    command: ({ synthetic }) => program('id-order', '--case', synthetic),
    cases: ['synthetic'],
  },
  {
    id: 'archive',
    title: 'export of 10 GB as ZIP beside zip -0',
    shownIn: `${PERFORMANCE}#exports-and-keyword-lists`,
    minutes: 15,
    command: () => program('archive', '--directory', workDirectory),
  },
  {
    id: 'hash-set',
    title: 'sorting and searching a list of 40 million hashes',
    shownIn: 'docs/hash-sets.md',
    minutes: 5,
    command: () => program('hash-set'),
  },
  {
    id: 'loops',
    title: 'inner loops beside their shorter versions',
    shownIn: 'bench/README.md',
    minutes: 1,
    command: () => program('loops'),
  },
  {
    id: 'cluster',
    title: 'a cluster of one node and of three beside the embedded engine',
    shownIn: 'docs/scale.md#costs',
    minutes: 60,
    command: ({ real }) => program('cluster', '--case', real),
    cases: ['real'],
  },
];
