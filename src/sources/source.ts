/**
 * A source as the rest of the program sees it: an id, the path as it was given, and how far it has come.
 */
import type { CaseReader } from '../cases/case-reader.ts';
import type { SearchEngine } from '../search/search-engine.ts';

/** What the user defines: in the sources file, or in the body of `POST /sources`. */
export interface SourceDefinition {
  readonly id: string;
  /** As it was given: what clients are shown. */
  readonly path: string;
  /** Where that is; by default `path` taken from the working directory. */
  readonly resolvedPath?: string;
}

/** A case that can be searched and read. */
export interface OpenSource {
  readonly engine: SearchEngine;
  readonly caseReader: CaseReader;
}

/** How far a build has come. `fraction` is of the present phase, 0 to 1, or null where it cannot be known. */
export interface OpenProgress {
  readonly phase: string;
  readonly items: number;
  readonly bytes: number;
  readonly fraction: number | null;
}

/**
 * Opens the case at `path`, building its index first where that is missing or stale. Tells `onProgress` while it
 * builds. Throws AppError CASE_UNREADABLE for a path that is not a case, and another code for a fault of the index.
 * `signal` fires when the server stops: a build under way may end with any error then.
 */
export type OpenSourceFunction = (
  path: string,
  onProgress: (progress: OpenProgress) => void,
  signal: AbortSignal,
) => Promise<OpenSource>;

export type SourceState =
  | { readonly kind: 'building'; readonly progress: OpenProgress | null }
  | { readonly kind: 'ready'; readonly open: OpenSource }
  | { readonly kind: 'failed'; readonly reason: string };

export interface Source extends SourceDefinition {
  /** False while `POST /sources` is still at work: the source exists for nobody else until it can be searched. */
  readonly isListed: boolean;
  readonly state: SourceState;
}

/** A source that can be searched. */
export interface ReadySource extends OpenSource {
  readonly id: string;
}

export const sourceIdBytesMax = 255;

/** Why `id` cannot name a source, or null where it can. */
export function sourceIdFault(id: string): string | null {
  if (id === '') return 'is empty';
  if (Buffer.byteLength(id, 'utf8') > sourceIdBytesMax) return `is longer than ${sourceIdBytesMax} bytes`;
  if (/\p{Cc}/u.test(id)) return 'holds control characters';
  if (/\p{Cs}/u.test(id)) return 'holds half of a surrogate pair';
  return null;
}

/** Why `path` cannot be a path, or null where it can. */
export function sourcePathFault(path: string): string | null {
  if (path === '') return 'is empty';
  if (path.includes('\0')) return 'holds a NUL character';
  return null;
}
