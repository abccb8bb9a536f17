/** The common interface of a folder and an archive: files by name. */
import type { ByteInput } from '../case-reader.ts';

export interface BundleFile {
  /** A path with slashes. */
  readonly name: string;
  readonly bytes: number;
  /** The stored size of a file in an archive. */
  readonly storedBytes?: number;
}

export interface BundleSource {
  /** Sorted by name. */
  readonly files: readonly BundleFile[];
  /** Number of files over a limit. */
  readonly leftOut: number;
  /** Number of files in an archive whose name may be damaged. */
  readonly misnamed?: readonly string[];
  /** Changes when a file changes. */
  readonly stamp: string;
  /** Throws AppError NOT_FOUND with a reason that a client may see. */
  open(name: string): Promise<ByteInput>;
  close(): Promise<void>;
}
