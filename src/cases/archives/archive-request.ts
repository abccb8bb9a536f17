/** What is asked of a process that reads the lists of archives. */
import type { EvidenceScope } from '../evidence/evidence-files.ts';

export interface ArchiveRequest {
  readonly scope: EvidenceScope;
  /** As the case spells it. */
  readonly file: string;
  /** Name of an entry. */
  readonly name: string;
}

export interface ArchiveEntry {
  /** Where its data begin in the archive. */
  readonly start: number;
  readonly storedBytes: number;
  readonly bytes: number;
  readonly isDeflated: boolean;
  readonly crc32: number;
}
