/**
 * For a case that consists of tables, finds files that look like tables, mail, chats or tool results but are not read. Rows may
 * name them, so they are reported after the last row.
 */
import { MANIFEST_HEADER } from '../../shared/cells/table-cells.ts';
import { AppError } from '../../shared/errors.ts';
import type { PartRef } from '../../shared/part-ref.ts';
import type { CaseItem, CaseProblem } from '../case-reader.ts';
import { type CasePaths, folded } from './case-paths.ts';
import { fileOfRef } from './file-ref.ts';
import type { FileTree, FolderEntry } from './file-tree.ts';
import { FILE_FOLDERS, type FoundFiles, tableNames } from './find-load-file.ts';
import { TABLE_FOLDER_NAMES_MAX, TABLE_FOLDERS_DEPTH_MAX, TABLE_HEAD_BYTES, UNREAD_FILES_SHOWN_MAX } from './limits.ts';
import { readAt } from './rows/text-encoding.ts';
import { kindOf } from './table-kinds.ts';

type Looks = 'table' | 'mail' | 'chat' | 'results';

export interface UnreadFiles {
  /** Keyed by path below the case. */
  readonly files: ReadonlyMap<string, Looks>;
  /** Folders that were not searched. */
  readonly problems: readonly CaseProblem[];
}

/** The list of files in an export of case-access, which describes the others. */
const MANIFEST = /(?:^|\/)manifest\.csv$/;
const MANIFEST_BEGINNING = `\ufeff${MANIFEST_HEADER.join(',')}\r\n`;
export const MANIFEST_REASON = 'it lists the files of an archive that case-access exported, and is not read';

/** Returns the manifests of exports among these files. */
export async function ownManifests(files: Iterable<string>, tree: FileTree): Promise<ReadonlySet<string>> {
  const own = new Set<string>();
  for (const file of files) {
    if (!MANIFEST.test(file)) continue;
    const head = await unlessAway(headOf(file, tree));
    if (head?.toString('utf8').startsWith(MANIFEST_BEGINNING) === true) own.add(file);
  }
  return own;
}

const MAIL = /^mbox$|\.(?:mbox|mbx|eml)$/i;
const CHAT = /^_chat\.txt$|whatsapp.*\.txt$/i;
/** Databases that iLEAPP and ALEAPP write next to their tables. */
const RESULTS = /^(?:_lava_artifacts|tl)\.db$/i;

/** Judges by names alone, in all folders except those of natives, texts and images. */
export async function findUnreadFiles(found: FoundFiles, tree: FileTree): Promise<UnreadFiles> {
  const files = new Map<string, Looks>();
  const problems: CaseProblem[] = [];
  if (found.isGiven) return { files, problems };
  const known = new Set(found.twins.map(({ file }) => file));
  for (const { file, images } of found.tables) for (const name of [file, images ?? file]) known.add(name);
  const folders: (readonly [folder: string, depth: number])[] = [['', 0]];
  let names = 0;
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const [folder, depth] = next;
    const entries: FolderEntry[] = [];
    for await (const entry of tree.entries(folder)) {
      if (++names <= TABLE_FOLDER_NAMES_MAX) entries.push(entry);
    }
    for (const [name, looks] of looksOf(entries)) {
      if (!known.has(`${folder}${name}`)) files.set(`${folder}${name}`, looks);
    }
    const below = entries.filter(({ isFolder, name }) => isFolder && !FILE_FOLDERS.has(folded(name)));
    const [first] = below;
    if (first !== undefined && depth === TABLE_FOLDERS_DEPTH_MAX) {
      const reason = `it is more than ${TABLE_FOLDERS_DEPTH_MAX} folders deep${asOthers(below.length)}: tables in it are not read`;
      problems.push({ ...about(`${folder}${first.name}`), kind: 'limit', reason });
    } else for (const { name } of below) folders.push([`${folder}${name}/`, depth + 1]);
    if (names > TABLE_FOLDER_NAMES_MAX) {
      const reason = `the folders have more than ${TABLE_FOLDER_NAMES_MAX} names: further ones are not searched for tables and mail`;
      problems.push({ ...about(folder), kind: 'limit', reason });
      break;
    }
  }
  return { files, problems };
}

function looksOf(entries: readonly FolderEntry[]): ReadonlyMap<string, Looks> {
  const names = entries.filter(({ isFolder }) => !isFolder).map(({ name }) => name);
  const looks = new Map<string, Looks>(tableNames(names).map((name) => [name, 'table']));
  for (const name of names) if (MAIL.test(name)) looks.set(name, 'mail');
  for (const name of names) if (CHAT.test(name)) looks.set(name, 'chat');
  for (const name of names) if (RESULTS.test(name)) looks.set(name, 'results');
  return looks;
}

