/** Where the files of a case of tables lie: in a folder, or in an archive. Paths are below its root, with slashes. */
import type { ByteInput } from '../case-reader.ts';

export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

export interface FileTree {
  /** What is in front of its files in an absolute path. */
  readonly name: string;
  /** `folder` is empty, or ends with a slash. None if it cannot be listed. */
  entries(folder: string): AsyncIterable<FolderEntry>;
  /** Throws AppError NOT_FOUND for anything but a file that is not there. */
  has(path: string): Promise<boolean>;
  /** From byte `offset` on. Throws AppError NOT_FOUND with a reason fit for a client. */
  open(path: string, offset?: number): Promise<ByteInput>;
  /** For one way through a table; `isSeeking`: it is read out of order. Throws as `open`. */
  openTable(path: string, isSeeking: boolean): Promise<ByteInput>;
  /** Why a table is not read, if it is over a limit. */
  refusal(path: string): string | null;
  /** What is in it that nobody looks into: name and reason. */
  readonly passedOver: readonly { readonly name: string; readonly reason: string }[];
  /** Changes when one of these files does. Throws AppError NOT_FOUND. */
  stamps(files: ReadonlySet<string>): Promise<readonly string[]>;
  close(): Promise<void>;
}
