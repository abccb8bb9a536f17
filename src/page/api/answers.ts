/** What the server answers, member by member, as docs/http-api.md describes it. */

export interface Ref {
  readonly source: string;
  readonly id: number;
}

export type Part = 'content' | 'text' | 'thumb' | 'view';

export interface Snippet {
  readonly field: string;
  readonly value: number;
  readonly offset: number;
  readonly text: string;
  readonly marks: readonly (readonly [start: number, end: number])[];
}

export type Properties = Readonly<Record<string, readonly string[]>>;

export interface Hit extends Ref {
  readonly parentId?: number;
  readonly properties: Properties;
  readonly bookmarks: readonly string[];
  readonly selected: boolean;
  readonly parts: readonly Part[];
  readonly score?: number;
  readonly snippets?: readonly Snippet[];
}

export interface Missing {
  readonly source: string;
  readonly reason: string;
}

export interface Hits {
  readonly total: number;
  readonly hits: readonly Hit[];
  readonly next: string | null;
  readonly tookMs: number;
  readonly hints?: readonly string[];
  readonly incomplete?: readonly Missing[];
}

export interface ItemRecord extends Ref {
  readonly parentId?: number;
  readonly properties: Properties;
  readonly bookmarks: readonly string[];
  readonly selected: boolean;
}

export interface FacetValue {
  readonly value: string;
  readonly items: number;
  readonly q?: string;
  /** Of a facet by place. */
  readonly latitude?: number;
  readonly longitude?: number;
  /** Of a facet by events. */
  readonly field?: string;
}

export interface Facet {
  readonly field: string;
  readonly interval?: string;
  readonly values: readonly FacetValue[];
  readonly distinct: number;
  readonly missing: number;
  readonly other: number;
}

export interface Facets {
  readonly total: number;
  readonly facets: readonly Facet[];
  readonly tookMs: number;
}

export type FieldType = 'text' | 'number' | 'date' | 'whole';

export interface FieldEntry {
  readonly name: string;
  readonly types: Readonly<Record<string, FieldType>>;
  readonly items: number;
  readonly sorts: boolean;
  readonly counts: boolean;
}

export interface SourceStatus {
  readonly id: string;
  readonly state: 'ready' | 'building' | 'failed';
  readonly reason?: string;
  readonly progress?: { readonly phase: string; readonly fraction?: number | null; readonly items?: number } | null;
  readonly items?: number;
  readonly isComplete?: boolean;
}

export interface Status {
  readonly version: string;
  readonly sources: readonly SourceStatus[];
  readonly bookmarkStore: 'ok' | 'unavailable';
}

export interface BookmarkEntry {
  readonly name: string;
  readonly items: number;
  readonly comment: string | null;
  readonly color: string | null;
  readonly changedAt: string | null;
}

export interface Change {
  readonly seq: number;
  readonly time: string;
  readonly what: string;
  readonly bookmark: string | null;
  readonly newName?: string;
  readonly items: number;
  readonly who: string | null;
  readonly remote: string | null;
}

export interface Suggestion {
  readonly value: string;
  readonly items: number;
}

export interface Match {
  readonly field: string;
  readonly value: number;
  readonly start: number;
  readonly end: number;
  readonly clause: number;
}

export interface Matches {
  readonly total: number;
  readonly clauses: readonly { readonly q: string; readonly count: number }[];
  readonly matches: readonly Match[];
  readonly next: number | null;
}

/** An error body of the server. */
export interface Fault {
  readonly error: string;
  readonly status: number;
  readonly position?: number;
  readonly expected?: readonly string[];
  readonly suggestion?: string;
  readonly example?: string;
}

export interface Family {
  readonly path: readonly { readonly id: number; readonly name: string }[];
  readonly children: { readonly total: number; readonly docs: readonly Ref[] };
  readonly siblings: number;
  readonly duplicates: { readonly total: number; readonly docs: readonly Ref[] };
}

export interface Similar {
  readonly docs: readonly (Ref & { readonly score: number })[];
  readonly terms: readonly string[];
}

export interface TreeNode {
  readonly id: number;
  readonly name: string;
  readonly isFolder: boolean;
  readonly items: number;
}

export interface TreePage {
  readonly id: number | null;
  readonly name: string;
  readonly children: readonly TreeNode[];
  readonly total: number;
  readonly next: number | null;
}

export interface MailView {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string | null;
  readonly html: string | null;
  readonly attachments: readonly { readonly name: string; readonly contentType: string; readonly size: number }[];
}

export interface CaseEvent extends Ref {
  readonly field: string;
  readonly time: string;
  readonly name: string;
}

export interface Events {
  readonly total: number;
  readonly events: readonly CaseEvent[];
  readonly next: string | null;
}

export type KeywordLine =
  | {
      readonly n: number;
      readonly query: string;
      readonly items: number;
      readonly itemsWithFamily: number;
      readonly unique: number;
    }
  | { readonly n: number; readonly query: string; readonly error: string; readonly position?: number }
  | { readonly done: true; readonly queries: number; readonly failed: number; readonly items: number };
