/** The common interface of a folder and an archive: files by name. */
import type { ByteInput } from '../case-reader.ts';

export interface BundleFile {
  /** A path with slashes. */
  readonly name: string;
  readonly bytes: number;
  /** In an archive: the stored size. */
  readonly storedBytes?: number;
}

export interface BundleSource {
  /** Sorted by name. */
  readonly files: readonly BundleFile[];
  /** Files that are over a limit. */
  readonly leftOut: number;
  /** In an archive: files whose name may be damaged. */
  readonly misnamed?: readonly string[];
  /** Changes when a file changes. */
  readonly stamp: string;
  /** Throws AppError NOT_FOUND with a reason fit for a client. */
  open(name: string): Promise<ByteInput>;
  close(): Promise<void>;
}
