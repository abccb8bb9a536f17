/**
 * What a processed case offers to the rest of the program. Only its format knows the layout of a case on disk; nothing
 * here ever writes to it.
 */
import type { UsualNames } from '../schema/usual-names.ts';
import type { PartRef } from '../shared/part-ref.ts';
import type { AnalyzedTerms } from './analyzed-terms.ts';
import type { CaseProblem } from './case-problem.ts';

export type { CaseProblem } from './case-problem.ts';

/** The format of the part references in an index; the version is raised when their encoding changes. */
export interface FormatVersion {
  readonly name: string;
  readonly version: number;
}

export interface CaseReader {
  /** The directory as it was given, and its real path: the key under which its index is kept. */
  readonly path: string;
  readonly realPath: string;
  readonly format: FormatVersion;
  /** A title for people, or null. */
  readonly name: string | null;
  /** When the case was processed, in ISO 8601, if it says so; no date in it is later unless it is wrong. */
  readonly processedAt?: string | null;
  /** The number of items that the case promises, or null if it makes no promise. */
  readonly itemCountExpected: number | null;
  /** Names that the case gives to its properties besides their own. */
  readonly aliases?: UsualNames;
  /** Whether the case has bookmarks of the tool that processed it. They are read on request only. */
  readonly hasBookmarks?: boolean;
  /** Independent parts of the item list, in case order; items of part n come before those of part n + 1. */
  readonly parts: readonly ItemPart[];
  /** The terms of the items, if the case brings them; null if the build analyzes properties and texts. */
  readonly analyzed: AnalyzedTerms | null;

  /**
   * Changes when the case changes: a hash over what describes it, and over name, size and modification time of every
   * file that items come from (texts and contents are not walked: there may be millions).
   */
  fingerprint(): Promise<string>;

  /** What to report if a build or a check finds another number of records than the case promises; otherwise null. */
  countProblem(records: number): CaseProblem | null;

  /**
   * The items of one part in file order, in batches. Never throws for the content of a record: what cannot be used is
   * reported to `observer.problem`, and reading goes on. Bounded memory whatever the file contains.
   */
  readItems(part: ItemPart, observer: ReadObserver): AsyncIterable<readonly CaseItem[]>;

  /**
   * The items of all parts by ascending id, of equal ones in the order of the case; otherwise as `readItems`. A batch may be empty: work
   * goes on. `temporary`: a file that may be made, and is removed. Absent in formats that give their items in an order of their own.
   */
  readItemsById?(temporary: string, observer: ReadObserver): AsyncIterable<PartItems>;

  /** Whether a look at a few items shows that ids descend: then a build reads them by id from the start. Absent: it learns it as it reads. */
  idsDescend?(): Promise<boolean>;

  /**
   * The bytes that a part reference points at. Throws AppError NOT_FOUND, with a reason fit for a client, if they
   * do not exist, are not part of this case, or the reference is not one of this format.
   */
  openPart(ref: PartRef): Promise<ByteInput>;

  /**
   * A text of an item beside the one that is searched, in UTF-8, or null if it has none: read from a picture, or heard in a
   * recording. `value` gives the first value of a property. Absent in formats without such texts.
   */
  openText?(from: 'ocr' | 'transcription', value: (property: string) => string | undefined): Promise<ByteInput | null>;

  /** Throws as `openPart` would, without opening the part: for a build, which checks millions of references. */
  checkPart(ref: PartRef): Promise<void>;

  /** What the case was taken for, for `case check`: lines for people. Absent in formats where nothing has to be guessed. */
  understood?(): Promise<readonly string[]>;

  /** The mapping by which a case without tables is read in the same way, for `case check`. Null: none can say it. */
  asMapping?(): Promise<Readonly<Record<string, unknown>> | null>;

  /** How the columns of each table were understood, for `case check`; only formats that are tables have this. Reads the whole files. */
  columns?(): Promise<readonly TableUse[]>;

  /**
   * The types of fields that the case knows better than their values, by field: known when the first item is read. A value that
   * does not fit is found as text only. Absent in formats that leave it to the values.
   */
  fieldTypes?(): ReadonlyMap<string, 'number' | 'date'>;

  close(): Promise<void>;
}

/** How a table was understood. */
export interface TableUse {
  /** Its name in reports: the file, relative to the case; a table inside of a file with its name behind that. */
  readonly file: string;
  /** The tool that wrote it, if its columns are known. */
  readonly tool: string | null;
  readonly rows: number;
  readonly description: string;
  readonly columns: readonly ColumnUse[];
  /** The mapping that says the same. */
  readonly mapping: Readonly<Record<string, unknown>>;
}

/** A column of a table, and what becomes of its values. */
export interface ColumnUse {
  readonly column: string;
  /** The property that they are, or null. */
  readonly property: string | null;
  /** What else they are for, in words, or null. */
  readonly use: string | null;
  readonly understoodBy: 'mapping' | 'name' | 'own name';
  /** Rows with a value. */
  readonly values: number;
  /** How dates are read: `day first`, `month first`, `one order` if only one is possible, `ambiguous`, or `counted in` what; null: no dates. */
  readonly dates: string | null;
  /** The columns that have their times of day and their time zones, or null. */
  readonly times: string | null;
  readonly zones: string | null;
  /** How sizes are read, in words; null: it has none. */
  readonly sizes: string | null;
  /** The time zone of times without one, if the header or a mapping gives it. */
  readonly offset: string | null;
  readonly isList: boolean;
  /** What separates the values of a list, besides line breaks, or null. */
  readonly separator: string | null;
}

export interface ItemPart {
  readonly index: number;
  /** Its name in reports: a file, relative to the case, as the case spells it. */
  readonly file: string;
  /** Size on disk: for progress. */
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
   * Property name and its values, in the order of the file; names unique, rendered as strings. A value that is shown to nobody, such
   * as bytes, is none: then there may be no values.
   * An array of pairs, not an object: a property may be called `__proto__`. `ext` is not derived here.
   */
  readonly properties: readonly (readonly [name: string, values: readonly string[]])[];
  /** Inline text, a reference to bytes in UTF-8, or null for none. An empty string is a text. */
  readonly text: string | PartRef | null;
  /** The text is made of the values of the row or artifact, which has none of its own. It is no part of the evidence. */
  readonly isRowText?: true;
  readonly content: PartRef | null;
  readonly thumb: PartRef | null;
  /**
   * Of a case that brings its terms: the number of the item in its index, and whether it has a text that only terms spell. Its properties
   * have no half of a surrogate pair.
   */
  readonly indexed?: { readonly number: number; readonly hasSpelledText: boolean };
  /** 1-based line in the part's file, for reports; null if it has no lines. */
  readonly line: number | null;
}

/** The bytes of a part, kept open until `close`: a range of a file, a row of a database. */
export interface ByteInput {
  readonly bytes: number;
  /** Bytes `start` (inclusive) to `end` (exclusive), relative to this source. */
  stream(start?: number, end?: number): import('node:stream').Readable;
  /** Reads up to `target.length` bytes at `position`; returns how many. */
  read(target: Uint8Array, position: number): Promise<number>;
  close(): Promise<void>;
}
