/** What a folder and an archive have in common: files under names. */
import type { ByteInput } from '../case-reader.ts';

export interface BundleFile {
  /** With slashes. */
  readonly name: string;
  readonly bytes: number;
  /** In an archive: as it is there. */
  readonly storedBytes?: number;
}

export interface BundleSource {
  /** In order of their names. */
  readonly files: readonly BundleFile[];
  /** Files that are over a limit. */
  readonly leftOut: number;
  /** Of an archive: files whose name may be damaged. */
  readonly misnamed?: readonly string[];
  /** Changes when a file does. */
  readonly stamp: string;
  /** Throws AppError NOT_FOUND with a reason fit for a client. */
  open(name: string): Promise<ByteInput>;
  close(): Promise<void>;
}
