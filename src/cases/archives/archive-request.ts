/** The requests to a process that reads the directories of archives. */
import type { EvidenceScope } from '../evidence/evidence-files.ts';

export interface ArchiveRequest {
  readonly scope: EvidenceScope;
  /** As the case spells it. */
  readonly file: string;
  /** Name of an entry. If null, all entries are listed. */
  readonly name: string | null;
}

/** The file entries of an archive, in order. If several have the same name, only the last is listed. */
export interface ArchiveListing {
  readonly names: readonly string[];
  /** The unpacked size of each entry. */
  readonly bytes: readonly number[];
  /** The size of each entry in the archive. */
  readonly storedBytes: readonly number[];
  /** Number of entries over a limit. */
  readonly leftOut: number;
  /**
   * Entries whose name differs from the name in the header before their data, or is missing there. One of the two is damaged.
   * Not checked in a large archive.
   */
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
