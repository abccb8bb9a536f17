/**
 * The interface of a processed case to the rest of the program. Only the format of the case knows its layout on disk. A reader
 * never writes to the case.
 */
import type { UsualNames } from '../schema/usual-names.ts';
import type { PartRef } from '../shared/part-ref.ts';
import type { AnalyzedTerms } from './analyzed-terms.ts';
import type { CaseProblem } from './case-problem.ts';

export type { CaseProblem } from './case-problem.ts';

/** The format of the part references in an index. Its version is raised when their encoding changes. */
export interface FormatVersion {
  readonly name: string;
  readonly version: number;
}

/** The facts about a part's file that identify the part. */
export interface CaseSegment {
  readonly file: string;
  readonly bytes: number;
  /** Changes with the file: nanoseconds since 1970, or the identity of a segment of an index. */
  readonly modified: string;
  /** Identifies the documents that the case removed from this segment of its index. Absent in formats without removals. */
  readonly deletions?: string;
}

/** The items that a case removed from its own index. `number` is `CaseItem.indexed`. */
export interface CaseRemovals {
  isRemoved(number: number): boolean;
  /** Returns `CaseSegment.deletions` of a part as if it still had these items. Ignores items of other parts. */
  deletionsWithout(part: ItemPart, numbers: readonly number[]): string;
}

/** The data by which a build recognizes that a case has only grown. */
export interface CaseGrowth {
  /** Changes when the items of unchanged files would be read differently. */
  readonly basis: string;
  /** In the order of `parts`. */
  readonly segments: readonly CaseSegment[];
}

export interface CaseReader {
  /** The directory as given, and its real path, which is the key of its index. */
  readonly path: string;
  readonly realPath: string;
  readonly format: FormatVersion;
  /** A title for display, or null. */
  readonly name: string | null;
  /** The time at which the case was processed, in ISO 8601, if known. Later dates in the case are wrong. */
  readonly processedAt?: string | null;
  /** The number of items according to the case itself, or null. */
  readonly itemCountExpected: number | null;
  /** Additional names of properties from the case. */
  readonly aliases?: UsualNames;
  /** Whether the case has bookmarks of the tool that processed it. They are read only on request. */
  readonly hasBookmarks?: boolean;
  /** Independent parts of the item list, in case order. Items of part n come before those of part n + 1. */
  readonly parts: readonly ItemPart[];
  /** The terms of the items, if the case provides them. If null, the build analyzes properties and texts. */
  readonly analyzed: AnalyzedTerms | null;

  /**
   * Changes when the case changes: a hash over its description, and over name, size and modification time of every file with
   * items. Texts and contents are not included, because there may be millions.
   */
  fingerprint(): Promise<string>;

  /**
   * Returns the files of all parts, so that a build may read only those that were added. Absent or null if items may depend on
   * files of later parts.
   */
  growth?(): Promise<CaseGrowth | null>;

  /** Returns facts about a part that was read, as JSON. They are needed to read only later parts another time. */
  partFacts?(part: ItemPart): unknown;

  /** Passes the facts of the first parts, so that only later parts are read. Without facts, all are read. */
  resumeAfter?(facts: readonly unknown[]): void;

  /** Absent in formats without an index of their own. If present, parts are recognized by identity, and only their relative order stays the same. */
  readonly removals?: CaseRemovals;

  /**
   * Limits reading and the terms in `analyzed` to these parts, which must be consecutive. Call it before a build. Absent in
   * formats without terms.
   */
  limitTo?(parts: readonly ItemPart[]): void;

  /**
   * Returns the problem to report if a build or a check finds a different number of records than the case states; otherwise
   * null.
   */
  countProblem(records: number): CaseProblem | null;

  /**
   * Yields the items of one part in file order, in batches. Never throws for the content of a record. Reports unusable data to
   * `observer.problem` and continues. Memory is bounded whatever the file contains.
   */
  readItems(part: ItemPart, observer: ReadObserver): AsyncIterable<readonly CaseItem[]>;

  /** Frees memory that is needed only for reading. No items may be read afterwards. */
  endReading?(): void;

  /**
   * Like `readItems`, but yields the items of these parts (by default all) by ascending id, and equal ids in case order. A
   * batch may be empty while work continues. `temporary`: a file that may be created, and is removed again. Absent in formats
   * that cannot read items by id.
   */
  readItemsById?(temporary: string, observer: ReadObserver, parts?: readonly ItemPart[]): AsyncIterable<PartItems>;

  /**
   * Whether a sample of items shows that ids descend. If so, a build reads them by id from the start. If absent, the build
   * finds out while reading.
   */
  idsDescend?(): Promise<boolean>;

  /**
   * Opens the bytes of a part reference. Throws AppError NOT_FOUND, with a reason that a client may see, if the bytes do not
   * exist or are not part of this case, or if another format made the reference.
   */
  openPart(ref: PartRef): Promise<ByteInput>;

