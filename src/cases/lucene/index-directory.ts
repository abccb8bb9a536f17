/**
 * The folder of a Lucene index inside a case. Opens its files by descriptor, and describes their faults. Every error of this
 * folder of code is an AppError CASE_UNREADABLE that names the case, the segment and the file.
 */
import type { FileHandle } from 'node:fs/promises';
import { AppError } from '../../shared/errors.ts';
import { type CaseFiles, shown } from '../files/safe-path.ts';
import { unreadableCase } from '../unreadable-case.ts';
import { DataFile } from './data-file.ts';

/** The location of an index. `folder` is relative to the case, with `/`. `casePath` is for messages. */
export interface IndexLocation {
  readonly casePath: string;
  readonly files: CaseFiles;
  readonly folder: string;
  /** Whether the checksums of large files are compared elsewhere. */
  readonly isVerifiedElsewhere?: boolean;
}

export class IndexDirectory {
  readonly #casePath: string;
  readonly #files: CaseFiles;
  readonly #folder: string;
  readonly #handles: FileHandle[] = [];

  readonly isVerifiedElsewhere: boolean;

  /** `folder` is the index's folder relative to the case, with `/`, or '' if the case is the index itself. */
  constructor({ casePath, files, folder, isVerifiedElsewhere = false }: IndexLocation) {
    this.#casePath = casePath;
    this.#files = files;
    this.#folder = folder;
    this.isVerifiedElsewhere = isVerifiedElsewhere;
  }

  /** Returns the names of all files in the folder, sorted. */
  async list(): Promise<string[]> {
    try {
      return (await this.#files.list(this.#folder)).sort();
    } catch (error) {
      if (error instanceof AppError) throw this.unreadable(error.message);
      throw error;
    }
  }

  /** Opens a file by its name in the folder. It stays open until `close`. `segment` is for messages. */
  async open(name: string, segment: string | null = null): Promise<DataFile> {
    const path = this.path(name);
    try {
      const { handle, stats } = await this.#files.open(path);
      this.#handles.push(handle);
      return new DataFile(path, handle.fd, 0, stats.size, (finding) => this.damaged(path, segment, finding));
    } catch (error) {
      if (error instanceof AppError) throw this.unreadable(`${inSegment(segment)}${error.message}`);
      throw error;
    }
  }

  /** Returns the path of a file of the index, relative to the case. */
  path(name: string): string {
    return this.#folder === '' ? name : `${this.#folder}/${name}`;
  }

  damaged(path: string, segment: string | null, finding: string): AppError {
    return this.unreadable(`${inSegment(segment)}file ${shown(path)} ${finding}`);
  }

  unreadable(finding: string): AppError {
    return unreadableCase(this.#casePath, finding);
  }

  async close(): Promise<void> {
    await Promise.all(this.#handles.splice(0).map((handle) => handle.close()));
  }
}

function inSegment(segment: string | null): string {
  return segment === null ? '' : `segment ${shownName(segment)}: `;
}

/** Writes a segment name for a message. Real names need no quotes. */
function shownName(segment: string): string {
  return /^_[0-9a-z]{1,20}$/.test(segment) ? segment : shown(segment);
}
