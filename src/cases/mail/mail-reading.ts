/**
 * Makes one pass through the files of a source. Yields a node for each folder and mailbox, followed by its mails. Ids number
 * all items from 1.
 */
import type { FileHandle } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import type { CaseItem, CaseProblem, ItemPart, ReadObserver } from '../case-reader.ts';
import { LineReader } from '../files/line-reader.ts';
import { type CaseFiles, shown } from '../files/safe-path.ts';
import { FirstProblems } from '../first-problems.ts';
import { ReadProgress } from '../read-progress.ts';
import { FileWindow } from './file-window.ts';
import { BATCH_ITEMS_MAX, BATCH_UNITS_MAX, IDS_MAX, LINE_BYTES_MAX, READ_BYTES } from './limits.ts';
import type { MailFile, MailFiles } from './mail-files.ts';
import { mailItems } from './mail-items.ts';
import { type FoundMail, MboxSplitter } from './mbox-splitter.ts';

/** Flag letters of Maildir file names, after `:2,`. */
const MAILDIR_FLAGS: Readonly<Record<string, string>> = {
  D: 'draft',
  F: 'flagged',
  P: 'passed',
  R: 'replied',
  S: 'seen',
  T: 'trashed',
};

export class MailReading {
  readonly #found: MailFiles;
  readonly #files: CaseFiles;
  readonly #part: ItemPart;
  readonly #observer: ReadObserver;
  readonly #progress: ReadProgress;
  /** Whether lines of the part are lines of a file. */
  readonly #hasLines: boolean;
  readonly #folders = new Map<string, number>();
  #batch: CaseItem[] = [];
  #units = 0;
  #lastId = 0;
  #bytes = 0;

  constructor(found: MailFiles, files: CaseFiles, part: ItemPart, observer: ReadObserver, hasLines: boolean) {
    this.#found = found;
    this.#files = files;
    this.#part = part;
    this.#observer = observer;
    this.#progress = new ReadProgress(part.bytes, observer);
    this.#hasLines = hasLines;
  }