  /**
   * Returns an additional text of an item, in UTF-8, or null if it has none: from OCR of a picture, or the transcription of a
   * recording. `value` returns the first value of a property of the item. Absent in formats without such texts.
   */
  openText?(from: 'ocr' | 'transcription', value: (property: string) => string | undefined): Promise<ByteInput | null>;

  /** Throws the same errors as `openPart`, without opening the part. Builds check millions of references with it. */
  checkPart(ref: PartRef): Promise<void>;

  /** Returns how the case was interpreted, as lines of `case check`. Absent in formats that guess nothing. */
  understood?(): Promise<readonly string[]>;

  /**
   * Returns the mapping by which a case without tables is read in the same way, for `case check`. Null if no mapping can
   * express it.
   */
  asMapping?(): Promise<Readonly<Record<string, unknown>> | null>;

  /**
   * Returns how the columns of each table were interpreted, for `case check`. Present only in formats with tables. Reads every
   * file completely.
   */
  columns?(): Promise<readonly TableUse[]>;

  /**
   * Types that the case assigns to fields, by field, whatever their values look like. Available after the first item was read.
   * A value that does not fit is searchable only as text. Absent in formats in which values determine the types.
   */
  fieldTypes?(): ReadonlyMap<string, 'number' | 'date'>;

  close(): Promise<void>;
}

/** How a table was interpreted. */
export interface TableUse {
  /**
   * Its name in reports: the file, relative to the case. For a table inside a file, the file name is followed by the name of
   * the table.
   */
  readonly file: string;
  /** The tool that wrote it, if its columns are recognized. */
  readonly tool: string | null;
  readonly rows: number;
  readonly description: string;
  readonly columns: readonly ColumnUse[];
  /** The equivalent mapping. */
  readonly mapping: Readonly<Record<string, unknown>>;
}

/** A column of a table, and the use of its values. */
export interface ColumnUse {
  readonly column: string;
  /** The property of its values, or null. */
  readonly property: string | null;
  /** Its other uses, in words, or null. */
  readonly use: string | null;
  readonly understoodBy: 'mapping' | 'name' | 'own name';
  /** Rows with a value. */
  readonly values: number;
  /**
   * How dates are read: `day first`, `month first`, `one order` if only one is possible, `ambiguous`, or `counted in` a unit.
   * Null if there are no dates.
   */
  readonly dates: string | null;
  /** The columns with their times of day and time zones, or null. */
  readonly times: string | null;
  readonly zones: string | null;
  /** How sizes are read, in words. Null if there are no sizes. */
  readonly sizes: string | null;
  /** The time zone of times without one, if the header or a mapping specifies it. */
  readonly offset: string | null;
  readonly isList: boolean;
  /** The separator of list values besides line breaks, or null. */
  readonly separator: string | null;
}

export interface ItemPart {
  readonly index: number;
  /** Its name in reports: a file, relative to the case, as the case spells it. */
  readonly file: string;
  /** Size on disk, for progress. */
  readonly bytes: number;
}

/** Items of one part. */
export interface PartItems {
  readonly part: ItemPart;
  readonly items: readonly CaseItem[];
}

export interface ReadObserver {
  problem(problem: CaseProblem): void;
  /** Bytes of the item file consumed since the last call (compressed bytes of a gzip file). */
  progress(bytes: number): void;
}

export interface CaseItem {
  readonly id: number;
  readonly parentId: number | null;
  /**
   * Property names and their values, in the order of the file. Names are unique, and values are strings. Values that are never
   * shown, such as bytes, are omitted, so the list may be empty. It is an array of pairs, because a property may be called
   * `__proto__`. `ext` is not derived here.
   */
  readonly properties: readonly (readonly [name: string, values: readonly string[]])[];
  /** Inline text, a reference to bytes in UTF-8, or null for none. An empty string is a text. */
  readonly text: string | PartRef | null;
  /**
   * Whether the text was made from the values of a row or artifact that has no text of its own. Such a text is not evidence.
   */
  readonly isRowText?: true;
  readonly content: PartRef | null;
  readonly thumb: PartRef | null;
  /**
   * For a case with its own terms: the number of the item in its index, and whether it has a text that only terms spell. Its
   * properties have no unpaired surrogates.
   */
  readonly indexed?: { readonly number: number; readonly hasSpelledText: boolean };
  /** 1-based line in the part's file, for reports. Null without lines. */
  readonly line: number | null;
}

/** The bytes of a part: a range of a file, or a row of a database. Open until `close`. */
export interface ByteInput {
  readonly bytes: number;
  /** Bytes `start` (inclusive) to `end` (exclusive), relative to this input. */
  stream(start?: number, end?: number): import('node:stream').Readable;
  /** Reads up to `target.length` bytes at `position`. Returns how many. */
  read(target: Uint8Array, position: number): Promise<number>;
  close(): Promise<void>;
}
