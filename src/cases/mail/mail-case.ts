/** A mailbox or a folder of mail as an open case. It is never written to. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import type { PartRef } from '../../shared/part-ref.ts';
import type { CaseLocation } from '../case-format.ts';
import type { ByteInput, CaseItem, CaseReader, FormatVersion, ItemPart, ReadObserver } from '../case-reader.ts';
import { checkRange, FilePool } from '../files/byte-input.ts';
import { CaseFiles } from '../files/safe-path.ts';
import { findMailFiles, type MailFiles } from './mail-files.ts';
import { MailReading } from './mail-reading.ts';
import { openSpan, spanOfRef } from './part-bytes.ts';

export class MailCase implements CaseReader {
  readonly path: string;
  readonly realPath: string;
  readonly format: FormatVersion;
  readonly name: string;
  readonly itemCountExpected = null;
  readonly parts: readonly ItemPart[];
  readonly analyzed = null;
  readonly #location: CaseLocation;
  readonly #found: MailFiles;
  readonly #files: CaseFiles;
  readonly #pool: FilePool;
  #isClosed = false;

  constructor(location: CaseLocation, format: FormatVersion, found: MailFiles) {
    this.path = location.path;
    this.realPath = location.realPath;
    this.format = format;
    this.name = basename(location.realPath);
    this.#location = location;
    this.#found = found;
    const bytes = found.files.reduce((sum, file) => sum + file.bytes, 0);
    // There is only one part, because ids count the mails of all files.
    this.parts = [{ index: 0, file: this.name, bytes }];
    this.#files = new CaseFiles(found.root);
    this.#pool = new FilePool(this.#files);
  }

  async fingerprint(): Promise<string> {
    const { files, others, leftOut } = await findMailFiles(this.#location);
    const hash = createHash('sha256');
    for (const { file, kind, bytes, modifiedNs } of files)
      hash.update(`${JSON.stringify([file, kind, bytes])} ${modifiedNs}\n`);
    hash.update(JSON.stringify([others, leftOut]));
    return hash.digest('hex');
  }

  countProblem(): null {
    return null;
  }

  fieldTypes(): ReadonlyMap<string, 'number' | 'date'> {
    return new Map([
      ['Communication:Date', 'date'],
      ['received', 'date'],
    ]);
  }

  async understood(): Promise<readonly string[]> {
    const { files, others } = this.#found;
    const mailboxes = files.filter(({ kind }) => kind === 'mbox').length;
    const count = (value: number, one: string, many: string): string =>
      `${value.toLocaleString('en-US')} ${value === 1 ? one : many}`;
    return [
      `mail: ${count(mailboxes, 'mailbox', 'mailboxes')}, ${count(files.length - mailboxes, 'file', 'files')} of one mail each`,
      ...(others === 0 ? [] : [`${count(others, 'other file is', 'other files are')} skipped`]),
    ];
  }

  readItems(part: ItemPart, observer: ReadObserver): AsyncGenerator<readonly CaseItem[]> {
    return new MailReading(this.#found, this.#files, part, observer, this.#location.isFile).items();
  }

  async openPart(ref: PartRef): Promise<ByteInput> {
    if (this.#isClosed) throw new AppError('SOURCE_UNAVAILABLE', 'the case was closed');
    return openSpan(this.#pool, this.#span(ref));
  }

  async checkPart(ref: PartRef): Promise<void> {
    const span = this.#span(ref);
    const { stats } = await this.#files.locate(span.file);
    checkRange(span, stats.size);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool.close();
  }

  /** If a mailbox was given by its path, the case consists of only this file. */
  #span(ref: PartRef) {
    const span = spanOfRef(ref);
    if (this.#location.isFile && span.file !== this.#found.files[0]?.file) {
      throw new AppError('NOT_FOUND', 'the reference names no part of this mailbox');
    }
    return span;
  }
}