  async *items(): AsyncGenerator<readonly CaseItem[]> {
    const { files, others, firstOthers, leftOut } = this.#found;
    for (const file of files) {
      if (this.#lastId >= IDS_MAX) break;
      yield* this.#file(file);
      this.#bytes += file.bytes;
      this.#progress.reportBytes(this.#bytes);
    }
    if (this.#batch.length > 0) yield this.#take();
    this.#progress.report(1);
    if (this.#lastId >= IDS_MAX)
      this.#report(this.#part.file, 'limit', null, null, `reading stopped at item number ${IDS_MAX}`);
    if (others > 0) {
      const few = firstOthers.map(shown).join(', ');
      const reason = `${others} files are not named like mail and are skipped (${few}${others > firstOthers.length ? ', …' : ''})`;
      this.#report(this.#part.file, 'case', null, null, reason);
    }
    if (leftOut > 0) {
      const reason = `${leftOut} files or folders exceed a limit or cannot be listed: they are skipped`;
      this.#report(this.#part.file, 'limit', null, null, reason);
    }
  }

  async *#file(file: MailFile): AsyncGenerator<readonly CaseItem[]> {
    let handle: FileHandle;
    try {
      ({ handle } = await this.#files.open(file.file));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#report(file.file, 'record', null, null, error.message);
      return;
    }
    try {
      yield* this.#mails(file, handle);
    } catch (error) {
      if (typeof (error as NodeJS.ErrnoException).code !== 'string') throw error;
      this.#report(
        file.file,
        'record',
        null,
        null,
        `it cannot be read to its end (${(error as NodeJS.ErrnoException).code})`,
      );
    } finally {
      await handle.close();
    }
  }

  async *#mails(file: MailFile, handle: FileHandle): AsyncGenerator<readonly CaseItem[]> {
    const problems = new FirstProblems(file.file, this.#observer);
    const window = new FileWindow(handle);
    let found: FoundMail[] = [];
    const splitter = new MboxSplitter(file.kind, (mail) => found.push(mail));
    const lines = new LineReader((bytes, span) => splitter.line(bytes, span), LINE_BYTES_MAX);
    let parentId: number | null = null;
    let count = 0;
    let position = 0;
    let isAtEnd = false;
    while (!isAtEnd) {
      const piece = await window.next(Math.min(READ_BYTES, Math.max(file.bytes, 4096)));
      isAtEnd = piece === null;
      if (piece === null) {
        lines.end();
        splitter.end(position);
      } else {
        position += piece.length;
        lines.push(piece);
      }
      const mails = found;
      found = [];
      for (const mail of mails) {
        if (this.#lastId >= IDS_MAX - mail.structure.parts) {
          this.#lastId = IDS_MAX;
          return;
        }
        if (count++ === 0) parentId = this.#parentOf(file);
        this.#add(
          await mailItems(window, mail, this.#originOf(file, mail, count, parentId), this.#observerOf(problems, mail)),
        );
        if (this.#batch.length >= BATCH_ITEMS_MAX || this.#units >= BATCH_UNITS_MAX) yield this.#take();
      }
      this.#progress.reportBytes(this.#bytes + Math.min(position, file.bytes));
    }
    if (count === 0) problems.report('record', null, null, position === 0 ? 'it is empty' : 'no mail begins in it');
    else if (splitter.strangeBytes > 0) {
      problems.report('record', null, null, `${splitter.strangeBytes} bytes before its first mail belong to no mail`);
    }
    problems.finish();
  }

  #originOf(file: MailFile, mail: FoundMail, count: number, parentId: number | null) {
    const name = basename(file.file);
    const flags = /:2,([A-Z]*)$/.exec(name)?.[1] ?? '';
    return {
      file: file.file,
      path: file.kind === 'mbox' ? `${file.file}/${count}` : file.file,
      name: file.kind === 'mbox' ? `mail ${count}` : name,
      parentId,
      line: this.#hasLines ? mail.line : null,
      flags: [...flags].flatMap((letter) => MAILDIR_FLAGS[letter] ?? []),
    };
  }

  #observerOf(problems: FirstProblems, mail: FoundMail) {
    return {
      nextId: () => ++this.#lastId,
      report: (kind: CaseProblem['kind'], id: number, reason: string) => problems.report(kind, mail.line, id, reason),
    };
  }

  /** Returns the node of a mailbox, or the folder of a single mail. Null if there is none. */
  #parentOf(file: MailFile): number | null {
    let parentId: number | null = null;
    let path = '';
    for (const name of file.folders) {
      path = path === '' ? name : `${path}/${name}`;
      let id = this.#folders.get(path);
      if (id === undefined) {
        id = this.#addNode(name, path, parentId, null);
        this.#folders.set(path, id);
      }
      parentId = id;
    }
    if (file.kind !== 'mbox') return parentId;
    const name = basename(file.file);
    const title = extname(name).toLowerCase() === '.mbox' ? name.slice(0, -'.mbox'.length) : name;
    return this.#addNode(title === '' ? name : title, file.file, parentId, 'application/mbox');
  }

  #addNode(name: string, path: string, parentId: number | null, contentType: string | null): number {
    const id = ++this.#lastId;
    const properties: [string, string[]][] = [
      ['name', [name]],
      ['path', [path]],
      ...(contentType === null ? [] : [['contentType', [contentType]] as [string, string[]]]),
      ['isDir', ['true']],
      ['treeNode', ['true']],
    ];
    this.#add([{ id, parentId, properties, text: null, content: null, thumb: null, line: this.#hasLines ? 1 : null }]);
    return id;
  }

  #add(items: readonly CaseItem[]): void {
    for (const item of items) {
      this.#batch.push(item);
      this.#units += typeof item.text === 'string' ? item.text.length : 0;
    }
  }

  #take(): readonly CaseItem[] {
    const batch = this.#batch;
    this.#batch = [];
    this.#units = 0;
    return batch;
  }

  #report(file: string, kind: CaseProblem['kind'], line: number | null, id: number | null, reason: string): void {
    this.#observer.problem({ file, line, id, kind, reason });
  }
}
