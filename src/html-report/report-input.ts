/** The input of a report. The caller supplies all lookups; this folder knows neither server nor bookmark store. */
import type { MailView } from '../content-text/mail-parts.ts';
import type { ExportSet, ExportSource, MissingPart } from '../export/export-set.ts';
import type { LinkedFolder } from '../export/files/archive.ts';
import type { IndexedItem } from '../search/item-store.ts';
import type { Snippet } from '../search/text-matching.ts';
import type { Template } from './template/template.ts';

export interface ReportInput<T extends ExportSource> {
  readonly template: Template;
  readonly about: ReportFacts;
  /** All items, each once. */
  readonly whole: ExportSet<T>;
  /** The sections in order. An item may be in several of them. */
  readonly sections: readonly ReportSection<T>[];
  /** Additional property names; null: all properties. */
  readonly properties: readonly string[] | null;
  /** Where the contents of items are: in the report, in a linked folder, or nowhere. */
  readonly files: 'included' | LinkedFolder | null;
  readonly parts: ReportItemData<T>;
  readonly codings: readonly CodingPanel[];
  /** The hash sets in which the items were looked up. */
  readonly hashSets: readonly { readonly name: string; readonly digest: string }[];
  /** Returns the changes of a bookmark, newest first. Null if not requested. */
  readonly changesOf: ((bookmark: string) => AsyncIterable<readonly LoggedChange[]>) | null;
  /** Null if not requested. */
  readonly terms: TermReport | null;
}

export interface ReportFacts {
  readonly title: string;
  readonly case: string | null;
  readonly author: string | null;
  /** The authenticated requester; null without authentication. */
  readonly who: string | null;
  /** ISO 8601. */
  readonly time: string;
  readonly program: string;
  readonly query: string | null;
  readonly filters: readonly string[];
  readonly sources: readonly ReportSource[];
}

export interface ReportSource {
  readonly id: string;
  readonly items: number;
  readonly searchable: number;
  readonly indexIdentity: string;
  /** Null if the case could not be read. */
  readonly caseIdentity: string | null;
}

/** The first and the last day of plausible dates, and the number of items with other dates. */
export interface ReportPeriod {
  /** Null if there are none. */
  readonly from: string | null;
  readonly to: string | null;
  readonly before: number;
  readonly afterProcessing: number;
  readonly afterReport: number;
}

/** The last day of plausible dates: the day on which the case was processed, or the day of the report. */
export interface DatesEnd {
  readonly day: string;
  readonly isProcessing: boolean;
}

export interface ReportSection<T extends ExportSource> {
  /** Null for the complete set. */
  readonly bookmark: string | null;
  readonly comment: string;
  /** Opened just before its pages are written. */
  open(): Promise<ExportSet<T>>;
}

/** Lookups of item data beyond records. */
export interface ReportItemData<T extends ExportSource> {
  /** Names of the properties that are dates. */
  datesOf(source: T): Promise<ReadonlySet<string>>;
  /** Returns a time in ISO 8601, or null if the case does not say when it was processed. */
  processedAt(source: T): string | null;
  /** Counts all items of the source, reported or not. */
  periodOf(source: T, end: DatesEnd): Promise<ReportPeriod>;
  /** Returns a JPEG; null if the item is not a picture and has no thumbnail. Throws AppError if it cannot be read or drawn. */
  thumbnailOf(source: T, item: IndexedItem): Promise<Uint8Array | null>;
  /** Returns null if it is neither a mail nor a page. Throws AppError if it cannot be read or decoded. */
  viewOf(source: T, item: IndexedItem): Promise<ItemView | null>;
  /** Returns results in the order of the items; null if the query has nothing to match. */
  readonly snippetsOf: ((source: T, items: readonly IndexedItem[]) => Promise<readonly (readonly Snippet[])[]>) | null;
  /** Returns results in the order of the ids. */
  notesOf(source: T, ids: readonly number[]): Promise<readonly (readonly ReportNote[])[]>;
  /** Returns results in the order of the ids. */
  reviewOf(source: T, ids: readonly number[]): Promise<readonly ItemReview[]>;
}

export type ItemView =
  | { readonly kind: 'mail'; readonly mail: MailView }
  /** The sanitized content of a body. */
  | { readonly kind: 'page'; readonly body: string };

export interface ReportNote {
  readonly text: string;
  readonly who: string | null;
  readonly time: string;
}

/** Reviewers and decisions of an item. */
export interface ItemReview {
  readonly reviewers: readonly string[];
  readonly decisions: readonly ItemDecision[];
}

export interface ItemDecision {
  readonly review: string;
  readonly coding: string;
  /** Null if the decision is none of the choices. */
  readonly choice: string | null;
  readonly who: string | null;
}

export interface CodingPanel {
  readonly name: string;
  readonly choices: readonly { readonly bookmark: string }[];
}

export interface LoggedChange {
  readonly seq: number;
  readonly time: string;
  readonly what: string;
  readonly bookmark: string;
  readonly newName: string | null;
  readonly items: number;
  readonly who: string | null;
}

export interface TermReport {
  lines(): Iterable<TermLine>;
  /** Returns the same data as a CSV table. */
  csv(): Iterable<Uint8Array>;
}

export interface TermLine {
  readonly n: number;
  readonly query: string;
  readonly counts: { readonly items: number; readonly itemsWithFamily: number; readonly unique: number } | null;
  /** Reasons why a line was not answered, or parts that were not searched as written. */
  readonly findings: readonly string[];
}

export type { MissingPart };
