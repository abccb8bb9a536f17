/** A source as the rest of the program sees it: an id, the path as given, and its state. */
import type { CaseOptions } from '../cases/case-format.ts';
import type { CaseReader } from '../cases/case-reader.ts';
import type { SourceSummary } from '../search/search-engine.ts';
import type { Target } from '../search/target.ts';
import type { SourceDefinition } from './source-definition.ts';

/** A case that can be searched and read. */
export interface OpenSource extends Omit<Target, 'id'> {
  readonly summary: SourceSummary;
  readonly caseReader: CaseReader;
  /** The data directory that has its index or item store, and the report of its build. */
  readonly indexedIn: string;
  /** State of the case's files before the index was opened. */
  readonly fingerprint: string;
  /** The fingerprint of the case as it is now. Throws AppError CASE_UNREADABLE. */
  readonly lookAgain: () => Promise<string>;
  /** Whether parts of its index are small compared with the next ones, so that a merge would build them together. */
  readonly isMergeDue?: boolean;
  /** Releases the opened case and index. Engine and item store may be shared with other sources. */
  close(): Promise<void>;
}

/** Progress of an opening, or of the build in it. `fraction` is that of the current phase, 0 to 1, or null if unknown. */
export interface OpenProgress {
  readonly phase: string;
  readonly items: number;
  readonly bytes: number;
  readonly fraction: number | null;
}

/** The case is being inspected, or its index opened. */
export const OPENING: OpenProgress = { phase: 'opening', items: 0, bytes: 0, fraction: null };

/**
 * Opens the case at `path`, and builds its index first if that is missing or stale. Calls `onProgress` while it builds. Throws
 * AppError CASE_UNREADABLE for a path that is not a case, and another code for a fault of the index. `signal` fires when the
 * server stops; a running build may then end with any error.
 */
export type OpenSourceFunction = (
  path: string,
  onProgress: (progress: OpenProgress) => void,
  signal: AbortSignal,
  options: CaseOptions,
  /** As named in the sources file. */
  engine?: string,
  /** Whether small parts of its index are built together first. */
  merges?: boolean,
) => Promise<OpenSource>;

export type SourceState =
  | { readonly kind: 'building'; readonly progress: OpenProgress | null }
  | { readonly kind: 'ready'; readonly open: OpenSource }
  /** `isUnreachable`: whether it is retried, because its cluster could not be reached. */
  | { readonly kind: 'failed'; readonly reason: string; readonly isUnreachable: boolean };

export interface Source extends SourceDefinition {
  /** False while `POST /sources` is still opening it. Until then, other clients do not see the source. */
  readonly isListed: boolean;
  readonly state: SourceState;
}

/** A source that can be searched. */
export interface ReadySource extends OpenSource, Target {}
