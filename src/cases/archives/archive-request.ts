/** The requests to a process that reads the directories of archives. */
import type { EvidenceScope } from '../evidence/evidence-files.ts';

export interface ArchiveRequest {
  readonly scope: EvidenceScope;
  /** As the case spells it. */
  readonly file: string;
  /** Name of an entry; null: list the names of all. */
  readonly name: string | null;
}

/** The entries of an archive that are files, in order; of equal names the last. */
export interface ArchiveListing {
  readonly names: readonly string[];
  /** The unpacked size of each. */
  readonly bytes: readonly number[];
  /** The size of each in the archive. */
  readonly storedBytes: readonly number[];
  /** Entries over a limit. */
  readonly leftOut: number;
  /** Entries whose name is different or missing in front of their data: one of the two is damaged. Not checked in a large archive. */
  readonly misnamed: readonly string[];
}

export interface ArchiveEntry {
  /** The offset of its data in the archive. */
  readonly start: number;
  readonly storedBytes: number;
  readonly bytes: number;
  readonly isDeflated: boolean;
  readonly crc32: number;
}
