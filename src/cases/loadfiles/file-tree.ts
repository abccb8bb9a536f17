/** The files of a case of tables, in a folder or in an archive. Paths are below its root, with slashes. */
import type { ByteInput } from '../case-reader.ts';

export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

export interface TableStamp {
  readonly bytes: number;
  /** Nanoseconds since 1970. */
  readonly modified: string;
}

export interface FileTree {
  /** The prefix of its files in absolute paths. */
  readonly name: string;
  /** The real path of its root. Null in an archive. */
  readonly realPath: string | null;
  /** `folder` is empty, or ends with a slash. Yields nothing if it cannot be listed. */
  entries(folder: string): AsyncIterable<FolderEntry>;
  /** Throws AppError NOT_FOUND for faults other than a missing file. */
  has(path: string): Promise<boolean>;
  /** Reads from byte `offset` on. Throws AppError NOT_FOUND with a reason that a client may see. */
  open(path: string, offset?: number): Promise<ByteInput>;
  /** Opens a table for one pass. `isSeeking`: whether random access is needed. Throws the same errors as `open`. */
  openTable(path: string, isSeeking: boolean): Promise<ByteInput>;
  /** Returns why a table is not read, if it is over a limit. */
  refusal(path: string): string | null;
  /** Unread contents: name and reason. */
  readonly passedOver: readonly { readonly name: string; readonly reason: string }[];
  /** Changes when one of these files changes. Throws AppError NOT_FOUND. */
  stamps(files: ReadonlySet<string>): Promise<readonly string[]>;
  /** Size and modification time of one file. Absent if all files are in one. Throws AppError NOT_FOUND. */
  stampOf?(file: string): Promise<TableStamp>;
  close(): Promise<void>;
}