/** The unread files that no row has named so far. */
export class UnnamedFiles {
  readonly #files: Map<string, Looks>;
  /** The last parts of their paths, in lower case. */
  readonly #names: ReadonlySet<string>;
  readonly #paths: CasePaths;

  constructor(files: ReadonlyMap<string, Looks>, paths: CasePaths) {
    this.#files = new Map(files);
    this.#names = new Set([...files.keys()].map((file) => lastPart(file)));
    this.#paths = paths;
  }

  /** Removes the files that these items refer to as content, text or thumbnail. */
  async see(items: readonly CaseItem[]): Promise<void> {
    if (this.#files.size === 0) return;
    for (const { content, text, thumb } of items) {
      for (const ref of [content, thumb, typeof text === 'string' ? null : text]) {
        if (ref !== null && this.#names.has(lastPart(fileOfRef(ref).path))) await this.#take(ref);
      }
    }
  }

  async #take(ref: PartRef): Promise<void> {
    const { path, folder } = fileOfRef(ref);
    const file = await unlessAway(this.#paths.find(path, folder));
    if (file !== null) this.#files.delete(file);
  }

  /**
   * Reports the first file of each kind with the number of the others, then some of the others one by one. So even a list of
   * only the first problems includes every kind.
   */
  async report(tree: FileTree, report: (problem: CaseProblem) => void): Promise<void> {
    const others: CaseProblem[] = [];
    await this.#reportManifests(tree, report);
    for (const looks of ['table', 'mail', 'chat', 'results'] as const) {
      const files = [...this.#files].flatMap(([file, its]) => (its === looks ? [file] : [])).sort();
      const left = looks === 'table' ? await whichBegin(files, tree) : files;
      const problems = left.slice(0, UNREAD_FILES_SHOWN_MAX).map((file): CaseProblem => {
        return { ...about(file), kind: 'case', reason: REASONS[looks] };
      });
      const [first, ...next] = problems;
      if (first === undefined) continue;
      const more = left.length - 1;
      const count = more === 0 ? '' : ` (and ${more} more like it)`;
      report({ ...first, reason: `${first.reason}${count}` });
      others.push(...next);
    }
    for (const problem of others) report(problem);
  }

  /** Reports the manifest of an export as harmless, because it only lists the other files. */
  async #reportManifests(tree: FileTree, report: (problem: CaseProblem) => void): Promise<void> {
    for (const file of await ownManifests(this.#files.keys(), tree)) {
      this.#files.delete(file);
      report({ ...about(file), kind: 'type', reason: MANIFEST_REASON });
    }
  }
}

const REASONS: Readonly<Record<Looks, string>> = {
  table: 'it looks like a table, but no row names it: it is not read; to decide, set "file" or "tables" in a mapping',
  mail: 'it is named like mail, but no row names it: it is not read; give its own path to have it read',
  chat: 'it is named like a chat, but no row names it: it is not read; give its own path to have it read',
  results:
    'it is named like a database of iLEAPP or ALEAPP, which is not read beside their tables: artifacts without a table are only in it; to read all artifacts, give the path of _lava_data.lava',
};

/** Returns the files whose first bytes look like it. A file that cannot be opened counts, because it may be anything. */
async function whichBegin(files: readonly string[], tree: FileTree): Promise<readonly string[]> {
  const tables: string[] = [];
  for (const file of files) {
    const kind = kindOf(file, false);
    const head = kind?.isTable === undefined ? null : await unlessAway(headOf(file, tree));
    if (head === null || kind?.isTable?.(head) !== false) tables.push(file);
  }
  return tables;
}

async function headOf(file: string, tree: FileTree): Promise<Buffer> {
  const input = await tree.open(file);
  try {
    return await readAt(input, 0, TABLE_HEAD_BYTES);
  } finally {
    await input.close();
  }
}

/** Returns null if the file is missing or unreadable. */
async function unlessAway<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

function about(file: string): Omit<CaseProblem, 'kind' | 'reason'> {
  return { file, line: null, id: null };
}

function asOthers(count: number): string {
  return count === 1 ? '' : `, as ${count - 1} more`;
}

/** Accepts either slash as a separator. */
function lastPart(path: string): string {
  return folded(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).trim());
}
