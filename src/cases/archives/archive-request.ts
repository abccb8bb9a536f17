/** What is asked of a process that reads the lists of archives. */
import type { EvidenceScope } from '../evidence/evidence-files.ts';

export interface ArchiveRequest {
  readonly scope: EvidenceScope;
  /** As the case spells it. */
  readonly file: string;
  /** Name of an entry; null: the names of all are asked for. */
  readonly name: string | null;
}

/** The entries of an archive that are files, in its order; of one name the last. */
export interface ArchiveListing {
  readonly names: readonly string[];
  /** Of each, when it is unpacked. */
  readonly bytes: readonly number[];
  /** Of each, as it is in the archive. */
  readonly storedBytes: readonly number[];
  /** Entries over a limit. */
  readonly leftOut: number;
  /** Names of entries that are called otherwise, or have none, where their data are: one of both is damaged. Not looked for in a large archive. */
  readonly misnamed: readonly string[];
}

export interface ArchiveEntry {
  /** Where its data begin in the archive. */
  readonly start: number;
  readonly storedBytes: number;
  readonly bytes: number;
  readonly isDeflated: boolean;
  readonly crc32: number;
}
