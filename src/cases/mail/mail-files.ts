/** Finds the files of a source that contain mail, by their names: mailboxes, single mails, folders of Maildir. */
import { opendir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { CaseLocation } from '../case-format.ts';
import { DETECT_NAMES_MAX, FILES_MAX, FOLDER_DEPTH_MAX } from './limits.ts';
import type { MailboxKind } from './mbox-splitter.ts';

export interface MailFile {
  /** Path below the root, with slashes. */
  readonly file: string;
  readonly kind: MailboxKind;
  readonly bytes: number;
  readonly modifiedNs: bigint;
  /** The displayed folders. The folders that form a Maildir are left out. */
  readonly folders: readonly string[];
}

export interface MailFiles {
  /** Real path of the folder that contains all files. */
  readonly root: string;
  readonly files: readonly MailFile[];
  /** Number of files that are not mail, judging by their names, and the first of them. */
  readonly others: number;
  readonly firstOthers: readonly string[];
  /** Files or folders over a limit. */
  readonly leftOut: number;
}

const MAILBOX_EXTENSIONS: ReadonlySet<string> = new Set(['.mbox', '.mbx']);
/** Files without mail that mail programs and operating systems store next to mail. */
const COMPANION =
  /^(?:\.ds_store|thumbs\.db|desktop\.ini|\._.*|.*\.msf|msgfilterrules\.dat|filterlog\.html|popstate\.dat|table_of_contents|dovecot.*|maildirfolder|maildirsize|subscriptions|courierimap.*|\.?dovecot.*)$/i;
const FIRST_OTHERS = 3;

/** Returns why there is no mail, for display, or null. Reads only names, and a limited number of them. */
export async function lackOfMail({
  realPath,
  isFile,
}: Pick<CaseLocation, 'realPath' | 'isFile'>): Promise<string | null> {
  if (isFile) {
    return kindOf(basename(realPath), new Set(), false) === null
      ? 'the file is not named like mail (.mbox, .mbx, .eml)'
      : null;
  }
  const walk = new Walk(realPath, DETECT_NAMES_MAX, true);
  await walk.folder('', [], 0);
  return walk.files.length > 0 ? null : 'no mail (.mbox, .eml, Maildir) is in it';
}

export async function findMailFiles({
  realPath,
  isFile,
}: Pick<CaseLocation, 'realPath' | 'isFile'>): Promise<MailFiles> {
  if (isFile) {
    const { size, mtimeNs } = await stat(realPath, { bigint: true });
    const name = basename(realPath);
    const kind = kindOf(name, new Set(), false) ?? 'mbox';
    const file = { file: name, kind, bytes: Number(size), modifiedNs: mtimeNs, folders: [] };
    return { root: dirname(realPath), files: [file], others: 0, firstOthers: [], leftOut: 0 };
  }
  const walk = new Walk(realPath, FILES_MAX, false);
  await walk.folder('', [], 0);
  const { files, others, firstOthers, leftOut } = walk;
  return { root: realPath, files, others, firstOthers, leftOut };
}

/** Returns null if the file is not mail. `names`: the names in its folder. */
function kindOf(name: string, names: ReadonlySet<string>, isInMaildir: boolean): MailboxKind | null {
  const extension = extname(name).toLowerCase();
  if (extension === '.eml') return 'single';
  if (COMPANION.test(name)) return null;
  // Thunderbird keeps `Inbox` and `Inbox.msf`, Apple Mail exports `Name.mbox/mbox`.
  if (MAILBOX_EXTENSIONS.has(extension) || name === 'mbox' || names.has(`${name}.msf`)) return 'mbox';
  return isInMaildir ? 'single' : null;
}

class Walk {
  readonly files: MailFile[] = [];
  readonly firstOthers: string[] = [];
  others = 0;
  leftOut = 0;
  readonly #root: string;
  readonly #namesMax: number;
  /** Whether one file is enough. */
  readonly #isQuick: boolean;
  #names = 0;

  constructor(root: string, namesMax: number, isQuick: boolean) {
    this.#root = root;
    this.#namesMax = namesMax;
    this.#isQuick = isQuick;
  }

  /** Sorted by name, files of a folder before its folders. Links are not followed. */
  async folder(folder: string, shown: readonly string[], depth: number): Promise<void> {
    const listing = await this.#list(folder);
    const isMaildir = listing.folders.includes('cur') && listing.folders.includes('new');
    await this.#take(folder, listing.files, shown, false);
    for (const name of listing.folders) {
      if (this.#isDone()) return;
      const path = `${folder}${name}/`;
      if (isMaildir && (name === 'cur' || name === 'new')) {
        const inside = await this.#list(path);
        await this.#take(path, inside.files, shown, true);
      } else if (isMaildir && name === 'tmp') {
        // Files of undelivered mails are listed as files without mail.
        for (const file of (await this.#list(path)).files) this.#other(`${path}${file}`);
      } else if (depth + 1 >= FOLDER_DEPTH_MAX) this.leftOut++;
      else await this.folder(path, [...shown, name], depth + 1);
    }
  }

  async #take(folder: string, names: readonly string[], shown: readonly string[], isInMaildir: boolean): Promise<void> {
    const all = new Set(names);
    for (const name of names) {
      if (this.#isDone()) return;
      const kind = kindOf(name, all, isInMaildir);
      if (kind === null) {
        if (!COMPANION.test(name)) this.#other(`${folder}${name}`);
      } else if (this.files.length >= FILES_MAX) this.leftOut++;
      else await this.#add(`${folder}${name}`, kind, shown);
    }
  }

  async #add(file: string, kind: MailboxKind, folders: readonly string[]): Promise<void> {
    const found = this.#isQuick ? null : await stat(join(this.#root, file), { bigint: true }).catch(() => null);
    // A file that has disappeared is reported when it is read.
    this.files.push({ file, kind, bytes: Number(found?.size ?? 0), modifiedNs: found?.mtimeNs ?? 0n, folders });
  }

  #other(file: string): void {
    this.others++;
    if (this.firstOthers.length < FIRST_OTHERS) this.firstOthers.push(file);
  }

  #isDone(): boolean {
    return this.#isQuick && (this.files.length > 0 || this.#names >= this.#namesMax);
  }

  async #list(folder: string): Promise<{ readonly files: readonly string[]; readonly folders: readonly string[] }> {
    const files: string[] = [];
    const folders: string[] = [];
    try {
      for await (const entry of await opendir(join(this.#root, folder))) {
        if (this.#names++ >= this.#namesMax) {
          this.leftOut++;
          if (this.#isQuick) break;
        } else if (entry.isDirectory()) folders.push(entry.name);
        else files.push(entry.name);
      }
    } catch {
      // A folder that cannot be listed is counted, and its contents are not read.
      this.leftOut++;
    }
    return { files: files.sort(), folders: folders.sort() };
  }
}
